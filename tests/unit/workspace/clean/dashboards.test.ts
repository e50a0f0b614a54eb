import { expect, test } from 'vitest'
import { LIMITS } from '@/lib/workspace/budget'
import { BlockCleaner } from '@/lib/workspace/clean/clean'
import { replaceDashboards } from '@/lib/workspace/clean/dashboards'
import { createPageRecord } from '@/lib/workspace/read/page-record'
import { getPageSections } from '@/lib/workspace/read/page-text'
import { splitPages } from '@/lib/workspace/read/split'
import type { Id } from '@/lib/workspace/record-map'
import { createId } from '@/tests/support/records'
import { lowerLimits } from '../../../support/lower-limits'
import { cleaned, createBlockMap, createPageMap, type Raw, readMap, stored } from '../maps'
import { clean } from './support'

const createCollection = (name: string) => ({
  [createId(name)]: {
    value: {
      id: createId(name),
      name: [[name]],
      schema: { title: { name: 'Name', type: 'title' } },
      parent_id: createId('database'),
      parent_table: 'block',
    },
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

/** Cleans a database on a page with a divider after it. Returns the page that shows the database: the other one, or itself. */
function splitDatabase(
  views: string[],
  tables: Raw,
  type = 'collection_view',
  top = type === 'collection_view' ? 'page' : 'database',
) {
  const database = stored('database', type, 'page', { view_ids: views.map(createId), collection_id: createId('own') })
  const { map } = clean(createPageMap([database, stored('after', 'divider', 'page')], tables))
  const split = [...splitPages(map)].find((each) => each.page.id === createId(top))
  if (split === undefined) throw new Error('the page is missing')
  return { split, map }
}

/** Returns the content of the page that shows a database as nested lists. */
function cleanDatabase(views: string[], tables: Raw, type = 'collection_view'): unknown {
  const { page } = splitDatabase(views, tables, type).split
  const top = page.id
  const outline = (id: Id): unknown => {
    const block = page.blocks[id]
    if (block?.type === 'column_list') return block.content.map(outline)
    if (block?.type === 'column') return [block.format.column_ratio, ...block.content.map(outline)]
    const { view_ids } = block ?? {}
    return view_ids === undefined ? block?.type : `${toName(block?.collection_id)}: ${view_ids.map(toName).join(', ')}`
  }
  const shown = (page.blocks[top]?.content ?? []).map(outline)
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
    'own: ',
    'divider',
  ])
  expect(cleanDatabase(['overview'], createTables(ROWS), 'collection_view_page')).toEqual([
    'own: ',
    'own: plain',
    [
      [0.25, 'other: linked'],
      [0.75, 'own: tab'],
    ],
  ])
})

test.each(['collection_view', 'collection_view_page'])(
  'a %s with only a dashboard stays in the tree of pages, and shows nothing itself',
  (type) => {
    const { split, map } = splitDatabase(['overview'], createTables([createRow([['linked']])]), type)
    const record = createPageRecord(split, map.collection)
    expect(record.holders).toContain(createId('database'))
    expect(record.collections.map(toName).sort()).toEqual(['other', 'own'])
    expect(record.firstDatabase?.collection).toBe(createId('other'))
    expect(record.remarks?.lacksViews).toBe(false)
  },
)

test('a database without any views lacks them', () => {
  const { split, map } = splitDatabase([], createTables([]))
  expect(createPageRecord(split, map.collection).remarks?.lacksViews).toBe(true)
})

test('a link to a database that is a page of its own needs no views', () => {
  const { split, map } = splitDatabase([], createTables([]), 'collection_view_page', 'page')
  expect(createPageRecord(split, map.collection).remarks?.lacksViews ?? false).toBe(false)
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
    'own: ',
    'divider',
  ])
})

test('the sync may have put the widgets into the view', () => {
  expect(cleanDatabase(['inner'], createTables([]))).toEqual(['own: plain', 'own: ', 'divider'])
})

