import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { table } from '@/cli/sample/blocks'
import { buildWorkspace } from '@/cli/sample/builder'
import { pageId } from '@/cli/sample/ids'
import { pageMention } from '@/cli/sample/inline'
import { writeWorkspace } from '@/cli/sample/output'
import { page } from '@/cli/sample/pages'
import { SECRET, writeClosedWorkspace } from '../support/closed-workspace'
import { isCompleteRun, sampleItems } from '../support/complete'
import { listRouteAddresses } from '../support/routes'
import { requestSearch } from '../support/search-request'
import { createServiceKeys } from '../support/sign-in/keys'
import { createCookies, createToken, getSignInEnv } from '../support/sign-in/visitor'
import { createFolder, type RunningSite, startSite } from '../support/site'
import { expect, test } from './base'

/** Headers of a document request, a Markdown request, a client-side navigation, a prefetch and prefetches of single segments. */
const REQUEST_HEADERS: Record<string, string>[] = [
  {},
  { accept: 'text/markdown' },
  { RSC: '1' },
  { RSC: '1', 'Next-Router-Prefetch': '1' },
  ...['/_tree', '/_full', '/_head', '/_index', '/__PAGE__'].map((segment) => ({
    RSC: '1',
    'Next-Router-Prefetch': '1',
    'Next-Router-Segment-Prefetch': segment,
  })),
]

/** Sends a request. The returned `output` contains headers and body, without the parts of the requested address. */
async function request(
  site: RunningSite,
  address: string,
  headers: Record<string, string>,
  redirect?: RequestRedirect,
) {
  const response = await fetch(site.url + address, { headers, redirect })
  const body = await response.text()
  const echoed = address
    .split(/[/.]/)
    .filter((part) => part !== '')
    .sort((a, b) => b.length - a.length)
  const output = echoed.reduce(
    (text, part) => text.replaceAll(part, ''),
    `${JSON.stringify([...response.headers])}\n${body}`,
  )
  return { status: response.status, body, output }
}

const keys = createServiceKeys()
const SITES: [name: string, env: Record<string, string>, forMembers: number, navigation: 'header' | 'sidebar'][] = [
  ['without sign-in', {}, 404, 'header'],
  ['with sign-in and a sidebar, after members have read all pages', getSignInEnv(keys), 307, 'sidebar'],
]

