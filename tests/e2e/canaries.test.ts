import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { type ClosedBy, matchCanaries, writeCanaryWorkspace } from '../support/canary-workspace'
import { runExport } from '../support/run-export'
import { requestSearch } from '../support/search-request'
import { createServiceKeys } from '../support/sign-in/keys'
import { createCookies, createToken, getSignInEnv } from '../support/sign-in/visitor'
import { createFolder, type RunningSite, startSite } from '../support/site'
import { eventually, fetchHealth } from '../support/visits'
import { WorkspaceServer } from '../support/workspace-server'
import { expect, test } from './base'

/** What no visitor, no member and no member of the organization `staff` may read. */
const FOR_EDITORS_ONLY: ClosedBy[] = ['draft', 'locked', 'deleted', 'hidden']
const FOR_VISITORS: ClosedBy[] = [...FOR_EDITORS_ONLY, 'members', 'staff']
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

const keys = createServiceKeys()
const { dir, files } = writeCanaryWorkspace()

/** Requests everything that can be reached from an address, in all forms. Returns the paths. */
async function crawl(site: RunningSite, start: string[], closed: readonly ClosedBy[], cookie?: string) {
  const canaries = matchCanaries(closed)
  const visited = new Set(start)
  for (const address of visited) {
    for (const form of FORMS) {
      const headers = { ...form, ...(cookie !== undefined && { cookie }) }
      const response = await fetch(site.url + address, { headers })
      const body = await response.text()
      const output = `${JSON.stringify([...response.headers])}\n${body}`
      expect(canaries.exec(output)?.[0], `${address} ${JSON.stringify(form)}`).toBeUndefined()
      for (const [, found = ''] of body.matchAll(/(?:href|src)="(\/[^"#]*)"/g)) {
        const next = found.replaceAll('&amp;', '&')
        if (next.includes('/_next/')) continue
        visited.add(next)
        if (/^\/[^?.]+$/.test(next) && cookie === undefined) visited.add(`/plain${next}`).add(`${next}.md`)
      }
    }
  }
  return [...visited]
}

async function callTool(site: RunningSite, name: string, args: object): Promise<string> {
  const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }
  const headers = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' }
  const response = await fetch(`${site.url}/mcp`, { method: 'POST', headers, body: JSON.stringify(body) })
  return response.text()
}

for (const source of ['a folder', 'the official API'] as const) {
  test.describe(`a workspace from ${source}, whose closed pages are reached in every way`, () => {
    // The walks request all addresses of the site.
    test.describe.configure({ mode: 'default', timeout: 180_000 })
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
          expectedOutput: [/./],
        })
        // Icons and covers have no address in this API, so the site may be degraded.
        await eventually(() => fetchHealth(site)).not.toBe('live')
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
      const visited = await crawl(site, start, FOR_VISITORS)
      for (const each of ['/open.md', '/plain/near', '/task']) expect(visited).toContain(each)
      expect(await (await fetch(`${site.url}/open`)).text()).toContain('The open post')
    })

    test('lists contain no unlisted pages', async () => {
      const canaries = matchCanaries(FOR_LISTS)
      for (const address of LISTS) {
        for (const headers of FORMS) {
          const body = await (await fetch(site.url + address, { headers })).text()
          const output = address.startsWith('/zq') ? body.replaceAll(address.slice(1), '') : body
          expect(canaries.exec(output)?.[0], `${address} ${JSON.stringify(headers)}`).toBeUndefined()
        }
      }
    })

    test('members see only what is open to them', async () => {
      await crawl(site, ['/members', '/members/open'], [...FOR_EDITORS_ONLY, 'staff'], cookieOf())
      await crawl(site, ['/members', '/members/open'], FOR_EDITORS_ONLY, cookieOf({ slug: 'staff' }))
      const response = await fetch(`${site.url}/members/zqmemberstitle`, { headers: { cookie: cookieOf() } })
      expect(await response.text()).toContain('zqmemberstext')
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
      for (const query of words) {
        for (const [cookie, closed] of [
          [undefined, FOR_LISTS],
          [cookieOf(), [...FOR_EDITORS_ONLY, 'staff', 'unlisted']],
        ] as const) {
          const headers: Record<string, string> = cookie === undefined ? {} : { cookie }
          const body = await (await requestSearch(site, { query }, headers)).text()
          expect(matchCanaries(closed).exec(body)?.[0], `${query} ${cookie === undefined}`).toBeUndefined()
        }
        expect(matchCanaries(FOR_LISTS).exec(await callTool(site, 'search', { query }))?.[0], query).toBeUndefined()
      }
      for (const { id, access } of site.index().pages) {
        const result = await callTool(site, 'fetch', { id })
        const closed = access.kind === 'public' ? FOR_VISITORS : FOR_LISTS
        expect(matchCanaries(closed).exec(result)?.[0], id).toBeUndefined()
      }
    })

    test('files are served only if an open page shows them', async () => {
      const served: string[] = []
      for (const { file, hash } of Object.values(files)) {
        const { status } = await fetch(`${site.url}/files/${hash}/any.png`)
        if (status === 200) served.push(file)
      }
      expect(served).toContain('files/zqunlistedfile.png')
      expect(served.filter((file) => matchCanaries(FOR_VISITORS).test(file))).toEqual([])
    })
  })
}

test('an export contains nothing of closed pages', async () => {
  // Exports the site.
  test.setTimeout(180_000)
  const out = path.join(createFolder('canaries-export'), 'site')
  const { code, stderr } = await runExport(out, dir, createFolder('canaries-state'))
  expect([code, stderr]).toEqual([0, expect.any(String)])
  const canaries = matchCanaries(FOR_VISITORS)
  const written = readdirSync(out, { recursive: true, encoding: 'utf8', withFileTypes: true }).filter((each) =>
    each.isFile(),
  )
  expect(written.length).toBeGreaterThan(20)
  for (const each of written) {
    const file = path.join(each.parentPath, each.name)
    if (file.includes('_next')) continue
    const content = readFileSync(file)
    const text = file.endsWith('.gz') ? gunzipSync(content) : content
    expect(canaries.exec(`${file}\n${text.toString('utf8')}`)?.[0], file).toBeUndefined()
  }
})
