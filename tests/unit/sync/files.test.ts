import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import type { PictureProcess } from '@/lib/pictures/picture-process'
import { getRuntime } from '@/lib/runtime'
import { isPublic } from '@/lib/sync/files/download'
import { WorkerNotReadyError } from '@/lib/workers/errors'
import { temporaryFolder } from '@/tests/support/folders'
import { workspaceOf } from '@/tests/support/hosted/plan'
import { makePicturesHere } from '@/tests/support/pictures'
import { Bench, idOf, listen } from './support'

const UPLOAD = 'attachment:07d7cbd3-5280-5970-a061-5368bb04310a:photo.png'

const image = (source: string) => ({ type: 'image', properties: { source: [[source]] } })
const attachment = (source: string) => ({ type: 'file', properties: { source: [[source]] } })

/** A workspace whose page shows these blocks, with these uploads. */
async function withFiles(blocks: Record<string, unknown>[], uploads: Record<string, Buffer> = {}): Promise<Bench> {
  const data = workspaceOf({ One: { blocks }, Two: { blocks } })
  const folder = temporaryFolder()
  for (const [index, [address, content]] of Object.entries(uploads).entries()) {
    const file = path.join(folder, String(index))
    writeFileSync(file, content)
    data.files.set(address, { path: file, type: 'application/octet-stream' })
  }
  return await Bench.start(data)
}

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#c8402c' } })
    .png()
    .toBuffer()

test('an upload is signed and loaded once, measured, and listed under the address that blocks name', async () => {
  const content = await picture(300, 200)
  const bench = await withFiles([image(UPLOAD)], { [UPLOAD]: content })
  expect(await bench.sync()).toMatchObject({ state: 'done', failedFiles: [] })
  const entry = bench.manifest().files[UPLOAD]
  const hash = createHash('sha256').update(content).digest('hex')
  expect(entry).toMatchObject({ hash, type: 'image/png', width: 300, height: 200, name: 'photo.png' })
  expect(readFileSync(path.join(bench.snapshot, entry?.file ?? ''))).toEqual(content)
  const map = JSON.parse(bench.page(idOf('One'))) as { preview_images: Record<string, { dataURIBase64: string }> }
  expect(map.preview_images[UPLOAD]).toMatchObject({ originalWidth: 300, originalHeight: 200 })
  expect(map.preview_images[UPLOAD]?.dataURIBase64).toMatch(/^data:image\/webp;base64,.{20,600}$/)
  expect(bench.server.takeCounts()).toMatchObject({ getSignedFileUrls: 1, file: 1 })

  bench.server.editor.write(idOf('One'), 'more')
  await bench.sync()
  expect(bench.server.takeCounts()).toEqual({ syncRecordValuesMain: 1, loadPageChunk: 1 })
  expect(Object.keys(JSON.parse(bench.page(idOf('One'))).preview_images)).toEqual([UPLOAD])
})

test('a file that no page shows any more goes once a newer manifest has been published', async () => {
  const bench = await withFiles([image(UPLOAD)], { [UPLOAD]: await picture(3, 2) })
  await bench.sync()
  const file = path.join(bench.snapshot, bench.manifest().files[UPLOAD]?.file ?? '')
  for (const name of ['One', 'Two']) {
    const block = bench.server.data.block.get(idOf(name))
    if (block) block.content = []
    bench.server.data.touch(idOf(name))
  }
  await bench.sync()
  expect(bench.manifest().files).toEqual({})
  await bench.sync()
  expect(existsSync(file)).toBe(true)
  bench.server.editor.write(idOf('One'), 'an edit')
  await bench.sync()
  await bench.sync()
  expect(existsSync(file)).toBe(false)
})

