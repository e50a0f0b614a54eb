import { idOf } from '@/tests/support/records'
import { pageOf, type Raw, stored, text } from './maps'

type Blocks = [string, Raw][]

const upTo = (count: number) => Array.from({ length: count }, (_, at) => at)
const titled = (title: unknown) => ({ properties: { title } })

function table(name: string, rows: number, columns: number): Blocks {
  const order = upTo(columns).map(String)
  const properties = Object.fromEntries(order.map((column) => [column, [['cell']]]))
  const content = upTo(rows).map((at) => `${name} ${at}`)
  return [
    stored(name, 'table', 'page', { content, format: { table_block_column_order: order } }),
    ...content.map((row) => stored(row, 'table_row', name, { properties })),
  ]
}

/** What a page may have much of. */
export const BLOCKS = {
  'long list': (count) => upTo(count).map((at) => stored(`item ${at}`, 'numbered_list', 'page', titled([['same']]))),
  'deep list': (count) =>
    upTo(count).map((at) =>
      stored(`level ${at}`, 'bulleted_list', at === 0 ? 'page' : `level ${at - 1}`, {
        ...titled([['item']]),
        content: at === count - 1 ? [] : [`level ${at + 1}`],
      }),
    ),
  headings: (count) => upTo(count).map((at) => stored(`heading ${at}`, 'header', 'page', titled([['Same']]))),
  columns: (count) => [
    stored('columns', 'column_list', 'page', { content: upTo(count).map((at) => `column ${at}`) }),
    ...upTo(count).flatMap((at) => [
      stored(`column ${at}`, 'column', 'columns', { content: [`in column ${at}`] }),
      text(`in column ${at}`, `column ${at}`),
    ]),
  ],
  'wide table': (count) => table('wide table', 3, count),
  'long table': (count) => table('long table', count, 3),
  mentions: (count) => [
    text('mentions', 'page', '', titled(upTo(count).map((at) => ['‣', [['p', idOf(at % 2 ? 'page' : `${at}`)]]]))),
  ],
  formats: (count) => [
    text(
      'formats',
      'page',
      '',
      titled(upTo(count).map((at) => [`${at}`, [['b'], ['a', `https://example.com/${at}`]]])),
    ),
  ],
  code: (count) =>
    upTo(count).map((at) =>
      stored(`code ${at}`, 'code', 'page', {
        properties: { title: [['const a = 1']], language: [['JavaScript']] },
      }),
    ),
  equations: (count) => upTo(count).map((at) => stored(`equation ${at}`, 'equation', 'page', titled([[`x^${at}`]]))),
} satisfies Record<string, (count: number) => Blocks>

export interface DatabaseSize {
  rows: number
  /** Of each property that has options. */
  options: number
  /** Of each type. */
  properties: number
  /** Of the options of a status. */
  groups: number
  views: number
  /** In the filter of each view. */
  tests: number
  sorts: number
}

/** A page with a database of that size, whose views are all of one type. It has properties of all types, or of those named. */
export function database(size: Partial<DatabaseSize>, type: string, names?: readonly string[]): Raw {
  const { rows = 3, options = 3, properties = 3, groups = 3, views = 1, tests = 1, sorts = 1 } = size
  const choices = upTo(options).map((at) => ({ id: `${at}`, value: `option ${at}`, color: 'red' }))
  const statusGroups = upTo(groups).map((at) => ({
    id: `g${at}`,
    name: `group ${at}`,
    optionIds: choices.filter(({ id }) => Number(id) % groups === at).map(({ id }) => id),
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
      { type: 'relation', collection_id: idOf('rows') },
      (row) => [['‣', [['p', idOf(`row ${(row + 1) % rows}`)]]]],
    ],
  }
  const used = Object.entries(kinds).filter(([kind]) => names?.includes(kind) ?? true)
  const columns = upTo(properties).flatMap((at) =>
    used.map(([kind, [schema, cell]]) => ({ id: `${kind}${at}`, schema, cell })),
  )
  const title = { name: 'Name', type: 'title' }
  const schema = { title, ...Object.fromEntries(columns.map(({ id, schema }) => [id, { name: id, ...schema }])) }
  const viewIds = upTo(views).map((at) => idOf(`view ${at}`))
  const format = {
    [`${type}_properties`]: Object.keys(schema).map((property) => ({ property, visible: true })),
    ...(type === 'board' && { board_columns_by: { property: 'status0', groupBy: 'group' } }),
    collection_group_by: { property: 'select0' },
  }
  const filters = upTo(tests).map((at) => ({
    property: 'select0',
    filter: { operator: 'enum_is_not', value: { type: 'exact', value: `none ${at}` } },
  }))
  const query2 = {
    filter: { operator: 'and', filters },
    sort: upTo(sorts).map(() => ({ property: 'tags0', direction: 'ascending' })),
  }
  return {
    ...pageOf([
      stored('database', 'collection_view', 'page', { collection_id: idOf('rows'), view_ids: viewIds }),
      ...upTo(rows).map((row) =>
        stored(`row ${row}`, 'page', undefined, {
          parent_table: 'collection',
          parent_id: idOf('rows'),
          properties: Object.fromEntries([
            ['title', [[`row ${row}`]]],
            ...columns.map(({ id, cell }) => [id, cell(row)]),
          ]),
        }),
      ),
    ]),
    collection: {
      [idOf('rows')]: {
        value: {
          id: idOf('rows'),
          parent_id: idOf('database'),
          parent_table: 'block',
          name: [['Rows']],
          schema,
        },
      },
    },
    collection_view: Object.fromEntries(viewIds.map((id) => [id, { value: { id, type, name: type, format, query2 } }])),
  }
}
