import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { READING_FONT } from '@/lib/branding/fonts'
import { sampleItems } from '@/tests/support/complete'
import { findInk, getOverlap } from '@/tests/support/ink'
import { startPictureProgram } from '@/tests/support/picture-program'
import { createFolder } from '@/tests/support/site'
import { TITLES } from '@/tests/support/titles'
import { expect, test } from './test'

const FONTS = 'http://fonts.test'
const LETTERS = [READING_FONT.package, '@fontsource-variable/noto-serif']
const CHINESE = ['@fontsource-variable/noto-sans-sc']
/** Scripts whose font is not named after them. */
const OTHER_NAMES: Readonly<Record<string, string[]>> = {
  Bopomofo: CHINESE,
  Han: CHINESE,
  Hangul: ['@fontsource-variable/noto-sans-kr'],
  Hiragana: CHINESE,
  Katakana: CHINESE,
}
/** The size of titles of one line, in pixels. */
const SIZE = 88
const MARGIN = 80
/** How far the edges of letters may differ, in pixels: Pango places each letter at a whole pixel. */
const TOLERANCE = 3

/** Returns the packages of the font of a script, of which one is installed. */
function getPackages(script: string): string[] {
  const name = script.toLowerCase().replaceAll('_', '-')
  const packages = ['-variable/noto-sans', '/noto-sans', '-variable/noto-serif'].map(
    (prefix) => `@fontsource${prefix}-${name}`,
  )
  return (OTHER_NAMES[script] ?? packages).filter((each) => existsSync(`node_modules/${each}`))
}

/** Returns the `@font-face` rules of a package, as its style sheet has them. */
function renderRules(name: string): string {
  const prefix = `${path.basename(name)}-`
  const files = readdirSync(`node_modules/${name}/files`)
  const weight = ['wght', '600', '400'].find((each) => files.some((file) => file.endsWith(`-${each}-normal.woff2`)))
  const ranges: Record<string, string> = JSON.parse(readFileSync(`node_modules/${name}/unicode.json`, 'utf8'))
  return Object.entries(ranges)
    .map(([key, range]) => {
      const file = `${prefix}${key.replace(/[[\]]/g, '')}-${weight}-normal.woff2`
      return `@font-face { font-family: "${name}"; font-weight: ${weight === 'wght' ? '100 900' : weight};
        src: url("${FONTS}/${name}/files/${file}"); unicode-range: ${range} }`
    })
    .join('\n')
}

/** Draws a text in Chromium with the fonts of these packages, and returns a screenshot. */
async function drawInBrowser(page: Page, text: string, packages: readonly string[], style = ''): Promise<Buffer> {
  await page.setViewportSize({ width: 1200, height: 700 })
  await page.setContent(`<!doctype html><style>${packages.map(renderRules).join('\n')}
    body { margin: 0; background: #fff; color: #000 }
    p { margin: 0 ${MARGIN}px; font: 600 ${SIZE}px/2 ${packages.map((name) => JSON.stringify(name)).join(', ')};
      font-synthesis: none; ${style} }</style><p dir="auto">${text}</p>`)
  await page.evaluate(() => document.fonts.ready)
  return page.screenshot()
}

/** Compares a social image with Chromium's drawing. `overlap` is the smaller of the two parts that lie on the other drawing. */
async function compare(own: Uint8Array, other: Uint8Array) {
  const [a, b] = await Promise.all([
    findInk(own, { left: 0, top: 0, width: 1200, height: 600 }),
    findInk(other, { left: 0, top: 0, width: 1200, height: 700 }),
  ])
  return {
    width: Math.abs(a.width - b.width),
    height: Math.abs(a.height - b.height),
    overlap: Math.min(getOverlap(a, b, TOLERANCE), getOverlap(b, a, TOLERANCE)),
  }
}

test.beforeEach(async ({ page }) => {
  await page.route(`${FONTS}/**`, (route) =>
    route.fulfill({
      path: path.resolve('node_modules', new URL(route.request().url()).pathname.slice(1)),
      headers: { 'access-control-allow-origin': '*' },
    }),
  )
})

