import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { PictureProcess } from '@/lib/pictures/picture-process'
import { getRuntime } from '@/lib/runtime'
import { DownloadError, Downloader, isPublic } from '@/lib/sync/files/download'
import { detectFileType } from '@/lib/sync/files/files'
import { WorkerNotReadyError } from '@/lib/workers/job-queue'
import { createTemporaryFolder } from '@/tests/support/folders'
import { HEIC_PICTURE } from '@/tests/support/heic'
import { createHostedWorkspace } from '@/tests/support/hosted/plan'
import { runPictureJobsInProcess } from '@/tests/support/pictures'
import { Bench, createHostedId, listen } from './support'

const UPLOAD = 'attachment:07d7cbd3-5280-5970-a061-5368bb04310a:photo.png'

const createImage = (source: string) => ({ type: 'image', properties: { source: [[source]] } })
const createAttachment = (source: string) => ({ type: 'file', properties: { source: [[source]] } })

/** Starts a workspace with two pages that contain these blocks, and with these uploads. */
async function startWithFiles(blocks: Record<string, unknown>[], uploads: Record<string, Buffer> = {}): Promise<Bench> {
  const data = createHostedWorkspace({ One: { blocks }, Two: { blocks } })
  const folder = createTemporaryFolder()
  for (const [index, [address, content]] of Object.entries(uploads).entries()) {
    const file = path.join(folder, String(index))
    writeFileSync(file, content)
    data.files.set(address, { path: file, type: 'application/octet-stream' })
  }
  return await Bench.start(data)
}

const createPicture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#c8402c' } })
    .png()
    .toBuffer()

test('an upload is signed and downloaded once, measured and listed under the address in its blocks', async () => {
  const content = await createPicture(300, 200)
  const bench = await startWithFiles([createImage(UPLOAD)], { [UPLOAD]: content })
  expect(await bench.sync()).toMatchObject({ state: 'done', failedFiles: [] })
  const entry = bench.manifest().files[UPLOAD]
  const hash = createHash('sha256').update(content).digest('hex')
  expect(entry).toMatchObject({ hash, type: 'image/png', width: 300, height: 200, name: 'photo.png' })
  expect(readFileSync(path.join(bench.snapshot, entry?.file ?? ''))).toEqual(content)
  const map = JSON.parse(bench.page(createHostedId('One'))) as {
    preview_images: Record<string, { dataURIBase64: string }>
  }
  expect(map.preview_images[UPLOAD]).toMatchObject({ originalWidth: 300, originalHeight: 200 })
  expect(map.preview_images[UPLOAD]?.dataURIBase64).toMatch(/^data:image\/webp;base64,.{20,600}$/)
  expect(bench.server.takeCounts()).toMatchObject({ getSignedFileUrls: 1, file: 1 })

  bench.server.editor.write(createHostedId('One'), 'more')
  await bench.sync()
  expect(bench.server.takeCounts()).toEqual({ syncRecordValuesMain: 1, loadPageChunk: 1 })
  expect(Object.keys(JSON.parse(bench.page(createHostedId('One'))).preview_images)).toEqual([UPLOAD])
})

test('a HEIC picture is converted, one that cannot be is kept, and one to download stays as it is', async () => {
  const [photo, damaged, download] = ['photo.heic', 'damaged.heic', 'download.heic'].map((name) =>
    UPLOAD.replace('photo.png', name),
  ) as [string, string, string]
  const uploads = { [photo]: HEIC_PICTURE, [damaged]: HEIC_PICTURE.subarray(0, 900), [download]: HEIC_PICTURE }
  const bench = await startWithFiles([createImage(photo), createImage(damaged), createAttachment(download)], uploads)
  expect(await bench.sync()).toMatchObject({ state: 'done', failedFiles: [] })
  const { files, failed } = bench.manifest()
  expect(files[photo]).toMatchObject({ type: 'image/webp', name: 'photo.webp', width: 64, height: 48 })
  expect(await detectFileType(path.join(bench.snapshot, files[photo]?.file ?? ''))).toMatchObject({
    type: 'image/webp',
  })
  expect(files[damaged]).toMatchObject({ type: 'image/heic', name: 'damaged.heic' })
  expect(files[download]).toMatchObject({ type: 'image/heic', name: 'download.heic' })
  expect(failed).toBeUndefined()
})

