import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { PUBLIC } from '@/lib/site/access'
import { Site } from '@/lib/site/site'
import { openWorkingCopy } from '@/lib/site/working-copy'
import { expectConsole } from '../../support/console'
import { writeFiles } from '../../support/folders'
import { createId } from '../../support/records'
import { createRawMap, createSourceManifest, pageFile, workspace } from './support'

const ADDRESS = `attachment:${createId('file')}:a picture.png`
const repeatDigit = (digit: string) => digit.repeat(64)
const listFile = (digit: string) => ({
  [ADDRESS]: { file: 'files/a.png', hash: repeatDigit(digit), type: 'image/png' },
})

function createWorkspace() {
  const map = createRawMap({ A: 'one' })
  const value = {
    id: createId('picture'),
    type: 'image',
    alive: true,
    parent_id: createId('A'),
    parent_table: 'block',
    properties: { source: [[ADDRESS]] },
  }
  map.block[createId('picture')] = { value }
  const page = map.block[createId('A')] as { value: { content: string[] } }
  page.value.content.push(createId('picture'))
  return workspace({
    'manifest.json': createSourceManifest('A', ['A']),
    [`pages/${pageFile('A')}`]: map,
    'files/a.png': 'a picture',
  })
}

describe('a file of the workspace', () => {
  it('that is added or replaced without an edit of its page is served immediately at a new URL', async () => {
    const source = createWorkspace()
    const before = await source.prepare()
    const prepareWith = async (digit: string) => {
      writeFiles(source.folder, { 'manifest.json': createSourceManifest('A', ['A'], listFile(digit)) })
      return source.prepare()
    }
    const added = await prepareWith('1')
    expect(new Site(added.index).showsFile(repeatDigit('1'), PUBLIC)).toBe(true)
    const replaced = await prepareWith('2')
    expect(new Site(replaced.index).showsFile(repeatDigit('2'), PUBLIC)).toBe(true)
    expect(new Site(replaced.index).showsFile(repeatDigit('1'), PUBLIC)).toBe(false)
    // The page contains a new URL, so cached copies of it are outdated.
    const versions = [before, added, replaced].map(({ index }) => index.pages[0]?.version)
    expect(new Set(versions).size).toBe(3)
  })

  it('that is missing keeps its URL, so that nothing is rendered again when it is restored', async () => {
    const source = createWorkspace()
    const [hash, file] = [repeatDigit('1'), path.join(source.folder, 'files', 'a.png')]
    writeFiles(source.folder, { 'manifest.json': createSourceManifest('A', ['A'], listFile('1')) })
    rmSync(file)
    const missing = await source.prepare()
    expect(new Site(missing.index).showsFile(hash, PUBLIC)).toBe(true)
    writeFileSync(file, 'a picture')
    const restored = await source.prepare()
    expect(restored.index.pages[0]?.version).toBe(missing.index.pages[0]?.version)
  })

  it('that is missing and that the manifest lists without a hash has no URL', async () => {
    const source = createWorkspace()
    const files = { [ADDRESS]: { file: 'files/gone.png', type: 'image/png' } }
    writeFiles(source.folder, { 'manifest.json': createSourceManifest('A', ['A'], files) })
    expect((await source.prepare()).problems).toHaveLength(1)
    expect(Object.keys((await openWorkingCopy(source.env).manifest())?.files ?? {})).toEqual([])
  })
})

