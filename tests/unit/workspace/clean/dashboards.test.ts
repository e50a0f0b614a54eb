import { expect, test } from 'vitest'
import { splitPages } from '@/lib/workspace/read/split'
import type { Id } from '@/lib/workspace/record-map'
import { createId } from '@/tests/support/records'
import { createPageMap, type Raw, stored } from '../maps'
import { clean } from './support'

const createCollection = (name: string) => ({
  [createId(name)]: {
    value: { id: createId(name), name: [[name]], schema: { title: { name: 'Name', type: 'title' } } },
  },
})
const createView = (name: string, type = 'table', format: Raw = {}) => ({
  [createId(name)]: { value: { id: createId(name), type, name, format } },
})
const pointTo = (collection: string) => ({ collection_pointer: { id: createId(collection), table: 'collection' } })

type Row = [view: string, width?: number][]

const createRow = (widgets: Row) => ({
  id: 'row',
  type: 'row',
  modules: widgets.map(([view, width]) => ({
    ...{ id: 'widget', type: 'view', collection_view_id: createId(view) },
    ...(width !== undefined && { width }),
  })),
})

function createTables(rows: unknown, more: Raw = {}): Raw {
  const layout = { id: createId('layout'), modules: { dashboard_layout_schema: rows } }
  return {
    collection: { ...createCollection('own'), ...createCollection('other') },
    collection_view: {
      ...createView('overview', 'dashboard', { dashboard_layout_pointer: { id: createId('layout'), table: 'layout' } }),
      ...createView('plain'),
      ...createView('linked', 'list', pointTo('other')),
      ...createView('inner', 'dashboard', { dashboard_layout_schema: [createRow([['plain']])] }),
      ...createView('tab'),
      ...(more as object),
    },
    layout: { [createId('layout')]: { value: layout } },
  }
}

const NAMES = ['own', 'other', 'overview', 'plain', 'linked', 'inner', 'tab', 'same']
const toName = (id: string | undefined) => NAMES.find((name) => createId(name) === id)

/** Cleans a database on a page with a divider after it. Returns the content of its page as nested lists. */
function cleanDatabase(views: string[], tables: Raw, type = 'collection_view'): unknown {
  const database = stored('database', type, 'page', { view_ids: views.map(createId), collection_id: createId('own') })
  const { map } = clean(createPageMap([database, stored('after', 'divider', 'page')], tables))
  const top = createId(type === 'collection_view' ? 'page' : 'database')
  const page = [...splitPages(map)].find((each) => each.page.id === top)?.page
  const outline = (id: Id): unknown => {
    const block = page?.blocks[id]
    if (block?.type === 'column_list') return block.content.map(outline)
    if (block?.type === 'column') return [block.format.column_ratio, ...block.content.map(outline)]
    const { view_ids } = block ?? {}
    return view_ids === undefined ? block?.type : `${toName(block?.collection_id)}: ${view_ids.map(toName).join(', ')}`
  }
  const shown = (page?.blocks[top]?.content ?? []).map(outline)
  return type === 'collection_view' ? shown : [outline(top), ...shown]
}

const ROWS = [
  createRow([['plain']]),
  createRow([
    ['linked', 1],
    ['tab', 3],
  ]),
]

test('the widgets of a dashboard are databases in columns [N-412]', () => {
  expect(cleanDatabase(['overview'], createTables(ROWS))).toEqual([
    'own: plain',
    [
      [0.25, 'other: linked'],
      [0.75, 'own: tab'],
    ],
    'divider',
  ])
})

test('a dashboard is before its database if it is the first view, and else after it', () => {
  const tables = createTables([createRow([['linked']])])
  expect(cleanDatabase(['overview', 'plain'], tables)).toEqual(['other: linked', 'own: plain', 'divider'])
  expect(cleanDatabase(['plain', 'overview'], tables)).toEqual(['own: plain', 'other: linked', 'divider'])
  const page = 'collection_view_page'
  expect(cleanDatabase(['overview', 'plain'], tables, page)).toEqual(['own: ', 'other: linked', 'own: plain'])
  expect(cleanDatabase(['plain', 'overview'], tables, page)).toEqual(['own: plain', 'other: linked'])
  expect(cleanDatabase(['overview'], tables, page)).toEqual(['own: ', 'other: linked'])
})

test('widgets without a width are equally wide, and the same view may be shown twice', () => {
  expect(cleanDatabase(['overview'], createTables([createRow([['plain'], ['plain']])]))).toEqual([
    [
      [0.5, 'own: plain'],
      [0.5, 'own: plain'],
    ],
    'divider',
  ])
})

test('the sync may have put the widgets into the view', () => {
  expect(cleanDatabase(['inner'], createTables([]))).toEqual(['own: plain', 'divider'])
})

test('a dashboard that contains itself or another one shows its other widgets', () => {
  const rows = [createRow([['overview'], ['plain'], ['inner']]), createRow([['overview']])]
  expect(cleanDatabase(['overview'], createTables(rows))).toEqual(['own: plain', 'divider'])
})

test('a dashboard that two databases list is shown once', () => {
  const blocks = ['first', 'second'].map((name) =>
    stored(name, 'collection_view', 'page', { view_ids: [createId('inner')], collection_id: createId('own') }),
  )
  const { map } = clean(createPageMap(blocks, createTables([])))
  const [page] = [...splitPages(map)]
  const shown = Object.values(page?.page.blocks ?? {}).flatMap(({ view_ids = [] }) => view_ids.map(toName))
  expect(shown).toEqual(['plain'])
})

test.each([
  ['no list', 7],
  ['rows that are no objects', [7, null, 'row']],
  ['rows without widgets', [{ type: 'row' }, { type: 'row', modules: [] }]],
  ['widgets of unknown types', [{ type: 'row', modules: [{ type: 'text' }, { type: 'view', collection_view_id: 7 }] }]],
  ['views that do not exist', [createRow([['gone']])]],
  ['only itself', [createRow([['overview']])]],
])('a dashboard with %s is an unsupported view', (_, rows) => {
  expect(cleanDatabase(['overview', 'plain'], createTables(rows))).toEqual(['own: overview, plain', 'divider'])
})

test('a block of the workspace cannot have the name of a view', () => {
  const own = stored('database', 'collection_view', 'page', {
    format: { is_widget: true },
    view_ids: [createId('plain')],
  })
  const { map } = clean(createPageMap([own], createTables([])))
  expect(map.block[createId('database')]?.format).toEqual({})
})
