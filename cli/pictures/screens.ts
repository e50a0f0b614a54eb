import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from '@playwright/test'
import sharp from 'sharp'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const STARTS_WITHIN_MS = 120_000
const GAP = 12

/** Machines without a Chinese font would show boxes: the row of the only post in it. */
const HIDDEN = '.collection-list li:has([href*="%E4%B8%AD"]) { display: none }'

export interface Screen {
  path: string
  colorScheme: 'light' | 'dark'
  width: number
  height: number
  scroll?: number
  /** Opens the search dialog with this query. */
  search?: string
}

/** Starts the sample workspace in a theme, and calls `use` with its address. */
export async function startSample(theme: string, use: (url: string) => Promise<void>): Promise<void> {
  const state = mkdtempSync(path.join(tmpdir(), 'pictures-'))
  const site = spawn(process.execPath, ['dist/site.mjs'], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, PORT: '0', WORKSPACE_DIR: 'workspace', STATE_DIR: state, SITE_THEME: theme },
  })
  try {
    await use(await waitForAddress(site))
  } finally {
    site.kill()
    rmSync(state, { recursive: true, force: true })
  }
}

function waitForAddress(site: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = ''
    const timer = setTimeout(() => reject(new Error(`The site did not start in time:\n${output}`)), STARTS_WITHIN_MS)
    site.once('exit', (code) => reject(new Error(`The site exited with ${code}:\n${output}`)))
    site.stdout?.on('data', (data: Buffer) => {
      output += data
      const [, url] = /is at (http:\S+)/.exec(output) ?? []
      if (url === undefined) return
      clearTimeout(timer)
      resolve(url)
    })
  })
}

async function takeScreenshot(browser: Browser, url: string, screen: Screen): Promise<Buffer> {
  const { width, height, colorScheme, scroll, search } = screen
  const page = await browser.newPage({
    viewport: { width, height },
    colorScheme,
    reducedMotion: 'reduce',
    bypassCSP: true,
  })
  // The second visit has the fonts, which must not move text in the first one.
  for (let visit = 0; visit < 2; visit++) await page.goto(url + screen.path, { waitUntil: 'networkidle' })
  await page.addStyleTag({ content: HIDDEN })
  if (scroll !== undefined) await page.evaluate((top) => scrollTo(0, top), scroll)
  if (search !== undefined) {
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').getByRole('combobox').fill(search)
    await page.locator('.result').first().waitFor()
  }
  await hideEmoji(page)
  await page.waitForLoadState('networkidle')
  const shot = await page.screenshot()
  await page.close()
  return shot
}

/** Machines without an emoji font would show boxes. Chromium does not draw that of @fontsource, whose glyphs are SVG. */
const hideEmoji = (page: Page) =>
  page.evaluate(() => {
    for (const icon of document.querySelectorAll('.page-icon, .result-icon'))
      if (/\p{Extended_Pictographic}/u.test(icon.textContent)) icon.remove()
  })

/** Draws screens of the site at `url` side by side into a WebP file, at a scale of their size. */
export async function drawScreens(
  browser: Browser,
  url: string,
  screens: readonly Screen[],
  { file, scale }: { file: string; scale: number },
): Promise<void> {
  const sizes = screens.map(({ width, height }) => ({
    width: Math.round(width * scale),
    height: Math.round(height * scale),
  }))
  const parts = []
  for (const [at, screen] of screens.entries()) {
    parts.push({
      input: await sharp(await takeScreenshot(browser, url, screen))
        .resize(sizes[at])
        .toBuffer(),
      top: 0,
      left: sizes.slice(0, at).reduce((sum, { width }) => sum + width + GAP, 0),
    })
  }
  const width = sizes.reduce((sum, size) => sum + size.width + GAP, -GAP)
  await sharp({
    create: { width, height: sizes[0]?.height ?? 0, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
  })
    .composite(parts)
    .webp({ quality: 80, effort: 6 })
    .toFile(path.join(ROOT, file))
}
