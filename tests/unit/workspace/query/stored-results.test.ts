import { expect, test } from 'vitest'
import { Budget } from '@/lib/workspace/budget'
import { formatValue, type Names } from '@/lib/workspace/property-values'
import { ReadCollections } from '@/lib/workspace/query/relations'
import { createRowReader, type Rows } from '@/lib/workspace/query/row-values'
import { createResultCheck } from '@/lib/workspace/query/stored-results'
import type { PropertySchema, RichText } from '@/lib/workspace/record-map'
import { collection, createId, row } from '@/tests/support/records'

const names: Names = {
  userName: () => undefined,
  isListed: () => true,
  pageTitle: (id) => id,
  locale: 'en',
  timeZone: 'UTC',
}
const relate = (...to: string[]): RichText => to.map((name) => ['‣', [['p', createId(name)]]])
const relation = (of: string, more = {}) => ({
  type: 'relation',
  more: { collection_pointer: { id: createId(of), table: 'collection' }, ...more },
})
const newer = (code?: unknown) => ({ type: 'formula', more: { formula2: { code, result_type: 'text' } } })
const older = (formula: unknown) => ({ type: 'formula', more: { formula } })
type Schema = Record<string, Partial<PropertySchema>>
type Cells = Record<string, Record<string, string | RichText>>

function createRows(name: string, schema: Schema, rows: Cells): [string, Rows] {
  const { schema: properties } = collection(name, 'Home', schema)
  return [
    createId(name),
    { schema: properties, rows: Object.entries(rows).map(([key, cells]) => row(key, name, cells).block) },
  ]
}

/** A client that the viewer may not read, `Secret`, and rows that relate to it in one and in two steps. */
const projects = createRows(
  'Projects',
  {
    Client: relation('Clients'),
    Label: newer('prop("Client").map(current.prop("Name"))'),
    Free: newer('prop("Name")'),
  },
  {
    Open: { Client: relate('Known'), Label: 'Known' },
    Closed: { Client: relate('Known', 'Secret'), Label: 'Known, Secret' },
  },
)
const clients = createRows('Clients', { Name: { type: 'title' } }, { Known: {} })

/** Returns the stored results of the property `Result` that a viewer sees, by row. */
function readResults(result: Partial<PropertySchema>, schema: Schema = {}, related = [projects, clients]) {
  const [id, own] = createRows(
    'Tasks',
    { Project: relation('Projects'), Title: { type: 'title' }, ...schema, Result: result },
    {
      Alone: { Result: 'alone' },
      Near: { Project: relate('Open'), Result: 'near' },
      Far: { Project: relate('Closed'), Result: 'far' },
      Gone: { Project: relate('Unlisted'), Result: 'gone' },
    },
  )
  const read = createRowReader({ ...own, related: new Map([...related, [id, own]]), names, now: 0 })
  return own.rows.map((each) => formatValue(read(each, 'Result'), names))
}

test.each<[string, Partial<PropertySchema>, Schema?]>([
  ['a formula that names no relation', newer('prop("Title")')],
  ['an older formula that names no relation', older({ type: 'property', id: 'Title' })],
  ['a formula of a formula that names no relation', newer('prop("Other")'), { Other: newer('prop("Title")') }],
])('all stored results are shown of %s', (_, result, schema) => {
  expect(readResults(result, schema)).toEqual(['alone', 'near', 'far', 'gone'])
})

test.each<[string, Partial<PropertySchema>, Schema?]>([
  ['names it', newer('prop("Project").length()')],
  ['refers to its id', newer([['‣', [['fpp', { property: 'Project' }]]]])],
  [
    'names a rollup of it',
    newer('prop("Total")'),
    { Total: { type: 'rollup', more: { relation_property: 'Project' } } },
  ],
  [
    'names it, with an apostrophe in its name',
    newer('prop("Ada\'s").length()'),
    { Project: { ...relation('Projects'), name: "Ada's" } },
  ],
  [
    'names it, with quotes in its name',
    newer('prop("the \\"A\\"").length()'),
    { Project: { ...relation('Projects'), name: 'the "A"' } },
  ],
  ['names a formula that names it', newer('prop("Other")'), { Other: newer('prop("Project")') }],
])('a result is empty if a related row is not readable and the formula %s', (_, result, schema) => {
  expect(readResults(result, schema)).toEqual(['alone', 'near', 'far', ''])
})

test.each<[string, Partial<PropertySchema>]>([
  ['names the relations of both', newer('prop("Project").map(current.prop("Client"))')],
  ['names a formula of the related row', newer('prop("Project").map(current.prop("Label"))')],
  ['is unknown', newer()],
])('a result is empty if a row in the second step is not readable and the formula %s', (_, result) => {
  expect(readResults(result)).toEqual(['alone', 'near', '', ''])
})

test('a result is empty if the related database is not known, or not shared', () => {
  const result = newer('prop("Project").length()')
  expect(readResults(result, {}, [clients])).toEqual(['alone', '', '', ''])
  expect(readResults(result, { Project: relation('Projects', { unshared: true }) })).toEqual(['', '', '', ''])
})

test('a formula in the older format is computed from the readable rows instead', () => {
  const name = { type: 'property', id: 'Project' }
  const concat = {
    type: 'function',
    name: 'concat',
    args: [{ type: 'constant', value: 'of ', result_type: 'text' }, name],
  }
  expect(readResults(older(concat)).at(-1)).toBe(`of ${createId('Unlisted')}`)
  const withoutTitles = { ...names, pageTitle: (id: string) => (id === createId('Unlisted') ? undefined : id) }
  const [id, own] = createRows(
    'Tasks',
    { Project: relation('Projects'), Result: older(name) },
    {
      Gone: { Project: relate('Unlisted', 'Open'), Result: 'stored' },
    },
  )
  const read = createRowReader({ ...own, related: new Map([projects, [id, own]]), names: withoutTitles, now: 0 })
  expect(own.rows.map((each) => formatValue(read(each, 'Result'), names))).toEqual([createId('Open')])
})

test('a rollup over formulas leaves out the results that are withheld', () => {
  const rollup = {
    type: 'rollup',
    more: { relation_property: 'Project', target_property: 'Label', aggregation: 'show_original' },
  }
  expect(readResults(rollup)).toEqual(['', 'Known', '', ''])
})

test('after the budget is spent, no result is shown that depends on a relation', () => {
  const [, own] = createRows('Tasks', { Project: relation('Tasks'), Result: newer('prop("Project")') }, { A: {} })
  const [only] = own.rows
  const mayShow = createResultCheck([own], new Budget(0))
  expect(only && mayShow(only, own.schema.Result as PropertySchema, own.schema)).toBe(false)
})

test('ReadCollections finds the collections that formulas and rollups read, in several steps', () => {
  const read = new ReadCollections()
  read.add('tasks', projects[1].schema, true)
  expect([read.next(), read.next()]).toEqual([createId('Clients'), undefined])
  read.add(
    createId('Clients'),
    collection('Clients', 'Home', { Parent: relation('Groups'), Name: relation('More') }).schema,
    false,
  )
  expect([read.next(), read.next()]).toEqual([createId('More'), undefined])

  const unknown = new ReadCollections()
  unknown.add('tasks', collection('T', 'Home', { Any: newer(), To: relation('Groups') }).schema, true)
  expect(unknown.next()).toBe(createId('Groups'))
  const none = new ReadCollections()
  none.add('tasks', collection('T', 'Home', { Any: newer('1 + 1'), To: relation('Groups') }).schema, true)
  expect(none.next()).toBeUndefined()
})
