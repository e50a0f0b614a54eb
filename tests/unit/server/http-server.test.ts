import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, type Server, type ServerResponse, request as send } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { renderErrorPage } from '@/components/errors/error-pages'
import { MAX_BODY_BYTES } from '@/lib/http/request-body'
import { getCurrentReasons } from '@/lib/problems'
import { getRuntime } from '@/lib/runtime'
import { readEnv } from '@/lib/settings/env'
import type { SiteState } from '@/lib/site/get-site'
import config from '@/next.config.mjs'
import { ErrorPages } from '@/server/error-pages'
import { createHttpServer, isMissingFile } from '@/server/http-server'

const env = readEnv({}, '/')

type Handle = (request: IncomingMessage, response: ServerResponse) => unknown

/** Starts the real HTTP server with a handler instead of Next.js. */
async function serve(handle: Handle) {
  let handled = 0
  const countAndHandle: Handle = (request, response) => {
    handled += 1
    return handle(request, response)
  }
  const server: Server = createHttpServer(env, countAndHandle, new ErrorPages(env, undefined, renderErrorPage)).listen(
    0,
    '127.0.0.1',
  )
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { port, url: `http://127.0.0.1:${port}`, handled: () => handled }
}

async function echo(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  response.end(
    JSON.stringify({ headers: request.headers, method: request.method, body: String(Buffer.concat(chunks)) }),
  )
}

test('reports a page that responds with 503 in the health check, but not during a first sync', async () => {
  const runtime = getRuntime()
  delete runtime.problems
  const { url } = await serve((_, response) => response.writeHead(503).end())
  onTestFinished(() => {
    for (const key of ['problems', 'site'] as const) delete runtime[key]
  })
  await (await fetch(`${url}/tides`)).text()
  expect(getCurrentReasons()).toEqual([])
  runtime.site = { last: {} } as unknown as SiteState
  await (await fetch(`${url}/api/rows/a`)).text()
  expect(getCurrentReasons()).toEqual([])
  await (await fetch(`${url}/tides`)).text()
  expect(getCurrentReasons()).toEqual(['Some pages respond with 503'])
})

test('removes the headers that only Next.js may set and keeps those of the Next.js client', async () => {
  const { url } = await serve(echo)
  const internal = Object.fromEntries(
    [
      ...['content-security-policy', 'content-security-policy-report-only', 'x-nonce', 'next-resume'],
      ...[
        'action',
        'invocation',
        'invoke',
        'matched',
        'middleware',
        'next',
        'nextjs',
        'now',
        'prerender',
        'vercel',
      ].map((group) => `x-${group}-example`),
    ].map((name) => [name, 'a']),
  )
  const kept = {
    rsc: '1',
    'next-router-state-tree': '%5B%5D',
    'next-url': '/a',
    'next-action': 'a',
    'x-request-id': 'a',
  }
  const readHeaders = async (path: string) => {
    const cookie = '__prerender_bypass=c; a=b;__next_preview_data=d; theme=dark'
    const response = await fetch(url + path, { headers: { ...internal, ...kept, cookie } })
    return ((await response.json()) as { headers: Record<string, string> }).headers
  }
  const headers = await readHeaders('/members/tides')
  expect(Object.keys(headers).filter((name) => name in internal)).toEqual([])
  expect(headers).toMatchObject({ ...kept, cookie: 'a=b; theme=dark' })
  const draft = await fetch(`${url}/tides`, { headers: { cookie: '__prerender_bypass=c' } })
  expect(((await draft.json()) as { headers: object }).headers).not.toHaveProperty('cookie')
  // Public pages are documents only.
  const { rsc: _, 'next-router-state-tree': _tree, 'next-url': _url, ...others } = kept
  for (const path of ['/tides', '/plain/tides']) {
    const left = await readHeaders(path)
    expect(left).toMatchObject(others)
    expect(Object.keys(left).filter((name) => name in kept && !(name in others))).toEqual([])
  }
})

