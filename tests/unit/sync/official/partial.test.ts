import { expect, test } from 'vitest'
import { describeFinding } from '@/lib/formats/findings'
import { readEnv } from '@/lib/settings/env'
import { prepareSite, readSavedFindings } from '@/lib/site/prepare/prepare-site'
import { openWorkingCopy, readSavedIndex } from '@/lib/site/working-copy'
import { markUnsharedColumns } from '@/lib/sync/official-api/schema'
import { getEditorsMessages } from '@/messages/languages'
import type { HostedData } from '@/tests/support/hosted/data'
import { addCollection, createHostedWorkspace } from '@/tests/support/hosted/plan'
import { Bench, createHostedId } from '../support'

/** Creates two databases. Rows of the first have relations to rows of the second and roll up their titles as `Access`. */
function createRelatedData(references = 1): { data: HostedData; first: string; second: string } {
  const data = createHostedWorkspace({ First: {}, Second: {} })
  const others = Array.from({ length: references }, (_, at) => `Other ${at}`)
  const [first, second] = [
    addCollection(data, 'First', { rows: ['A'] }),
    addCollection(data, 'Second', { rows: others }),
  ]
  Object.assign(data.collection.get(first)?.schema as object, {
    rel: { name: 'Others', type: 'relation', collection_id: second, collection_pointer: { id: second } },
    roll: { name: 'Access', type: 'rollup', relation_property: 'rel', target_property: 'title' },
  })
  const row = data.block.get(createHostedId('A'))
  const mentions = others.flatMap((name, at) => [...(at === 0 ? [] : [[',']]), ['‣', [['p', createHostedId(name)]]]])
  if (row) row.properties = { title: [['A']], rel: mentions }
  return { data, first, second }
}

type Copies = Record<string, { value: { version: number; schema: Record<string, object> } }>
const readCopy = (bench: Bench, page: string, collection: string) =>
  (JSON.parse(bench.page(createHostedId(page))) as { collection: Copies }).collection[collection]?.value
const readSchema = (bench: Bench, page: string, collection: string) => readCopy(bench, page, collection)?.schema

test('keeps relations to a database that is no longer shared and marks them for editors', async () => {
  const { data, first } = createRelatedData()
  const bench = await Bench.start(data, 'official')
  await bench.sync()
  expect(Object.keys(readSchema(bench, 'First', first) ?? {})).toEqual(expect.arrayContaining(['rel', 'roll']))
  const before = readCopy(bench, 'First', first)?.version ?? 0
  data.unshared.add(createHostedId('Second'))
  await bench.with((sync) => sync.refreshPages([createHostedId('First')]))
  // The site uses the copy with the highest version, because several pages can contain this database.
  expect(readCopy(bench, 'First', first)?.version).toBeGreaterThan(before)
  expect(readSchema(bench, 'First', first)).toMatchObject({
    rel: { name: 'Others', unshared: true },
    roll: { name: 'Access', unshared: true },
  })
  const env = readEnv(bench.variables(), bench.dir)
  await prepareSite(env, Date.now())
  const index = await readSavedIndex(openWorkingCopy(env))
  expect(index?.pages.find(({ id }) => id === createHostedId('A'))?.access.kind).toBe('unpublished')
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
const createView = (properties: object[]) => ({ object: 'view', configuration: { type: 'table', properties } })

test.each<[what: string, Parameters<typeof markUnsharedColumns>[0], former: object, views: object[], marked: object]>([
  [
    'a column of a view that is missing in the schema',
    { title: { type: 'title' } },
    {},
    [
      createView([
        { property_id: 'title', property_name: 'Name' },
        { property_id: 'a%3B', property_name: 'Access' },
      ]),
    ],
    { 'a;': { name: 'Access', type: 'relation' } },
  ],
  ['no column without a name, which editors removed', {}, {}, [createView([{ property_id: 'gone' }])], {}],
  ['a rollup whose relation is missing', { roll: rollup }, {}, [], { roll: rollup }],
  [
    'a relation to a database that is not shared',
    { rel: relation, roll: rollup },
    {},
    [],
    { rel: relation, roll: rollup },
  ],
  [
    'a marked column that only a view contained, while the view is not fetched again',
    {},
    { x: { name: 'Access', type: 'relation', unshared: true } },
    [{ id: ID, type: 'table' }],
    { x: { name: 'Access', type: 'relation' } },
  ],
  [
    'no column that only a view contained and that the view no longer contains',
    {},
    { x: { name: 'Access', type: 'relation', unshared: true } },
    [createView([])],
    {},
  ],
])('markUnsharedColumns marks %s', async (_, schema, former, views, marked) => {
  const found = await markUnsharedColumns(schema, {
    former,
    views: views as Record<string, unknown>[],
    isShared: async () => false,
  })
  const unshared = Object.entries(found).filter(([, property]) => property.unshared === true)
  expect(Object.fromEntries(unshared.map(([key, { unshared: __, ...property }]) => [key, property]))).toEqual(marked)
})

test('keeps missing relations whose databases are not checked because of the request limit', async () => {
  const former = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`rel${at}`, relation]))
  let requests = 0
  const isShared = async () => ++requests > 0
  const found = await markUnsharedColumns({}, { former, views: [], isShared })
  expect(requests).toBe(20)
  expect(Object.keys(found)).toHaveLength(10)
})

test('removes a column that editors removed', async () => {
  const { data, first } = createRelatedData()
  const bench = await Bench.start(data, 'official')
  await bench.sync()
  const schema = data.collection.get(first)?.schema as Record<string, object>
  delete schema.rel
  delete schema.roll
  await bench.with((sync) => sync.refreshPages([createHostedId('First')]))
  expect(Object.keys(readSchema(bench, 'First', first) ?? {}).sort()).toEqual(['kind', 'title'])
})

test('requests a relation completely if a page object contains only part of its references', async () => {
  const { data } = createRelatedData(40)
  const bench = await Bench.start(data, 'official')
  await bench.sync()
  for (const at of [0, 24, 25, 39]) expect(bench.page(createHostedId('A'))).toContain(createHostedId(`Other ${at}`))
})

test('marks a relation as unknown if it cannot be requested completely', async () => {
  const { data } = createRelatedData(40)
  const bench = await Bench.start(data, 'official')
  bench.server.faults.push({ kind: 'refused', call: 'pages.properties' })
  await bench.sync()
  const row = JSON.parse(bench.page(createHostedId('A'))) as {
    block: Record<string, { value: { properties: object } }>
  }
  expect(row.block[createHostedId('A')]?.value.properties).toMatchObject({ rel: [['\uFFFD']] })
})
