import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { SOCIAL_IMAGE_SIZE } from '@/lib/pictures/social-image-format'
import { PUBLIC } from '@/lib/site/access'
import { getStore } from '@/lib/site/get-site'
import { buildSite } from '@/lib/site/prepare/build-site'
import { Site } from '@/lib/site/site'
import { STORE_FORMAT } from '@/lib/snapshot/store'
import { buildInput, SETTINGS } from '../../support/build-input'
import { expectConsole } from '../../support/console'
import { runPictureJobsInProcess } from '../../support/pictures'
import { createId, page } from '../../support/records'

const stateDir = mkdtempSync(path.join(tmpdir(), 'colophon-social-'))
afterAll(() => rmSync(stateDir, { recursive: true, force: true }))
// The list of fonts is fixed by the first drawing. Fonts of the machine must not be used.
beforeAll(async () => void (await loadFamilies()))
vi.setConfig({ testTimeout: 30_000 })
vi.mock('@/lib/settings/env', async (original) => ({
  ...(await original<typeof import('@/lib/settings/env')>()),
  getEnv: () => ({ stateDir }),
}))

const { drawSocialImage, drawText } = await import('@/lib/pictures/social-image')
const { loadFamilies } = await import('@/lib/pictures/fonts')
const { getSiteIcon } = await import('@/lib/social/social-image')
const { createPictureFinder, getSocialImage } = await import('@/lib/social/social-image')

const COLORS = { accent: '#b83a1b', paper: '#fbfaf7', ink: '#1d1b19', muted: '#69635b' }
const facts = { siteName: 'Site', direction: 'ltr', ...COLORS } as const
const style = { size: 64, color: '#000000', width: 1000 }
const drawTextPicture = async (text: string) => (await drawText(text, style))?.input
const findColors = async (picture: Buffer | undefined) => {
  const { channels } = await sharp(picture).stats()
  return channels.slice(0, 3).map(({ max }) => max > 0)
}

describe('drawText', () => {
  it('draws emoji in color', async () => {
    expect(await findColors(await drawTextPicture('❤️🎉'))).toEqual([true, true, true])
    expect(await findColors(await drawTextPicture('A'))).toEqual([false, false, false])
  })

  it('returns nothing for a text that no font contains', async () => {
    expect(await drawText('\u{1E000}\u{10FFFF}', style)).toBeUndefined()
  })

  it('aligns a text in a right-to-left paragraph right, also if it begins with Latin letters', async () => {
    const text = 'Latin שלום '.repeat(8)
    const [left, right] = await Promise.all([drawText(text, style), drawText(text, { ...style, direction: 'rtl' })])
    expect(left?.input.equals(right?.input ?? Buffer.of())).toBe(false)
  })
})

describe('drawSocialImage', () => {
  it.each([
    ['of markup', '<b>&amp;</b>]]></span>'],
    ['of 2,000 characters', 'word '.repeat(400)],
    ['of 200 wide characters', 'WMWM '.repeat(40)],
    ['of one long word', 'x'.repeat(2000)],
    ['without text', ''],
    ['without drawable characters', '\u{10FFFF}'],
    ['of a letter with 5,000 marks', `a${'\u0301'.repeat(5000)}`],
    ['of emoji that are joined without end', '👩\u200D'.repeat(3000)],
    ['of control characters', '\u0000\u0007\u{E0001}\u202E'],
  ])('draws an image for a title %s', async (_, title) => {
    const { width, height, format } = await sharp(await drawSocialImage({ ...facts, title })).metadata()
    expect({ width, height, format }).toEqual({ ...SOCIAL_IMAGE_SIZE, format: 'jpeg' })
  })

  it.each([
    ['a site with a long name', { siteName: 'a name of many words '.repeat(100) }],
    ['a site with one long word as name', { siteName: 'x'.repeat(3000) }],
    ['an icon with a long text', { icon: { text: 'W'.repeat(300) } }],
  ])('draws an image for %s', async (_, more) => {
    const { width, height } = await sharp(await drawSocialImage({ ...facts, title: 'A', ...more })).metadata()
    expect({ width, height }).toEqual(SOCIAL_IMAGE_SIZE)
  })

  it('shows the cover and the icon unless they are damaged', async () => {
    const cover = path.join(stateDir, 'cover.png')
    await sharp({ create: { width: 300, height: 300, channels: 3, background: '#00ff00' } })
      .png()
      .toFile(cover)
    const getColorAt = async (picture: Buffer, left: number) =>
      [...(await sharp(picture).extract({ left, top: 300, width: 1, height: 1 }).raw().toBuffer())].map((value) =>
        Math.round(value / 64),
      )
    const left = await drawSocialImage({ ...facts, title: 'A', cover: { file: cover }, direction: 'rtl' })
    const right = await drawSocialImage({ ...facts, title: 'A', cover: { file: cover }, icon: { file: cover } })
    expect(await getColorAt(left, 10)).toEqual([0, 4, 0])
    expect(await getColorAt(right, 1190)).toEqual([0, 4, 0])
    const damaged = await drawSocialImage({
      ...facts,
      title: 'A',
      cover: { file: '/nothing' },
      icon: { file: '/nothing' },
    })
    expect(await getColorAt(damaged, 1190)).toEqual([4, 4, 4])
  })
})

