import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { type ClosedBy, matchCanaries, writeCanaryWorkspace } from '../support/canary-workspace'
import { CookieBrowser, formatCookies } from '../support/oidc/browser'
import { type OidcMembersSite, startOidcMembersSite } from '../support/oidc/members-site'
import { callTool, makePersonalAddresses } from '../support/personal-access'
import { requestSearch } from '../support/search-request'
import { expect, test } from './base'

// The walks request all addresses of the site.
test.describe.configure({ mode: 'default', timeout: 180_000 })

const FOR_EDITORS_ONLY: ClosedBy[] = ['draft', 'locked', 'deleted', 'hidden', 'unshown']
const FORMS: Record<string, string>[] = [{}, { accept: 'text/markdown' }, { RSC: '1' }]
const START = [
  '/',
  '/members',
  '/members/tags',
  '/members/task',
  '/feed.xml',
  '/sitemap.xml',
  '/llms-full.txt',
  '/account',
]

/** The axis of a timeline has all years between the first and the last row that the viewer may read. */
const AXIS = /<div class="timeline-axis".*?<\/div>|\\?"ticks\\?":\[\[.*?\]\]/gs

const WORDS = ['zq', 'zqdraftnote', 'zqdraftknown', 'zqstafftext', 'zqhiddentranscription', '7310001', '2181', 'post']

let members: OidcMembersSite
let startedAt: number
test.beforeAll(async () => {
  test.setTimeout(180_000)
  startedAt = Date.now()
  members = await startOidcMembersSite({ SEARCH_RATE: '10000' }, writeCanaryWorkspace().dir)
  members.provider.accounts.set('sam', { groups: ['staff'] })
})
test.afterAll(() => members.stop())

/** Requests everything that a browser can reach, in all forms. Returns the paths, and where closed content was found. */
async function crawl(browser: CookieBrowser, closed: readonly ClosedBy[]) {
  const canaries = matchCanaries(closed)
  const visited = new Set(START)
  const leaks: string[] = []
  for (const address of visited) {
    for (const headers of FORMS) {
      const response = await browser.send(members.site.url + address, { headers })
      const body = await response.text()
      const [requested] = /zq\w+$/.exec(address) ?? []
      // The length of a compressed page varies, and could be one of the numbers.
      const sentHeaders = [...response.headers].filter(([name]) => name !== 'content-length')
      const sent = `${JSON.stringify(sentHeaders)}\n${body}`
      const output = requested === undefined ? sent : sent.replaceAll(new RegExp(`${requested}(?!\\w)`, 'g'), '')
      leaks.push(...findLeaks(output, canaries, `${address} ${JSON.stringify(headers)}`))
      for (const [, link = ''] of body.matchAll(/(?:href|src)="(\/[^"#]*)"/g)) {
        const next = link.replaceAll('&amp;', '&')
        if (!/\/_next\/|^\/auth\//.test(next)) visited.add(next)
      }
    }
  }
  return { visited, leaks }
}

/** Returns each closed word of an output once, with the name of the output. */
function findLeaks(output: string, canaries: RegExp, name: string): string[] {
  const found = output.replaceAll(AXIS, '').match(new RegExp(canaries, 'gi')) ?? []
  return [...new Set(found)].map((word) => `${name}: ${word}`)
}

test('a member of no group sees nothing of a group, of drafts and of locked pages', async () => {
  const { visited, leaks } = await crawl(await members.signIn('mia'), [...FOR_EDITORS_ONLY, 'staff'])
  expect(leaks).toEqual([])
  expect(visited.size).toBeGreaterThan(20)
})

test('a member of a group sees what the group may read, and nothing of drafts and locked pages', async () => {
  const { visited, leaks } = await crawl(await members.signIn('sam'), FOR_EDITORS_ONLY)
  expect(leaks).toEqual([])
  expect(visited.size).toBeGreaterThan(20)
})

test('search, feeds and tools for assistants contain only what their person may read', async () => {
  const { site, signIn } = members
  const leaks: string[] = []
  for (const [account, closed] of [
    [undefined, [...FOR_EDITORS_ONLY, 'members', 'staff', 'unlisted']],
    ['mia', [...FOR_EDITORS_ONLY, 'staff', 'unlisted']],
    ['sam', [...FOR_EDITORS_ONLY, 'unlisted']],
  ] as const) {
    const { cookies } = account === undefined ? new CookieBrowser() : await signIn(account)
    const cookie = formatCookies(cookies)
    const addresses = account === undefined ? undefined : await makePersonalAddresses(site.url, cookie)
    const bearer = addresses && `Bearer ${addresses.token}`
    const outputs: [name: string, body: string][] = []
    for (const query of WORDS) {
      outputs.push([`search for ${query}`, await (await requestSearch(site, { query }, { cookie })).text()])
      const page = await fetch(`${site.url}/search?q=${query}`, { headers: { cookie } })
      outputs.push([`the page of ${query}`, (await page.text()).replaceAll(query, '')])
      outputs.push([`the tool for ${query}`, (await callTool(site.url, 'search', { query }, bearer)).body])
    }
    if (addresses) outputs.push(['the feed', await (await fetch(site.url + addresses.feed)).text()])
    const all = outputs.map(([, body]) => body).join()
    expect([all.includes('zqmembers'), all.includes('zqstaff')]).toEqual([account !== undefined, account === 'sam'])
    for (const [name, body] of outputs) {
      // The entries of a feed contain whole pages, with links to unlisted ones.
      const own = closed.filter((each) => each !== 'unlisted' || name !== 'the feed')
      leaks.push(...findLeaks(body, matchCanaries(own), `${name} of ${account}`))
    }
  }
  expect(leaks).toEqual([])
})

test('a visitor, and a member who has signed out, see nothing of members', async () => {
  const closed: ClosedBy[] = [...FOR_EDITORS_ONLY, 'members', 'staff']
  expect((await crawl(new CookieBrowser(), closed)).leaks).toEqual([])
  const browser = await members.signIn('sam')
  const before = new Map(browser.cookies)
  const headers = { 'sec-fetch-site': 'same-origin' }
  await browser.send(`${members.site.url}/auth/sign-out`, { method: 'POST', headers })
  const copy = new CookieBrowser()
  for (const [name, value] of before) if (name.startsWith('colophon')) copy.cookies.set(name, value)
  expect((await crawl(copy, closed)).leaks).toEqual([])
})

test('caches contain nothing of them after all of this', async () => {
  // Public pages, now from the document cache and those of Next.js.
  const { leaks, visited } = await crawl(new CookieBrowser(), [...FOR_EDITORS_ONLY, 'members', 'staff'])
  expect(leaks).toEqual([])
  expect(visited.size).toBeGreaterThan(5)
  const canaries = matchCanaries([...FOR_EDITORS_ONLY, 'members', 'staff'])
  const { stateDir } = members.site
  const written = [stateDir, '.next']
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => path.join(folder, name)),
    )
    // The working copy is the workspace itself, with everything in it.
    .filter((file) => !file.startsWith(path.join(stateDir, 'workspaces')))
    .flatMap((file) => {
      try {
        const found = statSync(file)
        return found.isFile() && found.mtimeMs >= startedAt ? [{ file, text: readFileSync(file, 'latin1') }] : []
      } catch (error) {
        // A site may have replaced a file meanwhile.
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
        throw error
      }
    })
  expect(written.length).toBeGreaterThan(0)
  const stored = written.flatMap(({ file, text }) => findLeaks(text, canaries, file))
  expect(stored).toEqual([])
})
