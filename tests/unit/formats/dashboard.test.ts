import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it, vi } from 'vitest'
import { renderFillingPage } from '@/components/errors/error-pages'
import { createDashboardView } from '@/lib/formats/dashboard'
import { HANDBOOK_PAGES, HANDBOOK_ROOT } from '@/lib/formats/handbook'
import { findNamedVariables } from '@/lib/settings/env'
import { PUBLIC } from '@/lib/site/access'
import { buildSite } from '@/lib/site/prepare/build-site'
import type { Finding } from '@/lib/site/prepare/lint'
import type { Access, Reason, Viewer } from '@/lib/site/site-index'
import type { SyncReport } from '@/lib/snapshot/sync-report'
import { getEditorsMessages } from '@/messages/languages'
import { buildInput, SETTINGS } from '../../support/build-input'
import { createId, page } from '../../support/records'
import { SITE } from './support'

const NOTHING = {
  reasons: [],
  report: undefined,
  findings: [],
  protection: [],
  servesFolder: false,
  tokens: [],
  organizations: [],
  query: { page: '', as: '' },
}
const notion = (title: string) => `https://www.notion.so/${createId(title).replaceAll('-', '')}`
const pages = [page('Root', undefined), page('Tides', 'Root')]
const index = buildSite(buildInput(pages), SETTINGS)
const report: SyncReport = {
  state: 'failed',
  startedAt: Date.UTC(2026, 0, 1, 12),
  mode: 'refresh',
  progress: { pages: 1, pagesKnown: 2, files: 3, filesKnown: 3, calls: 4, rate: 1 },
  changed: [
    { id: createId('Tides'), title: 'An old title', kind: 'changed' },
    { id: createId('Gone'), title: 'Gone', kind: 'removed' },
  ],
  failed: Array.from({ length: 130 }, (_, number) => ({ id: `page ${number}`, reason: 'it timed out' })),
  failedFiles: [{ id: createId('Tides'), reason: 'a file is too large' }],
  message: 'The workspace does not answer',
}
const findings: Finding[] = [
  { kind: 'dead-link', page: createId('Tides'), to: '/none' },
  { kind: 'no-description', page: createId('Root') },
  { kind: 'images-without-alt', page: createId('Tides'), count: 1 },
]
const settings = { messages: getEditorsMessages('en'), locale: 'en', timeZone: 'UTC', siteUrl: SITE, viewer: PUBLIC }
const createView = (locale: string, found = findings) =>
  createDashboardView(
    {
      ...NOTHING,
      reasons: ['Redis does not respond'],
      index,
      report,
      findings: found,
      tokens: [{ token: 'secret_x', at: 0 }],
    },
    { messages: getEditorsMessages(locale), locale, timeZone: 'UTC', siteUrl: SITE, viewer: PUBLIC },
  )

