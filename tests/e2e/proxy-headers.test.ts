import { readFileSync } from 'node:fs'
import type { BrowserContext } from '@playwright/test'
import { findPageId, METRICS_TOKEN, type MembersPages, RESTRICTED_TEXT, readResponse } from '../support/members-site'
import { writeMembersWorkspace } from '../support/members-workspace'
import { startNginx, type WebServer } from '../support/nginx'
import { PORT_IN_USE, startOnFreePort } from '../support/ports'
import { type RunningSite, startSite } from '../support/site'
import { testMembersPages } from './members-pages'
import { expect, test } from './test'

// One worker runs these tests, because their site is expensive to start.
test.describe.configure({ mode: 'default', timeout: 180_000 })

/** The address from which nginx connects to the site. Other requests of this machine come from 127.0.0.1. */
const PROXY = '127.0.0.9'

const { dir, picture, html } = writeMembersWorkspace()
let site: RunningSite
let nginx: WebServer
/** The public address of the site, which is that of the proxy. */
let url: string

test.beforeAll(async () => {
  test.setTimeout(180_000)
  site = await startOnFreePort(async (port) => {
    const proxy = await startNginx((own) => createConfiguration(own, port))
    nginx = proxy
    url = `http://localhost:${proxy.port}`
    return startBehindProxy(port).catch(async (error: unknown) => {
      await proxy.stop()
      if (PORT_IN_USE.test(String(error))) return undefined
      throw error
    })
  })
})
test.afterAll(async () => {
  await nginx.stop()
  await site.stop()
})

const startBehindProxy = (port: number) =>
  startSite({
    workspaceDir: dir,
    env: {
      PORT: String(port),
      SITE_URL: url,
      TRUST_PROXY: '1',
      AUTH_HEADER_USER: 'Remote-User',
      AUTH_HEADER_GROUPS: 'Remote-Groups',
      AUTH_HEADER_FROM: PROXY,
      EDITORS_GROUP: 'editors',
      METRICS_TOKEN,
    },
    // One test damages the content of a page.
    expectedOutput: [
      /^Page \S+ \(\/notice, “Notice”\) could not be shown: /,
      /\/pages\/\S+\.json\.gz is missing or damaged: it is rebuilt$/,
    ],
  })

/** The groups of the people whom the proxy knows, by the cookie that stands for its session. Both of Ben are one person. */
const GROUPS: Record<string, string> = {
  mia: '',
  board: 'board',
  choir: 'choir',
  editors: 'editors',
  ben: 'board,choir',
  'ben-later': 'choir',
}

const createMap = (values: (who: string, groups: string) => string) =>
  Object.entries(GROUPS)
    .map(([who, groups]) => `${who} "${values(who, groups)}";`)
    .join(' ')

/** The configuration in the documentation. */
const [, DOCUMENTED = ''] = /```nginx\n(.*?)```/s.exec(readFileSync('docs/sign-in.md', 'utf8')) ?? []

