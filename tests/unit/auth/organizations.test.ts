import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { findUnknownOrganizations } from '@/lib/auth/clerk/setup'
import { collectOrganizations } from '@/lib/auth/setup'
import type { Access, SitePage } from '@/lib/site/site-index'

const KEY = { secretKey: 'sk_test_1' }

async function serve(handle: RequestListener): Promise<string> {
  const server = createServer(handle).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('finds unknown organizations in all pages of the list', async () => {
  const all = Array.from({ length: 501 }, (_, at) => ({ id: `org_${at}A`, slug: at === 500 ? 'choir' : `s-${at}` }))
  const api = await serve((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://x')
    if (pathname !== '/v1/organizations' || request.headers.authorization !== 'Bearer sk_test_1')
      response.statusCode = 401
    const from = Number(searchParams.get('offset'))
    response.end(JSON.stringify({ data: all.slice(from, from + 500), total_count: 501 }))
  })
  expect(await findUnknownOrganizations(['choir', 'org_7a', 'board', 'org_9b'], KEY, api)).toEqual(['board', 'org_9b'])
})

test('returns undefined if the service refuses or sends no list', async () => {
  for (const [status, body] of [
    [401, '{"data":[]}'],
    [200, '{"errors":[]}'],
    [200, 'nonsense'],
  ] as const) {
    const api = await serve((_request, response) => response.writeHead(status).end(body))
    expect(await findUnknownOrganizations(['choir'], KEY, api), `${status} ${body}`).toBeUndefined()
  }
  expect(await findUnknownOrganizations(['choir'], KEY, 'http://127.0.0.1:1')).toBeUndefined()
})

test('collects the organizations of pages and of editors', () => {
  const accesses: Access[] = [
    { kind: 'public' },
    { kind: 'members', organizations: 'any' },
    { kind: 'members', organizations: ['choir', 'board'] },
    { kind: 'unpublished', reason: { why: 'date-unreadable' }, audience: ['choir', 'org_1'] },
  ]
  const pages = accesses.map((access) => ({ access }) as SitePage)
  expect(collectOrganizations({ pages }, 'Editors')).toEqual(['board', 'choir', 'editors', 'org_1'])
})
