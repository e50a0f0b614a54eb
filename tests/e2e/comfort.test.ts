import type { Page } from '@playwright/test'
import { expectNoViolations } from './axe'
import { expect, test } from './test'

const ARTICLE = '/journal/how-a-paragraph-is-set'
const ARABIC = encodeURI('/الدليل-بالعربية')

/** Collects the paths of the pages that the browser prefetches from now on. */
async function collectPrefetches(page: Page): Promise<Set<string>> {
  const paths = new Set<string>()
  const session = await page.context().newCDPSession(page)
  session.on('Preload.prefetchStatusUpdated', ({ prefetchUrl }) => paths.add(new URL(prefetchUrl).pathname))
  await session.send('Preload.enable')
  return paths
}

test('the first Tab focuses the skip link, and every focused element has a visible outline', async ({
  page,
  sample,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto(sample.url + ARTICLE)
  await page.keyboard.press('Tab')
  const skip = page.locator('.skip-link')
  await expect(skip).toBeFocused()
  await expect(skip).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('Enter')
  await expect(page.locator('main')).toBeFocused()
  await page.evaluate(() => (document.activeElement as HTMLElement).blur())
  await page.locator('.site-name').focus()
  for (let count = 0; count < 30; count++) {
    const focus = await page.evaluate(() => {
      const { activeElement: at } = document
      const { outlineStyle, outlineWidth } = getComputedStyle(at ?? document.body)
      const isOutlined = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2
      return at?.checkVisibility({ opacityProperty: true }) && isOutlined ? 'visible' : at?.outerHTML.slice(0, 90)
    })
    expect(focus, `focused element ${count}`).toBe('visible')
    await page.keyboard.press('Tab')
  }
})

test('the menu marks the current page, also if its address is not in Latin script', async ({ page, gallery }) => {
  for (const title of ['Wide', '目次']) {
    await page.goto(`${gallery.url}/${encodeURI(title.toLowerCase())}`)
    await expect(page.locator('.navigation > ul [aria-current]')).toHaveText(title)
  }
})

test('a page is prefetched when its link is hovered, and not before', async ({ page, sample }) => {
  const fetched = await collectPrefetches(page)
  await page.goto(`${sample.url}/start-here`)
  await page.waitForLoadState('networkidle')
  expect(fetched).toEqual(new Set())
  const above = page.locator('.site-name')
  const below = page.locator('.page-end a').first()
  const paths = await Promise.all([above, below].map((link) => link.getAttribute('href')))
  await above.hover()
  await expect.poll(() => fetched).toEqual(new Set(paths.slice(0, 1)))
  await below.hover()
  await expect.poll(() => fetched).toEqual(new Set(paths))
})

test('going back restores the scroll position', async ({ page, sample }) => {
  await page.goto(sample.url + ARTICLE)
  await page.evaluate(() => document.fonts.ready)
  const link = page.locator('.page-end a').first()
  await link.focus()
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(1000)
  const before = await page.evaluate(() => scrollY)
  // Enter instead of a click, because Playwright may scroll before a click.
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.pathname !== ARTICLE)
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  await page.goBack()
  // Retried, because an exported site loads a new document, which aborts a running evaluation.
  const expectPosition = async () => expect(Math.abs((await page.evaluate(() => scrollY)) - before)).toBeLessThan(10)
  await expect(expectPosition).toPass({ timeout: 15_000 })
})

test('a heading link copies its address and navigates to it', async ({ page, context, sample }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(sample.url + ARTICLE)
  const anchor = page.locator('.heading-anchor').nth(2)
  await anchor.focus()
  await anchor.press('Enter')
  const address = sample.url + ARTICLE + (await anchor.getAttribute('href'))
  await expect(page).toHaveURL(address)
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(address)
})

test('a long line of code scrolls by keyboard within its block, and does not widen the page', async ({
  page,
  gallery,
}) => {
  await page.setViewportSize({ width: 320, height: 700 })
  await page.goto(`${gallery.url}/gallery`)
  const code = page.locator('.block-code-text').filter({ hasText: 'const long' }).first()
  await code.focus()
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => code.evaluate((element) => element.scrollLeft)).toBeGreaterThan(0)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
})

test('the Tab key stops at tables and code only if they scroll', async ({ page, gallery }) => {
  // The longest page of all tests, and axe runs at two widths.
  test.slow()
  await page.goto(`${gallery.url}/gallery`)
  const scrollable = '.block-table, .block-code-text, .collection-scroll'
  const listStops = () =>
    page.locator(scrollable).evaluateAll((elements) =>
      elements
        .filter((element) => element.checkVisibility())
        .map((element) => ({
          scrolls: element.scrollWidth > element.clientWidth,
          isStop: (element as HTMLElement).tabIndex === 0,
        })),
    )
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await page.keyboard.press('Tab')
    const stops = await listStops()
    expect(new Set(stops.map(({ scrolls }) => scrolls)).size, `${width} px`).toBe(2)
    expect(
      stops.filter(({ scrolls, isStop }) => scrolls !== isStop),
      `${width} px`,
    ).toEqual([])
    await expectNoViolations(page, scrollable, `${width} px`)
  }
})

