import { expect, onTestFinished, test, vi } from 'vitest'
import { renderPageEnd } from '@/components/content/render'
import { FIRST_ROWS } from '@/islands/collection/first-rows'
import { createFileAddress } from '@/lib/page/create-view-context'
import { getPageEnd } from '@/lib/page/page-end'
import { findPageRemarks } from '@/lib/page/page-remarks'
import { getPlainText } from '@/lib/page/prepared-text'
import { hasRows, openAllRows } from '@/lib/page/thread/open-content'
import { getPageView } from '@/lib/page/view'
import { getRuntime } from '@/lib/runtime'
import { readEnv } from '@/lib/settings/env'
import { PUBLIC } from '@/lib/site/access'
import { getStore } from '@/lib/site/get-site'
import { buildSite } from '@/lib/site/prepare/build-site'
import { readSavedFindings } from '@/lib/site/prepare/prepare-site'
import { Site } from '@/lib/site/site'
import type { Viewer } from '@/lib/site/site-index'
import { openWorkingCopy } from '@/lib/site/working-copy'
import { FilesStore } from '@/lib/snapshot/files-store'
import { BUDGETS } from '@/lib/workspace/budget'
import { renderTex } from '@/lib/workspace/read/tex'
import { lowerLimits } from '@/tests/support/lower-limits'
import { SIGN_IN_VARIABLES } from '@/tests/support/sign-in/variables'
import { buildInput, SETTINGS } from '../../support/build-input'
import { createContentMap, createDatabase, PAGE, type Raw } from '../../support/content-map'
import { runPageJobsInProcess } from '../../support/pages'
import { createId, page } from '../../support/records'
import { workspace } from '../snapshot/support'

const NO_FILES = { fileAddress: () => undefined, fileSize: () => undefined }
const MEMBER: Viewer = { signedIn: true, organizations: [] }
const DATABASE_ID = createId('Holder').slice(0, 8)

/** Opens the root page of a site with sign-in. It has an access table, and a database of public rows. One of them sums up a row for members. */
async function openHome() {
  const more = Object.fromEntries(Array.from({ length: FIRST_ROWS }, (_, n) => [`Row ${n}`, { Access: 'Public' }]))
  const [database, tables] = createDatabase({
    schema: {
      Access: { type: 'select' },
      Price: { type: 'number' },
      To: { type: 'relation', collection_id: createId('Things') },
      Sum: { type: 'rollup', relation_property: 'To', target_property: 'Price', aggregation: 'sum' },
    },
    rows: {
      Pen: {
        Access: 'Public',
        Price: '1000',
        To: [
          ['‣', [['p', createId('Pen')]]],
          ['‣', [['p', createId('Ink')]]],
        ],
      },
      Ink: { Access: 'Members', Price: '234' },
      ...more,
    },
    views: [
      {},
      {
        name: 'Dear',
        query2: {
          filter: {
            property: 'Sum',
            filter: { operator: 'number_greater_than', value: { type: 'exact', value: 1100 } },
          },
        },
      },
    ],
  })
  const createTableRow = (name: string, access: string): Raw => ({
    type: 'table_row',
    properties: { page: name === 'Page' ? name : [['‣', [['p', createId(name)]]]], access },
  })
  const table: Raw = {
    type: 'table',
    format: { table_block_column_order: ['page', 'access'] },
    content: [createTableRow('Page', 'Access'), createTableRow(PAGE, 'Public')],
  }
  return openSite(createContentMap([table, database], tables))
}

async function openSite(map: ReturnType<typeof createContentMap>) {
  const { env, prepare } = workspace({ 'home.json': map })
  env.signIn = readEnv(SIGN_IN_VARIABLES, '/').signIn
  const runtime = getRuntime()
  const before = runtime.site
  const store = openWorkingCopy(env)
  runtime.site = { store, site: undefined, last: undefined }
  const site = new Site((await prepare(0, { findPageRemarks })).index)
  runtime.site = { store, site: Promise.resolve(site), last: site }
  runPageJobsInProcess()
  onTestFinished(() => {
    runtime.site = before
    delete runtime.pageThread
  })
  const home = site.page(createId(PAGE), PUBLIC)
  if (home === undefined) throw new Error('the root page is not public')
  return { site, home, findings: () => readSavedFindings(env) }
}

test('getPageView returns the rows that the viewer may read, and never the access table', async () => {
  const { site, home } = await openHome()
  const renderView = async (viewer: Viewer) => (await getPageView(site, home, viewer)).html
  const [open, closedSite] = [await renderView(PUBLIC), await renderView(MEMBER)]
  expect(open).toContain('Pen')
  expect(open).not.toContain('Ink')
  expect(closedSite).toContain('Ink')
  expect(open).not.toContain('1234')
  expect(closedSite).toContain('1234')
  for (const each of [open, closedSite]) expect(each).not.toContain('block-table')
  // Only public rows have their own pages.
  expect(open).toContain(`"pages":"/rows/${createId('view 1').slice(0, 8)}/1"`)
  expect(closedSite).toContain(`"data":"/api/rows/${DATABASE_ID}/members.json"`)
  expect(closedSite).not.toContain('"pages":')
})

