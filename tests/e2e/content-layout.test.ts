import type { Page } from '@playwright/test'
import { sampleItems } from '@/tests/support/complete'
import { NO_GLYPH } from '@/tests/support/gallery'
import { expectNoLayoutFaults } from './layout'
import { expect, test } from './test'

const WIDTHS = [320, 390, 768, 1440, 2000]

/** Responses that contain no picture. */
const NO_PICTURES = {
  'status 404': { status: 404, body: '' },
  'status 403': { status: 403, body: 'Forbidden' },
  '0 bytes': { status: 200, contentType: 'image/webp', body: '' },
  HTML: { status: 200, contentType: 'text/html', body: '<h1>Sign in</h1>' },
}

async function openToggles(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const details of document.querySelectorAll('details')) details.open = true
    for (const panel of document.querySelectorAll<HTMLElement>('.block-tabs [role=tabpanel]')) panel.hidden = false
  })
}

test('text without spaces does not overflow its block or the page, in all blocks and views', async ({
  page,
  sample,
}) => {
  // The layout of each of the views is checked at several widths.
  test.setTimeout(120_000)
  await page.goto(`${sample.url}/long-words-and-addresses`)
  await openToggles(page)
  for (const tab of await page.getByRole('tab').filter({ visible: true }).all()) {
    await tab.click()
    await expect(tab).toHaveAttribute('aria-selected', 'true')
    for (const width of sampleItems(WIDTHS, 2)) {
      await page.setViewportSize({ width, height: 900 })
      await expectNoLayoutFaults(page, `${await tab.textContent()}, ${width} px`)
    }
  }
})

test('text of thousands of characters without a space does not overflow its block', async ({ page, gallery }) => {
  // Chromium takes long to lay out a text without places to break it.
  test.setTimeout(90_000)
  await page.setViewportSize({ width: 390, height: 900 })
  await page.goto(`${gallery.url}/endless`)
  await openToggles(page)
  await expectNoLayoutFaults(page)
})

for (const [name, response] of Object.entries(NO_PICTURES)) {
  test(`a failed picture (${name}) and custom emoji show a placeholder, and a failed cover or icon is hidden`, async ({
    page,
    gallery,
    expectConsole,
  }) => {
    expectConsole(/Failed to load resource/)
    await page.route(/\/files\/|book_gray/, (route) => route.fulfill(response))
    await page.goto(`${gallery.url}/cover`)
    await expect(page.locator('.page-cover')).toHaveAttribute('data-failed')
    await expect(page.locator('.page-cover, .page-header .page-icon').filter({ visible: true })).toHaveCount(0)
    const emoji = page.locator('.page-body .emoji')
    await expect(emoji).toHaveAttribute('data-failed')
    await expect(emoji).toHaveCSS('background-image', /^url/)
    await expect.poll(async () => (await emoji.boundingBox())?.width).toBeGreaterThan(10)
    await page.goto(`${gallery.url}/pictures`)
    const picture = page.getByRole('img', { name: 'Anatomy' })
    await expect(picture).toHaveAttribute('data-state', 'error')
    await expect(picture).toHaveCSS('background-image', /^url/)
    await expect.poll(async () => (await picture.boundingBox())?.height).toBeGreaterThan(200)
  })
}

test('a wide page limits the line length, shows its contents in the margin, and gives container blocks its width', async ({
  page,
  gallery,
}) => {
  await page.setViewportSize({ width: 2000, height: 900 })
  await page.goto(`${gallery.url}/wide-with-sections`)
  const getBox = async (selector: string) => (await page.locator(selector).first().boundingBox()) ?? { x: 0, width: 0 }
  const [text, rail] = [await getBox('.block-text'), await getBox('.page > .contents')]
  expect(text.width).toBeLessThanOrEqual(708)
  expect(rail.x).toBeGreaterThan(text.x + text.width)
  const block = page.locator('.block-contents')
  await expect(block.locator('ol')).toBeHidden()
  await block.locator('summary').click()
  await expect(block.locator('ol')).toBeVisible()
  await page.setViewportSize({ width: 1000, height: 900 })
  await expect(block.locator('summary')).toBeHidden()
  await expect(block.locator('ol')).toBeVisible()

  await page.setViewportSize({ width: 2000, height: 900 })
  await openToggles(page)
  const getWidth = async (selector: string) => (await page.locator(selector).first().boundingBox())?.width
  await expect.poll(() => getWidth('.page-body')).toBeGreaterThan(1400)
  const full = await getWidth('.page-body')
  expect(await getWidth('.page-header')).toBe(full)
  for (const block of ['.block-callout', '.block-quote', '.block-toggle', '.block-list', '.block-text:has(table)']) {
    expect(await getWidth(block), block).toBe(full)
    expect(await getWidth(`${block} :is(.block-line, summary)`), `text of ${block}`).toBe(708)
    expect(await getWidth(`${block} .block-table`), `table in ${block}`).toBeGreaterThan(1300)
  }
})

test('a list of results without icons has no column for them', async ({ page, gallery }) => {
  await page.goto(`${gallery.url}/search?q=目次`)
  const getLeft = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((each) => each.getBoundingClientRect().left)
  await expect(page.locator('.search-page ol .page-icon')).toHaveCount(0)
  const form = await getLeft('.search-page form')
  await expect.poll(() => getLeft('.search-page .result-title')).toBe(form)
})

