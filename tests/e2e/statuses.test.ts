import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { expect, test } from './test'

interface RawResponse {
  status: number
  headers: Map<string, string>
  body: string
}

/** Sends a request without the normalization that HTTP clients apply. */
function send(
  origin: string,
  method: string,
  target: string,
  headers: string[] = [],
  host = new URL(origin).host,
): Promise<RawResponse> {
  const { hostname, port } = new URL(origin)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname)
    const chunks: Buffer[] = []
    socket.on('error', reject)
    socket.on('data', (chunk) => chunks.push(chunk))
    socket.on('close', () => {
      const [head = '', ...rest] = Buffer.concat(chunks).toString().split('\r\n\r\n')
      const [first = '', ...lines] = head.split('\r\n')
      const pairs = lines.map(
        (line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)] as const,
      )
      resolve({ status: Number(first.split(' ')[1]), headers: new Map(pairs), body: rest.join('\r\n\r\n') })
    })
    socket.write(
      [`${method} ${target} HTTP/1.1`, `Host: ${host}`, 'Connection: close', ...headers, '', ''].join('\r\n'),
    )
  })
}

const CASES: [status: number, method: string, target: string][] = [
  [400, 'GET', '/%'],
  [400, 'GET', '/%E0%A4%A'],
  [400, 'GET', '/%ff'],
  [400, 'GET', '/plain/%E0%A4%A'],
  [400, 'GET', '/_next/static/%E0%A4%A'],
  [400, 'GET', '*'],
  [400, 'OPTIONS', '*'],
  [404, 'GET', '/there-is-no-such-page'],
  [404, 'GET', '/plain/there-is-no-such-page'],
  [404, 'GET', '/there/is/no/such/page'],
  [404, 'GET', '/%00'],
  [404, 'GET', '/..%2f..%2fpackage.json'],
  [404, 'GET', '/%5Cevil.example'],
  [404, 'GET', `/${'long'.repeat(1000)}`],
  [404, 'GET', '/no-such-file.png'],
  [404, 'GET', '/files/00/none.png'],
  [404, 'GET', '/_next/static/none.js'],
  [404, 'GET', '/404'],
  [404, 'GET', '/500'],
  [404, 'GET', '/_error'],
  [404, 'GET', '/_not-found'],
  [404, 'GET', '/_global-error'],
  [404, 'GET', '/index'],
  [404, 'GET', '/members/desk'],
  [404, 'GET', '/members/desk/refresh'],
  [404, 'GET', '/00000000000000000000000000000000'],
  [404, 'POST', '/there-is-no-such-page'],
  [405, 'POST', '/'],
  [405, 'PUT', '/'],
  [405, 'PATCH', '/'],
  [405, 'DELETE', '/'],
  [405, 'PROPFIND', '/'],
  [405, 'OPTIONS', '/'],
  [405, 'TRACE', '/'],
]

for (const [status, method, target] of CASES) {
  test(`${method} ${target.slice(0, 40)} returns ${status} with an error page of the site that is not cached`, async ({
    sample,
  }) => {
    const response = await send(sample.url, method, target)
    expect(response.status).toBe(status)
    expect(response.headers.get('cache-control') ?? '').toMatch(/no-store/)
    if (/^\/(files|_next)\//.test(target) && status === 404) return
    expect(response.headers.get('content-type')).toMatch(/^text\/html/)
    expect(response.body).toMatch(/<h1/)
    expect(response.body).not.toContain('__next_error__')
    if (status === 405) expect(response.headers.get('allow')).toBe('GET, HEAD')
  })
}

test('error pages of Next.js and of the server use the reading font of the site', async ({ sample }) => {
  for (const target of ['/there-is-no-such-page', '/no-such-file.png', '/%ff']) {
    const { body } = await send(sample.url, 'GET', target)
    const [, font] = /src: url\("([^"]+)"\)/.exec(body) ?? []
    const response = await fetch(`${sample.url}${font}`)
    expect([response.status, response.headers.get('content-type')], target).toEqual([200, 'font/woff2'])
  }
})

test('every response has a strict Content Security Policy and the other security headers', async ({
  sample,
  request,
}) => {
  for (const path of ['/', '/', '/plain', '/there-is-no-such-page', '/there-is-no-such.txt']) {
    const headers = (await request.get(sample.url + path)).headers()
    const policy = headers['content-security-policy'] ?? ''
    const scripts = policy.split(';').find((each) => each.trim().startsWith('script-src')) ?? policy
    expect(policy, path).toContain("frame-ancestors 'self'")
    expect(scripts, path).not.toContain('unsafe')
    expect(headers['x-content-type-options'], path).toBe('nosniff')
    expect(headers['referrer-policy'], path).toBe('strict-origin')
    expect(headers['permissions-policy'], path).toContain('camera=()')
    expect(headers['x-powered-by'], path).toBeUndefined()
  }
})

test('never redirects to another origin', async ({ sample }) => {
  for (const target of [
    '//evil.example',
    '//evil.example/..',
    '/\\evil.example',
    'http://evil.example//a',
    '/a//b',
    '/a/',
  ]) {
    const { status, headers } = await send(sample.url, 'GET', target)
    const location = headers.get('location')
    if (location === undefined) expect(status, target).toBe(404)
    else expect(new URL(location, sample.url).origin, target).toBe(sample.url)
  }
})

test('forged host and address headers have no effect', async ({ sample }) => {
  const forgedHeaders = [
    'X-Forwarded-Host: evil.example',
    'X-Forwarded-Proto: https',
    'Forwarded: host=evil.example',
    'X-Forwarded-For: 6.6.6.6',
  ]
  const normal = await send(sample.url, 'GET', '/')
  const forged = await send(sample.url, 'GET', '/', forgedHeaders)
  expect(forged.status).toBe(200)
  expect(forged.body).toBe(normal.body)
  const id = sample.index().pages.find((page) => page.access.kind === 'public' && page.path !== '')?.id
  for (const host of [new URL(sample.url).host, 'evil.example']) {
    const redirect = await send(sample.url, 'GET', `/${id}`, forgedHeaders, host)
    expect(redirect.status).toBe(308)
    expect(redirect.headers.get('location')).not.toContain('evil.example')
  }
  expect((await send(sample.url, 'GET', '/', forgedHeaders, 'evil.example')).body).not.toContain('evil.example')
})

test('ignores the cookie of the draft mode of Next.js', async ({ sample }) => {
  const { previewModeId } = JSON.parse(readFileSync('.next/server/preview-props.json', 'utf8'))
  expect(previewModeId).toMatch(/^[\da-f]{32}$/)
  const visit = (cookie: string) => send(sample.url, 'GET', '/about', [`cookie: ${cookie}`, 'range: bytes=0-9'])
  const [plain, draft] = [await visit('a=b'), await visit(`__prerender_bypass=${previewModeId}`)]
  expect(draft.headers.get('content-security-policy')).toBe(plain.headers.get('content-security-policy'))
  expect(draft.headers.get('content-security-policy')).not.toBeNull()
  expect(draft.body).toBe(plain.body)
})

test('ignores internal headers of Next.js in requests', async ({ sample }) => {
  const hidden = sample.index().pages.find((page) => page.access.kind !== 'public')
  for (const header of ['x-middleware-prefetch: 1', 'x-matched-path: /', 'x-middleware-rewrite: /']) {
    const { status, body } = await send(sample.url, 'GET', `/${hidden?.id}`, [header])
    expect([200, 404], header).toContain(status)
    expect(body, header).not.toContain(hidden?.title)
  }
})
