import { writeFileSync } from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'
import { expect, test, vi } from 'vitest'
import { createTemporaryFolder } from '@/tests/support/folders'
import type { HostedData } from '@/tests/support/hosted/data'
import { createHostedWorkspace } from '@/tests/support/hosted/plan'
import { Bench, createHostedId } from './support'

const UPLOADS = [1, 2].map((at) => `attachment:07d7cbd3-5280-5970-a061-5368bb04310${at}:photo-${at}.png`)

/** Creates a workspace with two pictures on a page. */
async function createDataWithPictures(): Promise<HostedData> {
  const blocks = UPLOADS.map((source) => ({ type: 'image', properties: { source: [[source]] } }))
  const data = createHostedWorkspace({ One: { blocks } })
  for (const [at, upload] of UPLOADS.entries()) {
    const file = path.join(createTemporaryFolder(), 'photo')
    const picture = sharp({ create: { width: 30 + at, height: 20, channels: 3, background: 'red' } }).png()
    writeFileSync(file, await picture.toBuffer())
    data.files.set(upload, { path: file, type: 'image/png' })
  }
  return data
}

test('a page does not depend on the order in which its pictures are downloaded', async () => {
  const undisturbed = await Bench.start(await createDataWithPictures())
  await undisturbed.sync()
  const bench = await Bench.start(await createDataWithPictures())
  const { signAddress } = bench.server
  bench.server.signAddress = (address) => (address === UPLOADS[0] ? undefined : signAddress(address))
  expect((await bench.sync()).failedFiles).toHaveLength(1)
  expect(bench.page(createHostedId('One'))).not.toBe(undisturbed.page(createHostedId('One')))
  bench.server.signAddress = signAddress
  const { now } = Date
  vi.spyOn(Date, 'now').mockImplementation(() => now() + 20_000)
  expect((await bench.sync()).failedFiles).toEqual([])
  expect(bench.page(createHostedId('One'))).toBe(undisturbed.page(createHostedId('One')))
})
