import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, it, vi } from 'vitest'
import type { PictureProcess } from '@/lib/pictures/picture-process'
import { getRuntime } from '@/lib/runtime'
import { buildSite } from '@/lib/site/prepare/build-site'
import { Site } from '@/lib/site/site'
import { buildInput, SETTINGS } from '../../support/build-input'
import { createId, page } from '../../support/records'

const stateDir = mkdtempSync(path.join(tmpdir(), 'colophon-social-'))
afterAll(() => rmSync(stateDir, { recursive: true, force: true }))
vi.mock('@/lib/settings/env', async (original) => ({
  ...(await original<typeof import('@/lib/settings/env')>()),
  getEnv: () => ({ stateDir }),
}))

const HASH = 'a'.repeat(64)
const PICTURE = 'https://example.com/tide.png'
vi.mock('@/lib/site/get-site', () => ({
  getStore: () => ({
    manifest: async () => ({ files: { [PICTURE]: { hash: HASH, name: 'tide.png', type: 'image/png', path: '' } } }),
    file: async () => ({ hash: HASH, name: 'tide.png', type: 'image/png', path: '/tide.png' }),
    openFile: async () => ({ handle: { close: async () => {} } }),
  }),
}))

const { getSocialImage } = await import('@/lib/social/social-image')
const { getSiteIcon } = await import('@/lib/social/social-image')

const run = vi.fn(async (_name: string, input: object) => {
  if (JSON.stringify(input).includes('tide.png')) throw new Error('The job exceeded the deadline of 20 s')
  return Uint8Array.of(1)
})
getRuntime().pictures = { run } as unknown as PictureProcess

it('getSocialImage and getSiteIcon omit a picture that exceeds the deadline', async () => {
  const block = { format: { page_cover: PICTURE, page_icon: PICTURE } }
  const root = page('Root', undefined, { block })
  const site = new Site(buildSite(buildInput([root], [], { files: new Map([[createId('Root'), [HASH]]]) }), SETTINGS))
  expect(await getSocialImage(site, site.index.pages[0])).toBeDefined()
  expect(await getSiteIcon(site, 180)).toBeDefined()
  const [card, plainCard, icon, plainIcon] = run.mock.calls.map(([, input]) => input)
  expect(card).toMatchObject({ title: 'Root', cover: { file: '/tide.png' }, icon: { file: '/tide.png' } })
  expect(plainCard).toEqual({
    title: 'Root',
    siteName: 'Root',
    direction: 'ltr',
    accent: expect.any(String),
    paper: expect.any(String),
    ink: expect.any(String),
    muted: expect.any(String),
  })
  expect([icon, plainIcon]).toEqual([{ size: 180, file: '/tide.png' }, { size: 180 }])
})