for (const [name, env, forMembers, navigation] of SITES) {
  test.describe(`a workspace with secrets ${name}`, () => {
    // The walks request hundreds of addresses.
    test.describe.configure({ mode: 'default', timeout: 180_000 })
    const { dir, closed, files } = writeClosedWorkspace(navigation)
    const ids = [...closed, ...closed.map((id) => id.replaceAll('-', ''))]
    const secrets = new RegExp([SECRET, ...ids].join('|'), 'i')
    let site: RunningSite
    // The walks over all addresses visit only the site with sign-in, which has more routes. A complete run visits both sites.
    const search = async (body: object) => (await requestSearch(site, body)).json()
    const testWithoutSignIn = forMembers === 404 ? test : () => {}
    const testWalk = isCompleteRun || forMembers === 307 ? test : () => {}
    test.beforeAll(async () => {
      // Starts a site, and members read every page of it.
      test.setTimeout(180_000)
      site = await startSite({ workspaceDir: dir, env })
      if (forMembers === 307) await readAll(site)
    })
    test.afterAll(() => site.kill())

    test('restricted pages are missing at every address and in every format', async () => {
      expect(closed).toHaveLength(14)
      const { pages } = site.index()
      const names = closed.flatMap((id) => [
        id,
        `Any-${id.replaceAll('-', '')}`,
        ...pages.filter((page) => page.id === id).map(({ path }) => path),
      ])
      const forms: [form: (name: string) => string, status: number, redirect?: 'manual'][] = [
        [(name) => `/${name}`, 404],
        [(name) => `/plain/${name}`, 404],
        [(name) => `/${name}.md`, 404],
        [(name) => `/${name}.rsc`, 404],
        [(name) => `/${name}.segments/_full.segment.rsc`, 404],
        [(name) => `/social/${name}`, 404],
        [(name) => `/members/${name}`, forMembers, 'manual'],
      ]
      for (const [n, name] of sampleItems(names, 4).entries()) {
        for (const [f, [form, expected, redirect]] of forms.entries()) {
          const address = form(name)
          // Covers all pairs of name, form and headers, but not all combinations of the three.
          const variants = REQUEST_HEADERS.filter((_, w) => w === 0 || (n + f + w) % (isCompleteRun ? 4 : 12) === 0)
          const responses = await Promise.all(variants.map((headers) => request(site, address, headers, redirect)))
          for (const [at, { status, output }] of responses.entries()) {
            expect(status, `${address} ${JSON.stringify(variants[at])}`).toBe(expected)
            expect(output).not.toMatch(secrets)
          }
        }
      }
    })

    testWalk('public pages contain nothing of restricted pages, in any format', async () => {
      const queue = ['/', '/plain', '/api/health', '/no-such-page', '/icon.svg', '/sign-in', '/members', '/account']
      const visited = new Set(queue)
      for (const [at, path] of queue.entries()) {
        // Every fourth path is requested with all headers, the others as a document and with one more, in turn.
        const [document = {}, ...others] = REQUEST_HEADERS
        const more = others.filter((_, o) => isCompleteRun || at % 4 === 0 || o === at % others.length)
        for (const headers of [document, ...more]) {
          const { body, output } = await request(site, path, headers)
          expect(output, `${path} ${JSON.stringify(headers)}`).not.toMatch(secrets)
          for (const [, found = ''] of body.matchAll(/(?:href|src)="(\/[^"#]*)"/g)) {
            for (const next of [found, `/plain${found}`]) {
              if (!visited.has(next) && !next.includes('/_next/')) queue.push(next)
              visited.add(next)
            }
          }
        }
      }
      for (const path of ['/first', '/second', '/quay', '/plain/first']) expect([...visited]).toContain(path)
      const { body } = await request(site, '/first', {})
      expect(body).toContain(navigation === 'sidebar' ? '<nav id="sidebar"' : '<nav class="navigation"')
      for (const text of ['The first of the posts', 'Synced in the open', 'Second', 'Ann Lee'])
        expect(body).toContain(text)
    })

    test('lists, feeds, Markdown and metadata contain only public pages', async () => {
      const open = ['First', 'Second']
      const home = ['Harbour', 'Quay', ...open]
      const expected: [address: string, names: string[]][] = [
        ['/feed.xml', open],
        ['/feed.json', open],
        ['/tags/sea/feed.xml', open],
        ['/tags/land/feed.json', ['Second']],
        ['/sitemap.xml', ['/first', '/second', '/quay', '/tags', '/tags/sea', '/tags/land', '/archive']],
        ['/llms.txt', home],
        ['/llms-full.txt', home],
        ['/index.md', ['Welcome']],
        ['/first.md', open],
        ['/robots.txt', ['/sitemap.xml']],
        ['/manifest.webmanifest', ['Harbour']],
        ['/tags', ['Sea', 'Land', '2 pages', '1 page']],
        ['/tags/sea', open],
        ['/archive', ['2026', ...open]],
        ['/search?q=first', ['First']],
      ]
      // The site has just started, and may still load its search index.
      await search({ query: 'first' })
      for (const [address, names] of expected) {
        const { status, body, output } = await request(site, address, {})
        expect(status, address).toBe(200)
        expect(output, address).not.toMatch(secrets)
        // A whole word, because hashes contain any three letters.
        expect(output, 'a spelling that only restricted pages use').not.toMatch(/(?<![\w-])sEA(?![\w-])/)
        for (const name of names) expect(body, address).toContain(name)
      }
      const sitemap = await (await fetch(`${site.url}/sitemap.xml`)).text()
      expect(sitemap.match(/<loc>/g)).toHaveLength(8)
      expect(await (await fetch(`${site.url}/feed.xml`)).text()).not.toContain('2026-02-02')
      for (const address of [`/tags/${SECRET}tag`, `/tags/${SECRET}tag/feed.xml`, `/tags/${SECRET}tag/feed.json`])
        expect((await request(site, address, {})).status, address).toBe(404)

      for (const address of ['/', '/first']) {
        const { body } = await request(site, address, {})
        const data = [...body.matchAll(/<script type="application\/ld\+json">([^<]*)</g)].map(([, json = '']) => json)
        expect(data.length, address).toBeGreaterThan(0)
        expect(data.map((json) => JSON.stringify(JSON.parse(json))).join()).not.toMatch(secrets)
        const [, image = ''] = /<meta property="og:image" content="([^"]*)"/.exec(body) ?? []
        const card = await fetch(image)
        expect([card.status, card.headers.get('content-type')], address).toEqual([200, 'image/jpeg'])
      }
    })

    testWalk('no route contains anything of restricted pages, with any parameters', async () => {
      const { pages } = site.index()
      const addresses = listRouteAddresses({
        path: [...pages.map(({ path }) => path), ...closed, 'tags', 'tags/sea', 'archive', 'authors/sea'],
        term: ['sea', 'land', 'first', ...pages.flatMap(({ tags }) => tags.map((tag) => tag.toLowerCase()))],
        list: ['de', 'de/tags/sea', 'tags/sea'],
        // The test below requests databases by every name.
        name: ['00000000'],
        view: ['00000000'],
        number: ['1'],
        part: ['1'],
        hash: Object.values(files).map(({ hash }) => hash),
        page: closed,
        file: Object.values(files).map(({ hash }) => `${hash}-any.png`),
        token: ['1'],
      })
      expect(addresses).toEqual(expect.arrayContaining(['/', '/sitemap.xml', '/robots.txt', '/first', '/api/health']))
      const statuses = new Set<number>()
      for (const address of sampleItems([...new Set(addresses)], 2)) {
        const { status, output } = await request(site, encodeURI(address), {}, 'manual')
        expect(output, address).not.toMatch(secrets)
        statuses.add(status)
      }
      expect([...statuses]).toEqual(expect.arrayContaining([200, 404]))
      expect([...statuses].filter((status) => status >= 500)).toEqual([])
    })

    testWalk('the rows of no database contain anything of restricted pages', async () => {
      const records = readdirSync(dir, { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.json'))
        .map((file) => readFileSync(path.join(dir, file), 'utf8'))
        .join('\n')
      const lists = [...records.matchAll(/"view_ids":\s*\[([^\]]*)\]/g)].map(([, list = '']) => list)
      const holders = [...records.matchAll(/"id":\s*"([^"]*)",\s*"type":\s*"collection_view/g)].map(
        ([, id = '']) => `"${id}"`,
      )
      const names = new Set(
        [...`${lists.join()}${holders.join()}`.matchAll(/"([0-9a-f]{8})-/g)].map(([, name = '']) => name),
      )
      expect(names.size).toBeGreaterThan(5)
      let count = 0
      for (const page of site.index().pages.filter(({ access }) => access.kind === 'public')) {
        const below = page.path === '' ? '' : `/${page.path}`
        for (const name of names) {
          for (const address of [`/api/rows/${name}${below}`, `/rows/${name}/1${below}`]) {
            const { status, output } = await request(site, encodeURI(address), {})
            expect(output, address).not.toMatch(secrets)
            if (status === 200) count++
          }
        }
      }
      expect(count).toBeGreaterThan(5)
    })

    test('a file is served only if a public page shows it', async () => {
      const statuses: Record<string, number> = {}
      for (const { file, hash } of Object.values(files)) {
        statuses[file.slice('files/'.length)] = (await fetch(`${site.url}/files/${hash}/any.png`)).status
      }
      const { 'open.png': open, ...others } = statuses
      expect(open).toBe(200)
      expect(Object.keys(others).length).toBeGreaterThan(10)
      expect(new Set(Object.values(others))).toEqual(new Set([404]))
    })

    test('no format of a page is cached for longer than a minute', async () => {
      for (const headers of REQUEST_HEADERS) {
        const control = (await fetch(`${site.url}/first`, { headers })).headers.get('cache-control')
        expect(control, JSON.stringify(headers)).toMatch(/no-store|s-maxage=60, must-revalidate$/)
      }
      const redirect = await fetch(`${site.url}/${pageId('first')}`, { redirect: 'manual' })
      expect(redirect.status).toBe(308)
      expect(redirect.headers.get('cache-control')).toBe('no-store')
    })

    testWithoutSignIn('no query finds text of restricted pages', async () => {
      const pages = readdirSync(path.join(dir, 'pages'))
      const records = pages.map((name) => readFileSync(path.join(dir, 'pages', name), 'utf8')).join('\n')
      const planted = [...new Set(records.match(new RegExp(`${SECRET}\\w*`, 'g')))]
      expect(planted.length).toBeGreaterThan(40)
      for (const query of [SECRET, SECRET.slice(0, 4), ...planted]) {
        expect(await search({ query }), query).toMatchObject({ results: [], total: 0 })
      }
      const page = await (await fetch(`${site.url}/search?q=${SECRET}`)).text()
      expect(page).toContain('No results')
      for (const id of closed) {
        const below = await search({ query: 'first second', ancestorId: id })
        expect(below).toMatchObject({ results: [], total: 0 })
      }
      for (const query of ['first', 'second', 'posts', 'land', 'ann lee', 'synced']) {
        const response = JSON.stringify(await search({ query, limit: 50 }))
        expect(response).not.toContain(SECRET)
        for (const id of closed) expect(response).not.toContain(id)
      }
    })

    testWithoutSignIn('the pages of sign-in return 404, and pages contain nothing of the service', async () => {
      for (const path of [
        '/sign-in',
        '/sign-up',
        '/account',
        '/organization',
        '/members',
        `/members/${closed[0]}`,
        '/members/desk',
      ]) {
        const response = await fetch(site.url + path, { redirect: 'manual' })
        expect(response.status, path).toBe(404)
        expect(await response.text()).not.toMatch(/clerk/i)
      }
      expect(await (await fetch(site.url)).text()).not.toMatch(/redirect_url|__client_uat/)
    })

    test('the number of restricted pages is not revealed', async () => {
      const health = (await (await fetch(`${site.url}/api/health`)).json()) as { snapshot: { pages: number } }
      expect(health.snapshot.pages).toBe(site.index().pages.filter(({ access }) => access.kind === 'public').length)
    })
  })
}

