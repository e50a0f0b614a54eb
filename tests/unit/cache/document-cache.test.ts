import { randomBytes } from 'node:crypto'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { compressBody, createDocument, DocumentCache, expandBody } from '@/lib/cache/document-cache'

const BODY = Buffer.from('<p>Grüße, 世界</p>'.repeat(500))
const createTestDocument = async (version = 'page-1:v1', body: Buffer = BODY) =>
  createDocument(version, { 'content-type': 'text/html' }, await compressBody(body))

test('every encoding of a document contains the whole body', async () => {
  const body = await compressBody(BODY)
  expect(gunzipSync(body.gzip)).toEqual(BODY)
  expect(brotliDecompressSync(body.brotli)).toEqual(BODY)
  expect(await expandBody(body)).toEqual(BODY)
})

test('the headers of a document describe the encoding, and those of a 304 response describe no body', () => {
  const body = { gzip: Buffer.alloc(30), brotli: Buffer.alloc(20) }
  const headers = { etag: 'W/"a"', 'content-type': 'text/html', link: ['</a>', '</b>'], age: undefined }
  const { etag, heads } = createDocument('page-1:v1', headers, body)
  const identity = ['etag', 'W/"a"', 'content-type', 'text/html', 'link', '</a>', 'link', '</b>']
  expect(etag).toBe('W/"a"')
  expect(heads).toEqual({
    gzip: [...identity, 'content-encoding', 'gzip', 'content-length', '30'],
    brotli: [...identity, 'content-encoding', 'br', 'content-length', '20'],
    identity,
    notModified: ['etag', 'W/"a"', 'link', '</a>', 'link', '</b>'],
  })
})

test('a document is valid for its version only', async () => {
  const cache = new DocumentCache()
  const document = await createTestDocument()
  cache.set('/tides', document)
  expect(cache.get('/tides', 'page-1:v1')).toBe(document)
  for (const version of ['page-1:v2', 'page-2:v1', '']) expect(cache.get('/tides', version)).toBeUndefined()
  expect(cache.get('/boats', 'page-1:v1')).toBeUndefined()
})

test('evicts the least recently used document to stay within the size limit', async () => {
  const limit = 100_000
  const cache = new DocumentCache(limit)
  // Incompressible, so that the sizes are known.
  const document = await createTestDocument('page-1:v1', randomBytes(10_000))
  for (let page = 0; page < 50; page++) {
    cache.set(`/${page}`, document)
    cache.get('/0', 'page-1:v1')
    expect(cache.bytes).toBeLessThanOrEqual(limit)
  }
  expect(cache.get('/0', 'page-1:v1')).toBe(document)
  expect(cache.get('/1', 'page-1:v1')).toBeUndefined()
  expect(cache.get('/49', 'page-1:v1')).toBe(document)
})

test('a document that is larger than the cache is not stored', async () => {
  const cache = new DocumentCache(10_000)
  cache.set('/large', await createTestDocument('page-1:v1', randomBytes(20_000)))
  expect(cache.get('/large', 'page-1:v1')).toBeUndefined()
  expect(cache.bytes).toBe(0)
})
