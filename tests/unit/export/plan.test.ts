import { describe, expect, it } from 'vitest'
import { LASTING, type PlannedFile, planFiles } from '@/cli/lib/export/plan'
import { listRedirects, parseRedirects, writeRedirects } from '@/cli/lib/export/redirects'
import { readEnv } from '@/lib/env'
import { buildSite } from '@/lib/site/prepare/build-site'
import { Site } from '@/lib/site/site'
import type { SiteIndex } from '@/lib/site/site-index'
import type { FileEntry } from '@/lib/snapshot/store'
import { BOOK, openBook, SIDEBAR } from '../../support/book'
import { buildInput, SETTINGS } from '../../support/build-input'
import { collection, date, idOf, page, row } from '../../support/records'

const SCHEMA = { Tags: { type: 'multi_select' }, Date: { type: 'date' }, Access: { type: 'select' } }
const picture = (hash: string, more: Partial<FileEntry> = {}): FileEntry => {
  return { hash, name: 'a.png', type: 'image/png', path: '', width: 700, height: 1, ...more }
}

function siteWith(change: Partial<SiteIndex> = {}, text = 'hash of Quay') {
  const input = buildInput(
    [
      page('Root', undefined, { holders: [idOf('a database')] }),
      page('Quay', 'Root', { hash: text }),
      page('Island', 'Quay'),
      row('Tide', 'Rows', { Access: 'Public', Tags: 'Sea', Date: date('1969-01-01') }),
      row('Hidden', 'Rows', { Tags: 'Land', Access: 'Members' }),
      row('Draft for a friend', 'Rows', { Access: 'Unlisted' }),
    ],
    [collection('Rows', 'a database', SCHEMA)],
  )
  return new Site({ ...buildSite(input, SETTINGS), ...change })
}

const plan = (site: Site, more: { key?: string; without?: string; files?: FileEntry[] } = {}): PlannedFile[] => {
  const env = readEnv({ SITE_URL: 'https://a.example', STATIC_EXPORT: `1,${more.without}` }, '/site')
  return planFiles(site, more.files ?? [], { env, key: more.key ?? 'key', now: 0 })
}
const addresses = (files: PlannedFile[]) => files.map(({ address }) => address)
const versionsOf = (files: PlannedFile[]) => new Map(files.map(({ address, version }) => [address, version]))