const scripts = sampleItems(Object.keys(TITLES), 3)
const groups = Array.from({ length: Math.ceil(scripts.length / 9) }, (_, at) => scripts.slice(9 * at, 9 * at + 9))
for (const group of groups) {
  test(`social images show titles in the scripts from ${group[0]} to ${group.at(-1)} as Chromium does`, async ({
    page,
  }) => {
    test.slow()
    const program = startPictureProgram(createFolder('social-images'))
    const differences: Record<string, object> = {}
    for (const script of group) {
      const title = TITLES[script] ?? ''
      const reference = await drawInBrowser(page, title, [...LETTERS, ...getPackages(script)])
      const result = await compare(await program.draw(title), reference)
      if (result.width > TOLERANCE || result.height > TOLERANCE || result.overlap < 0.995) differences[script] = result
    }
    program.stop()
    expect(differences).toEqual({})
  })
}

test('the comparison of titles detects boxes, missing letters, wrong shapes and the wrong order', async ({ page }) => {
  test.slow()
  const program = startPictureProgram(createFolder('social-images'))
  const own = await program.draw(TITLES.Devanagari ?? '')
  const arabic = await program.draw(TITLES.Arabic ?? '')
  program.stop()
  const [devanagari, letters] = [
    [...LETTERS, ...getPackages('Devanagari')],
    [...LETTERS, ...getPackages('Arabic')],
  ]
  const wrong = {
    boxes: await compare(own, await drawInBrowser(page, TITLES.Devanagari ?? '', LETTERS)),
    missing: await compare(own, await drawInBrowser(page, (TITLES.Devanagari ?? '').slice(0, -1), devanagari)),
    unshaped: await compare(
      own,
      await drawInBrowser(page, (TITLES.Devanagari ?? '').replaceAll('\u094D', '\u094D\u200C'), devanagari),
    ),
    isolated: await compare(arabic, await drawInBrowser(page, [...(TITLES.Arabic ?? '')].join('\u200C'), letters)),
    reversed: await compare(arabic, await drawInBrowser(page, `\u202D${TITLES.Arabic}`, letters)),
  }
  for (const [name, { overlap }] of Object.entries(wrong)) expect(overlap, name).toBeLessThan(0.97)
})

test('social images show titles of several scripts, and from right to left, as Chromium does', async ({ page }) => {
  test.slow()
  const program = startPictureProgram(createFolder('social-images'))
  const titles = [
    ['Tamil', 'தமிழ் & English 7'],
    ['Hebrew', 'עברית & Next.js 16 (2026)'],
    ['Arabic', 'دليل 2026: Notion أولًا'],
    ['Thai', 'ไทย, Русский, 排版'],
    ['Georgian', 'ენა 한국어 Ελλάδα'],
  ] as const
  const differences: Record<string, object> = {}
  for (const [script, title] of titles) {
    const packages = [...LETTERS, ...getPackages(script), ...CHINESE, ...getPackages('Hangul')]
    const reference = await drawInBrowser(page, title, packages)
    const isRtl = script === 'Hebrew' || script === 'Arabic'
    const result = await compare(await program.draw(title, isRtl ? 'rtl' : 'ltr'), reference)
    if (result.width > TOLERANCE || result.height > TOLERANCE || result.overlap < 0.99) differences[title] = result
  }
  program.stop()
  expect(differences).toEqual({})
})

test('a social image does not depend on those that were drawn before', async () => {
  test.slow()
  const titles = ['Arabic', 'Han', 'Hangul', 'Latin', 'Tamil'].map((script) => `${TITLES[script]} 2026 ★`)
  const draw = async (order: readonly string[]) => {
    const program = startPictureProgram(createFolder('social-images'))
    const images = new Map<string, string>()
    for (const title of order) images.set(title, Buffer.from(await program.draw(title)).toString('base64'))
    program.stop()
    return images
  }
  const first = await draw(titles)
  const last = await draw(titles.toReversed())
  for (const title of titles) expect(last.get(title) === first.get(title), title).toBe(true)
})
