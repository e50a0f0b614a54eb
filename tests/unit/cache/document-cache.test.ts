import { randomBytes } from 'node:crypto'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { compressDocument, DocumentCache, expandDocument } from '@/lib/cache/document-cache'

const BODY = Buffer.from('<p>Grüße, 世界</p>'.repeat(500))
const createDocument = (version = 'page-1:v1', body: Buffer = BODY) =>
  compressDocument({ version, headers: { 'content-type': 'text/html' }, body })

test('every encoding of a document contains the complete body', async () => {
  const document = await createDocument()
  expect(gunzipSync(document.gzip)).toEqual(BODY)
  expect(brotliDecompressSync(document.brotli)).toEqual(BODY)
  expect(await expandDocument(document)).toEqual(BODY)
})

test('a document is valid for its version only', async () => {
  const cache = new DocumentCache()
  const document = await createDocument()
  cache.set('/tides', document)
  expect(cache.get('/tides', 'page-1:v1')).toBe(document)
  for (const version of ['page-1:v2', 'page-2:v1', '']) expect(cache.get('/tides', version)).toBeUndefined()
  expect(cache.get('/boats', 'page-1:v1')).toBeUndefined()
})

test('evicts the least recently used document to stay within the size limit', async () => {
  const limit = 100_000
  const cache = new DocumentCache(limit)
  // Incompressible, so that the sizes are known.
  const document = await createDocument('page-1:v1', randomBytes(10_000))
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
  cache.set('/large', await createDocument('page-1:v1', randomBytes(20_000)))
  expect(cache.get('/large', 'page-1:v1')).toBeUndefined()
  expect(cache.bytes).toBe(0)
})