describe('createDashboardView', () => {
  it('returns the last sync, with current titles and links of pages', () => {
    const { sync } = createView('en')
    expect(sync?.facts.map(([, value]) => (typeof value === 'string' ? value : value.iso))).toEqual([
      'Failed · changes only',
      '2026-01-01T12:00:00.000Z',
      '1 / 2 pages · 3 files · 4 calls',
    ])
    expect(sync?.changed.items).toEqual([
      { title: 'Tides', notion: notion('Tides'), path: '/tides', lines: [{ text: 'changed' }] },
      { title: 'Gone', notion: notion('Gone'), lines: [{ text: 'removed' }] },
    ])
    expect(sync?.message).toBe('The workspace does not answer')
    expect(sync?.failed.items).toHaveLength(100)
    expect(sync?.failed.more).toBe(31)
  })

  it('lists a page once, with its notes after its problems, and pages with notes only apart', () => {
    const note: Finding = { kind: 'no-description', page: createId('Tides') }
    const { wrong, wrongCount, notes, pages: count } = createView('en', [note, ...findings])
    expect(wrong.items).toEqual([
      {
        title: 'Tides',
        notion: notion('Tides'),
        path: '/tides',
        lines: [
          { text: 'Links to /none, which is not a page of the site; correct the link, or remove it' },
          { text: 'Has a picture without alt text; write one in Notion (menu of the picture → Alt text)' },
          { text: expect.stringContaining('Has neither a description nor text to create one from') },
        ],
      },
    ])
    expect(wrongCount).toBe(2)
    expect(notes.items.map(({ title }) => title)).toEqual(['Root'])
    expect(count).toBe('2 of 2 pages are public.')
  })

  it('lists a page once that failed with several files', () => {
    const failedFiles = ['a.png', 'b.png'].map((file) => ({ id: createId('Tides'), file, reason: 'too large' }))
    const { sync } = createDashboardView(
      { ...NOTHING, index, report: { ...report, failed: [], failedFiles } },
      settings,
    )
    expect(sync?.failed.items.map(({ lines }) => lines.length)).toEqual([2])
  })

  it('leads from findings to a page of the handbook, if the site has or names one', () => {
    const getHelp = (input: object, handbookUrl?: string) =>
      createDashboardView({ ...NOTHING, index, findings, ...input }, { ...settings, handbookUrl }).wrong.items[0]
        ?.lines[0]?.help
    expect(getHelp({})).toBeUndefined()
    expect(getHelp({}, 'https://handbook.example')).toBe('https://handbook.example/addresses')
    expect(getHelp({ index: { ...index, root: HANDBOOK_ROOT } })).toBe('/addresses')
  })

  it('has a page of the handbook for each kind of finding', () => {
    expect(JSON.parse(readFileSync('workspace/manifest.json', 'utf8')).root).toBe(HANDBOOK_ROOT)
    for (const path of new Set(Object.values(HANDBOOK_PAGES))) {
      expect(existsSync(`tests/goldens/sample/${path}.html`), path).toBe(true)
    }
  })

  it('returns what protects each database, and the number of rows for each audience', () => {
    const collection = createId('Boats')
    const accesses: Access[] = [
      { kind: 'members', organizations: ['board'] },
      { kind: 'members', organizations: ['board'] },
      { kind: 'public' },
    ]
    const [own] = index.pages
    if (own === undefined) throw new Error('The index is empty')
    const view = createDashboardView(
      {
        ...NOTHING,
        index: { ...index, pages: [...index.pages, ...accesses.map((access) => ({ ...own, collection, access }))] },
        protection: [
          {
            kind: 'protection',
            collection,
            database: 'Boats',
            properties: ['Access'],
            isInTable: false,
            rows: accesses.length,
            closed: 2,
            page: createId('Tides'),
          },
        ],
      },
      settings,
    )
    expect(view.protection.items).toEqual([
      {
        title: 'Boats',
        notion: notion('Tides'),
        path: '/tides',
        lines: [
          { text: 'restricted by “Access”: 2 of 3 rows are not open to everyone' },
          { text: 'is shown to members of board: 2' },
          { text: 'is shown to everyone: 1' },
        ],
      },
    ])
  })

  it('returns the reasons of the health check', () => {
    expect(createView('zh-CN').reasons).toEqual(['Redis does not respond'])
  })

  it('lists pages that take too long', () => {
    const slow: Finding[] = [true, false].map((isShown) => ({ kind: 'slow-page', page: createId('Tides'), isShown }))
    const messages = getEditorsMessages('en')
    const { wrong } = createDashboardView(
      { ...NOTHING, index, findings: slow },
      { messages, locale: 'en', timeZone: 'UTC', siteUrl: SITE, viewer: PUBLIC },
    )
    const { slowPage, slowPageHidden } = messages.finding
    expect(wrong.items[0]?.lines).toEqual([{ text: slowPage }, { text: slowPageHidden }])
  })

  it('links only pages that the editor may read, including drafts and scheduled pages', () => {
    const createUnpublishedAccess = (reason: Reason) => ({ kind: 'unpublished', reason }) as const
    const setAccess = (access: Access) => ({
      ...index,
      pages: index.pages.map((each) => (each.title === 'Tides' ? { ...each, access } : each)),
    })
    const findLink = (access: Access, viewer: Viewer) =>
      createDashboardView(
        {
          ...NOTHING,
          index: setAccess(access),
          findings,
        },
        { messages: getEditorsMessages('en'), locale: 'en', timeZone: 'UTC', siteUrl: SITE, viewer },
      ).wrong.items[0]?.path
    const editor: Viewer = { signedIn: true, organizations: [], role: 'editor' }
    expect(findLink({ kind: 'public' }, editor)).toBe('/members/tides')
    expect(findLink(createUnpublishedAccess({ why: 'status', status: 'Draft' }), editor)).toBe('/members/tides')
    expect(findLink(createUnpublishedAccess({ why: 'scheduled', until: 1 }), editor)).toBe('/members/tides')
    expect(findLink(createUnpublishedAccess({ why: 'password' }), editor)).toBeUndefined()
    expect(findLink(createUnpublishedAccess({ why: 'status', status: 'Draft' }), PUBLIC)).toBeUndefined()
  })

  it('omits empty lists, and truncates long ones', () => {
    const names = Array.from({ length: 150 }, (_, number) => `Page ${number}`)
    const manyPages = [page('Root', undefined), ...names.map((name) => page(name, 'Root'))]
    const site = buildSite(buildInput(manyPages), SETTINGS)
    const messages = getEditorsMessages('en')
    const deadLink = vi.fn(messages.finding.deadLink)
    const { wrong } = createDashboardView(
      {
        ...NOTHING,
        index: site,
        findings: names.map((name) => ({ kind: 'dead-link', page: createId(name), to: '/none' })),
      },
      {
        messages: { ...messages, finding: { ...messages.finding, deadLink } },
        locale: 'en',
        timeZone: 'UTC',
        siteUrl: SITE,
        viewer: PUBLIC,
      },
    )
    expect([wrong.items.length, wrong.more]).toEqual([100, 50])
    expect(deadLink).toHaveBeenCalledTimes(100)
  })

  it('explains who can read the pages that a query names, and which setting decides', () => {
    const table = { accessTable: { [createId('Above')]: 'Board' } }
    const closed = [
      page('Root', undefined, table),
      page('Above', 'Root'),
      page('Inside', 'Above'),
      page('Open', 'Root'),
    ]
    const site = buildSite(buildInput(closed), { ...SETTINGS, signIn: true })
    const ask = (query: { page: string; as: string }) =>
      createDashboardView(
        { ...NOTHING, index: site, organizations: ['board'], query },
        { messages: getEditorsMessages('en'), locale: 'en', timeZone: 'UTC', siteUrl: SITE, viewer: PUBLIC },
      ).access
    const { organizations, explained } = ask({ page: `${SITE}/inside`, as: '*' })
    expect(organizations).toEqual(['board'])
    expect(explained).toEqual({
      items: [
        {
          title: 'Inside',
          notion: notion('Inside'),
          lines: [
            'Cannot be read by a member without an organization.',
            '“Inside” (/inside) is shown to members of board',
            'From the root:',
            '  “Root”: has no access setting',
            '    “Above”: is shown to members of board ← this decides',
            '      “Inside”: has no access setting',
          ].map((text) => ({ text })),
        },
      ],
      more: 0,
    })
    const read = ask({ page: 'INSI', as: 'board' }).explained?.items[0]?.lines.map(({ text }) => text)
    expect(read?.[0]).toBe('Can be read by a member of board.')
    expect(read?.join()).not.toContain('decides')
    expect(ask({ page: 'open', as: '' }).explained?.items[0]?.lines[0]?.text).toBe(
      'Can be read by someone who is not signed in.',
    )
    expect(ask({ page: 'no such page', as: '' }).explained).toEqual({ items: [], more: 0 })
    expect(ask({ page: '', as: '' }).explained).toBeUndefined()
  })

  it('returns Chinese texts for zh-CN', () => {
    const { sync, wrong } = createView('zh-CN')
    expect(JSON.stringify([sync, wrong])).toContain('失败')
    expect(wrong.items[0]?.lines[1]?.text).toMatch(/^有 1 张图片没有替代文字；请/)
  })
})