test('the preference for more contrast is respected in both themes', async ({ page, sample }) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, contrast: 'more' })
    await page.goto(sample.url)
    const [ink, paper] = colorScheme === 'light' ? ['0, 0, 0', '255, 255, 255'] : ['255, 255, 255', '0, 0, 0']
    await expect(page.locator('html')).toHaveCSS('color', `rgb(${ink})`)
    await expect(page.locator('html')).toHaveCSS('background-color', `rgb(${paper})`)
  }
})

test('print shows the text in a dark color, without screen-only elements', async ({ page, sample }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto(sample.url + ARTICLE)
  await page.emulateMedia({ media: 'print' })
  for (const hidden of ['.site-header', '.contents', '.page-end', '.page-cover', '.heading-anchor']) {
    await expect(page.locator(hidden).first(), hidden).toBeHidden()
  }
  await expect(page.locator('.page-body')).toBeVisible()
  await expect(page.locator('h1')).toHaveCSS('color', 'rgb(29, 27, 25)')
})

test('in print, an embed that was not loaded takes only the space of its link', async ({ page, gallery }) => {
  await page.goto(`${gallery.url}/gallery`)
  const embed = page.locator('.block-embed:has(.frame)').last()
  const getHeight = () => embed.evaluate((element) => element.getBoundingClientRect().height)
  await expect.poll(getHeight).toBeGreaterThan(200)
  await page.emulateMedia({ media: 'print' })
  await expect.poll(getHeight).toBeLessThan(80)
  await expect(embed.getByRole('link')).toBeVisible()
})

test('the printed footer never causes an additional sheet', async ({ page, sample }) => {
  await page.goto(`${sample.url}/start-here`)
  // Its letters have other widths than those of the fallback.
  await page.evaluate(() => document.fonts.ready)
  const countSheets = async () => {
    const counts: number[] = []
    for (let height = 200; height <= 260; height += 5) {
      const paper = await page.pdf({ width: '210mm', height: `${height}mm` })
      counts.push(paper.toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0)
    }
    return counts
  }
  const counts = await countSheets()
  expect(new Set(counts)).toEqual(new Set([1, 2]))
  await page.addStyleTag({ content: 'footer { display: none !important }' })
  expect(counts).toEqual(await countSheets())
})

test('an article has the text direction of its language, and the header that of the site', async ({ page, sample }) => {
  await page.goto(sample.url + ARABIC)
  const article = page.locator('article')
  await expect(article).toHaveAttribute('lang', 'ar')
  await expect(article).toHaveCSS('direction', 'rtl')
  await expect(page.locator('.site-header')).toHaveCSS('direction', 'ltr')
  const getEdges = () =>
    page.evaluate(() => {
      const range = document.createRange()
      range.selectNodeContents(document.querySelector('h1') ?? document.body)
      const body = document.querySelector('.page-body')?.getBoundingClientRect()
      return [range.getBoundingClientRect().right, body?.right ?? 0].map(Math.round)
    })
  await expect.poll(async () => new Set(await getEdges()).size).toBe(1)
})

for (const reducedMotion of ['no-preference', 'reduce'] as const) {
  test(`a change of page ${reducedMotion === 'reduce' ? 'has no' : 'has a'} transition with motion: ${reducedMotion}`, async ({
    page,
    sample,
  }) => {
    await page.emulateMedia({ reducedMotion })
    await page.addInitScript(() => {
      addEventListener('pagereveal', async (event) => {
        const { viewTransition } = event as Event & { viewTransition: ViewTransition | null }
        const isSkipped = await viewTransition?.ready.then(
          () => false,
          () => true,
        )
        const running = document.getAnimations().filter(({ effect }) => effect && 'pseudoElement' in effect)
        const durations = running.map(({ effect }) => effect?.getComputedTiming().duration)
        Object.assign(window, { durations: isSkipped ? undefined : durations })
      })
    })
    let durations: number[] | undefined
    // Chromium skips the transition if the next page takes long to appear.
    await expect(async () => {
      await page.goto(`${sample.url}/start-here`)
      await page.locator('.page-end a').first().click()
      await page.waitForURL((url) => url.pathname !== '/start-here')
      // A page can have loaded before it is revealed.
      await page.waitForFunction(() => 'durations' in window)
      durations = await page.evaluate(() => Reflect.get(window, 'durations') as number[] | undefined)
      expect(durations).toBeDefined()
      if (reducedMotion === 'no-preference') expect(durations).toContain(140)
    }).toPass()
    if (reducedMotion === 'reduce') expect(durations).not.toContain(140)
  })
}