test('openAllRows returns the rows that the viewer may read, even right after another viewer', async () => {
  const { site, home } = await openHome()
  const closedSite = await openAllRows(site, home, MEMBER, DATABASE_ID)
  const open = await openAllRows(site, home, PUBLIC, DATABASE_ID)
  expect(closedSite).toContain('Ink')
  expect(open).toContain('Pen')
  expect(open).not.toContain('Ink')
  // The view "Dear" filters by a sum that includes the row "Ink".
  const findTotalOfDear = (text = '') => /"name":"Dear".*?"total":(\d+)/.exec(text)?.[1]
  expect([findTotalOfDear(closedSite), findTotalOfDear(open)]).toEqual(['1', '0'])
  expect(await openAllRows(site, home, PUBLIC, 'another')).toBeUndefined()
})

test('openAllRows renders nothing for an unknown database, and keeps its cached rows', async () => {
  const { site, home } = await openHome()
  const rows = await openAllRows(site, home, PUBLIC, DATABASE_ID)
  const read = vi.spyOn(getStore(), 'page')
  for (let name = 0; name < 50; name++) {
    const unknownId = String(name).padStart(8, '0')
    expect(await openAllRows(site, home, PUBLIC, unknownId)).toBeUndefined()
    expect(await hasRows(site, home, PUBLIC, unknownId)).toBe(false)
  }
  expect(await openAllRows(site, home, PUBLIC, DATABASE_ID)).toBe(rows)
  expect(read).not.toHaveBeenCalled()
})

test('a page with too many equations shows the last ones as source, and adds a finding for editors', async () => {
  const equations = Array.from(
    { length: 7 },
    // An equation with a macro is always counted; a few short ones are not.
    (_, index): Raw => ({
      type: 'equation',
      properties: { title: `${index} = \\def\\half{\\frac{1}{2}} \\half` },
    }),
  )
  const { work } = renderTex('0 = \\def\\half{\\frac{1}{2}} \\half', { display: true })
  lowerLimits(BUDGETS, { equations: 5.5 * work })
  const { site, home, findings } = await openSite(createContentMap(equations))
  const view = await getPageView(site, home, PUBLIC)
  expect(JSON.stringify(view).match(/<code>[56]/g)).toHaveLength(2)
  expect((await findings()).filter(({ kind }) => kind === 'reduced')).toHaveLength(2)
})

test('a board that omits its empty columns adds a finding for editors', async () => {
  const options = Array.from({ length: 101 }, (_, index) => ({ id: `${index}`, value: `option ${index}` }))
  const select = { type: 'select', options }
  const format = { board_columns_by: { property: 'Across' }, collection_group_by: { property: 'Down' } }
  const [database, tables] = createDatabase({
    schema: { Across: select, Down: select },
    rows: { Pen: {} },
    views: [{ type: 'board', name: 'Wide', format }],
  })
  const { findings } = await openSite(createContentMap([database], tables))
  expect(await findings()).toContainEqual({ kind: 'columns-left-out', view: 'Wide', page: createId(PAGE) })
})

test('databases with rows on request add a finding for editors', async () => {
  const { databases } = BUDGETS
  Object.assign(BUDGETS, { databases: databases / 10 })
  onTestFinished(() => void Object.assign(BUDGETS, { databases }))
  const options = Array.from({ length: 100 }, (_, index) => ({ id: `${index}`, value: `option ${index}` }))
  const views = Array.from({ length: 120 }, () => ({ format: { collection_group_by: { property: 'Kind' } } }))
  const [database, tables] = createDatabase({ schema: { Kind: { type: 'select', options } }, rows: { Pen: {} }, views })
  const read = vi.spyOn(FilesStore.prototype, 'page')
  onTestFinished(() => read.mockRestore())
  const listFindings = async (blocks: Raw[]) => {
    const found = await (await openSite(createContentMap(blocks, tables))).findings()
    return found.map(({ kind }) => kind)
  }
  expect(await listFindings([database])).not.toContain('rows-on-request')
  expect(read, 'pages that were prepared').not.toHaveBeenCalled()
  const otherDatabases = ['B', 'C', 'D'].map((name) => ({ ...database, name }))
  expect(await listFindings([database, ...otherDatabases])).toContain('rows-on-request')
})

