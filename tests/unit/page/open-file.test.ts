import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { describe, expect, it, vi } from 'vitest'
import { respondWithFile } from '@/lib/http/file-response'
import { openFile, parseRange } from '@/lib/page/open-file'
import { PUBLIC } from '@/lib/site/access'
import type { Viewer } from '@/lib/site/site-index'
import { openVerified } from '@/lib/snapshot/verified-file'
import { createTemporaryFolder } from '@/tests/support/folders'

const hash = createHash('sha256').update(readFileSync('package.json')).digest('hex')
const MEMBER: Viewer = { signedIn: true, organizations: [] }

const openOriginal = vi.fn(async ({ type, path }: { type: string; path: string }) =>
  type === 'damaged' ? undefined : openVerified(path, hash),
)
vi.mock('@/lib/site/get-site', () => ({
  getSite: async () => ({ showsFile: (_: string, viewer: Viewer) => viewer.signedIn }),
  getStore: () => ({
    file: async (type: string) => ({ path: 'package.json', type, hash: type }),
    openFile: openOriginal,
  }),
  ignoreNotReady: () => undefined,
}))

/** Opens a file of a page for members. The name of the file is its media type. */
const open = (type: string, headers: HeadersInit = {}, viewer = MEMBER) =>
  openFile(type, viewer, new Request('https://example.com/', { headers }))

describe('openFile', () => {
  it('returns a file only to viewers who may read a page that shows it', async () => {
    expect(await open('image/png', {}, PUBLIC)).toBeUndefined()
    const response = await open('image/png')
    expect(await new Response(response?.body).text()).toBe(readFileSync('package.json', 'utf8'))
  })

  it('responds with 503 and no-store for a damaged file', async () => {
    const cacheControl = { file: 'immutable', fallback: 'immutable' }
    const response = await respondWithFile(new Request('https://example.com/'), 'damaged', MEMBER, cacheControl)
    expect([response?.status, response?.headers.get('cache-control'), await response?.text()]).toEqual([
      503,
      'no-store',
      '',
    ])
    expect(response?.headers.get('retry-after')).toBe('5')
  })

  it.each([
    ['image/png', 'image/png', undefined],
    ['image/svg+xml', 'image/svg+xml', 'attachment'],
    ['text/html', 'application/octet-stream', 'attachment'],
  ])('sends %s as %s', async (type, shownAs, disposition) => {
    expect((await open(type))?.headers).toMatchObject({
      'content-type': shownAs,
      'content-security-policy': expect.stringContaining('sandbox'),
      'x-content-type-options': 'nosniff',
      ...(disposition && { 'content-disposition': disposition }),
    })
    expect((await open(type))?.headers['content-disposition']).toBe(disposition)
  })

  it.each([
    ['"image/png"', 304],
    ['W/"image/png"', 304],
    ['"another", *', 304],
    ['"another"', 200],
  ])('responds to If-None-Match: %s with %i', async (etag, status) => {
    expect((await open('image/png', { 'if-none-match': etag }))?.status).toBe(status)
  })
})

it('openFile sends an existing smaller copy without opening the original', async () => {
  const stateDir = createTemporaryFolder()
  vi.stubEnv('STATE_DIR', stateDir)
  const copy = Buffer.from('the bytes of a copy')
  const digest = createHash('sha256').update(copy).digest()
  mkdirSync(`${stateDir}/pictures/image`, { recursive: true })
  writeFileSync(`${stateDir}/pictures/image/png-384.webp`, Buffer.concat([copy, digest]))
  openOriginal.mockClear()
  const request = new Request('https://example.com/', { headers: { accept: 'image/webp' } })
  const response = await openFile('image/png', MEMBER, request, 384)
  expect(await new Response(response?.body).text()).toBe(String(copy))
  expect(openOriginal).not.toHaveBeenCalled()
})

describe('parseRange', () => {
  const WHOLE = { start: 0, end: 99, partial: false }
  it.each([
    [null, WHOLE],
    ['bytes=0-', { start: 0, end: 99, partial: true }],
    ['bytes=10-19', { start: 10, end: 19, partial: true }],
    ['bytes=90-500', { start: 90, end: 99, partial: true }],
    ['bytes=-5', { start: 95, end: 99, partial: true }],
    ['bytes=-500', { start: 0, end: 99, partial: true }],
    ['bytes=100-', undefined],
    ['bytes=20-10', undefined],
    ['bytes=-0', undefined],
    ['bytes=0-9,20-29', WHOLE],
    ['bytes=a-b', WHOLE],
    ['pages=1-2', WHOLE],
    ['bytes=-', WHOLE],
  ])('parses %s', (range, part) => {
    expect(parseRange(range, 100)).toEqual(part)
  })
})