describe('the plan of an export', () => {
  it('has the branches of a sidebar, and of public pages only', () => {
    const branches = (book: Site) => addresses(plan(book)).filter((address) => address.startsWith('/api/branches'))
    expect(branches(openBook(BOOK, SIDEBAR))).toEqual(
      ['boats', 'tides', 'hulls'].map((path) => `/api/branches/${path}.json`),
    )
    expect(branches(openBook(BOOK, { ...SIDEBAR, access: { Hulls: 'Members' } }))).toHaveLength(2)
    expect(branches(openBook(BOOK))).toEqual([])
  })

  it('has the lists and feeds of each language whose home page is public', () => {
    const languages = [
      { words: 'en', page: idOf('Root') },
      { words: 'de', page: idOf('Start') },
      { words: 'ja', page: idOf('Home') },
    ]
    const posts = collection('Posts', 'Start', { ...SCHEMA, Slug: {} })
    const records = [
      page('Root', undefined, { languages, accessTable: { [idOf('Home')]: '' } }),
      page('Start', undefined),
      page('Home', undefined),
      row('Flut', 'Posts', { Slug: 'flut', Access: 'Public', Tags: 'Meer' }),
    ]
    const planned = addresses(plan(new Site(buildSite(buildInput(records, [posts]), SETTINGS))))
    expect(planned).toEqual(
      expect.arrayContaining([
        ...['/de', '/de/flut', '/de/flut.md', '/de/tags', '/de/tags/meer'],
        ...['/de/feed.xml', '/de/tags/meer/feed.json', '/feed.xml'],
      ]),
    )
    for (const none of ['/ja', '/ja/feed.xml', '/tags', '/tags/meer']) expect(planned).not.toContain(none)
  })

  it('writes a branch again only when its pages change', () => {
    const version = (book: Site) => versionsOf(plan(book)).get('/api/branches/boats.json')
    const then = version(openBook(BOOK, SIDEBAR))
    expect(version(openBook({ ...BOOK, Nets: 'Tides' }, SIDEBAR))).toBe(then)
    expect(version(openBook({ ...BOOK, Nets: 'Boats' }, SIDEBAR))).not.toBe(then)
  })

  it('has every public page in all forms, lists, feeds and documents, and nothing of other pages', () => {
    const planned = addresses(plan(siteWith()))
    expect(planned).toEqual(
      expect.arrayContaining([
        ...[
          '/',
          '/index.md',
          '/social/index.jpg',
          '/quay',
          '/quay.md',
          '/social/quay.jpg',
          '/tide',
          '/draft-for-a-friend',
        ],
        ...[
          '/archive',
          '/tags',
          '/tags/sea',
          '/tags/sea/feed.xml',
          '/tags/sea/feed.json',
          '/feed.xml',
          '/sitemap.xml',
          '/search',
        ],
        ...['/robots.txt', '/llms.txt', '/manifest.webmanifest', '/icon-512.png', '/favicon.ico'],
      ]),
    )
    expect(new Set(planned).size).toBe(planned.length)
    expect(planned.filter((address) => /hidden|\/land|members|plain|api|_next/.test(address))).toEqual([])
  })

  it('leaves out the forms that are not wanted', () => {
    const planned = addresses(plan(siteWith(), { without: 'social,markdown' }))
    expect(planned).toContain('/quay')
    expect(planned.filter((address) => /^\/social|\.md$/.test(address))).toEqual([])
  })

  it('has the numbered pages of a long list', () => {
    const tides = Array.from({ length: 101 }, (_, at) => row(`Tide ${at}`, 'Rows', { Access: 'Public', Tags: 'Sea' }))
    const input = buildInput(
      [page('Root', undefined, { holders: [idOf('a database')] }), ...tides],
      [collection('Rows', 'a database', SCHEMA)],
    )
    const planned = addresses(plan(new Site(buildSite(input, SETTINGS))))
    expect(planned.filter((address) => address.startsWith('/tags/sea')).sort()).toEqual(
      ['/tags/sea', '/tags/sea/2', '/tags/sea/3', '/tags/sea/feed.json', '/tags/sea/feed.xml'].sort(),
    )
  })

  it('has the later pages of a list of posts', () => {
    const posts = collection('Posts', 'Root', { Date: { type: 'date' }, Summary: {} })
    const firstDatabase = { block: idOf('Block'), collection: posts.id, layout: 'table', properties: [] }
    const rows = Array.from({ length: 25 }, (_, at) => row(`Post ${at}`, 'Posts'))
    const root = page('Root', undefined, { collections: [posts.id], firstDatabase })
    const planned = addresses(plan(new Site(buildSite(buildInput([root, ...rows], [posts]), SETTINGS))))
    expect(planned).toEqual(expect.arrayContaining(['/', '/2', '/3']))
    expect(planned).not.toContain('/4')
    const languages = [
      { words: 'en', page: idOf('Start') },
      { words: 'de', page: idOf('Root') },
    ]
    const input = buildInput([page('Start', undefined, { languages }), root, ...rows], [posts], { root: idOf('Start') })
    expect(addresses(plan(new Site(buildSite(input, SETTINGS))))).toEqual(expect.arrayContaining(['/de/2', '/de/3']))
  })

  it('has the pictures of public pages in the widths that pages may name, and no other files', () => {
    const site = siteWith()
    for (const each of site.index.pages)
      each.files = each.title === 'Quay' ? ['open'] : each.title === 'Hidden' ? ['shut'] : []
    const files = [picture('open'), picture('shut'), picture('nobody')]
    const shown = plan(new Site(site.index), { files }).filter(({ kind }) => kind === 'picture')
    expect(addresses(shown)).toEqual(
      ['', '.w128.webp', '.w384.webp', '.w640.webp', '.w960.webp'].map((end) => `/files/open/a.png${end}`),
    )
    expect(new Set(shown.map(({ version }) => version))).toEqual(new Set([LASTING]))
  })

  it('gives a page another version when it changes, and every page one when the build or the settings change', () => {
    const before = versionsOf(plan(siteWith()))
    const edited = versionsOf(plan(siteWith({}, 'another text')))
    const changed = [...before].filter(([address, version]) => edited.get(address) !== version).map(([each]) => each)
    expect(changed).toEqual(expect.arrayContaining(['/quay', '/quay.md', '/sitemap.xml', '/feed.xml']))
    expect(changed).not.toContain('/social/quay.jpg')
    expect(changed).not.toContain('/tide')
    const rebuilt = versionsOf(plan(siteWith(), { key: 'another' }))
    const kept = [...before].filter(([address, version]) => rebuilt.get(address) === version).map(([each]) => each)
    expect(kept.every((address) => address.startsWith('/social/'))).toBe(true)
    expect(kept.length).toBeGreaterThan(0)
  })
})

it('a page has a subject that another page at its address has not, and that does not name it', () => {
  const [before, after] = [plan(siteWith()), plan(siteWith())].map((files) => files.filter(({ subject }) => subject))
  const subjects = new Set(before?.map(({ subject }) => subject))
  expect(before?.map(({ address }) => address)).toEqual(expect.arrayContaining(['/', '/quay', '/quay.md', '/tide']))
  expect(subjects.size).toBe(5)
  expect(after).toEqual(before)
  for (const { version, subject } of before ?? []) expect(version.startsWith(`${subject}`)).toBe(true)
  expect([...subjects].join()).not.toContain(idOf('Quay'))
})

describe('former paths', () => {
  const site = siteWith({
    formerPaths: { pier: idOf('Quay'), sketch: idOf('Draft for a friend'), shut: idOf('Hidden') },
    gone: { wreck: idOf('Wreck') },
  })

  it('lead to public pages only', () => {
    expect(listRedirects(site)).toEqual([
      { from: '/pier', to: '/quay', isListed: true },
      { from: '/sketch', to: '/draft-for-a-friend', isListed: false },
    ])
  })

  it('are published without other pages, and read back', () => {
    const text = writeRedirects(site)
    expect(text).not.toMatch(/hidden|shut|wreck|friend|sketch/i)
    expect(parseRedirects(text)).toMatchObject({ former: { pier: idOf('Quay') }, gone: {} })
    expect(parseRedirects(text)?.published[idOf('Quay')]).toBe('quay')
  })

  it.each(['', '[]', '{"root":1}', '{"root":null,"pages":[],"formerPaths":1}', '<!DOCTYPE html>'])(
    'that are malformed are ignored: %s',
    (text) => {
      expect(parseRedirects(text)).toBeUndefined()
    },
  )

  it('keep no values that are no paths', () => {
    const text = '{"root":null,"pages":{"a":1,"__proto__":"x"},"formerPaths":{"constructor":"b","c":"d"}}'
    expect(parseRedirects(text)).toMatchObject({ published: {}, former: { c: 'd' } })
  })
})