test('a wide page without contents has a wide header, and an emoji without a glyph does not overflow its icon', async ({
  page,
  gallery,
}) => {
  await page.goto(`${gallery.url}/wide`)
  for (const selector of ['.page-header > .page-icon', '.block-callout > .page-icon']) {
    const icon = page.locator(selector)
    await expect(icon).toHaveText(NO_GLYPH)
    const isCovered = await icon.evaluate((element) => {
      const { right, top, height } = element.getBoundingClientRect()
      return element === document.elementFromPoint(right + 0.2 * element.clientWidth, top + height / 2)
    })
    expect(isCovered, `overflow of ${selector}`).toBe(false)
  }
  await page.setViewportSize({ width: 2000, height: 900 })
  const readWidth = async (selector: string) => (await page.locator(selector).boundingBox())?.width
  await expect.poll(() => readWidth('.page')).toBeGreaterThan(1400)
  expect(await readWidth('.page-header')).toBe(await readWidth('.page'))
})

test('blocks are styled as in Notion: tinted callouts, narrow dividers, color emoji, filters aligned with their table', async ({
  page,
  gallery,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`${gallery.url}/gallery`)
  const readStyle = (selector: string, name: 'backgroundColor' | 'fontFamily' | 'marginTop') =>
    page
      .locator(selector)
      .first()
      .evaluate((element, key) => getComputedStyle(element)[key], name)
  expect(await readStyle('.block-callout.notion-red_background', 'backgroundColor')).toBe('rgb(249, 227, 223)')
  expect(Number.parseFloat(await readStyle('.notion-hr', 'marginTop'))).toBeLessThan(16)
  expect(await readStyle('.page-icon', 'fontFamily')).toMatch(
    /^"Apple Color Emoji", "Segoe UI Emoji", "Noto Color Emoji"/,
  )
  await page.goto(`${gallery.url}/two-databases`)
  const getRight = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => element.getBoundingClientRect().right)
  await expect
    .poll(async () => (await getRight('.filter-toggle')) - (await getRight('.collection-scroll')))
    .toBeCloseTo(0, 0)
})

test('no line begins with the punctuation after an inline equation, at any width', async ({ page, sample }) => {
  // Chromium lays out each of the paragraphs at 590 widths.
  test.setTimeout(90_000)
  let checked = 0
  for (const name of ['a-website-that-waits-for-nobody', 'in-praise-of-the-margin', 'how-a-paragraph-is-set']) {
    await page.goto(`${sample.url}/journal/${name}`)
    const results = await page.locator('.block-text .equation').evaluateAll((equations) =>
      equations.flatMap((equation) => {
        const text = equation.nextSibling
        const paragraph = equation.closest<HTMLElement>('.block-text')
        const lastPart = [...equation.querySelectorAll('.katex-base')].at(-1)
        if (!text || !/^[.,:]/.test(text.textContent ?? '') || !paragraph || !lastPart) return []
        const punctuation = document.createRange()
        punctuation.setStart(text, 0)
        punctuation.setEnd(text, 1)
        const isSeparated = (width: number) => {
          paragraph.style.maxWidth = `${width}px`
          return punctuation.getBoundingClientRect().left < lastPart.getBoundingClientRect().left
        }
        return [Array.from({ length: 590 }, (_, index) => 120 + index).filter(isSeparated)]
      }),
    )
    expect(results.flat(), name).toEqual([])
    checked += results.length
  }
  expect(checked).toBeGreaterThan(5)
})

test('an equation of several parts breaks between them in a narrow column', async ({ page, sample }) => {
  await page.goto(`${sample.url}/journal/how-a-paragraph-is-set`)
  const lines = await page.locator('.equation').evaluateAll((equations) => {
    const equation = equations.find((each) => each.querySelectorAll('.katex-base').length > 3)
    const paragraph = equation?.closest<HTMLElement>('.block-text')
    const katex = equation?.querySelector<HTMLElement>('.katex')
    if (!equation || !paragraph || !katex) return []
    paragraph.style.maxWidth = '100px'
    const countLines = () => {
      const parts = [...equation.querySelectorAll('.katex-base')]
      return new Set(parts.map((part) => Math.round(part.getBoundingClientRect().bottom / 20))).size
    }
    const usual = countLines()
    katex.tabIndex = 0
    return [usual, countLines()]
  })
  expect(lines).toEqual([2, 2])
})

test('inline code stays inside the column, at any width', async ({ page, sample }) => {
  await page.goto(`${sample.url}/equations-and-code`)
  const farthest = await page.locator('.block-text:has(code)').evaluateAll((paragraphs) => {
    const overhangs = paragraphs.flatMap((paragraph) =>
      Array.from({ length: 300 }, (_, index) => 150 + index).flatMap((width) => {
        paragraph.setAttribute('style', `width: ${width}px`)
        const { right } = paragraph.getBoundingClientRect()
        return [...paragraph.querySelectorAll('code')].flatMap((code) =>
          [...code.getClientRects()].map((box) => box.right - right),
        )
      }),
    )
    return Math.max(...overhangs)
  })
  expect(farthest).toBeLessThan(0.5)
})

test('a highlight leaves no strip without text at a line break, at any width', async ({ page, sample }) => {
  await page.goto(`${sample.url}/inline-formats`)
  const narrowest = await page.locator('.block-text:has([class*="_background"])').evaluate((paragraph: HTMLElement) => {
    const highlights = [...paragraph.querySelectorAll('[class*="_background"]')]
    const widths = Array.from({ length: 500 }, (_, index) => 100 + index).flatMap((width) => {
      paragraph.style.maxWidth = `${width}px`
      return highlights.flatMap((highlight) => [...highlight.getClientRects()].map((box) => box.width))
    })
    return Math.min(...widths)
  })
  expect(narrowest).toBeGreaterThan(20)
})
