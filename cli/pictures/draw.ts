import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { chromium } from '@playwright/test'
import { drawScreens, type Screen, startSample } from './screens'

/**
 * Draws the pictures of the README and of docs/theming.md, from the sample workspace: `npm run build && npx tsx cli/pictures/draw.ts`. An
 * argument is the path of Chromium.
 */

const ARTICLE = '/journal/how-a-paragraph-is-set'
const DESKTOP = { colorScheme: 'light', width: 1280, height: 800 } as const
const PHONE = { colorScheme: 'dark', width: 390, height: 750 } as const

/** The pictures of the README, by name. */
const README: Record<string, readonly Screen[]> = {
  article: [{ ...DESKTOP, path: ARTICLE, scroll: 330 }],
  search: [{ ...DESKTOP, path: '/', search: 'paragraph' }],
  database: [{ ...DESKTOP, path: '/specimens' }],
  phone: [
    { ...PHONE, path: '/' },
    { ...PHONE, path: ARTICLE },
    { ...PHONE, path: '/specimens' },
  ],
}

const THEME: readonly Screen[] = [
  { path: '/', colorScheme: 'light', width: 1280, height: 960 },
  { path: ARTICLE, colorScheme: 'dark', width: 1280, height: 960, scroll: 200 },
  { path: '/specimens', colorScheme: 'light', width: 420, height: 960 },
]

const themes = readdirSync(fileURLToPath(new URL('../../themes', import.meta.url)))
const browser = await chromium.launch({
  executablePath: process.argv[2] ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
})
try {
  await startSample('colophon', async (url) => {
    for (const [name, screens] of Object.entries(README))
      await drawScreens(browser, url, screens, { file: `docs/pictures/${name}.webp`, scale: 0.75 })
  })
  for (const theme of themes)
    await startSample(theme, (url) =>
      drawScreens(browser, url, THEME, { file: `docs/themes/${theme}.webp`, scale: 0.4 }),
    )
} finally {
  await browser.close()
}
