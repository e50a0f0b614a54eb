import { createHmac } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { createFolder, type RunningSite, startSite } from '@/tests/support/site'
import { type SimplePage, writePage } from '@/tests/support/workspaces'
import { expect, test } from './base'

const ROOT = '20000000-0000-4000-8000-000000000001'
const CHILD = '20000000-0000-4000-8000-000000000002'
const SECRET = 'revalidate-secret'
const TOKEN = 'secret_webhooktoken'

const root: SimplePage = { id: ROOT, title: 'Harbour', text: 'Welcome', children: [CHILD] }
const child: SimplePage = { id: CHILD, title: 'Tides', parent: ROOT, text: 'High at noon' }

async function startHarbour(env: Record<string, string>, expectedOutput: RegExp[] = []) {
  const workspaceDir = createFolder('harbour')
  for (const page of [root, child]) writePage(workspaceDir, page)
  const site = await startSite({ workspaceDir, env, expectedOutput })
  return { site, workspaceDir }
}

function revalidate(site: RunningSite, body: unknown, headers = { authorization: `Bearer ${SECRET}` }) {
  return fetch(`${site.url}/api/revalidate`, { method: 'POST', body: JSON.stringify(body), headers })
}

function sendWebhook(site: RunningSite, body: string, headers: Record<string, string> = {}) {
  return fetch(`${site.url}/api/webhooks/notion`, { method: 'POST', body, headers })
}

const sign = (body: string, key = TOKEN) => ({
  'x-notion-signature': `sha256=${createHmac('sha256', key).update(body).digest('hex')}`,
})

/** Returns the requests that wait for a sync. No sync runs in this test. */
function listSyncRequests({ stateDir }: RunningSite): unknown[] {
  try {
    const dir = `${stateDir}/sync/requests`
    return readdirSync(dir).map((name) => JSON.parse(readFileSync(`${dir}/${name}`, 'utf8')))
  } catch {
    return []
  }
}

test.describe('with a secret and a webhook token', () => {
  test.describe.configure({ mode: 'default' })
  let site: RunningSite
  let workspaceDir: string
  test.beforeAll(async () => {
    // Long enough for the start of a site on a busy machine.
    test.setTimeout(180_000)
    ;({ site, workspaceDir } = await startHarbour({ REVALIDATE_SECRET: SECRET, NOTION_WEBHOOK_TOKEN: TOKEN }))
  })
  test.afterAll(() => site.kill())

  test('a revalidation responds after the pages were refreshed', async () => {
    // Three preparations take long on a busy machine.
    test.setTimeout(90_000)
    const readText = async (path: string) => (await fetch(site.url + path)).text()
    expect(await readText('/tides')).toContain('High at noon')
    for (const time of ['one', 'two']) {
      writePage(workspaceDir, { ...child, title: `Tides at ${time}`, text: `High at ${time}` })
      const response = await revalidate(site, { pages: [CHILD.replaceAll('-', '')] })
      expect(response.status).toBe(200)
      expect(response.headers.get('cache-control')).toContain('no-store')
      const { refreshed } = (await response.json()) as { refreshed: string[] }
      expect(refreshed).toEqual(expect.arrayContaining(['/', `/tides-at-${time}`]))
      // A single visit without polling shows the change, on the page and on the page that shows its title.
      expect(await readText(`/tides-at-${time}`)).toContain(`High at ${time}`)
      expect(await readText('/')).toContain(`Tides at ${time}`)
    }
    expect(await (await revalidate(site, { all: true })).json()).toEqual({ refreshed: ['/', '/tides-at-two'] })
  })

  test('a revalidation requires the secret, a valid body and the POST method', async () => {
    for (const authorization of ['', SECRET, `Basic ${SECRET}`, 'Bearer', `Bearer ${SECRET}x`]) {
      const response = await revalidate(site, { all: true }, { authorization })
      expect(response.status, authorization).toBe(401)
      expect(response.headers.get('www-authenticate')).toBe('Bearer')
    }
    for (const body of [
      null,
      [],
      'all',
      {},
      { all: false },
      { pages: 'all' },
      { pages: ['../..'] },
      { all: true, pages: [] },
    ]) {
      expect((await revalidate(site, body)).status, JSON.stringify(body)).toBe(400)
    }
    expect((await revalidate(site, { pages: ['x'.repeat(2_000_000)] })).status).toBe(413)
    for (const method of ['GET', 'PUT', 'DELETE']) {
      const response = await fetch(`${site.url}/api/revalidate`, {
        method,
        headers: { authorization: `Bearer ${SECRET}` },
      })
      expect(response.status, method).toBe(405)
      expect(response.headers.get('allow')).toBe('POST')
    }
  })

  test('a signed webhook event requests a sync of its page once', async () => {
    const body = JSON.stringify({ id: 'e1', type: 'page.content_updated', entity: { id: CHILD, type: 'page' } })
    for (const headers of [{}, sign(body, 'another'), sign(`${body} `), { 'x-notion-signature': 'sha256=' }]) {
      expect((await sendWebhook(site, body, headers)).status).toBe(401)
    }
    // A verification request, which has no signature, is rejected once a token is set.
    expect((await sendWebhook(site, '{"verification_token":"secret_abcdefgh"}')).status).toBe(401)
    expect(listSyncRequests(site)).toEqual([])
    for (let again = 0; again < 3; again++) expect((await sendWebhook(site, body, sign(body))).status).toBe(200)
    expect(listSyncRequests(site)).toEqual([{ pages: [CHILD] }])
    for (const bad of ['', 'null', '{', '[]', '{"id":"e2"}', '[[]', '{"id":"\ud800']) {
      expect((await sendWebhook(site, bad, sign(bad))).status, bad.slice(0, 20)).toBe(400)
    }
    const long = JSON.stringify({ id: 'e3', type: 'page.created', data: 'x'.repeat(300_000) })
    expect((await sendWebhook(site, long, sign(long))).status).toBe(413)
    expect((await fetch(`${site.url}/api/webhooks/notion`)).status).toBe(405)
    expect(listSyncRequests(site)).toHaveLength(1)
    expect(site.output()).not.toContain(TOKEN)
  })
})

