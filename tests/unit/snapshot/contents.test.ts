import { createHash, randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { openWorkingCopy } from '@/lib/site/working-copy'
import {
  expand,
  getContentName,
  getFileContentName,
  hashText,
  isContentOf,
  listContents,
  parseCompressed,
} from '@/lib/snapshot/contents'
import { verifySnapshot } from '@/lib/snapshot/copy'
import { FilesStore } from '@/lib/snapshot/files-store'
import { IncompleteError, type Manifest, STORE_FORMAT } from '@/lib/snapshot/store'
import { writeFileAtomically } from '@/lib/snapshot/write-file-atomically'
import { expectConsole } from '../../support/console'
import { createTemporaryFolder } from '../../support/folders'
import { createId } from '../../support/records'

import { createRawMap, createSourceManifest, pageFile, workspace } from './support'

const [TEXT, ID] = ['{"title":"Tides"}', createId('Tides')]
const createManifest = (pages: Record<string, string>): Manifest => ({
  format: STORE_FORMAT,
  version: 'v',
  syncedAt: 0,
  pages,
  collections: {},
  files: {},
  problems: [],
})

test('content is used only if its hash matches its name', async () => {
  const name = getContentName('pages', ID, hashText(TEXT))
  expect(await isContentOf(name, gzipSync(TEXT))).toBe(true)
  expect(await isContentOf(name, gzipSync('{"title":"Ebb"}'))).toBe(false)
  expect(await isContentOf(name, Buffer.from(TEXT))).toBe(false)
  expect(await isContentOf(getFileContentName('0'.repeat(64)), Buffer.from('a picture'))).toBe(false)
})

test('rejects content that expands beyond the limit, whether its compressed form is small or large', async () => {
  const small = gzipSync('a'.repeat(1000))
  const large = gzipSync(randomBytes(20_000))
  expect(await expand(small, 1000)).toHaveLength(1000)
  await expect(expand(small, 999)).rejects.toThrow(/larger than/)
  await expect(expand(large, 19_999)).rejects.toThrow(/larger than/)
})

test('JSON that expands beyond the limit is invalid', async () => {
  expect(await parseCompressed(gzipSync(TEXT), TEXT.length)).toEqual(JSON.parse(TEXT))
  expect(await parseCompressed(gzipSync(TEXT), TEXT.length - 1)).toBeUndefined()
})

test('a page whose content is not stored has no content to list', () => {
  expect(listContents(createManifest({ [ID]: '', [createId('Ebb')]: 'a'.repeat(32) }))).toEqual([
    getContentName('pages', createId('Ebb'), 'a'.repeat(32)),
  ])
})

test('a missing content makes a snapshot incomplete', async () => {
  const store = new FilesStore(path.join(createTemporaryFolder(), 'copy'))
  const { hash, written } = store.putPage({
    id: ID,
    blocks: {},
    views: {},
    queries: {},
    users: {},
    files: {},
    previews: {},
    emojis: {},
  })
  await written
  await store.putManifest(createManifest({ [ID]: hash }))
  expect(await verifySnapshot(store)).toEqual({ version: 'v', pages: 1, contents: 1 })
  await store.putManifest(createManifest({ [ID]: hash, [createId('Ebb')]: 'a'.repeat(32) }))
  expectConsole(/^error: .*a{32}\.json\.gz is missing or damaged: it is rebuilt/)
  await expect(verifySnapshot(store)).rejects.toThrow(IncompleteError)
})

test('publishes only the pages that the manifest lists, not other pages in the same file', async () => {
  const { prepare } = workspace({
    'manifest.json': createSourceManifest('Home', ['Home']),
    [`pages/${pageFile('Home')}`]: createRawMap({ Home: 'Welcome', Draft: 'Not yet' }, { Draft: 'Home' }),
  })
  const { index } = await prepare()
  expect(index.pages.map(({ title }) => title)).toEqual(['Home'])
})

test('names a file by its own hash if the hash in the manifest is invalid', async () => {
  const files = { 'attachment:1:a.txt': { file: 'files/a.txt', name: 'a.txt', type: 'text/plain', hash: '../a' } }
  const { env, prepare } = workspace({
    'manifest.json': createSourceManifest('Home', ['Home'], files),
    [`pages/${pageFile('Home')}`]: createRawMap({ Home: 'Welcome' }),
    'files/a.txt': 'bytes',
  })
  await prepare()
  const entries = Object.values((await openWorkingCopy(env).manifest())?.files ?? {})
  expect(entries.map(({ hash }) => hash)).toEqual([createHash('sha256').update('bytes').digest('hex')])
})

test('ignores a manifest of another format', async () => {
  const store = new FilesStore(path.join(createTemporaryFolder(), 'copy'))
  await store.putManifest(createManifest({}))
  expect(await store.manifest()).toEqual(createManifest({}))
  await store.putManifest({ ...createManifest({}), format: STORE_FORMAT + 1 })
  expect(await store.manifest()).toBeUndefined()
})

test('does not publish hidden files or a folder of another format', async () => {
  const draft = createRawMap({ Draft: 'Not yet' })
  const open = workspace({ [pageFile('Home')]: createRawMap({ Home: 'Hi' }), '.a.json': draft, '.trash/b.json': draft })
  expect((await open.prepare()).index.pages.map(({ title }) => title)).toEqual(['Home'])
  const later = workspace({ 'manifest.json': { ...createSourceManifest('Home', []), format: 2 }, 'a.json': draft })
  await expect(later.prepare()).rejects.toThrow('is not of format 1')
})

test('a failed write leaves no files behind, and throws', async () => {
  const folder = createTemporaryFolder()
  const taken = path.join(folder, 'taken')
  mkdirSync(path.join(taken, 'inside'), { recursive: true })
  await expect(writeFileAtomically(taken, 'text')).rejects.toThrow()
  expect(readdirSync(folder)).toEqual(['taken'])
})
