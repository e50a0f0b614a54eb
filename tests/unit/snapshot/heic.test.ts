import { existsSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeEach, expect, it, vi } from 'vitest'
import { JOBS } from '@/lib/pictures/jobs'
import { PictureProcess } from '@/lib/pictures/picture-process'
import { PUBLIC } from '@/lib/site/access'
import { explainPage, readSavedFindings } from '@/lib/site/prepare/prepare-site'
import { Site } from '@/lib/site/site'
import { openWorkingCopy } from '@/lib/site/working-copy'
import { WorkerNotReadyError } from '@/lib/workers/job-queue'
import { expectConsole } from '../../support/console'
import { writeFiles } from '../../support/folders'
import { HEIC_PICTURE } from '../../support/heic'
import { createId } from '../../support/records'
import { createRawMap, createSourceManifest, pageFile, workspace } from './support'

const convert = vi.fn((file: string) => JOBS.convert(file).catch(() => undefined))
beforeEach(() => void convert.mockClear())
const createOptions = (version = '1.0.0', limitMs = 60_000) => ({ converter: { version, limitMs, convert } })

const createAddress = (name: string) => `attachment:${createId(name)}:${name}.heic`

/** Writes a folder whose page shows pictures, and offers another file for download. */
function createWorkspace(content: Uint8Array = HEIC_PICTURE, more: readonly string[] = []) {
  const map = createRawMap({ A: 'one' })
  const addBlock = (type: string, name: string) => {
    const properties = { source: [[createAddress(name)]] }
    const parent = { parent_id: createId('A'), parent_table: 'block' }
    map.block[createId(name)] = { value: { id: createId(name), type, alive: true, properties, ...parent } }
    const page = map.block[createId('A')] as { value: { content: string[] } }
    page.value.content.push(createId(name))
  }
  const pictures = ['photo', ...more]
  for (const name of pictures) addBlock('image', name)
  addBlock('file', 'download')
  const list = (name: string) => [createAddress(name), { file: `files/${name}.heic`, type: 'image/heic' }] as const
  const files = Object.fromEntries([...pictures, 'download'].map(list))
  const source = workspace({
    'manifest.json': createSourceManifest('A', ['A'], files),
    [`pages/${pageFile('A')}`]: map,
  })
  writeFiles(source.folder, { 'files/.keep': '' })
  for (const [index, name] of pictures.entries()) {
    writeFileSync(path.join(source.folder, `files/${name}.heic`), Buffer.concat([content, Buffer.alloc(index)]))
  }
  writeFileSync(path.join(source.folder, 'files/download.heic'), Buffer.concat([HEIC_PICTURE, Buffer.alloc(99)]))
  /** Prepares the folder again, as if the page had been edited. */
  const prepareChanged = (version?: string) => {
    const edited = { ...createSourceManifest('A', ['A'], files), syncedAt: new Date(++edits).toISOString() }
    writeFiles(source.folder, { 'manifest.json': edited })
    return source.prepare(0, createOptions(version))
  }
  return { ...source, prepareChanged, findings: () => readSavedFindings(source.env) }
}
let edits = 0

it('a HEIC picture of a folder is converted once, and a file for download is not', async () => {
  const source = createWorkspace()
  const { index } = await source.prepare(0, createOptions())
  const store = openWorkingCopy(source.env)
  const files = (await store.manifest())?.files ?? {}
  const photo = files[createAddress('photo')]
  expect(photo).toMatchObject({ name: 'photo.webp', type: 'image/webp', width: 64, height: 48 })
  expect(photo && (await store.openFile(photo))?.handle.close()).toBeDefined()
  expect(new Site(index).showsFile(photo?.hash ?? '', PUBLIC)).toBe(true)
  expect(files[createAddress('download')]).toMatchObject({ name: 'download.heic', type: 'image/heic' })
  await source.prepareChanged()
  expect((await store.manifest())?.files).toEqual(files)
  expect(convert).toHaveBeenCalledTimes(1)
  expect((await source.findings()).map(({ kind }) => kind)).not.toContain('unconverted-picture')
})