describe('renderFillingPage', () => {
  it('shows the progress, and reloads without a script', () => {
    const html = renderFillingPage({ locale: 'en', pages: 12, pagesKnown: 80, failed: false })
    expect(html).toContain('12 of 80 pages so far')
    expect(html).toMatch(/<meta http-equiv="refresh" content="\d+"\/>/)
    expect(html).not.toContain('<script')
    expect(renderFillingPage({ locale: 'zh-CN', pages: 12, pagesKnown: 80, failed: false })).toContain('12 / 80')
  })

  it('shows no numbers before they are known, and explains a failed sync', () => {
    expect(renderFillingPage({ locale: 'en', pages: 0, pagesKnown: 0, failed: false })).not.toContain('<progress')
    expect(renderFillingPage({ locale: 'en', pages: 0, pagesKnown: 0, failed: true })).toContain('does not respond')
  })

  it('lists the variables to check after a failure, without their values', () => {
    const message =
      'The workspace does not take NOTION_TOKEN_V2 (ntn_secret): see XNOTION_ROOT_PAGES, or NOTION_API_BASE_URL'
    const variables = findNamedVariables(message)
    expect(variables.toSorted()).toEqual(['NOTION_API_BASE_URL', 'NOTION_TOKEN_V2'])
    const settings = { locale: 'en', pages: 0, pagesKnown: 0, variables }
    const html = renderFillingPage({ ...settings, failed: true })
    expect(html).toContain('<li><code>NOTION_TOKEN_V2</code></li>')
    expect(html).toContain('npm run doctor')
    expect(html).not.toContain('secret')
    expect(renderFillingPage({ ...settings, failed: false })).not.toContain('NOTION_')
  })
})
