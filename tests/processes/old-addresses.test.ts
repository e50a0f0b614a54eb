import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import type { Host } from '@/cli/lib/export/hosts'
import { buildSite } from '@/lib/site/prepare/build-site'
import { Site } from '@/lib/site/site'
import type { RedirectRow } from '@/lib/workspace/read/site-tables'
import { buildInput, SETTINGS } from '../support/build-input'
import { type ExportedHosts, startHosts, writeExportedRedirects } from '../support/exported-hosts'
import { collection, createId, page, row } from '../support/records'

const ROWS: RedirectRow[] = [
  { from: '/old.php', to: '/about' },
  { from: '/files/guide.pdf', to: '/about' },
  { from: '/About-Us', to: '/about' },
  { from: '/team', to: '/about', status: 301 },
  { from: '/for-now', to: '/about', status: 302 },
  { from: '/Über/Straße', to: '/tides' },
  { from: '/wiki/Help:Contents', to: '/about' },
  { from: '/notes(draft)', to: '/about' },
  { from: '/c++', to: '/about' },
  { from: '/a"b\'c$d{e};f!|g', to: '/about' },
  { from: '/50%25', to: '/about' },
  { from: '/dotted.name', to: '/about' },
  { from: '/external', to: 'https://example.com:8080/a(b)/c:d+e?f=g:h$i+j' },
  { from: '/anchor', to: '/about?a=b#part' },
  { from: '/my-feed', to: '/feed.xml' },
  { from: '/lost', to: '', status: 410 },
  { from: '/index.php?p=12', to: '/about' },
  { from: '/index.php?p=12&lang=de', to: '/tides' },
  { from: '/?p=7', to: '/tides', status: 301 },
  { from: '/2019/*', to: '/blog/*' },
  { from: '/2018/*', to: '/*' },
  { from: '/2019/special', to: '/about' },
  { from: '/shop/*', to: 'https://shop.example/all/*', status: 302 },
  { from: '/blog/*', to: '/about' },
  { from: '/dead/*', to: '', status: 410 },
]
const posts = collection('Notes', 'Root', { Public: { type: 'checkbox' }, Slug: { type: 'text' } })
const input = buildInput(
  [
    page('Root', undefined, { redirects: ROWS }),
    page('About', 'Root'),
    page('Tides', 'Root'),
    page('Café & Bar', 'Root'),
    page('新', 'Root'),
    row('Hello', 'Notes', { Public: 'Yes', Slug: 'blog/hello' }),
    row('World', 'Notes', { Public: 'Yes', Slug: 'blog/the world' }),
    row('Draft', 'Notes', { Public: 'No', Slug: 'blog/draft' }),
  ],
  [posts],
)
const site = new Site({ ...buildSite(input, SETTINGS), formerPaths: { 'blog/formerly': createId('Tides') } })
const ID = createId('Café & Bar').replaceAll('-', '')

/** Netlify has only statuses for which a client may change the method. */
const getStatus = (host: string, status: number) =>
  host !== 'netlify'
    ? status
    : (new Map([
        [307, 302],
        [308, 301],
      ]).get(status) ?? status)

let hosts: ExportedHosts
beforeAll(async () => {
  hosts = await startHosts(site)
})
afterAll(() => hosts.stop())

/** Where an address leads in the end, with the status of its redirect; both undefined if it is missing. */
const CASES: [address: string, location: string | undefined, status?: number][] = [
  ['/old.php', '/about'],
  ['/files/guide.pdf', '/about'],
  ['/About-Us', '/about'],
  ['/about-us', '/about'],
  ['/about-us/', '/about'],
  ['/team/', '/about', 301],
  ['/for-now', '/about', 302],
  ['/%C3%9Cber/Stra%C3%9Fe', '/tides'],
  ['/%c3%9cber/Stra%c3%9fe', '/tides'],
  ['/%C3%BCber/stra%C3%9Fe/', '/tides'],
  ['/wiki/Help:Contents', '/about'],
  ['/notes(draft)', '/about'],
  ['/c++', '/about'],
  ['/50%25', '/about'],
  ['/dotted.name', '/about'],
  ['/my-feed', '/feed.xml'],
  ['/2018', '/'],
  ['/2018/', '/'],
  ['/2018/tides', '/tides'],
  ['/2018/blog/hello', '/blog/hello'],
  ['/2019/special', '/about'],
  ['/2019/hello', '/blog/hello'],
  ['/2019/hello/', '/blog/hello'],
  ['/2019/the-world', '/blog/the-world'],
  ['/2019/formerly', '/tides'],
  ['/blog/formerly', '/tides'],
  ['/blog', '/about'],
  ['/blog/', '/about'],
  ['/blog/hello', undefined, 200],
  ['/caf-bar', '/caf%C3%A9-bar'],
  [`/${ID}`, '/caf%C3%A9-bar'],
  [`/Caf-Bar-${ID}`, '/caf%C3%A9-bar'],
  [`/caf-bar-${ID}`, '/caf%C3%A9-bar'],
  ['/tides', undefined, 200],
  ['/', undefined, 200],
  ['/none', undefined, 404],
  ['/none.php', undefined, 404],
  ['/index.php', undefined, 404],
]

