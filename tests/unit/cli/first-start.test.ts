import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { writeRootPage } from '@/cli/lib/first-start/env-file'
import { serveFirstStart } from '@/cli/lib/first-start/serve-first-start'
import { checkAccess } from '@/cli/lib/first-start/welcome'
import { createTemporaryFolder } from '../../support/folders'
import { validateHtml } from '../../support/html'

const ID = 'aaaaaaaa-aaaa-aaaa-aaaa-aaaaaaaaaaaa'
const ADDRESS = `https://www.notion.so/My-site-${'a'.repeat(32)}`

async function start(envFile = path.join(createTemporaryFolder(), '.env')) {
  const ended = new AbortController()
  onTestFinished(() => ended.abort())
  const url = new URL(
    await serveFirstStart({
      envFile,
      siteUrl: 'http://localhost:3000',
      checkAccess: async () => ({ isReadable: false, access: 'The root page is <private>' }),
      stopped: ended.signal,
    }),
  )
  const read = () => {
    try {
      return readFileSync(envFile, 'utf8')
    } catch {
      return undefined
    }
  }
  return { url, envFile, read, send: (more: Partial<Sent> = {}) => send(url, more) }
}

interface Sent {
  method: string
  path: string
  headers: Record<string, string>
  body: string
}

/** Sends a request as given, also with headers that `fetch` refuses. */
async function send(
  { hostname, port, pathname, origin }: URL,
  { method = 'GET', headers = {}, ...more }: Partial<Sent>,
) {
  const form = { origin, 'content-type': 'application/x-www-form-urlencoded' }
  const body = more.body ?? ''
  const length = { 'content-length': String(Buffer.byteLength(body)) }
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const all = method === 'POST' ? { ...form, ...length, ...headers } : headers
    request({ hostname, port, method, path: more.path ?? pathname, headers: all }, resolve)
      .on('error', reject)
      .end(body)
  })
  return { status: response.statusCode, headers: response.headers, body: await text(response) }
}

const post = (page: string, headers = {}): Partial<Sent> => ({
  method: 'POST',
  headers,
  body: new URLSearchParams({ page }).toString(),
})

test('the page shows the three steps, with commands to copy, and is valid HTML', async () => {
  const { send } = await start()
  const { status, body, headers } = await send()
  expect(status).toBe(200)
  for (const part of ['1. Share', '2. Give', '3. Start', 'data-copy="npm run site"', '<form method="post">'])
    expect(body).toContain(part)
  // The line with the secret is for `.env`, not for a shell, whose history would keep it.
  expect(body.match(/data-copy="[^"]*"/g)).toEqual(['data-copy="npm run site"', 'data-copy="npm run doctor"'])
  expect(headers['content-security-policy']).toContain("default-src 'none'")
  expect(headers['referrer-policy']).toBe('same-origin')
  expect(await validateHtml(body)).toEqual([])
})

test('an address is saved as an id in .env, which only the user can read, and the page says whether it can be read', async () => {
  const { url, envFile, read, send } = await start()
  const { status, headers } = await send(post(`  ${ADDRESS}?pvs=4 `))
  expect([status, headers.location]).toEqual([303, url.pathname])
  expect(read()).toBe(`NOTION_ROOT_PAGE=${ID}\n`)
  expect(statSync(envFile).mode & 0o777).toBe(0o600)
  const { body } = await send()
  expect(body).toContain('The root page is &lt;private&gt;')
  expect(await validateHtml(body)).toEqual([])
})

test.each(['', 'my page', 'https://www.notion.so/My-site', '"><script>alert(1)</script>', `${'a'.repeat(32)}\nPORT=1`])(
  'the address %j is refused with what to do, and nothing is written',
  async (address) => {
    const { read, send } = await start()
    const { status, body } = await send(post(address))
    expect(status).toBe(422)
    expect(body).toContain('Copy link')
    expect(body).not.toContain('<script>alert')
    expect(await validateHtml(body)).toEqual([])
    expect(read()).toBeUndefined()
  },
)

test.each<[what: string, status: number, sent: Partial<Sent>]>([
  ['another name of this machine', 404, { headers: { host: 'attacker.example' } }],
  ['no key', 404, { path: '/' }],
  ['another key', 404, { path: `/${'0'.repeat(32)}` }],
  ['a form of another site', 403, post(ADDRESS, { origin: 'https://attacker.example' })],
  ['a form of a document without an origin', 403, post(ADDRESS, { origin: 'null' })],
  ['a form to another name', 404, post(ADDRESS, { host: 'attacker.example', origin: 'http://attacker.example' })],
  ['a form of another type', 415, post(ADDRESS, { 'content-type': 'text/plain' })],
  ['a form that is too large', 413, post('a'.repeat(5000))],
  ['another method', 405, { method: 'DELETE' }],
])('%s is refused with %i, and nothing is written', async (_, status, sent) => {
  const { read, send } = await start()
  const response = await send(sent)
  expect(response.status).toBe(status)
  expect(response.body).toBe('Open the address that the terminal shows.\n')
  expect(read()).toBeUndefined()
})

test('the page is reached by loopback only', async () => {
  const { url } = await start()
  expect(url.hostname).toBe('127.0.0.1')
  expect(url.pathname).toMatch(/^\/[0-9a-f]{32}$/)
})

test('a file that cannot be written is reported with the line to add', async () => {
  const { send } = await start(createTemporaryFolder())
  const { status, body } = await send(post(ADDRESS))
  expect(status).toBe(422)
  expect(body).toContain(`add the line NOTION_ROOT_PAGE=${ID}`)
})

test('the other lines of .env stay, a former root page is replaced, and only the user can read the file', async () => {
  const file = path.join(createTemporaryFolder(), '.env')
  writeFileSync(file, '# Mine\nNOTION_ROOT_PAGE=x\nPORT=3001\n NOTION_ROOT_PAGE = y', { mode: 0o644 })
  await writeRootPage(file, ID)
  expect(readFileSync(file, 'utf8')).toBe(`# Mine\nPORT=3001\nNOTION_ROOT_PAGE=${ID}\n`)
  expect(statSync(file).mode & 0o777).toBe(0o600)
})

test('access is checked with the settings that .env has now', async () => {
  const file = path.join(createTemporaryFolder(), '.env')
  writeFileSync(file, 'NOTION_INTEGRATION_TOKEN=v03:a-session\n')
  const { isReadable, access } = await checkAccess(file, ID)
  expect(isReadable).toBe(false)
  expect(access).toContain('NOTION_INTEGRATION_TOKEN contains the token of a session')
})