it('a converted picture that is lost or damaged is converted again', async () => {
  const source = createWorkspace()
  await source.prepare(0, createOptions())
  const store = openWorkingCopy(source.env)
  const photo = (await store.manifest())?.files[createAddress('photo')]?.path ?? ''
  rmSync(photo)
  await source.prepare(0, createOptions())
  expect([existsSync(photo), convert.mock.calls.length]).toEqual([true, 2])
  writeFileSync(photo, 'damaged')
  expectConsole(/^error: .*files\/[0-9a-f]+.*rebuilt/)
  await source.prepare(0, { verify: true, ...createOptions() })
  expect(convert).toHaveBeenCalledTimes(3)
})

it('a HEIC file that cannot be converted stays as it is and is a finding, until there is another decoder', async () => {
  const source = createWorkspace(HEIC_PICTURE.subarray(0, 900))
  await source.prepare(0, createOptions())
  await source.prepareChanged()
  expect(convert).toHaveBeenCalledTimes(1)
  const finding = { kind: 'unconverted-picture', file: 'photo.heic', page: createId('A') }
  expect(await source.findings()).toContainEqual(finding)
  const manifest = await openWorkingCopy(source.env).manifest()
  expect(manifest?.files[createAddress('photo')]).toMatchObject({ name: 'photo.heic', type: 'image/heic' })
  await source.prepareChanged('1.0.1')
  expect(convert).toHaveBeenCalledTimes(2)
})

it('a picture that cannot be converted now is tried again', async () => {
  const source = createWorkspace()
  convert.mockRejectedValueOnce(new WorkerNotReadyError('picture process'))
  await source.prepare(0, createOptions())
  expect(await source.findings()).toContainEqual(expect.objectContaining({ kind: 'unconverted-picture' }))
  expect(await source.prepare(0, createOptions())).toMatchObject({ changed: true, unread: [] })
  expect(await source.findings()).not.toContainEqual(expect.objectContaining({ kind: 'unconverted-picture' }))
})

it('conversions that exceed their time are left for the next preparations', async () => {
  const source = createWorkspace(HEIC_PICTURE, ['second', 'third'])
  const prepare = () => source.prepare(0, createOptions('1.0.0', 0))
  const left = ['second', 'third'].map(createAddress)
  expect(await prepare()).toMatchObject({ isUnfinished: true, unread: left })
  expect((await source.findings()).map(({ kind }) => kind)).not.toContain('unconverted-picture')
  expect(await prepare()).toMatchObject({ isUnfinished: true, unread: left.slice(1) })
  expect(await prepare()).toMatchObject({ isUnfinished: false, unread: [] })
  expect(await prepare()).toMatchObject({ changed: false })
  expect(convert).toHaveBeenCalledTimes(3)
})

it('a preparation in which no picture can be converted does not ask for another one at once', async () => {
  const source = createWorkspace()
  convert.mockRejectedValueOnce(new WorkerNotReadyError('picture process'))
  const unread = [createAddress('photo')]
  expect(await source.prepare(0, createOptions())).toMatchObject({ isUnfinished: false, unread })
})

it('the explanation of a page converts no pictures, and keeps those that are converted', async () => {
  const source = createWorkspace()
  await source.prepare(0, createOptions('1.0.0', 0))
  const before = await openWorkingCopy(source.env).manifest()
  const run = vi.spyOn(PictureProcess.prototype, 'run')
  expect(await explainPage(source.env, 0, createId('A'))).toMatchObject({ page: { id: createId('A') } })
  expect(await openWorkingCopy(source.env).manifest()).toEqual(before)
  await openWorkingCopy(source.env).putDerived('converted', { version: '1.0.0', results: {} })
  await explainPage(source.env, 0, createId('A'))
  expect(run).not.toHaveBeenCalled()
})

it('a file that the sync could not load is a finding of the page that shows it', async () => {
  const source = createWorkspace()
  const failed = {
    [createAddress('photo')]: `it is not a picture${'!'.repeat(500)}`,
    [createAddress('download')]: 1,
    'attachment:elsewhere': 'it is on no page',
  }
  writeFiles(source.folder, { 'manifest.json': { ...createSourceManifest('A', ['A']), failed } })
  await source.prepare(0, createOptions())
  const found = (await source.findings()).filter(({ kind }) => kind === 'failed-file')
  expect(found).toEqual([
    {
      kind: 'failed-file',
      file: 'photo.heic',
      reason: expect.stringMatching(/^it is not a picture!{181}$/),
      page: createId('A'),
    },
  ])
})