test('removes the client of Next.js from the search page and from pages with a password, and compresses them', async () => {
  const client = '<script src="/_next/static/chunks/a.js" async=""></script>'
  const handle: Handle = (request, response) => {
    const isLeft = /^\/(?:members|preview\/t\/files)\//.test(request.url ?? '')
    expect(request.headers['accept-encoding']).toBe(isLeft ? 'gzip' : undefined)
    const isData = request.url?.includes('data') ?? false
    response.writeHead(200, { 'content-type': isData ? 'text/x-component' : 'text/html; charset=utf-8' })
    response.write('<p>ä</p>')
    response.end(client)
  }
  const { url } = await serve(handle)
  const read = async (path: string, encoding = 'gzip') => {
    const response = await fetch(url + path, { headers: { 'accept-encoding': encoding } })
    return [await response.text(), response.headers.get('content-encoding')]
  }
  for (const path of ['/search?q=a', '/unlock/tides', '/preview/t']) {
    expect(await read(path), path).toEqual(['<p>ä</p>', 'gzip'])
    expect(await read(path, 'identity'), path).toEqual(['<p>ä</p>', null])
  }
  expect(await read('/search?data')).toEqual([`<p>ä</p>${client}`, null])
  expect(await read('/members/tides')).toEqual([`<p>ä</p>${client}`, null])
  // Files of drafts are not collected in memory.
  expect(await read('/preview/t/files/a/b')).toEqual([`<p>ä</p>${client}`, null])
})

test('sends error pages whose only inline script is allowed by their Content-Security-Policy', () => {
  const { headers, body } = new ErrorPages(env, undefined, renderErrorPage).documentFor(405)
  const [script, ...others] = [...body.matchAll(/<script>(.*?)<\/script>/g)].map(([, text = '']) => text)
  expect(others).toEqual([])
  const hash = createHash('sha256')
    .update(script ?? '')
    .digest('base64')
  expect(headers['content-security-policy']).toContain(`script-src 'self' 'sha256-${hash}'`)
})

test('responds to paths with a file extension without the handler, if neither a file nor a copy can be there', async () => {
  const { url, handled } = await serve(echo)
  for (const path of ['/login.php', '/a/b.env', '/Backup.ZIP']) {
    const response = await fetch(url + path)
    expect([response.status, response.headers.get('content-type')], path).toEqual([404, 'text/html; charset=utf-8'])
  }
  expect(handled()).toBe(0)
  const paths = ['/tides.md', '/article/tides.html', '/tags/sea/feed.xml', '/visits.js', '/icon.svg', '/icon-180.png']
  for (const path of [...paths, '/members/a.png', '/files/0a/b.zip']) await (await fetch(url + path)).text()
  expect(handled()).toBe(paths.length + 2)
})

test('no path that Next.js rewrites is a missing file', async () => {
  const rewrites = (await config('production').rewrites?.()) as { source: string }[]
  const patterns = ['guide', 'tags', 'xml', '2']
  const paths = rewrites.map(({ source }) =>
    source
      .replace(
        /:(\w+)(\((?:[^()]|\([^()]*\))*\))?/g,
        (_, name: string, pattern?: string) =>
          patterns.find((each) => pattern === undefined || new RegExp(`^${pattern}$`).test(each)) ?? name,
      )
      .replaceAll('\\', ''),
  )
  for (const path of ['/favicon.ico', '/guide.md', '/guide.epub', '/guide/tags/guide/feed.xml'])
    expect(paths).toContain(path)
  expect(paths.filter(isMissingFile)).toEqual([])
})

test('passes a complete body to the handler', async () => {
  const { url } = await serve(echo)
  const body = 'a'.repeat(MAX_BODY_BYTES)
  const response = await fetch(`${url}/api/search`, { method: 'POST', body })
  expect(await response.json()).toMatchObject({ method: 'POST', body })
})

