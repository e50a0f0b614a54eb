import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Browser, chromium, type Page } from '@playwright/test'
import sharp from 'sharp'

/**
 * Draws the pictures of the themes for docs/theming.md, from the sample workspace: `npm run build && npx tsx cli/themes/draw.ts`. An argument
 * is the path of Chromium.
 */

const root = fileURLToPath(new URL('../../', import.meta.url))
const target = path.join(root, 'docs/themes')

/** What a picture shows, side by side, at a third of its size. */
const SCREENS = [
  { path: '/', colorScheme: 'light', width: 1280, height: 960 },
  { path: '/journal/how-a-paragraph-is-set', colorScheme: 'dark', width: 1280, height: 960, scroll: 200 },
  { path: '/specimens', colorScheme: 'light', width: 420, height: 960 },
] as const
const SCALE = 0.4
const GAP = 12
const STARTS_WITHIN_MS = 120_000

/** Machines without an emoji font would show boxes. */
const EMOJI_PACKAGE = path.dirname(fileURLToPath(import.meta.resolve('@fontsource/noto-color-emoji/400.css')))
const EMOJI_HOST = 'https://emoji.invalid/'
const EMOJI_RULES = readFileSync(path.join(EMOJI_PACKAGE, '400.css'), 'utf8').replaceAll('url(./', `url(${EMOJI_HOST}`)

/** The same for Chinese: the row of the only post in it. */
const HIDDEN = '.collection-list li:has([href*="%E4%B8%AD"]) { display: none }'

async function drawTheme(browser: Browser, theme: string): Promise<void> {
  const state = mkdtempSync(path.join(tmpdir(), 'themes-'))
  const site = spawn(process.execPath, ['dist/site.mjs'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, PORT: '0', WORKSPACE_DIR: 'workspace', STATE_DIR: state, SITE_THEME: theme },
  })
  try {
    const url = await waitForAddress(site)
    const shots = []
    for (const screen of SCREENS) shots.push(await shoot(browser, url, screen))
    await compose(shots, path.join(target, `${theme}.webp`))
  } finally {
    site.kill()
    rmSync(state, { recursive: true, force: true })
  }
}

function waitForAddress({ stdout }: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = ''
    const timer = setTimeout(() => reject(new Error(`The site did not start in time:\n${output}`)), STARTS_WITHIN_MS)
    stdout?.on('data', (data: Buffer) => {
      output += data
      const [, url] = /is at (http:\S+)/.exec(output) ?? []
      if (url === undefined) return
      clearTimeout(timer)
      resolve(url)
    })
  })
}

async function shoot(browser: Browser, url: string, screen: (typeof SCREENS)[number]): Promise<Buffer> {
  const { width, height, colorScheme } = screen
  const page = await browser.newPage({
    viewport: { width, height },
    colorScheme,
    reducedMotion: 'reduce',
    bypassCSP: true,
  })
  // The second visit has the fonts, which must not move text in the first one.
  for (let visit = 0; visit < 2; visit++) await page.goto(url + screen.path, { waitUntil: 'networkidle' })
  // Not before, because requests that are routed are not cached.
  await provideEmoji(page)
  await page.addStyleTag({ content: EMOJI_RULES + HIDDEN })
  if ('scroll' in screen) await page.evaluate((top) => scrollTo(0, top), screen.scroll)
  await page.evaluate(async () => {
    const fonts = [...document.fonts].filter(({ family }) => family.includes('Emoji'))
    await Promise.all(fonts.map((font) => font.load()))
  })
  await page.waitForLoadState('networkidle')
  const shot = await page.screenshot()
  await page.close()
  return shot
}

const provideEmoji = (page: Page) =>
  page.route(`${EMOJI_HOST}**`, (route) =>
    route.fulfill({
      path: path.join(EMOJI_PACKAGE, new URL(route.request().url()).pathname),
      headers: { 'access-control-allow-origin': '*' },
    }),
  )

async function compose(shots: readonly Buffer[], file: string): Promise<void> {
  const sizes = SCREENS.map(({ width, height }) => ({ width: width * SCALE, height: height * SCALE }))
  const parts = await Promise.all(
    shots.map(async (shot, at) => ({
      input: await sharp(shot).resize(sizes[at]).toBuffer(),
      top: 0,
      left: sizes.slice(0, at).reduce((sum, { width }) => sum + width + GAP, 0),
    })),
  )
  const width = sizes.reduce((sum, size) => sum + size.width + GAP, -GAP)
  await sharp({
    create: { width, height: sizes[0]?.height ?? 0, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
  })
    .composite(parts)
    .webp({ quality: 80, effort: 6 })
    .toFile(file)
}

mkdirSync(target, { recursive: true })
const browser = await chromium.launch({
  executablePath: process.argv[2] ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
})
try {
  for (const theme of readdirSync(path.join(root, 'themes'))) await drawTheme(browser, theme)
} finally {
  await browser.close()
}
