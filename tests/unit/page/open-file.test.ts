import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { describe, expect, it, vi } from 'vitest'
import { respondWithFile } from '@/lib/http/file-response'
import { openFile, parseRange } from '@/lib/page/open-file'
import { PUBLIC } from '@/lib/site/access'
import type { Viewer } from '@/lib/site/site-index'
import { openVerified } from '@/lib/snapshot/verified-file'
import { temporaryFolder } from '@/tests/support/folders'

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
  ifNotReady: () => undefined,
}))

/** A file of a page for members, which is named by its media type. */
const opened = (type: string, headers: HeadersInit = {}, viewer = MEMBER) =>
  openFile(type, viewer, new Request('https://example.com/', { headers }))

describe('a file of the snapshot', () => {
  it('is there for those who may read a page that shows it', async () => {
    expect(await opened('image/png', {}, PUBLIC)).toBeUndefined()
    const answer = await opened('image/png')
    expect(await new Response(answer?.body).text()).toBe(readFileSync('package.json', 'utf8'))
  })

  it('is unavailable and kept by no cache while it is damaged', async () => {
    const cacheControl = { file: 'immutable', standIn: 'immutable' }
    const answer = await respondWithFile(new Request('https://example.com/'), 'damaged', MEMBER, cacheControl)
    expect([answer?.status, answer?.headers.get('cache-control'), await answer?.text()]).toEqual([503, 'no-store', ''])
    expect(answer?.headers.get('retry-after')).toBe('5')
  })

  it.each([
    ['image/png', 'image/png', undefined],
    ['image/svg+xml', 'image/svg+xml', 'attachment'],
    ['text/html', 'application/octet-stream', 'attachment'],
  ])('%s is shown as %s', async (type, shownAs, disposition) => {
    expect((await opened(type))?.headers).toMatchObject({
      'content-type': shownAs,
      'content-security-policy': expect.stringContaining('sandbox'),
      'x-content-type-options': 'nosniff',
      ...(disposition && { 'content-disposition': disposition }),
    })
    expect((await opened(type))?.headers['content-disposition']).toBe(disposition)
  })

  it.each([
    ['"image/png"', 304],
    ['W/"image/png"', 304],
    ['"another", *', 304],
    ['"another"', 200],
  ])('for a client that has the version %s returns %i', async (known, status) => {
    expect((await opened('image/png', { 'if-none-match': known }))?.status).toBe(status)
  })
})

it('a smaller copy that exists is sent without its original', async () => {
  const stateDir = temporaryFolder()
  vi.stubEnv('STATE_DIR', stateDir)
  const copy = Buffer.from('the bytes of a copy')
  const digest = createHash('sha256').update(copy).digest()
  mkdirSync(`${stateDir}/pictures/image`, { recursive: true })
  writeFileSync(`${stateDir}/pictures/image/png-384.webp`, Buffer.concat([copy, digest]))
  openOriginal.mockClear()
  const request = new Request('https://example.com/', { headers: { accept: 'image/webp' } })
  const answer = await openFile('image/png', MEMBER, request, 384)
  expect(await new Response(answer?.body).text()).toBe(String(copy))
  expect(openOriginal).not.toHaveBeenCalled()
})

describe('a Range header', () => {
  const whole = { start: 0, end: 99, partial: false }
  it.each([
    [null, whole],
    ['bytes=0-', { start: 0, end: 99, partial: true }],
    ['bytes=10-19', { start: 10, end: 19, partial: true }],
    ['bytes=90-500', { start: 90, end: 99, partial: true }],
    ['bytes=-5', { start: 95, end: 99, partial: true }],
    ['bytes=-500', { start: 0, end: 99, partial: true }],
    ['bytes=100-', undefined],
    ['bytes=20-10', undefined],
    ['bytes=-0', undefined],
    ['bytes=0-9,20-29', whole],
    ['bytes=a-b', whole],
    ['pages=1-2', whole],
    ['bytes=-', whole],
  ])('%s', (range, part) => {
    expect(parseRange(range, 100)).toEqual(part)
  })
})