/** The second server responds as Authelia does to nginx. */
const createConfiguration = (port: number, sitePort: number) => `${process.getuid?.() === 0 ? 'user root;\n' : ''}
pid /tmp/nginx.pid;
events {}
http {
  access_log off;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((each) => `${each}_temp_path /tmp/nginx-${each};`).join(' ')}
  map $cookie_who $who { default ""; ${createMap((who) => `${who.split('-')[0]}@example.com`)} }
  map $cookie_who $their_groups { default ""; ${createMap((_, groups) => groups)} }
  server {
    listen 127.0.0.1:${port};
    proxy_bind ${PROXY};
    ${DOCUMENTED.replaceAll('http://127.0.0.1:3000', `http://127.0.0.1:${sitePort}`)}
    location = /authelia {
      internal;
      proxy_bind off;
      proxy_pass_request_body off;
      proxy_set_header Content-Length "";
      proxy_pass http://unix:/tmp/nginx.sock:/;
    }
  }
  server {
    listen unix:/tmp/nginx.sock;
    location / {
      if ($who = "") { return 401; }
      add_header Remote-User $who;
      add_header Remote-Groups $their_groups;
      return 204;
    }
  }
}
`

async function request(path: string, who?: string, init: RequestInit = {}, origin = url) {
  const cookie: Record<string, string> = who === undefined ? {} : { cookie: `who=${who}` }
  const headers = { accept: 'text/html', ...cookie, ...init.headers }
  return readResponse(await fetch(origin + path, { redirect: 'manual', ...init, headers }))
}

testMembersPages(() => {
  const sendRequest: MembersPages['sendRequest'] = (path, { as = 'visitor', ...init } = {}) =>
    request(path, as === 'visitor' ? undefined : as === 'mia' ? as : as.slug, init)
  return {
    site: { url, stateDir: site.stateDir, index: site.index },
    ...{ picture, html, sendRequest },
    findPageId: (title) => findPageId(site, title),
  }
})

/** Headers with which a client claims to be an editor. */
const CLAIMS: Record<string, string>[] = [
  { 'remote-user': 'eva@example.com', 'remote-groups': 'editors' },
  { 'remote-user': 'eva@example.com', 'remote-groups': 'editors', 'x-colophon-proxy': '1' },
  { 'remote-user': 'eva@example.com', 'remote-groups': 'editors', 'x-forwarded-for': PROXY },
  { remote_user: 'eva@example.com', remote_groups: 'editors' },
]

test('all groups of a person count at once, and a changed group with the next request', async () => {
  expect((await request('/members/ledger', 'ben')).body).toContain('Figures of the board')
  expect((await request('/members/songbook', 'ben')).body).toContain('Songs of the choir')
  const account = await request('/account', 'ben')
  expect(account.body).toContain('ben@example.com')
  expect(account.body).not.toContain('<form class="plain"')
  expect(account.body).toContain('>choir<')
  expect((await request('/members/ledger', 'ben-later')).status).toBe(403)
  expect((await request('/members/songbook', 'ben-later')).status).toBe(200)
  expect((await request('/members/ledger', 'ben')).status).toBe(200)
})

test('the sign-in page leads back those whom the proxy names, and explains to others who signs them in', async () => {
  const path = '/sign-in?redirect_url=%2Fmembers%2Fledger'
  expect((await request(path)).status).toBe(401)
  const past = await request(path, undefined, {}, site.url)
  expect([past.status, past.body.includes('The service in front of this site')]).toEqual([403, true])
  const back = await request(path, 'ben')
  expect([back.status, back.location]).toEqual([303, '/members/ledger'])
})

test('ignores headers that a client sends, through the proxy and past it', async () => {
  for (const headers of CLAIMS) {
    for (const origin of [url, site.url]) {
      for (const path of ['/members', '/members/desk', '/members/ledger']) {
        const { status, body } = await request(path, undefined, { headers }, origin)
        expect(status, `${origin}${path} ${JSON.stringify(headers)}`).toBe(307)
        expect(body).not.toMatch(RESTRICTED_TEXT)
      }
    }
  }
  // The proxy replaces them for people whom it knows as well.
  expect((await request('/members/desk', 'ben', { headers: CLAIMS[0] ?? {} })).status).toBe(403)
})

test('public pages are the same for everyone, and no response names the proof', async () => {
  const [visitor, member] = [await request('/quay'), await request('/quay', 'ben')]
  expect(member.body).toBe(visitor.body)
  for (const { headers, body } of [member, await request('/members/ledger', 'ben'), await request('/account', 'ben')]) {
    expect(JSON.stringify([...headers])).not.toContain('x-colophon')
    expect(body).not.toMatch(/clerk|__client_uat/i)
  }
})

const setPerson = (context: BrowserContext, who: string) => context.addCookies([{ name: 'who', value: who, url }])

test('public pages show who is signed in, and a sign-out at the proxy takes effect at once in another tab', async ({
  page,
  context,
  expectConsole,
}) => {
  expectConsole(/^error: Failed to load resource: the server responded with a status of 401/)
  // The 401 page of nginx takes no part in the transition.
  expectConsole(/^uncaught: Transition was aborted because of invalid state\. ViewTransition opt-in disabled/)
  await setPerson(context, 'ben')
  await page.goto(`${url}/members/ledger`)
  await expect(page.getByText('Figures of the board')).toBeVisible()
  await page.goto(`${url}/quay`)
  await expect(page.getByRole('link', { name: 'Your account' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Sign in' })).toBeHidden()
  await context.clearCookies({ name: 'who' })
  await page.goBack()
  await expect(page).toHaveURL(/\/sign-in\?redirect_url=%2Fmembers%2Fledger$/)
  await expect(page.getByText('Figures of the board')).toHaveCount(0)
  await page.goto(`${url}/quay`)
  await expect(page.getByRole('link', { name: 'Sign in' }).first()).toBeVisible()
})
