import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { expect, test } from './base'

/** Addresses of pages, routes, files, and of requests that `middleware.ts` does not handle. None accepts another method than GET and HEAD. */
const ADDRESSES: [path: string, statuses: number[]][] = [
  ['/', [405]],
  ['/plain', [405]],
  ['/no-such-page', [404]],
  ['/no-such-file.png', [405]],
  ['/icon.svg', [405]],
  ['/files/00/none', [405]],
  ['/files/00/none.png', [405]],
  ['/files', [404]],
  ['/search', [405]],
  ['/api/health', [405]],
  ['/api/none', [404]],
  ['/api/revalidate', [404]],
  ['/members/desk', [404]],
  ['/members/desk/refresh', [404]],
  ['/api/none.json', [404]],
  ['/sign-in', [405]],
  ['/auth/x', [405]],
  ['/_next/static/none.js', [405]],
  ['/_next/image', [405]],
]

for (const [path, statuses] of ADDRESSES) {
  test(`${path} rejects methods other than GET and HEAD`, async ({ sample }) => {
    const form = new FormData()
    form.set('1_$ACTION_ID_00', '')
    const requests: RequestInit[] = [
      ...['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].map((method) => ({ method })),
      { method: 'POST', body: form },
      { method: 'POST', body: '[]', headers: { 'next-action': '00deadbeef' } },
    ]
    for (const request of requests) {
      const { status, headers } = await fetch(sample.url + path, request)
      expect(statuses, `${request.method} with ${request.body ?? 'nothing'}: ${status}`).toContain(status)
      expect(headers.get('content-type')).toMatch(/^text\/html/)
      expect(headers.get('cache-control')).toContain('no-store')
      expect(headers.get('allow')).toBe(status === 405 ? 'GET, HEAD' : null)
    }
  })
}

for (const [status, name, request] of [
  [400, 'an unknown method', 'FOO / HTTP/1.1\r\nHost: x\r\n\r\n'],
  [431, 'an address of 20,000 letters', `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`],
  [400, 'a target that is not a path', 'GET page HTTP/1.1\r\nHost: x\r\n\r\n'],
  [400, 'an unknown Expect header', 'GET / HTTP/1.1\r\nHost: x\r\nExpect: wonders\r\nConnection: close\r\n\r\n'],
] as const) {
  test(`returns ${status} and an error page for ${name}`, async ({ sample }) => {
    const { port } = new URL(sample.url)
    const response = await new Promise<string>((resolve, reject) => {
      const socket = connect(Number(port), 'localhost', () => socket.write(request))
      let text = ''
      socket.on('data', (chunk) => {
        text += chunk
      })
      socket.on('error', reject)
      socket.on('close', () => resolve(text))
    })
    expect(response).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
    expect(response).toMatch(/cache-control: private, no-store/i)
    expect(response).toMatch(/<h1/)
  })
}

test('handles an upgrade request as a plain request', async ({ sample }) => {
  const { port } = new URL(sample.url)
  // Next.js would register its upgrade listener with the first request.
  expect((await fetch(sample.url)).status).toBe(200)
  const request = 'GET /nowhere HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'
  const socket = connect(Number(port), 'localhost', () => socket.write(request))
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk
  })
  await once(socket, 'close')
  expect(text).toMatch(/^HTTP\/1\.1 404 /)
})

test('the keep-alive timeout of the server is longer than that of the balancer', async ({ sample }) => {
  const { headers } = await fetch(sample.url)
  const balancerTimeout = /^\s*keepalive_timeout (\d+)s;/m.exec(readFileSync('deploy/nginx.conf', 'utf8'))?.[1]
  const timeout = /^timeout=(\d+)$/.exec(headers.get('keep-alive') ?? '')?.[1]
  expect(Number(timeout)).toBeGreaterThan(Number(balancerTimeout))
})
