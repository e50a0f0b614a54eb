import { describe, expect, it, onTestFinished } from 'vitest'
import { IMMUTABLE_VERSION, type PlannedFile, planFiles } from '@/cli/lib/export/plan'
import { listRedirects, parseRedirects, stringifyRedirects } from '@/cli/lib/export/redirects'
import { getRuntime } from '@/lib/runtime'
import { readEnv } from '@/lib/settings/env'
import { buildSite } from '@/lib/site/prepare/build-site'
import { Site } from '@/lib/site/site'
import type { SiteIndex } from '@/lib/site/site-index'
import { getSiteFolder } from '@/lib/site-folder/site-folder'
import type { FileEntry } from '@/lib/snapshot/store'
import { BOOK, openBook, SIDEBAR } from '../../support/book'
import { buildInput, SETTINGS } from '../../support/build-input'
import { collection, createId, date, page, row } from '../../support/records'

const SCHEMA = { Tags: { type: 'multi_select' }, Date: { type: 'date' }, Access: { type: 'select' } }
const createPicture = (hash: string, more: Partial<FileEntry> = {}): FileEntry => {
  return { hash, name: 'a.png', type: 'image/png', path: '', width: 700, height: 1, ...more }
}

function createSite(change: Partial<SiteIndex> = {}, text = 'hash of Quay') {
  const input = buildInput(
    [
      page('Root', undefined, { holders: [createId('a database')] }),
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
const getAddresses = (files: PlannedFile[]) => files.map(({ address }) => address)
const getVersions = (files: PlannedFile[]) => new Map(files.map(({ address, version }) => [address, version]))

describe('planFiles', () => {
  it('contains HTML files that public pages show, unless the host sends no headers', () => {
    const createHtml = (hash: string, more: Partial<FileEntry> = {}): FileEntry => {
      return { hash, name: 'a.html', type: 'application/octet-stream', path: '', bytes: 100, ...more }
    }
    const files = [createHtml('shown'), createHtml('hidden'), createHtml('large', { bytes: 600_000 })]
    const site = createSite()
    for (const each of site.index.pages) each.files = each.title === 'Quay' ? ['shown', 'large'] : []
    const listHtml = (without: string) =>
      getAddresses(plan(new Site(site.index), { files, without })).filter((address) =>
        address.startsWith('/embed.html/'),
      )
    expect(listHtml('')).toEqual(['/embed.html/shown'])
    expect(listHtml('html')).toEqual([])
  })

  it('contains books if the site offers them, whose versions contain those of the pages below', () => {
    const { siteFolder } = getRuntime()
    onTestFinished(() => void Object.assign(getRuntime(), { siteFolder }))
    const findBooks = (edit = '', without = '') => {
      const { index } = createSite()
      for (const each of index.pages) {
        if (each.title === 'Quay') each.children = [createId('Island')]
        if (each.title === 'Island') each.version += edit
      }
      const planned = getVersions(plan(new Site(index), { without }))
      return new Map([...planned].filter(([address]) => address.endsWith('.epub')))
    }
    expect(findBooks().size).toBe(0)
    getRuntime().siteFolder = { ...getSiteFolder(), settings: { epub: true } }
    const books = findBooks()
    expect([...books.keys()].toSorted()).toEqual([
      '/draft-for-a-friend.epub',
      '/index.epub',
      '/island.epub',
      '/quay.epub',
      '/tide.epub',
    ])
    expect(findBooks('', 'epub').size).toBe(0)
    const changed = [...findBooks('edited')].filter(([address, version]) => books.get(address) !== version)
    expect(changed.map(([address]) => address).toSorted()).toEqual(['/island.epub', '/quay.epub'])
  })

  it('contains the chosen page for missing addresses, if it is public', () => {
    const findMissing = (notFoundPage?: string) =>
      plan(createSite({ look: { ...(notFoundPage !== undefined && { notFoundPage }) } })).filter(
        ({ file }) => file === '404.html',
      )
    expect(findMissing()).toMatchObject([{ address: '/404/404', kind: 'missing' }])
    expect(findMissing('/hidden')).toMatchObject([{ address: '/404/404', kind: 'missing' }])
    const [quay] = createSite().index.pages.filter(({ title }) => title === 'Quay')
    const shown = `${quay?.id}:${quay?.version}`
    expect(findMissing('/quay')).toMatchObject([{ address: '/quay', kind: 'page', shown }])
    expect(findMissing(`https://www.notion.so/${quay?.id.replaceAll('-', '')}`)).toMatchObject([{ address: '/quay' }])
  })

  it('contains the branches of public pages if there is a sidebar', () => {
    const listBranches = (book: Site) =>
      getAddresses(plan(book)).filter((address) => address.startsWith('/api/branches'))
    expect(listBranches(openBook(BOOK, SIDEBAR))).toEqual(
      ['boats', 'tides', 'hulls'].map((path) => `/api/branches/${path}.json`),
    )
    expect(listBranches(openBook(BOOK, { ...SIDEBAR, access: { Hulls: 'Members' } }))).toHaveLength(2)
    expect(listBranches(openBook(BOOK))).toEqual([])
  })

  it('contains the lists and feeds of each language whose home page is public', () => {
    const languages = [
      { tag: 'en', page: createId('Root') },
      { tag: 'de', page: createId('Start') },
      { tag: 'ja', page: createId('Home') },
    ]
    const posts = collection('Posts', 'Start', { ...SCHEMA, Slug: {} })
    const records = [
      page('Root', undefined, { languages, accessTable: { [createId('Home')]: '' } }),
      page('Start', undefined),
      page('Home', undefined),
      row('Flut', 'Posts', { Slug: 'flut', Access: 'Public', Tags: 'Meer' }),
    ]
    const planned = getAddresses(plan(new Site(buildSite(buildInput(records, [posts]), SETTINGS))))
    expect(planned).toEqual(
      expect.arrayContaining([
        ...['/de', '/de/flut', '/de/flut.md', '/de/tags', '/de/tags/meer'],
        ...['/de/feed.xml', '/de/tags/meer/feed.json', '/feed.xml'],
      ]),
    )
    for (const none of ['/ja', '/ja/feed.xml', '/tags', '/tags/meer']) expect(planned).not.toContain(none)
  })

  it('changes the version of a branch only with its pages', () => {
    const getVersion = (book: Site) => getVersions(plan(book)).get('/api/branches/boats.json')
    const before = getVersion(openBook(BOOK, SIDEBAR))
    expect(getVersion(openBook({ ...BOOK, Nets: 'Tides' }, SIDEBAR))).toBe(before)
    expect(getVersion(openBook({ ...BOOK, Nets: 'Boats' }, SIDEBAR))).not.toBe(before)
  })

  it('contains every public page in all formats, lists, feeds and documents, and nothing of other pages', () => {
    const planned = getAddresses(plan(createSite()))
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

  it('omits disabled formats', () => {
    const planned = getAddresses(plan(createSite(), { without: 'social,markdown' }))
    expect(planned).toContain('/quay')
    expect(planned.filter((address) => /^\/social|\.md$/.test(address))).toEqual([])
  })

  it('contains the numbered pages of a long list', () => {
    const tides = Array.from({ length: 101 }, (_, at) => row(`Tide ${at}`, 'Rows', { Access: 'Public', Tags: 'Sea' }))
    const input = buildInput(
      [page('Root', undefined, { holders: [createId('a database')] }), ...tides],
      [collection('Rows', 'a database', SCHEMA)],
    )
    const planned = getAddresses(plan(new Site(buildSite(input, SETTINGS))))
    expect(planned.filter((address) => address.startsWith('/tags/sea')).sort()).toEqual(
      ['/tags/sea', '/tags/sea/2', '/tags/sea/3', '/tags/sea/feed.json', '/tags/sea/feed.xml'].sort(),
    )
  })

  it('contains the numbered pages of a list of posts', () => {
    const posts = collection('Posts', 'Root', { Date: { type: 'date' }, Summary: {} })
    const firstDatabase = { block: createId('Block'), collection: posts.id, layout: 'table', properties: [] }
    const rows = Array.from({ length: 25 }, (_, at) => row(`Post ${at}`, 'Posts'))
    const root = page('Root', undefined, { collections: [posts.id], firstDatabase })
    const planned = getAddresses(plan(new Site(buildSite(buildInput([root, ...rows], [posts]), SETTINGS))))
    expect(planned).toEqual(expect.arrayContaining(['/', '/2', '/3']))
    expect(planned).not.toContain('/4')
    const languages = [
      { tag: 'en', page: createId('Start') },
      { tag: 'de', page: createId('Root') },
    ]
    const input = buildInput([page('Start', undefined, { languages }), root, ...rows], [posts], {
      root: createId('Start'),
    })
    expect(getAddresses(plan(new Site(buildSite(input, SETTINGS))))).toEqual(expect.arrayContaining(['/de/2', '/de/3']))
  })

  it('contains the pictures of public pages in all widths, and no other files', () => {
    const site = createSite()
    for (const each of site.index.pages)
      each.files = each.title === 'Quay' ? ['open'] : each.title === 'Hidden' ? ['shut'] : []
    const files = [createPicture('open'), createPicture('shut'), createPicture('nobody')]
    const pictures = plan(new Site(site.index), { files }).filter(({ kind }) => kind === 'picture')
    expect(getAddresses(pictures)).toEqual(
      ['', '.w128.webp', '.w384.webp', '.w640.webp', '.w960.webp'].map((end) => `/files/open/a.png${end}`),
    )
    expect(new Set(pictures.map(({ version }) => version))).toEqual(new Set([IMMUTABLE_VERSION]))
  })

  it('changes the version of a changed page, and of all pages with the build or the settings', () => {
    const before = getVersions(plan(createSite()))
    const edited = getVersions(plan(createSite({}, 'another text')))
    const changed = [...before].filter(([address, version]) => edited.get(address) !== version).map(([each]) => each)
    // Feeds contain pages with a date, if there are any.
    expect(changed.sort()).toEqual(['/llms.txt', '/quay', '/quay.md', '/sitemap.xml'])
    const rebuilt = getVersions(plan(createSite(), { key: 'another' }))
    const kept = [...before].filter(([address, version]) => rebuilt.get(address) === version).map(([each]) => each)
    expect(kept.every((address) => address.startsWith('/social/'))).toBe(true)
    expect(kept.length).toBeGreaterThan(0)
  })

  it('changes the versions of what names the site when its root page is no longer public', () => {
    const { index } = createSite()
    const pages = index.pages.map((each) =>
      each.id === index.root ? { ...each, access: { kind: 'members' as const, organizations: [] } } : each,
    )
    const [before, after] = [getVersions(plan(new Site(index))), getVersions(plan(new Site({ ...index, pages })))]
    for (const address of ['/manifest.webmanifest', '/robots.txt', '/search', '/icon-192.png'])
      expect(after.get(address), address).not.toBe(before.get(address))
  })

  it('changes the versions of feeds with their pages, and of icons with the root page', () => {
    const { index } = createSite()
    const before = getVersions(plan(new Site(index)))
    const listChanged = (title: string) => {
      const pages = index.pages.map((each) => (each.title === title ? { ...each, version: 'another' } : each))
      const after = getVersions(plan(new Site({ ...index, pages })))
      return [...before.keys()].filter((address) => after.get(address) !== before.get(address))
    }
    expect(
      listChanged('Tide')
        .filter((address) => address.includes('feed'))
        .sort(),
    ).toEqual(['/feed.json', '/feed.xml', '/tags/sea/feed.json', '/tags/sea/feed.xml'])
    expect(
      listChanged('Root')
        .filter((address) => /icon/.test(address))
        .sort(),
    ).toEqual(['/apple-touch-icon.png', '/favicon.ico', '/icon-180.png', '/icon-192.png', '/icon-512.png'])
  })

  it('changes the version of a social image with the accent that editors chose', () => {
    const getVersion = (site: Site) => getVersions(plan(site)).get('/social/quay.jpg')
    const { index } = createSite()
    const before = getVersion(new Site(index))
    expect(before).toBeDefined()
    expect(getVersion(new Site({ ...index, look: { accent: '#2f6f4e' } }))).not.toBe(before)
    expect(getVersion(new Site({ ...index, look: { copyright: '© Ann' } }))).toBe(before)
  })
})

it('the subject of a file distinguishes pages with the same address and does not contain the page id', () => {
  const [before, after] = [plan(createSite()), plan(createSite())].map((files) =>
    files.filter(({ subject }) => subject),
  )
  const subjects = new Set(before?.map(({ subject }) => subject))
  expect(before?.map(({ address }) => address)).toEqual(expect.arrayContaining(['/', '/quay', '/quay.md', '/tide']))
  expect(subjects.size).toBe(5)
  expect(after).toEqual(before)
  for (const { version, subject } of before ?? []) expect(version.startsWith(`${subject}`)).toBe(true)
  expect([...subjects].join()).not.toContain(createId('Quay'))
})

describe('former paths', () => {
  const site = createSite({
    formerPaths: { pier: createId('Quay'), sketch: createId('Draft for a friend'), shut: createId('Hidden') },
    gone: { wreck: createId('Wreck') },
  })

  it('redirect only to public pages', () => {
    const redirects = listRedirects(site)
    expect(redirects.slice(0, 2)).toEqual([
      { from: '/pier', to: '/quay', isListed: true },
      { from: '/sketch', to: '/draft-for-a-friend', isListed: false },
    ])
    const hidden = ['Hidden', 'Shut', 'Wreck'].map((name) => createId(name).replaceAll('-', ''))
    expect(redirects.filter(({ from }) => hidden.some((id) => from.endsWith(id)))).toEqual([])
    const paths = site.index.pages.flatMap(({ path, access }) => (access.kind === 'public' ? [`/${path}`] : []))
    expect(redirects.filter(({ to }) => !paths.includes(to) && !/\/feed\.\w+$/.test(to))).toEqual([])
  })

  it('are written without unpublished pages and can be read again', () => {
    const text = stringifyRedirects(site)
    expect(text).not.toMatch(/hidden|shut|wreck|friend|sketch/i)
    expect(parseRedirects(text)).toMatchObject({ former: { pier: createId('Quay') }, gone: {} })
    expect(parseRedirects(text)?.published[createId('Quay')]).toBe('quay')
  })

  it.each(['', '[]', '{"root":1}', '{"root":null,"pages":[],"formerPaths":1}', '<!DOCTYPE html>'])(
    'that are malformed are ignored: %s',
    (text) => {
      expect(parseRedirects(text)).toBeUndefined()
    },
  )

  it('omit values that are not paths', () => {
    const text = '{"root":null,"pages":{"a":1,"__proto__":"x"},"formerPaths":{"constructor":"b","c":"d"}}'
    expect(parseRedirects(text)).toMatchObject({ published: {}, former: { c: 'd' } })
  })
})