describe.each(['server', 'nginx', 'caddy', 'netlify', 'vercel', 'cloudflare', 'github'])('%s', (host) => {
  it.each(CASES)('responds to %s with %s', async (address, location, status = 308) => {
    const response = await hosts.matchers[host]?.(address)
    // A document that sends visitors elsewhere has no status of its own.
    const expected = host === 'github' && location !== undefined ? 308 : getStatus(host, status)
    expect(response).toEqual({ status: expected, ...(location !== undefined && { location }) })
  })
})

const SIGNS = encodeURI('/a"b\'c$d{e};f!|g')
const WITH_RULES: [hosts: string[], address: string, location: string | undefined, status?: number][] = [
  [['server', 'nginx', 'caddy', 'netlify', 'vercel'], '/index.php?p=12', '/about'],
  [['server', 'nginx', 'caddy', 'netlify', 'vercel'], '/index.php?a=b&p=12', '/about'],
  [['server', 'nginx', 'caddy', 'netlify', 'vercel'], '/index.php?p=12&lang=de', '/tides'],
  [['server', 'nginx', 'caddy', 'netlify', 'vercel'], '/?p=7', '/tides', 301],
  [['server', 'nginx', 'caddy', 'netlify', 'vercel'], '/lost', undefined, 410],
  [['server', 'nginx', 'caddy', 'netlify', 'vercel'], '/dead/a/b', undefined, 410],
  [['server', 'nginx', 'caddy', 'netlify', 'vercel'], '/dead', undefined, 410],
  [['server', 'nginx', 'caddy', 'netlify', 'vercel', 'cloudflare'], '/shop', 'https://shop.example/all/', 302],
  [
    ['server', 'nginx', 'caddy', 'netlify', 'vercel', 'cloudflare'],
    '/shop/a/b%20c',
    'https://shop.example/all/a/b%20c',
    302,
  ],
  [['server', 'nginx', 'caddy', 'netlify'], '/blog/none', '/about'],
  [['nginx', 'caddy', 'vercel', 'github'], '/tides/', '/tides'],
  [['server', 'nginx'], '/TEAM', '/about', 301],
  [['server', 'nginx', 'netlify', 'vercel', 'cloudflare', 'github'], SIGNS, '/about'],
]
test.each(WITH_RULES)('%j respond to %s with %s', async (named, address, location, status = 308) => {
  for (const host of named) {
    const response = await hosts.matchers[host]?.(address)
    expect([host, response?.status]).toEqual([host, getStatus(host, status)])
    if (location !== undefined) expect([host, response?.location]).toEqual([host, location])
  }
})

test.each(['server', 'nginx', 'caddy', 'netlify', 'cloudflare'])(
  '%s leads to another site with its query',
  async (host) => {
    const { status, location = '' } = (await hosts.matchers[host]?.('/external')) ?? {}
    expect(status).toBe(getStatus(host, 308))
    const [got, wanted] = [new URL(location), new URL('https://example.com:8080/a(b)/c:d+e?f=g:h$i+j')]
    expect(got.origin).toBe(wanted.origin)
    expect(decodeURIComponent(got.pathname)).toBe(wanted.pathname)
    expect(got.searchParams.get('f')).toBe('g:h$i j')
  },
)

test.each(['server', 'nginx', 'caddy', 'netlify', 'vercel', 'cloudflare', 'github'])(
  '%s leads to no other site from a row to the home page',
  async (host) => {
    for (const address of ['/2018//other.example', '/2018///other.example/x', '/2018//tides/']) {
      const { location = '/' } = (await hosts.matchers[host]?.(address)) ?? {}
      expect([address, location]).toEqual([address, expect.stringMatching(/^\/(?![/\\])/)])
    }
  },
)

test('each host names the rows that it cannot do', () => {
  const left = (host: Host | undefined) =>
    writeExportedRedirects(site, host).left.map(({ row, why }) => `${row} ${why}`)
  expect(left('nginx')).toEqual([])
  expect(left('caddy')).toEqual([])
  expect(left('netlify')).toEqual(['/2018/* known'])
  expect(left('vercel').sort()).toEqual(['/2018/* known', '/blog/* below'])
  const queries = ['/index.php?lang=de&p=12 query', '/index.php?p=12 query', '/?p=7 query']
  expect(left('cloudflare').sort()).toEqual(
    ['/2018/* known', '/blog/* below', '/dead/* below', '/lost gone', ...queries].sort(),
  )
  expect(left('github').sort()).toEqual(
    [
      '/2018/* known',
      '/2019/* known',
      '/blog/* below',
      '/dead/* below',
      '/lost gone',
      '/shop/* below',
      ...queries,
    ].sort(),
  )
})