test('a dashboard that contains itself or another one shows its other widgets', () => {
  const rows = [createRow([['overview'], ['plain'], ['inner']]), createRow([['overview']])]
  expect(cleanDatabase(['overview'], createTables(rows))).toEqual(['own: plain', 'own: ', 'divider'])
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

test('a dashboard shows only a limited number of widgets', () => {
  lowerLimits(LIMITS, { widgets: 3 })
  const rows = [createRow([['plain'], ['gone']]), createRow([['tab'], ['linked']]), createRow([['plain']])]
  expect(cleanDatabase(['overview'], createTables(rows))).toEqual(['own: plain', 'own: tab', 'own: ', 'divider'])
  const many = ['plain', 'tab', 'linked', 'plain'].map((name) => createRow([[name]]))
  expect(cleanDatabase(['overview'], createTables(many))).toEqual([
    ...['own: plain', 'own: tab', 'other: linked'],
    ...['own: ', 'divider'],
  ])
})

test('rows beyond the limit are not read', () => {
  lowerLimits(LIMITS, { widgets: 2 })
  const rows = [{ type: 'unknown' }, { type: 'unknown' }, createRow([['plain']])]
  expect(cleanDatabase(['overview'], createTables(rows))).toEqual(['own: overview', 'divider'])
})

test('two dashboards do not share their widgets', () => {
  const pointer = { dashboard_layout_pointer: { id: createId('layout'), table: 'layout' } }
  const tables = createTables([createRow([['plain']])], createView('same', 'dashboard', pointer))
  expect(cleanDatabase(['overview', 'same'], tables)).toEqual(['own: plain', 'own: same', 'divider'])
})

test('widgets are inserted once, also if several blocks contain their database', () => {
  const raw = readMap(
    createPageMap(
      [
        stored('database', 'collection_view', 'page', {
          view_ids: [createId('inner')],
          collection_id: createId('own'),
        }),
        ...['one', 'two'].map((name) => stored(name, 'toggle', 'page', { content: ['database'] })),
      ],
      createTables([]),
    ),
  )
  const cleaner = new BlockCleaner()
  for (const [key, record] of raw.block) cleaner.add(key, record)
  const { map } = cleaned(createBlockMap([], createTables([])))
  replaceDashboards(cleaner.all, cleaner.blocks, map.collection_view, raw.layout)
  const [widget, ...others] = cleaner.all.filter(({ format }) => format.is_widget === true)
  expect(others).toEqual([])
  const containers = cleaner.all.filter(({ content }) => content.includes(widget?.id ?? ''))
  expect(containers.map(({ id }) => id)).toEqual([createId('page')])
  const places = cleaner.all.filter(({ content }) => content.includes(createId('database')))
  expect(places).toHaveLength(3)
})

/** Cleans a page with these databases and dashboards, and returns the blocks of their widgets. */
function getWidgets(databases: [id: Id, dashboard: Id][], more: [string, Raw][] = []) {
  const blocks = databases.map(([id, dashboard]): [string, Raw] => {
    const [, { value }] = stored('database', 'collection_view', 'page', { view_ids: [dashboard] })
    return [id, { value: { ...(value as Raw), id, collection_id: createId('own') } }]
  })
  const format = { dashboard_layout_schema: [createRow([['plain']])] }
  const views = databases.map(([, id]) => [id, { value: { id, type: 'dashboard', format } }])
  const { map } = clean(createPageMap([...blocks, ...more], createTables([], Object.fromEntries(views))))
  return Object.values(map.block).filter(({ format: { is_widget } }) => is_widget === true)
}

test('the first digits of the ids of widgets differ, also if ids have the same ones, and no widget replaces a block', () => {
  const toSimilarId = (number: number) => `0a0b0c0d-0000-4000-8000-${String(number).padStart(12, '0')}`
  const similar = [1, 2].map((number): [Id, Id] => [toSimilarId(number), toSimilarId(11 * number)])
  const widgets = getWidgets(similar)
  expect(new Set(widgets.map(({ id }) => id.slice(0, 8))).size).toBe(2)
  const id = String(widgets[0]?.id)
  const [, { value }] = stored('taken', 'divider', 'page')
  const others = getWidgets(similar, [[id, { value: { ...(value as Raw), id } }]])
  expect(others).toHaveLength(2)
  expect(others.map((each) => each.id)).not.toContain(id)
})

test('a widget has the name of its view, and a database of several views its own', () => {
  const page = 'collection_view_page'
  const { map } = splitDatabase(['overview', 'plain', 'tab'], createTables([createRow([['linked']])]), page)
  const marked = Object.values(map.block).filter(({ format }) => format.is_widget === true)
  expect(marked.map(({ view_ids = [] }) => view_ids.map(toName))).toEqual([['linked']])
})

test('the text of a page has the names of the widgets, and none of a database with only a dashboard', () => {
  const { split } = splitDatabase(['overview'], createTables([createRow([['linked'], ['plain']])]))
  const context = { isRoot: false, page: () => undefined, user: () => undefined, mayShow: () => false }
  const sections = getPageSections(split.page, { ...context, collectionName: (id) => `the database ${toName(id)}` })
  expect(sections.map(({ text }) => text)).toEqual(['linked\nplain'])
})

test('a block of the workspace cannot have the name of a view', () => {
  const own = stored('database', 'collection_view', 'page', {
    format: { is_widget: true, is_dashboard: true },
    view_ids: [createId('plain')],
  })
  const { map } = clean(createPageMap([own], createTables([])))
  expect(map.block[createId('database')]?.format).toEqual({})
})