describe('a file of the workspace without its content', () => {
  const CONTENT = 'the bytes of a picture'
  const hash = createHash('sha256').update(CONTENT).digest('hex')

  async function prepareFile() {
    const entry = { file: 'files/a.png', name: 'a.png', type: 'image/png', hash }
    const source = workspace({
      'manifest.json': createSourceManifest('A', ['A'], { 'attachment:1:a.png': entry }),
      [`pages/${pageFile('A')}`]: createRawMap({ A: 'one' }),
      'files/a.png': CONTENT,
    })
    await source.prepare()
    const file = path.join(source.folder, 'files', 'a.png')
    const read = async () => {
      // A new store reads the file as another process does.
      const store = openWorkingCopy(source.env)
      const found = await store.file(hash)
      const opened = found && (await store.openFile(found))
      const text = opened && String(await opened.handle.readFile())
      await opened?.handle.close()
      return { isKnown: found !== undefined, text, isReported: await store.damage.takeMarker() }
    }
    return { ...source, file, read }
  }

  it.each([
    ['emptied', ''],
    ['changed', 'the bytes of a picturE'],
  ])('that is %s is not served', async (_, content) => {
    const { file, read } = await prepareFile()
    expect(await read()).toEqual({ isKnown: true, text: CONTENT, isReported: false })
    writeFileSync(file, content)
    expectConsole(/^error: .*a.png is missing or damaged: it is not served until it is restored/)
    expect(await read()).toEqual({ isKnown: true, text: undefined, isReported: true })
    expect(existsSync(file)).toBe(true)
  })

  it('that was replaced by a link out of the folder is not served', async () => {
    const { folder, file, read } = await prepareFile()
    rmSync(file)
    writeFiles(path.dirname(folder), { 'secret.txt': CONTENT })
    symlinkSync('../../secret.txt', file)
    expectConsole(/^error: .*a.png is missing or damaged/)
    expect((await read()).text).toBeUndefined()
  })

  it.each<[string, (file: string) => void]>([
    ['deleted', () => {}],
    ['replaced by a link to nowhere', (file) => symlinkSync('nowhere', file)],
    ['replaced by a link out of the folder', (file) => symlinkSync('../../secret.txt', file)],
    ['replaced by a link to another file', (file) => symlinkSync('other.png', file)],
  ])('that was %s before the start stays known, and is served when it is restored', async (_, replace) => {
    const { folder, file, prepare, read } = await prepareFile()
    writeFiles(path.dirname(folder), { 'secret.txt': CONTENT, 'workspace/files/other.png': 'another' })
    writeFiles(folder, { '.sync/owners/one/a': '' })
    rmSync(file)
    replace(file)
    const { problems, unread } = await prepare()
    const [address = ''] = unread
    expect(address).toBe('attachment:1:a.png')
    expect(problems).toEqual([{ file: address, reason: 'the manifest lists it, but it is not there' }])
    expect(await read()).toEqual({ isKnown: true, text: undefined, isReported: false })
    expect(existsSync(path.join(folder, 'files', 'other.png'))).toBe(true)
    expect((await prepare()).changed).toBe(false)
    rmSync(file, { force: true })
    writeFileSync(file, CONTENT)
    expect(await prepare()).toMatchObject({ problems: [], unread: [] })
    expect(await read()).toEqual({ isKnown: true, text: CONTENT, isReported: false })
  })

  it('that links to the same content in the folder is served', async () => {
    const { file, prepare, read } = await prepareFile()
    renameSync(file, `${file}.moved`)
    symlinkSync('a.png.moved', file)
    expect((await prepare()).problems).toEqual([])
    expect((await read()).text).toBe(CONTENT)
  })

  it('that is a pipe is reported as missing', async () => {
    const { folder, prepare } = await prepareFile()
    execFileSync('mkfifo', [path.join(folder, 'files', 'pipe')])
    writeFiles(folder, {
      'manifest.json': createSourceManifest('A', ['A'], { 'attachment:1:pipe': { file: 'files/pipe' } }),
    })
    expect((await prepare()).problems).toEqual([
      { file: 'attachment:1:pipe', reason: 'the manifest lists it, but it is not there' },
    ])
  })

  it('that a sync downloaded is removed if it is damaged, so that the next sync downloads it again', async () => {
    const { folder, file, read } = await prepareFile()
    writeFiles(folder, { '.sync/owners/one/a': '' })
    writeFileSync(file, 'half')
    expectConsole(/^error: .*a.png is missing or damaged: it was removed, and the next sync loads it again/)
    expect(await read()).toEqual({ isKnown: true, text: undefined, isReported: true })
    expect(existsSync(file)).toBe(false)
  })
})
