import { pageId } from '@/cli/sample/ids'
import {
  type ClosedBy,
  FOR_EDITORS_ONLY,
  FOR_VISITORS,
  findLeaks,
  matchCanaries,
  UNSHOWN,
  writeCanaryWorkspace,
} from '../support/canary-workspace'
import { isCompleteRun } from '../support/complete'
import { callTool, makePersonalAddresses } from '../support/personal-access'
import { createEditorCookies, makePreviewLink } from '../support/previews'
import { requestSearch } from '../support/search-request'
import { createServiceKeys } from '../support/sign-in/keys'
import { createCookies, createToken, getSignInEnv } from '../support/sign-in/visitor'
import { createFolder, type RunningSite, startSite } from '../support/site'
import { eventually, fetchHealth, visit } from '../support/visits'
import { WorkspaceServer } from '../support/workspace-server'
import { expect, test } from './base'

/** Lists do not contain unlisted pages either. */
const FOR_LISTS: ClosedBy[] = [...FOR_VISITORS, 'unlisted']

/** The forms of an address that a browser or a client requests. */
const FORMS: Record<string, string>[] = [{}, { accept: 'text/markdown' }, { RSC: '1' }]
/** Outputs that list pages. Feeds are not among them, because their entries contain whole pages, with links to unlisted ones. */
const LISTS = [
  '/',
  '/index.md',
  '/sitemap.xml',
  '/llms.txt',
  '/tags',
  '/tags/sea',
  '/archive',
  '/search?q=post',
  '/zqdrafttitl',
]

/** What a site logs of the first sync of this workspace. The API returns no addresses of some icons and covers. */
const SYNC_OUTPUT = [
  /^Synced in [\d.]+ \w+ with \d+ calls: \d+ added; \d+ files not loaded$/,
  // Only while it takes longer.
  /^\d+ of \d+ pages, \d+ of \d+ files, \d+ requests a minute/,
]

const keys = createServiceKeys()
const { dir, files } = writeCanaryWorkspace()

interface Walk {
  /** Whose content must not be found. */
  closed: readonly ClosedBy[]
  /** What is requested in each form. */
  forms: readonly Record<string, string>[]
  /** Called for each request, because a token is valid for a minute. */
  createCookie?: () => string
  /** What the addresses begin with that are followed. */
  within?: string
}