test('rejects a body that is too long by its Content-Length or while it arrives', async () => {
  const { port, handled } = await serve(echo)
  const post = async (path: string, headers: Record<string, string | number>, bytes: number) => {
    const request = send({ port, host: '127.0.0.1', path, method: 'POST', headers })
    request.on('error', () => {})
    request.write('a'.repeat(bytes))
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    response.setEncoding('utf8')
    const body = (await response.toArray()).join('')
    request.destroy()
    return [response.statusCode, body] as const
  }
  const announced = await post('/api/search', { 'content-length': 9_900_000 }, 1)
  expect(announced).toEqual([413, expect.stringContaining('"errorId":"too-long"')])
  const counted = await post('/tides', { 'transfer-encoding': 'chunked' }, MAX_BODY_BYTES + 1)
  expect(counted).toEqual([413, expect.stringContaining('Content Too Large')])
  expect(handled()).toBe(0)
})

test('does not call the handler before a body is complete', async () => {
  const { port, handled } = await serve(echo)
  const socket = connect(port, '127.0.0.1')
  socket.write('POST /api/search HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\nabc')
  await fetch(`http://127.0.0.1:${port}/`)
  expect(handled()).toBe(1)
  socket.write('d')
  await once(socket, 'data')
  expect(handled()).toBe(2)
  socket.destroy()
})

/** Opens a connection. Its `statuses` are those of the responses so far. */
async function open(port: number) {
  const socket = connect(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  socket.on('error', () => {})
  await once(socket, 'connect')
  let received = ''
  socket.on('data', (chunk) => {
    received += chunk
  })
  const send = (count: number, path = '/nowhere') =>
    socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(count))
  return { socket, send, statuses: () => received.match(/(?<=HTTP\/1\.1 )\d+/g) ?? [] }
}

test('serves the connections of a browser, and new ones, while others of its network are refused', async () => {
  const { port } = await serve((_request, response) => response.end('page'))
  const browser = await Promise.all(Array.from({ length: 6 }, () => open(port)))
  const visit = async (visits: number) => {
    for (const { send } of browser) send(1)
    for (const { statuses } of browser) await expect.poll(statuses).toEqual(Array(visits).fill('200'))
  }
  await visit(1)
  for (let refusals = 1; refusals <= 3; refusals++) {
    const refused = await open(port)
    refused.send(20)
    await once(refused.socket, 'end')
    expect(refused.statuses()).toEqual([...Array(8).fill('200'), '429'])
    await visit(1 + refusals)
  }
  const next = await open(port)
  next.send(1)
  await expect.poll(next.statuses).toEqual(['200'])
})

test('lets new connections of a network wait after a refusal', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
  onTestFinished(() => void vi.useRealTimers())
  // Files are not queued, so that no other interval matters.
  const [quick, slow] = ['/files/0/quick.png', '/files/0/slow.png']
  const { port } = await serve((request, response) => request.url === slow || response.end('file'))
  const [used, refused] = [await open(port), await open(port)]
  const visit = async () => {
    used.send(1, quick)
    await once(used.socket, 'data')
  }
  await visit()
  refused.send(20, slow)
  await visit()
  const next = await open(port)
  next.send(1, quick)
  for (let visits = 0; visits < 5; visits++) await visit()
  expect(next.statuses()).toEqual([])
  vi.advanceTimersByTime(50)
  await once(next.socket, 'data')
  expect(next.statuses()).toEqual(['200'])
})

test('serves a network again after one of its clients has left all its requests', async () => {
  const { port, handled } = await serve(() => {})
  const leaving = await open(port)
  leaving.send(8)
  await expect.poll(handled).toBe(4)
  leaving.socket.destroy()
  const next = await open(port)
  next.send(1)
  await expect.poll(handled).toBe(5)
})

test('limits the simultaneous requests of a client, except for files', async () => {
  const waiting: ServerResponse[] = []
  const { url, handled } = await serve((request, response) => {
    if (request.url?.startsWith('/files/')) response.end('file')
    else waiting.push(response)
  })
  const requests = Array.from({ length: 20 }, () => fetch(`${url}/search?q=x`).then(({ status }) => status))
  await expect.poll(handled).toBe(4)
  expect(await (await fetch(`${url}/files/0/a.png`)).text()).toBe('file')
  for (let sent = 0; sent < 20; sent++) {
    await expect.poll(() => waiting.length).toBeGreaterThan(0)
    waiting.shift()?.end()
  }
  expect(new Set(await Promise.all(requests))).toEqual(new Set([200]))
})
