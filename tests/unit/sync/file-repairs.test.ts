import { lstatSync, readFileSync, renameSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { createTemporaryFolder } from '@/tests/support/folders'
import type { HostedData } from '@/tests/support/hosted/data'
import { createHostedWorkspace } from '@/tests/support/hosted/plan'
import { expectSettled, getSyncFile, REFRESH, readContent, setUpClock, startSynced } from './repairs-support'
import { Bench } from './support'

const passSeconds = setUpClock()

const UPLOAD = 'attachment:07d7cbd3-5280-5970-a061-5368bb04310a:photo.png'

async function createDataWithPicture(): Promise<HostedData> {
  const image = { type: 'image', properties: { source: [[UPLOAD]] } }
  const data = createHostedWorkspace({ One: { blocks: [image] }, Two: {} })
  const file = path.join(createTemporaryFolder(), 'photo')
  writeFileSync(
    file,
    await sharp({ create: { width: 30, height: 20, channels: 3, background: 'red' } })
      .png()
      .toBuffer(),
  )
  data.files.set(UPLOAD, { path: file, type: 'image/png' })
  return data
}
test.each<[string, (file: string) => void]>([
  ['deleted', (file) => rmSync(file)],
  ['emptied', (file) => truncateSync(file)],
  ['altered', (file) => writeFileSync(file, readFileSync(file).reverse())],
  ['replaced by a link to it', (file) => [renameSync(file, `${file}.moved`), symlinkSync(`${file}.moved`, file)]],
])('downloads a picture that was %s in the snapshot again', async (_, damage) => {
  const bench = await startSynced(await createDataWithPicture())
  const file = path.join(bench.snapshot, bench.manifest().files[UPLOAD]?.file ?? '')
  const [good, listed] = [readFileSync(file), readContent(bench)]
  damage(file)
  await bench.sync({ isWatching: true })
  expect([readFileSync(file), lstatSync(file).isFile()]).toEqual([good, true])
  expect(readContent(bench)).toBe(listed)
  await expectSettled(bench)
})

test('lists why a picture could not be downloaded until it is', async () => {
  const data = await createDataWithPicture()
  const file = data.files.get(UPLOAD)?.path ?? ''
  const picture = readFileSync(file)
  writeFileSync(file, 'no picture')
  const bench = await Bench.start(data)
  await bench.sync({ isWatching: true })
  expect(bench.manifest()).toMatchObject({ files: {}, failed: { [UPLOAD]: 'it is not a picture' } })
  writeFileSync(file, picture)
  passSeconds(10)
  await bench.sync({ isWatching: true })
  expect(bench.manifest()).not.toHaveProperty('failed')
  expect(bench.manifest().files[UPLOAD]?.type).toMatch(/^image/)
})

test('lists a picture that was deleted and cannot be downloaded until six attempts have failed', async () => {
  const bench = await startSynced(await createDataWithPicture())
  const { [UPLOAD]: listed } = bench.manifest().files
  rmSync(path.join(bench.snapshot, listed?.file ?? ''))
  const { signAddress } = bench.server
  bench.server.signAddress = () => `${bench.server.origin}/signed/nothing`
  for (let attempt = 1; attempt < 6; attempt++) {
    expect(await bench.sync({ isWatching: true }), String(attempt)).toMatchObject({
      failedFiles: [{ id: expect.any(String) }],
      missingFiles: 1,
    })
    expect(bench.manifest().files[UPLOAD], String(attempt)).toEqual(listed)
    passSeconds(10 * 2 ** attempt)
  }
  await bench.sync({ isWatching: true })
  expect(bench.manifest().files).toEqual({})

  bench.server.signAddress = signAddress
  passSeconds(3600)
  expect(await bench.sync({ isWatching: true })).toMatchObject({ failedFiles: [], missingFiles: 0 })
  expect(bench.manifest().files[UPLOAD]).toEqual(listed)
  await expectSettled(bench)
})

test('keeps a picture that is back before its download was tried again', async () => {
  const bench = await startSynced(await createDataWithPicture())
  const file = path.join(bench.snapshot, bench.manifest().files[UPLOAD]?.file ?? '')
  renameSync(file, `${file}.moved`)
  bench.server.signAddress = () => `${bench.server.origin}/signed/nothing`
  expect(await bench.sync({ isWatching: true })).toMatchObject({ missingFiles: 1 })
  renameSync(`${file}.moved`, file)
  expect(await bench.sync({ isWatching: true })).toMatchObject({ failedFiles: [], missingFiles: 0 })
})

test('downloads files that an interrupted run did not download', async () => {
  const bench = await startSynced(await createDataWithPicture())
  const listed = readContent(bench)
  // After an interruption, the state contains the page but not its file.
  const state = getSyncFile(bench, 'state.json.gz')
  const known = JSON.parse(String(gunzipSync(readFileSync(state)))) as { files: object }
  writeFileSync(state, gzipSync(JSON.stringify({ ...known, files: {} })))
  await bench.sync({ isWatching: true })
  expect(readContent(bench)).toBe(listed)
  await expectSettled(bench)
})

test('retries files that failed in the first sync, even in runs without changes', async () => {
  const bench = await Bench.start(await createDataWithPicture())
  const { signAddress } = bench.server
  bench.server.signAddress = () => `${bench.server.origin}/signed/nothing`
  expect((await bench.sync({ isWatching: true })).failedFiles).not.toEqual([])
  bench.server.signAddress = signAddress
  // The retry waits, so that a file which no longer exists costs few calls.
  bench.server.takeCounts()
  await bench.sync({ isWatching: true })
  expect(bench.server.takeCounts()).toEqual(REFRESH)
  passSeconds(11)
  expect(await bench.sync({ isWatching: true })).toMatchObject({ failedFiles: [] })
  expect(Object.keys(bench.manifest().files)).toEqual([UPLOAD])
  await expectSettled(bench)
})