const READ_HEADERS: Record<string, string>[] = [{}, { RSC: '1' }]

/** Requests every page as a member and as an editor, so that a wrongly cached response would be in the caches. */
async function readAll(site: RunningSite) {
  const readers = [{ slug: `${SECRET}-staff` }, { slug: 'editors', role: 'admin' }]
  let read = 0
  for (const reader of readers) {
    for (const { path: below } of site.index().pages) {
      for (const more of READ_HEADERS) {
        // A token is valid for a minute.
        const cookie = createCookies(keys, createToken(keys, site.url, reader))
        const response = await fetch(encodeURI(`${site.url}/members/${below}`), { headers: { ...more, cookie } })
        if ((await response.text()).includes(SECRET)) read += 1
      }
    }
  }
  expect(read).toBeGreaterThan(10)
}

test('a site whose root page is restricted reveals neither its title nor its icon', async () => {
  // Starts a site of its own.
  test.slow()
  const dir = createFolder('closed-root')
  const rows = [
    ['Page', 'Access'],
    [pageMention('home'), 'Members'],
  ]
  const home = page(`${SECRET}home`, { key: 'home', icon: '⚓' }, [table(rows), page('Below', {}, [])])
  writeWorkspace(dir, buildWorkspace(home))
  const site = await startSite({ workspaceDir: dir })
  for (const path of ['/', '/plain', '/below', '/no-such-page', '/no-such-file.png', '/api/health']) {
    expect((await request(site, path, {})).status, path).toBe(path === '/api/health' ? 200 : 404)
  }
  const placeholders = ['term', 'list', 'name', 'view', 'number', 'part', 'hash', 'page', 'file', 'token'].map(
    (each) => [each, ['1']],
  )
  const addresses = listRouteAddresses({ path: ['', 'below'], ...Object.fromEntries(placeholders) })
  expect(addresses).toEqual(expect.arrayContaining(['/', '/search', '/sign-in', '/manifest.webmanifest']))
  for (const address of [...addresses, '/no-such-page', '/no-such-file.png', '/search?q=below', '/index.md']) {
    expect((await request(site, address, {}, 'manual')).output, address).not.toMatch(
      new RegExp(`${SECRET}|⚓|%E2%9A%93`),
    )
  }
  await site.kill()
})