test('the heading of a page has the text of its title in lists, for all viewers', async () => {
  const mention = (name: string): [string, unknown[]] => ['‣', [['p', createId(name)]]]
  const heading: Raw = { type: 'sub_header', name: 'Hours', title: 'Opening hours' }
  const link = `https://www.notion.so/Page-${createId(PAGE).replaceAll('-', '')}#${createId('Hours').replaceAll('-', '')}`
  const create = (name: string, title: Raw['title']): Raw => ({ type: 'page', name, title })
  const { site } = await openSite(
    createContentMap([
      heading,
      { type: 'text', title: [['When', [['a', link]]]] },
      create('Tides', 'Tides'),
      create('Closed', 'Closed'),
      create('Open', [['On ', [['b']]], mention('Tides')]),
      create('Mixed', [['On '], mention('Tides'), [' and '], mention('Closed')]),
      {
        type: 'table',
        format: { table_block_column_order: ['page', 'access'] },
        content: [
          { type: 'table_row', properties: { page: 'Page', access: 'Access' } },
          { type: 'table_row', properties: { page: [mention('Closed')], access: 'Members' } },
        ],
      },
    ]),
  )
  const view = async (name: string, viewer: Viewer) => {
    const found = site.page(createId(name), viewer)
    if (found === undefined) throw new Error(`There is no page ${name}`)
    return await getPageView(site, found, viewer)
  }
  expect((await view('Open', PUBLIC)).title).toEqual([
    ['On ', 'b'],
    ['Tides', ['p', '/tides']],
  ])
  expect(getPlainText((await view('Mixed', PUBLIC)).title).trim()).toBe('On Tides and')
  expect(await view('Mixed', MEMBER)).toMatchObject({ title: 'On Tides and', plainTitle: 'On Tides and' })
  const home = await view(PAGE, PUBLIC)
  expect(home.html).toContain('href="/#opening-hours"')
  expect(home.contents.map(({ id }) => id)).toEqual(['opening-hours'])
})

test('createFileAddress returns an address below the page only to viewers who may read the page', () => {
  const root = { ...page('Root', undefined), accessTable: { [createId('Board')]: 'Members' } }
  const files = new Map([[createId('Board'), ['a1']]])
  const input = buildInput([root, page('Board', 'Root')], [], { files })
  const site = new Site(buildSite(input, { ...SETTINGS, signIn: true }))
  const entries = { 'attachment:x': { hash: 'a1', name: 'x.pdf', type: 'application/pdf', path: '/x' } }
  const getAddress = (viewer: Viewer) => createFileAddress(site, viewer, entries)('attachment:x', createId('Board'))
  expect(getAddress(MEMBER)).toBe(`/members/files/${createId('Board')}/a1-x.pdf`)
  expect(getAddress(PUBLIC)).toBeUndefined()
})

test('renderPageEnd escapes titles', () => {
  const pages = [page('Root', undefined), page('A', 'Root'), page('<b>B</b>', 'Root', { links: [createId('A')] })]
  const site = new Site(buildSite(buildInput(pages), SETTINGS))
  const a = site.page(createId('A'), PUBLIC)
  const end = a && renderPageEnd(getPageEnd(site, a, PUBLIC, NO_FILES))
  expect(end).toContain('&lt;b&gt;B&lt;/b&gt;')
  expect(end).not.toContain('<b>')
})

test('a database page with missing blocks in its content shows its rows', async () => {
  const [database, tables] = createDatabase({ rows: { Pen: {} } })
  const map = createContentMap([], tables)
  const top = { ...database.more, type: 'collection_view_page', content: [createId('gone'), createId('lost')] }
  const { value } = (map.block as Record<string, { value: object }>)[createId(PAGE)] ?? { value: {} }
  Object.assign(value, top)
  const { site, home } = await openSite(map)
  const view = await getPageView(site, home, PUBLIC)
  expect(view.hasStoredContent).toBe(true)
  expect(view.html).toContain('Pen')
})

test('a view without data shows an error, and a view that the viewer may not read shows nothing', async () => {
  const showsError = async ({ site, home }: Awaited<ReturnType<typeof openSite>>) =>
    JSON.stringify(await getPageView(site, home, PUBLIC)).includes('This view could not be read.')
  const [database, tables] = createDatabase({ rows: { Pen: {} } })
  const completeSite = await openSite(createContentMap([database], tables))
  expect(await showsError(completeSite)).toBe(false)
  expect((await completeSite.findings()).map(({ kind }) => kind)).not.toContain('missing-view')
  for (const incompleteTables of [
    { ...tables, collection: {} },
    { ...tables, collection_view: {} },
  ]) {
    const opened = await openSite(createContentMap([database], incompleteTables))
    expect(await showsError(opened)).toBe(true)
    expect((await opened.findings()).map(({ kind }) => kind)).toContain('missing-view')
  }
  const accessTable: Raw = {
    type: 'table',
    format: { table_block_column_order: ['page', 'access'] },
    content: ['Page', [['‣', [['p', createId('Holder')]]]] as [string, unknown[]][]].map((name) => ({
      type: 'table_row',
      properties: { page: name, access: name === 'Page' ? 'Access' : 'Members' },
    })),
  }
  const closedSite = await openSite(createContentMap([accessTable, database], { ...tables, collection_view: {} }))
  expect(closedSite.site.collection(createId('Things'), PUBLIC)).toBeUndefined()
  expect(await showsError(closedSite)).toBe(false)
})
