import { expect, test } from 'vitest'
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

const schemaIn = (bench: Bench, page: string, collection: string) =>
  (JSON.parse(bench.page(idOf(page))) as { collection: Record<string, { value: { schema: Record<string, object> } }> })
    .collection[collection]?.value.schema

test('columns that relate to a database which is no longer shared stay, with a mark for editors', async () => {
  const { data, first } = relatedData()
  const bench = await Bench.start(data, 'official')
  await bench.sync()
  expect(Object.keys(schemaIn(bench, 'First', first) ?? {})).toEqual(expect.arrayContaining(['rel', 'roll']))
  data.unshared.add(idOf('Second'))
  await bench.with((sync) => sync.refreshPages([idOf('First')]))
  expect(schemaIn(bench, 'First', first)).toMatchObject({
    rel: { name: 'Others', unshared: true },
    roll: { name: 'Access', unshared: true },
  })
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