runPictureJobsInProcess()
it('getSocialImage uses the accent of the root page', async () => {
  const root = page('Root', undefined, { look: { accent: '#2f6f4e' } })
  const site = new Site(buildSite(buildInput([root]), SETTINGS))
  const file = await getSocialImage(site, site.page(createId('Root'), PUBLIC))
  const bottomPixel = sharp(file).extract({
    left: SOCIAL_IMAGE_SIZE.width / 2,
    top: SOCIAL_IMAGE_SIZE.height - 6,
    width: 1,
    height: 1,
  })
  const [red = 0, green = 0, blue = 0] = await bottomPixel.raw().toBuffer()
  const accent = [red, green, blue].map((part) => Math.round(part / 16))
  expect(accent).toEqual([0x2f, 0x6f, 0x4e].map((part) => Math.round(part / 16)))
})

it('getSiteIcon uses the icon of the root page only if the root page is public', async () => {
  const getIcon = async (icon: string | undefined, access?: string) => {
    const block = { format: { page_icon: icon } }
    const root = page('Root', undefined, { block, ...(access && { accessTable: { [createId('Root')]: access } }) })
    return await getSiteIcon(new Site(buildSite(buildInput([root]), SETTINGS)), 32)
  }
  const [ownIcon, membersIcon, defaultIcon] = await Promise.all([
    getIcon('🌲'),
    getIcon('🌲', 'Members'),
    getIcon(undefined),
  ])
  expect(ownIcon).not.toBe(defaultIcon)
  expect(membersIcon).toBe(defaultIcon)
})

it('createPictureFinder finds no file that is damaged or not a picture', async () => {
  const files = Object.fromEntries(
    [
      ['cover.png', 'image/png'],
      ['cover.pdf', 'application/pdf'],
      ['damaged.png', 'image/png'],
    ].map(([name = '', type = '']) => {
      const file = path.join(stateDir, name)
      writeFileSync(file, name === 'damaged.png' ? '' : name)
      const hash = createHash('sha256').update(name).digest('hex')
      return [`attachment:${name}`, { hash, name, type, path: file }]
    }),
  )
  const snapshot = { format: STORE_FORMAT, version: '1', syncedAt: 0, pages: {}, collections: {}, problems: [] }
  await getStore().putManifest({ ...snapshot, files })
  const site = new Site(buildSite(buildInput([page('Root', undefined)]), SETTINGS))
  vi.spyOn(site, 'fileAddress').mockImplementation((hash, name) => `/files/${hash}/${name}`)
  const [home] = site.index.pages
  const find = await createPictureFinder(site)
  expect(home && (await find('attachment:cover.png', home))).toBe(path.join(stateDir, 'cover.png'))
  expect(home && (await find('attachment:cover.pdf', home))).toBeUndefined()
  expectConsole(/^error: .*damaged.png is missing or damaged/)
  expect(home && (await find('attachment:damaged.png', home))).toBeUndefined()
})