test('returns 404 for /api/revalidate without a secret', async ({ sample }) => {
  for (const method of ['GET', 'POST']) {
    expect((await fetch(`${sample.url}/api/revalidate`, { method })).status).toBe(404)
  }
})

test.describe('without a secret', () => {
  test.describe.configure({ mode: 'default' })
  let site: RunningSite
  test.beforeAll(async () => {
    // Long enough for the start of a site on a busy machine.
    test.setTimeout(180_000)
    // The server logs the token, and the unexpected error with its stack.
    ;({ site } = await startHarbour({}, [/./]))
  })
  test.afterAll(async () => {
    await site.kill()
    rmSync(site.stateDir, { recursive: true, force: true })
  })

  test('logs a verification token once, and rejects events until the token is set', async () => {
    const verification = '{"verification_token":"secret_tMrlL1qK5vuQAh1b6cZG"}'
    expect((await sendWebhook(site, verification)).status).toBe(200)
    expect((await sendWebhook(site, verification)).status).toBe(200)
    const event = JSON.stringify({ id: 'e1', type: 'page.created', entity: { id: CHILD, type: 'page' } })
    expect((await sendWebhook(site, event)).status).toBe(401)
    expect((await sendWebhook(site, event, sign(event))).status).toBe(401)
    for (let token = 0; token < 10; token++)
      await sendWebhook(site, `{"verification_token":"secret_of_another_${token}"}`)
    expect((await sendWebhook(site, '{"verification_token":"secret_one_too_many"}')).status).toBe(429)
    expect(site.output().split('secret_tMrlL1qK5vuQAh1b6cZG').length - 1, 'times it was logged').toBe(1)
    expect(site.output()).toContain("The webhook's verification token: secret_")
    expect(listSyncRequests(site)).toEqual([])
  })

  // The last test, because it damages the index.
  test('an unexpected error returns 500 and a page that says Internal Server Error [N-396]', async () => {
    const [copy = ''] = readdirSync(path.join(site.stateDir, 'workspaces'))
    const file = path.join(site.stateDir, 'workspaces', copy, 'index.json.gz')
    const { format } = JSON.parse(gunzipSync(readFileSync(file)).toString())
    let response = await fetch(`${site.url}/tides`)
    // Repeated, because the server repairs the file soon after it has detected the change.
    const breakAndRequest = async () => {
      // The server accepts an index of this format, and fails because everything else is missing.
      writeFileSync(file, gzipSync(JSON.stringify({ format })))
      response = await fetch(`${site.url}/tides`)
      return response.status
    }
    await expect.poll(breakAndRequest, { intervals: [50] }).toBe(500)
    expect(response.headers.get('content-type')).toMatch(/^text\/html/)
    const body = await response.text()
    expect(/<h1[^>]*>(.*?)<\/h1>/s.exec(body)?.[1]?.replace(/<[^>]*>/g, '')).toBe('500 Internal Server Error')
    expect(body).not.toMatch(/TypeError|at new Site|node_modules/)
  })
})