test('an upload does not wait for the downloads from other hosts', async () => {
  const load = Downloader.prototype.download
  let release = () => {}
  const isUploadLoaded = new Promise<void>((resolve) => {
    release = resolve
  })
  const spy = vi.spyOn(Downloader.prototype, 'download').mockImplementation(async function (
    this: Downloader,
    ...input
  ) {
    const [, , , isSigned] = input
    if (!isSigned) await isUploadLoaded.then(() => Promise.reject(new DownloadError('its download is too slow')))
    const loaded = await load.apply(this, input)
    release()
    return loaded
  })
  onTestFinished(() => spy.mockRestore())
  const links = Array.from({ length: 20 }, (_, index) => createImage(`https://slow-${index}.example/photo.png`))
  const bench = await startWithFiles([...links, createImage(UPLOAD)], { [UPLOAD]: await createPicture(3, 2) })
  await bench.sync()
  expect(Object.keys(bench.manifest().files)).toEqual([UPLOAD])
})

test('a file that no page contains is removed after a newer manifest was published', async () => {
  const bench = await startWithFiles([createImage(UPLOAD)], { [UPLOAD]: await createPicture(3, 2) })
  await bench.sync()
  const file = path.join(bench.snapshot, bench.manifest().files[UPLOAD]?.file ?? '')
  for (const name of ['One', 'Two']) {
    const block = bench.server.data.block.get(createHostedId(name))
    if (block) block.content = []
    bench.server.data.touch(createHostedId(name))
  }
  await bench.sync()
  expect(bench.manifest().files).toEqual({})
  await bench.sync()
  expect(existsSync(file)).toBe(true)
  bench.server.editor.write(createHostedId('One'), 'an edit')
  await bench.sync()
  await bench.sync()
  expect(existsSync(file)).toBe(false)
})

test('the type of a file depends on its content and not its name, and an SVG file is converted to WebP', async () => {
  const svg = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>',
  )
  const [drawing, page, report] = ['drawing.svg', 'page.pdf', 'picture.png'].map((name) =>
    UPLOAD.replace('photo.png', name),
  )
  const uploads = {
    [drawing ?? '']: svg,
    [page ?? '']: Buffer.from('%PDF-1.7\n'),
    [report ?? '']: Buffer.from('<script>'),
  }
  const bench = await startWithFiles(
    [createImage(drawing ?? ''), createAttachment(page ?? ''), createImage(report ?? '')],
    uploads,
  )
  const { failedFiles } = await bench.sync()
  const { files } = bench.manifest()
  expect(files[drawing ?? '']).toMatchObject({ type: 'image/webp', name: 'drawing.webp' })
  expect(files[page ?? '']).toMatchObject({ type: 'application/pdf' })
  expect(files[report ?? '']).toBeUndefined()
  expect(failedFiles[0]).toMatchObject({ reason: expect.stringContaining('it is not a picture') })
})

test('a picture is not stored while the picture process is not ready', async () => {
  const drawing = UPLOAD.replace('photo.png', 'drawing.svg')
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')
  const uploads = { [UPLOAD]: await createPicture(3, 2), [drawing]: svg }
  const bench = await startWithFiles([createImage(UPLOAD), createImage(drawing)], uploads)
  const run = () => Promise.reject(new WorkerNotReadyError('picture process'))
  getRuntime().pictures = { run } as unknown as PictureProcess
  onTestFinished(runPictureJobsInProcess)
  const { failedFiles } = await bench.sync()
  const reasons = new Set(failedFiles.map(({ file, reason }) => `${file}: ${reason}`))
  const [photo, other] = [UPLOAD, drawing].map((name) => `${name}: pictures cannot be read at the moment`)
  expect(reasons).toEqual(new Set([photo, other]))
  expect(bench.manifest().files).toEqual({})
})