test('the content of a file determines its type, not its name; a drawing becomes a picture', async () => {
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
  const bench = await withFiles([image(drawing ?? ''), attachment(page ?? ''), image(report ?? '')], uploads)
  const { failedFiles } = await bench.sync()
  const { files } = bench.manifest()
  expect(files[drawing ?? '']).toMatchObject({ type: 'image/webp', name: 'drawing.webp' })
  expect(files[page ?? '']).toMatchObject({ type: 'application/pdf' })
  expect(files[report ?? '']).toBeUndefined()
  expect(failedFiles[0]).toMatchObject({ reason: expect.stringContaining('it is not a picture') })
})

test('a picture is left for later while the picture process is not ready, and never stored without its size', async () => {
  const drawing = UPLOAD.replace('photo.png', 'drawing.svg')
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')
  const uploads = { [UPLOAD]: await picture(3, 2), [drawing]: svg }
  const bench = await withFiles([image(UPLOAD), image(drawing)], uploads)
  const run = () => Promise.reject(new WorkerNotReadyError('picture process'))
  getRuntime().pictures = { run } as unknown as PictureProcess
  onTestFinished(makePicturesHere)
  const { failedFiles } = await bench.sync()
  const reasons = new Set(failedFiles.map(({ file, reason }) => `${file}: ${reason}`))
  const [photo, other] = [UPLOAD, drawing].map((name) => `${name}: pictures cannot be read at the moment`)
  expect(reasons).toEqual(new Set([photo, other]))
  expect(bench.manifest().files).toEqual({})
})

test('no file is requested from a private address, also not by name or by a redirect', async () => {
  const victim = await listen((_request, response) => response.end('secret'))
  const port = new URL(victim.origin).port
  const hosts = ['127.0.0.1', 'localhost', '[::1]', '[::ffff:127.0.0.1]', '0x7f.1', '2130706433', '0.0.0.0']
  const bench = await withFiles(hosts.map((host) => attachment(`http://${host}:${port}/${host}`)))
  const { state, failed, failedFiles } = await bench.sync()
  expect({ state, failed }).toEqual({ state: 'done', failed: [] })
  expect(victim.seen).toEqual([])
  expect(failedFiles.length).toBeGreaterThanOrEqual(hosts.length)
  for (const { reason } of failedFiles) expect(reason).toContain('private address')
  expect(bench.manifest().files).toEqual({})
})

test('the workspace itself may be at a private address, but leads to no other', async () => {
  const victim = await listen((_request, response) => response.end('secret'))
  const door = await listen((_request, response) => response.writeHead(302, { location: victim.origin }).end())
  const bench = await withFiles([attachment(UPLOAD)])
  bench.server.signedAddress = () => `${door.origin}/`
  expect((await bench.sync()).failedFiles[0]?.reason).toContain('private address')
  expect(door.seen).toEqual([])

  const other = await Bench.start(bench.server.data)
  other.server.redirectTo = victim.origin
  other.server.signedAddress = () => `${other.server.origin}/away`
  expect((await other.sync()).failedFiles[0]?.reason).toContain('private address')
  expect(victim.seen).toEqual([])
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
])('the address %s is public: %s', (address, expected) => {
  expect(isPublic(address)).toBe(expected)
})

test('the bundled sample is synced with all of its files', async () => {
  const bench = await Bench.start('workspace')
  const report = await bench.sync()
  expect(report).toMatchObject({ state: 'done', failed: [], failedFiles: [] })
  const listed = JSON.parse(readFileSync('workspace/manifest.json', 'utf8')) as { pages: object; files: object }
  expect(bench.pages()).toEqual(Object.keys(listed.pages).sort())
  expect(Object.keys(bench.manifest().files).sort()).toEqual(Object.keys(listed.files).sort())
}, 20_000)

test('a snapshot folder that no sync wrote is left alone', async () => {
  const bench = await Bench.start(workspaceOf({}))
  mkdirSync(bench.snapshot)
  writeFileSync(path.join(bench.snapshot, 'manifest.json'), '{}')
  await expect(bench.sync()).rejects.toThrow('no sync wrote')
  expect(readFileSync(path.join(bench.snapshot, 'manifest.json'), 'utf8')).toBe('{}')
})