/** Requests what can be reached from an address. Returns the paths, and where it found closed content. */
async function crawl(site: RunningSite, start: string[], { closed, forms, createCookie, within = '/' }: Walk) {
  const canaries = matchCanaries(closed)
  const visited = new Set(start)
  const leaks: string[] = []
  for (const address of visited) {
    for (const form of address.endsWith('.md') ? [{}] : forms) {
      const headers = { ...form, ...(createCookie && { cookie: createCookie() }) }
      const response = await fetch(site.url + address, { headers })
      const body = await response.text()
      // A missing page repeats its address in its link to sign in. Longer words, such as a suggested title, and pages that lead to a closed
      // address are still found.
      const [requested] = /zq\w+$/.exec(address) ?? []
      // The length of a compressed page varies, and could be one of the numbers.
      const sentHeaders = [...response.headers].filter(([name]) => name !== 'content-length')
      const sent = `${JSON.stringify(sentHeaders)}\n${body}`
      const output = requested === undefined ? sent : sent.replaceAll(new RegExp(`${requested}(?!\\w)`, 'g'), '')
      leaks.push(...findLeaks(output, canaries, `${address} ${JSON.stringify(form)}`))
      for (const [, found = ''] of body.matchAll(/(?:href|src)="(\/[^"#]*)"/g)) {
        const next = found.replaceAll('&amp;', '&')
        if (next.includes('/_next/') || !next.startsWith(within)) continue
        visited.add(next)
        if (/^\/[^?.]+$/.test(next)) visited.add(`${next}.md`)
        if (/^\/[^?.]+$/.test(next) && !createCookie) visited.add(`/plain${next}`)
      }
    }
  }
  return { visited: [...visited], leaks }
}

for (const source of ['a folder', 'the official API'] as const) {
  test.describe(`a workspace from ${source}, whose closed pages are reached in every way`, () => {
    // The walks request all addresses of the site.
    test.describe.configure({ mode: 'default', timeout: 180_000 })
    const unshown = source === 'a folder' ? UNSHOWN : []
    // Where the content came from makes no difference to the forms of a page, members and previews. All are tested nightly.
    const isThorough = source === 'a folder' || isCompleteRun
    const forms = isThorough ? FORMS : FORMS.slice(0, 1)
    let site: RunningSite
    let workspace: WorkspaceServer | undefined
    const cookieOf = (organization?: { slug: string }) => createCookies(keys, createToken(keys, site.url, organization))

    test.beforeAll(async () => {
      // Starts a site, and syncs the workspace.
      test.setTimeout(180_000)
      const env = { ...getSignInEnv(keys), SITE_SECRET: 'a-secret-of-the-tests', SEARCH_RATE: '10000' }
      if (source === 'a folder') {
        site = await startSite({ workspaceDir: dir, env })
      } else {
        workspace = await WorkspaceServer.start(dir)
        site = await startSite({
          workspaceDir: createFolder('canaries-synced'),
          env: { ...env, ...workspace.officialEnv, SYNC_RATE: '500', SYNC_INTERVAL: '3600' },
          expectedOutput: SYNC_OUTPUT,
        })
        // Icons and covers have no address in this API, so the site may be degraded.
        await eventually(() => fetchHealth(site)).not.toBe('live')
        // It shows the first pages while others are fetched.
        const readHealth = async () => (await visit(site, '/api/health')).text
        await eventually(readHealth).not.toContain('The first sync has not ended yet')
      }
    })
    test.afterAll(async () => {
      await site.stop()
      await workspace?.stop()
    })

    test('visitors see nothing of them', async () => {
      const start = [
        ...LISTS,
        '/feed.xml',
        '/feed.json',
        '/open',
        '/near',
        '/plain/open',
        '/llms-full.txt',
        '/no-such-page',
      ]
      const { visited, leaks } = await crawl(site, start, { closed: [...FOR_VISITORS, ...unshown], forms })
      expect(leaks).toEqual([])
      for (const each of ['/open.md', '/plain/near', '/task']) expect(visited).toContain(each)
      // The official API does not return what is in a button.
      if (source === 'a folder') expect(visited).toContain('/copied')
      const open = await (await fetch(`${site.url}/open`)).text()
      expect(open).toContain('The open post')
      expect(open).toContain('A place for a ship')
    })

    test('lists contain no unlisted pages', async () => {
      const canaries = matchCanaries(FOR_LISTS)
      const leaks: string[] = []
      for (const address of LISTS) {
        for (const headers of FORMS) {
          const body = await (await fetch(site.url + address, { headers })).text()
          const output = address.startsWith('/zq') ? body.replaceAll(address.slice(1), '') : body
          leaks.push(...findLeaks(output, canaries, `${address} ${JSON.stringify(headers)}`))
        }
      }
      // Entries have links to unlisted pages, but are not such pages.
      for (const address of ['/feed.xml', '/feed.json', '/llms-full.txt']) {
        const body = await (await fetch(site.url + address)).text()
        expect(body).toContain('The open post')
        leaks.push(...findLeaks(body, /zqunlistedtext/, address))
      }
      expect(leaks).toEqual([])
    })

    test('search finds nothing of them', async () => {
      const words = [
        'zq',
        'zqdraftnote',
        'zqdraftknown',
        'zqhiddentranscription',
        '7310001',
        '7,310,001',
        '2181',
        'post',
      ]
      const leaks: string[] = []
      for (const query of words) {
        for (const [cookie, closed] of [
          [undefined, FOR_LISTS],
          [cookieOf(), [...FOR_EDITORS_ONLY, 'staff', 'unlisted']],
        ] as const) {
          const headers: Record<string, string> = cookie === undefined ? {} : { cookie }
          const body = await (await requestSearch(site, { query }, headers)).text()
          leaks.push(...findLeaks(body, matchCanaries(closed), `${query} ${cookie === undefined}`))
        }
        const found = await callTool(site.url, 'search', { query })
        leaks.push(...findLeaks(found.body, matchCanaries(FOR_LISTS), `the tool for ${query}`))
      }
      for (const { id, access } of site.index().pages) {
        const { body: result } = await callTool(site.url, 'fetch', { id })
        const closed = access.kind === 'public' ? FOR_VISITORS : FOR_LISTS
        leaks.push(...findLeaks(result, matchCanaries(closed), `the tool for ${id}`))
      }
      expect(leaks).toEqual([])
    })

    test('files are served only if an open page shows them', async () => {
      const served: string[] = []
      const all = Object.values(files)
      const requestFile = async ({ hash = '' } = {}) => (await fetch(`${site.url}/files/${hash}/any.png`)).status
      // A first sync publishes pages before their files.
      await eventually(() => requestFile(all.find(({ file }) => file === 'files/zqunlistedfile.png'))).toBe(200)
      for (const each of all) if ((await requestFile(each)) === 200) served.push(each.file)
      if (source === 'a folder') expect(served).toContain('files/copied.png')
      expect(served).not.toContain('files/concealed.png')
      expect(served.filter((file) => matchCanaries([...FOR_VISITORS, ...unshown]).test(file))).toEqual([])
    })

    if (!isThorough) return

    test('members see only what is open to them', async () => {
      const start = ['/members', '/members/open']
      for (const [organization, closed] of [
        [undefined, [...FOR_EDITORS_ONLY, 'staff']],
        [{ slug: 'staff' }, FOR_EDITORS_ONLY],
      ] as const) {
        const { leaks } = await crawl(site, start, { closed, forms, createCookie: () => cookieOf(organization) })
        expect(leaks).toEqual([])
      }
      const response = await fetch(`${site.url}/members/zqmemberstitle`, { headers: { cookie: cookieOf() } })
      expect(await response.text()).toContain('zqmemberstext')
      const open = await fetch(`${site.url}/members/open`, { headers: { cookie: cookieOf() } })
      expect(await open.text()).toMatch(/class="term-note".*?zqmembersmeaning/)
    })

    test('feeds and tools for assistants of members contain only what is open to them', async () => {
      const leaks: string[] = []
      for (const [person, organization, closed] of [
        ['user_1', undefined, [...FOR_EDITORS_ONLY, 'staff']],
        ['user_2', { slug: 'staff' }, FOR_EDITORS_ONLY],
        ['user_3', { slug: 'editors', role: 'admin' }, [...FOR_EDITORS_ONLY, 'staff']],
      ] as const) {
        const token = createToken(keys, site.url, organization, { sub: person })
        const addresses = await makePersonalAddresses(site.url, createCookies(keys, token))
        const feed = await (await fetch(site.url + addresses.feed)).text()
        // Feeds contain no pages with dates in the future, which closed rows have.
        expect(feed).toContain('The open post')
        leaks.push(...findLeaks(feed, matchCanaries(closed), `the feed of ${person}`))
        const bearer = `Bearer ${addresses.token}`
        for (const query of ['zq', 'zqdraftnote', 'zqhiddentranscription', '7310001', 'post']) {
          const { body } = await callTool(site.url, 'search', { query }, bearer)
          leaks.push(...findLeaks(body, matchCanaries([...closed, 'unlisted']), `the tool of ${person} for ${query}`))
        }
        const fetched: string[] = []
        for (const { id } of site.index().pages) {
          const { body } = await callTool(site.url, 'fetch', { id }, bearer)
          fetched.push(body)
          leaks.push(...findLeaks(body, matchCanaries(closed), `the tool of ${person} for ${id}`))
        }
        expect(fetched.join()).toContain('zqmemberstext')
        expect(fetched.join().includes('zqstafftext')).toBe(person === 'user_2')
      }
      expect(leaks).toEqual([])
    })

    test('a preview link shows its draft and nothing of the others', async () => {
      const form = { page: pageId('draft'), subpages: 'on' }
      const link = await makePreviewLink(site.url, createEditorCookies(site.url, keys), form)
      const others = [...FOR_VISITORS, ...unshown].filter((each) => each !== 'draft')
      const preview = await crawl(site, [link], { closed: others, forms, within: '/preview/' })
      expect(preview.leaks).toEqual([])
      expect(preview.visited.length).toBeGreaterThan(1)
      // Without the link, visitors see no more than before.
      const closed = [...FOR_VISITORS, ...unshown]
      expect((await crawl(site, LISTS, { closed, forms, within: '/preview/' })).leaks).toEqual([])
      expect(await (await fetch(site.url + link)).text()).toContain('zqdrafttext')
    })
  })
}