test('does not request files from private addresses, including host names that resolve to one', async () => {
  const privateServer = await listen((_request, response) => response.end('secret'))
  const port = new URL(privateServer.origin).port
  const hosts = ['127.0.0.1', 'localhost', '[::1]', '[::ffff:127.0.0.1]', '0x7f.1', '2130706433', '0.0.0.0']
  const bench = await startWithFiles(hosts.map((host) => createAttachment(`http://${host}:${port}/${host}`)))
  const { state, failed, failedFiles } = await bench.sync()
  expect({ state, failed }).toEqual({ state: 'done', failed: [] })
  expect(privateServer.urls).toEqual([])
  expect(failedFiles.length).toBeGreaterThanOrEqual(hosts.length)
  for (const { reason } of failedFiles) expect(reason).toContain('private address')
  expect(bench.manifest().files).toEqual({})
})

test('a workspace at a private address cannot redirect to another private address', async () => {
  const privateServer = await listen((_request, response) => response.end('secret'))
  const redirecting = await listen((_request, response) =>
    response.writeHead(302, { location: privateServer.origin }).end(),
  )
  const bench = await startWithFiles([createAttachment(UPLOAD)])
  bench.server.signAddress = () => `${redirecting.origin}/`
  expect((await bench.sync()).failedFiles[0]?.reason).toContain('private address')
  expect(redirecting.urls).toEqual([])

  const other = await Bench.start(bench.server.data)
  other.server.redirectTo = privateServer.origin
  other.server.signAddress = () => `${other.server.origin}/away`
  expect((await other.sync()).failedFiles[0]?.reason).toContain('private address')
  expect(privateServer.urls).toEqual([])
})

test.each([
  ['8.8.8.8', true],
  ['2606:4700::1111', true],
  ['10.1.2.3', false],
  ['172.16.0.1', false],
  ['192.168.1.1', false],
  ['169.254.169.254', false],
  ['100.64.0.1', false],
  ['0.0.0.0', false],
  ['255.255.255.255', false],
  ['::1', false],
  ['::ffff:10.0.0.1', false],
  ['fd00::1', false],
  ['fe80::1', false],
  ['64:ff9b::a00:1', false],
  ['2002:a00:1::', false],
  ['::7f00:1', false],
  ['168.63.129.16', false],
])('isPublic(%s) returns %s', (address, expected) => {
  expect(isPublic(address)).toBe(expected)
})

test('syncs the bundled sample with all of its files', async () => {
  const bench = await Bench.start('workspace')
  const report = await bench.sync()
  expect(report).toMatchObject({ state: 'done', failed: [], failedFiles: [] })
  const listed = JSON.parse(readFileSync('workspace/manifest.json', 'utf8')) as { pages: object; files: object }
  expect(bench.pages()).toEqual(Object.keys(listed.pages).sort())
  expect(Object.keys(bench.manifest().files).sort()).toEqual(Object.keys(listed.files).sort())
}, 20_000)

test('does not write to a snapshot folder that was not created by a sync', async () => {
  const bench = await Bench.start(createHostedWorkspace({}))
  mkdirSync(bench.snapshot)
  writeFileSync(path.join(bench.snapshot, 'manifest.json'), '{}')
  await expect(bench.sync()).rejects.toThrow('no sync wrote')
  expect(readFileSync(path.join(bench.snapshot, 'manifest.json'), 'utf8')).toBe('{}')
})

test.each([
  ['<!-- one --> <!-- two -->\n<svg width="1"/>', 'image/svg+xml'],
  ['<?xml version="1.0"?><!DOCTYPE svg><svg width="1"/>', 'image/svg+xml'],
  ['<p><svg width="1"/></p>', 'application/octet-stream'],
  ['<!-- one --> <!-- two --> words', 'application/octet-stream'],
  ['<!-- <svg width="1"/>', 'application/octet-stream'],
])('recognizes a drawing by its first element: %s', async (content, type) => {
  const file = path.join(createTemporaryFolder(), 'file')
  writeFileSync(file, content)
  expect(await detectFileType(file)).toMatchObject({ type })
})
