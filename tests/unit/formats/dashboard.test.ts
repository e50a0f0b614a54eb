import { describe, expect, it, vi } from 'vitest'
import { renderFillingPage } from '@/components/errors/error-pages'
import { createDashboardView } from '@/lib/formats/dashboard'
import { findNamedVariables } from '@/lib/settings/env'
import { PUBLIC } from '@/lib/site/access'
import { buildSite } from '@/lib/site/prepare/build-site'
import type { Finding } from '@/lib/site/prepare/lint'
import type { Access, Reason, Viewer } from '@/lib/site/site-index'
import type { SyncReport } from '@/lib/snapshot/sync-report'
import { getEditorsMessages } from '@/messages/languages'
import { buildInput, SETTINGS } from '../../support/build-input'
import { createId, page } from '../../support/records'

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
const createView = (locale: string) =>
  createDashboardView(
    { reasons: ['Redis does not respond'], index, report, findings, tokens: [{ token: 'secret_x', at: 0 }] },
    { messages: getEditorsMessages(locale), locale, timeZone: 'UTC', viewer: PUBLIC },
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
      { title: 'Tides', path: '/tides', lines: ['changed'] },
      { title: 'Gone', path: undefined, lines: ['removed'] },
    ])
    expect(sync?.message).toBe('The workspace does not answer')
    expect(sync?.failed.items).toHaveLength(100)
    expect(sync?.failed.more).toBe(31)
  })

  it('groups problems by page, separately from notes', () => {
    const { wrong, wrongCount, notes, pages: count } = createView('en')
    expect(wrong.items).toEqual([
      {
        title: 'Tides',
        path: '/tides',
        lines: ['Links to /none, which is not a page of the site', 'Has a picture without alt text'],
      },
    ])
    expect(wrongCount).toBe(2)
    expect(notes.items).toHaveLength(1)
    expect(count).toBe('2 of 2 pages are public.')
  })

  it('returns the reasons of the health check', () => {
    expect(createView('zh-CN').reasons).toEqual(['Redis does not respond'])
  })

  it('lists pages that take too long', () => {
    const slow: Finding[] = [true, false].map((isShown) => ({ kind: 'slow-page', page: createId('Tides'), isShown }))
    const messages = getEditorsMessages('en')
    const { wrong } = createDashboardView(
      { reasons: [], index, report: undefined, findings: slow, tokens: [] },
      { messages, locale: 'en', timeZone: 'UTC', viewer: PUBLIC },
    )
    const { slowPage, slowPageHidden } = messages.finding
    expect(wrong.items).toEqual([{ title: 'Tides', path: '/tides', lines: [slowPage, slowPageHidden] }])
  })

  it('links only pages that the editor may read, including drafts and scheduled pages', () => {
    const createUnpublishedAccess = (reason: Reason) => ({ kind: 'unpublished', reason }) as const
    const setAccess = (access: Access) => ({
      ...index,
      pages: index.pages.map((each) => (each.title === 'Tides' ? { ...each, access } : each)),
    })
    const findLink = (access: Access, viewer: Viewer) =>
      createDashboardView(
        { reasons: [], index: setAccess(access), report: undefined, findings, tokens: [] },
        { messages: getEditorsMessages('en'), locale: 'en', timeZone: 'UTC', viewer },
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
        reasons: [],
        index: site,
        report: undefined,
        findings: names.map((name) => ({ kind: 'dead-link', page: createId(name), to: '/none' })),
        tokens: [],
      },
      {
        messages: { ...messages, finding: { ...messages.finding, deadLink } },
        locale: 'en',
        timeZone: 'UTC',
        viewer: PUBLIC,
      },
    )
    expect([wrong.items.length, wrong.more]).toEqual([100, 50])
    expect(deadLink).toHaveBeenCalledTimes(100)
  })

  it('returns Chinese texts for zh-CN', () => {
    const { sync, wrong } = createView('zh-CN')
    expect(JSON.stringify([sync, wrong])).toContain('失败')
    expect(wrong.items[0]?.lines[1]).toBe('有 1 张图片没有替代文字')
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
    expect(html).toContain('npm run check -- --setup')
    expect(html).not.toContain('secret')
    expect(renderFillingPage({ ...settings, failed: false })).not.toContain('NOTION_')
  })
})
