import { createId } from '@/tests/support/records'
import { createPageMap, type Raw, stored, text } from './maps'

type Blocks = [string, Raw][]

const createIndexes = (count: number) => Array.from({ length: count }, (_, index) => index)
const createTitle = (title: unknown) => ({ properties: { title } })

function createTable(name: string, rows: number, columns: number): Blocks {
  const order = createIndexes(columns).map(String)
  const properties = Object.fromEntries(order.map((column) => [column, [['cell']]]))
  const content = createIndexes(rows).map((index) => `${name} ${index}`)
  return [
    stored(name, 'table', 'page', { content, format: { table_block_column_order: order } }),
    ...content.map((row) => stored(row, 'table_row', name, { properties })),
  ]
}

/** Creates the given number of blocks of each kind. */
export const BLOCKS = {
  'long list': (count) =>
    createIndexes(count).map((index) => stored(`item ${index}`, 'numbered_list', 'page', createTitle([['same']]))),
  'deep list': (count) =>
    createIndexes(count).map((index) =>
      stored(`level ${index}`, 'bulleted_list', index === 0 ? 'page' : `level ${index - 1}`, {
        ...createTitle([['item']]),
        content: index === count - 1 ? [] : [`level ${index + 1}`],
      }),
    ),
  headings: (count) =>
    createIndexes(count).map((index) => stored(`heading ${index}`, 'header', 'page', createTitle([['Same']]))),
  columns: (count) => [
    stored('columns', 'column_list', 'page', { content: createIndexes(count).map((index) => `column ${index}`) }),
    ...createIndexes(count).flatMap((index) => [
      stored(`column ${index}`, 'column', 'columns', { content: [`in column ${index}`] }),
      text(`in column ${index}`, `column ${index}`),
    ]),
  ],
  'wide table': (count) => createTable('wide table', 3, count),
  'long table': (count) => createTable('long table', count, 3),
  mentions: (count) => [
    text(
      'mentions',
      'page',
      '',
      createTitle(createIndexes(count).map((index) => ['‣', [['p', createId(index % 2 ? 'page' : `${index}`)]]])),
    ),
  ],
  formats: (count) => [
    text(
      'formats',
      'page',
      '',
      createTitle(createIndexes(count).map((index) => [`${index}`, [['b'], ['a', `https://example.com/${index}`]]])),
    ),
  ],
  code: (count) =>
    createIndexes(count).map((index) =>
      stored(`code ${index}`, 'code', 'page', {
        properties: { title: [['const a = 1']], language: [['JavaScript']] },
      }),
    ),
  equations: (count) =>
    createIndexes(count).map((index) => stored(`equation ${index}`, 'equation', 'page', createTitle([[`x^${index}`]]))),
} satisfies Record<string, (count: number) => Blocks>

export interface DatabaseSize {
  rows: number
  /** Number of options of each property that has options. */
  options: number
  /** Number of properties of each type. */
  properties: number
  /** Number of groups of the options of a status. */
  groups: number
  views: number
  /** Number of conditions in the filter of each view. */
  tests: number
  sorts: number
}

/** Creates a page with a database of the given size. All views have one type. The properties have all types, or those in `names`. */
export function createDatabase(size: Partial<DatabaseSize>, type: string, names?: readonly string[]): Raw {
  const { rows = 3, options = 3, properties = 3, groups = 3, views = 1, tests = 1, sorts = 1 } = size
  const choices = createIndexes(options).map((index) => ({ id: `${index}`, value: `option ${index}`, color: 'red' }))
  const statusGroups = createIndexes(groups).map((index) => ({
    id: `g${index}`,
    name: `group ${index}`,
    optionIds: choices.filter(({ id }) => Number(id) % groups === index).map(({ id }) => id),
  }))
  const kinds: Record<string, [schema: Raw, cell: (row: number) => unknown]> = {
    text: [{ type: 'text' }, (row) => [[`text ${row}`]]],
    number: [{ type: 'number' }, (row) => [[`${row}`]]],
    select: [{ type: 'select', options: choices }, (row) => [[`option ${row % options}`]]],
    tags: [
      { type: 'multi_select', options: choices },
      (row) => [[`option ${row % options},option ${(row * 7) % options}`]],
    ],
    status: [{ type: 'status', options: choices, groups: statusGroups }, (row) => [[`option ${row % options}`]]],
    when: [{ type: 'date' }, () => [['‣', [['d', { type: 'date', start_date: '2024-01-01' }]]]]],
    others: [
      { type: 'relation', collection_id: createId('rows') },
      (row) => [['‣', [['p', createId(`row ${(row + 1) % rows}`)]]]],
    ],
  }
  const used = Object.entries(kinds).filter(([kind]) => names?.includes(kind) ?? true)
  const columns = createIndexes(properties).flatMap((index) =>
    used.map(([kind, [schema, cell]]) => ({ id: `${kind}${index}`, schema, cell })),
  )
  const title = { name: 'Name', type: 'title' }
  const schema = { title, ...Object.fromEntries(columns.map(({ id, schema }) => [id, { name: id, ...schema }])) }
  const viewIds = createIndexes(views).map((index) => createId(`view ${index}`))
  const format = {
    [`${type}_properties`]: Object.keys(schema).map((property) => ({ property, visible: true })),
    ...(type === 'board' && { board_columns_by: { property: 'status0', groupBy: 'group' } }),
    collection_group_by: { property: 'select0' },
  }
  const filters = createIndexes(tests).map((index) => ({
    property: 'select0',
    filter: { operator: 'enum_is_not', value: { type: 'exact', value: `none ${index}` } },
  }))
  const query2 = {
    filter: { operator: 'and', filters },
    sort: createIndexes(sorts).map(() => ({ property: 'tags0', direction: 'ascending' })),
  }
  return {
    ...createPageMap([
      stored('database', 'collection_view', 'page', { collection_id: createId('rows'), view_ids: viewIds }),
      ...createIndexes(rows).map((row) =>
        stored(`row ${row}`, 'page', undefined, {
          parent_table: 'collection',
          parent_id: createId('rows'),
          properties: Object.fromEntries([
            ['title', [[`row ${row}`]]],
            ...columns.map(({ id, cell }) => [id, cell(row)]),
          ]),
        }),
      ),
    ]),
    collection: {
      [createId('rows')]: {
        value: {
          id: createId('rows'),
          parent_id: createId('database'),
          parent_table: 'block',
          name: [['Rows']],
          schema,
        },
      },
    },
    collection_view: Object.fromEntries(viewIds.map((id) => [id, { value: { id, type, name: type, format, query2 } }])),
  }
}
