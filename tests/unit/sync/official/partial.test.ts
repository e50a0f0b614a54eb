import { expect, test } from 'vitest'
import { readEnv } from '@/lib/env'
import { describeFinding } from '@/lib/formats/findings'
import { getEditorsMessages } from '@/lib/messages/parts/editors'
import { prepareSite, readSavedFindings } from '@/lib/site/prepare/prepare-site'
import { openWorkingCopy, readSavedIndex } from '@/lib/site/working-copy'
import { markUnsharedColumns } from '@/lib/sync/official-api/kept-columns'
import type { HostedData } from '@/tests/support/hosted/data'
import { addCollection, workspaceOf } from '@/tests/support/hosted/plan'
import { Bench, idOf } from '../support'

/** Two databases; the rows of the first relate to rows of the second, and roll up their titles as `Access`. */
function relatedData(references = 1): { data: HostedData; first: string; second: string } {
  const data = workspaceOf({ First: {}, Second: {} })
  const others = Array.from({ length: references }, (_, at) => `Other ${at}`)
  const [first, second] = [
    addCollection(data, 'First', { rows: ['A'] }),
    addCollection(data, 'Second', { rows: others }),
  ]
  Object.assign(data.collection.get(first)?.schema as object, {
    rel: { name: 'Others', type: 'relation', collection_id: second, collection_pointer: { id: second } },
    roll: { name: 'Access', type: 'rollup', relation_property: 'rel', target_property: 'title' },
  })
  const row = data.block.get(idOf('A'))
  const mentions = others.flatMap((name, at) => [...(at === 0 ? [] : [[',']]), ['‣', [['p', idOf(name)]]]])
  if (row) row.properties = { title: [['A']], rel: mentions }
  return { data, first, second }
}

type Copies = Record<string, { value: { version: number; schema: Record<string, object> } }>
const copyIn = (bench: Bench, page: string, collection: string) =>
  (JSON.parse(bench.page(idOf(page))) as { collection: Copies }).collection[collection]?.value
const schemaIn = (bench: Bench, page: string, collection: string) => copyIn(bench, page, collection)?.schema

test('columns that relate to a database which is no longer shared stay, with a mark for editors', async () => {
  const { data, first } = relatedData()
  const bench = await Bench.start(data, 'official')
  await bench.sync()
  expect(Object.keys(schemaIn(bench, 'First', first) ?? {})).toEqual(expect.arrayContaining(['rel', 'roll']))
  const before = copyIn(bench, 'First', first)?.version ?? 0
  data.unshared.add(idOf('Second'))
  await bench.with((sync) => sync.refreshPages([idOf('First')]))
  // The site uses the copy with the highest version, and other pages may show this database, too.
  expect(copyIn(bench, 'First', first)?.version).toBeGreaterThan(before)
  expect(schemaIn(bench, 'First', first)).toMatchObject({
    rel: { name: 'Others', unshared: true },
    roll: { name: 'Access', unshared: true },
  })
  const env = readEnv(bench.variables(), bench.dir)
  await prepareSite(env, Date.now())
  const index = await readSavedIndex(openWorkingCopy(env))
  expect(index?.pages.find(({ id }) => id === idOf('A'))?.access.kind).toBe('unpublished')
  const findings = (await readSavedFindings(env)).filter(({ kind }) => kind === 'unshared-property')
  const texts = findings.map((finding) => describeFinding(finding, new Map(), getEditorsMessages('en')))
  expect(texts.sort()).toEqual([
    ...['Access', 'Others'].map((name) => expect.stringContaining(`The values of “${name}” in the database “Things”`)),
  ])
  for (const text of texts) expect(text).toContain('with the connection whose token is NOTION_INTEGRATION_TOKEN')
})

const ID = '0a0b0c0d-0000-4000-8000-000000000001'
const relation = { name: 'Others', type: 'relation', collection_id: ID }
const rollup = { name: 'Access', type: 'rollup', relation_property: 'rel', target_property: 'title' }
const shown = (properties: object[]) => ({ object: 'view', configuration: { type: 'table', properties } })

test.each<[what: string, Parameters<typeof markUnsharedColumns>[0], former: object, views: object[], marked: object]>([
  [
    'a column that a view names, and that the schema lacks',
    { title: { type: 'title' } },
    {},
    [
      shown([
        { property_id: 'title', property_name: 'Name' },
        { property_id: 'a%3B', property_name: 'Access' },
      ]),
    ],
    { 'a;': { name: 'Access', type: 'relation' } },
  ],
  ['no column that editors removed, which has no name', {}, {}, [shown([{ property_id: 'gone' }])], {}],
  ['a rollup whose relation is left out', { roll: rollup }, {}, [], { roll: rollup }],
  [
    'a relation to a database that is not shared',
    { rel: relation, roll: rollup },
    {},
    [],
    { rel: relation, roll: rollup },
  ],
  [
    'a column that only a view named, while a view is not new',
    {},
    { x: { name: 'Access', type: 'relation', unshared: true } },
    [{ id: ID, type: 'table' }],
    { x: { name: 'Access', type: 'relation' } },
  ],
  [
    'no column that only a view named, and that no view names any more',
    {},
    { x: { name: 'Access', type: 'relation', unshared: true } },
    [shown([])],
    {},
  ],
])('%s is marked as unshared', async (_, schema, former, views, marked) => {
  const found = await markUnsharedColumns(schema, {
    former,
    views: views as Record<string, unknown>[],
    isShared: async () => false,
  })
  const unshared = Object.entries(found).filter(([, property]) => property.unshared === true)
  expect(Object.fromEntries(unshared.map(([key, { unshared: __, ...property }]) => [key, property]))).toEqual(marked)
})

test('of many relations that vanished, those whose databases are not requested are kept', async () => {
  const former = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`rel${at}`, relation]))
  let requests = 0
  const isShared = async () => ++requests > 0
  const found = await markUnsharedColumns({}, { former, views: [], isShared })
  expect(requests).toBe(20)
  expect(Object.keys(found)).toHaveLength(10)
})

test('a column that editors removed is removed', async () => {
  const { data, first } = relatedData()
  const bench = await Bench.start(data, 'official')
  await bench.sync()
  const schema = data.collection.get(first)?.schema as Record<string, object>
  delete schema.rel
  delete schema.roll
  await bench.with((sync) => sync.refreshPages([idOf('First')]))
  expect(Object.keys(schemaIn(bench, 'First', first) ?? {}).sort()).toEqual(['kind', 'title'])
})

test('a relation with more references than a page object contains is requested as a whole', async () => {
  const { data } = relatedData(40)
  const bench = await Bench.start(data, 'official')
  await bench.sync()
  for (const at of [0, 24, 25, 39]) expect(bench.page(idOf('A'))).toContain(idOf(`Other ${at}`))
})

test('a relation that cannot be requested as a whole is neither empty nor shortened', async () => {
  const { data } = relatedData(40)
  const bench = await Bench.start(data, 'official')
  bench.server.faults.push({ kind: 'refused', call: 'pages.properties' })
  await bench.sync()
  const row = JSON.parse(bench.page(idOf('A'))) as { block: Record<string, { value: { properties: object } }> }
  expect(row.block[idOf('A')]?.value.properties).toMatchObject({ rel: [['\uFFFD']] })
})
