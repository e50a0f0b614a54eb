import type { Page } from '@playwright/test'
import { expectNoViolations } from './axe'
import { loadFonts, observeShifts, sumShifts } from './shifts'
import { expect, test } from './test'

const ARTICLE = '/journal/how-a-paragraph-is-set'
const VIEWS = '/views'

/** Selects the whole body of the page, copies it and returns the copied text. */
async function copyBody(page: Page): Promise<string> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate(() => {
    const body = document.querySelector('.page-body')
    if (body) getSelection()?.selectAllChildren(body)
  })
  await page.keyboard.press('ControlOrMeta+c')
  return page.evaluate(() => navigator.clipboard.readText())
}

test.describe('copied text', () => {
  test('contains the headings without the signs of their links', async ({ page, sample }) => {
    await page.goto(sample.url + ARTICLE)
    const heading = await page.locator('.page-body h2').first().textContent()
    const text = await copyBody(page)
    expect(text).toContain(heading)
    expect(text).not.toMatch(/#\s*$/m)
  })

  test('contains each equation once, as TeX', async ({ page, sample }) => {
    await page.goto(sample.url + ARTICLE)
    const sources = await page.locator('.equation-source').allTextContents()
    expect(sources.length).toBeGreaterThan(2)
    const text = await copyBody(page)
    const copied = text.replaceAll(/\s+/g, ' ')
    for (const source of sources) expect(copied).toContain(source.replaceAll(/\s+/g, ' '))
    expect(copied).toContain('total natural width $w$, on a measure $m$.')
    const drawn = await page.locator('.block-equation .katex-html').first().textContent()
    expect(text).not.toContain(drawn)
  })

  test('contains an equation that is clicked', async ({ page, sample }) => {
    await page.goto(sample.url + ARTICLE)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const equation = page.locator('.block-equation').first()
    await equation.click()
    await page.keyboard.press('ControlOrMeta+c')
    const source = await equation.locator('.equation-source').textContent()
    expect((await page.evaluate(() => navigator.clipboard.readText())).trim()).toBe(source)
  })
})

test('on paper, callouts and colored blocks have a border, and labels stay with their block', async ({
  page,
  gallery,
}) => {
  await page.goto(`${gallery.url}/gallery`)
  await page.emulateMedia({ media: 'print' })
  const colored = ':is(.block-text, .block-heading, .block-quote)[class*="_background"]'
  for (const selector of ['.block-callout', `.page-body ${colored}`]) {
    const borders = await page
      .locator(selector)
      .evaluateAll((elements) => elements.map((element) => getComputedStyle(element).borderBlockEnd))
    expect(borders.length, selector).toBeGreaterThan(0)
    for (const border of borders) expect(border, selector).toMatch(/^1px solid rgb\((?!.*, 0\))/)
  }
  await expect(page.locator('.block-code-bar').first()).toHaveCSS('break-after', 'avoid')
})

test('the search dialog fits windows from 320 px high', async ({ page, sample }) => {
  await page.goto(sample.url)
  await page.locator('button.search-button').click()
  const dialog = page.getByRole('dialog', { name: 'Search' })
  await dialog.getByRole('combobox').fill('page')
  await expect(dialog.getByRole('option').nth(5)).toBeAttached()
  for (const [width, height] of [
    [1000, 320],
    [844, 390],
    [1280, 625],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height })
    const getBottom = () => dialog.evaluate((element) => element.getBoundingClientRect().bottom)
    await expect.poll(getBottom, `${width} × ${height}`).toBeLessThanOrEqual(height)
    await expect(dialog.locator('.search-footer')).toBeInViewport({ ratio: 1 })
  }
})

test('the actions of a page are in a menu, which stays in place while one of them shows its outcome', async ({
  page,
  context,
  sample,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(sample.url + ARTICLE)
  const menu = page.locator('.page-actions')
  const last = menu.getByRole('button', { name: 'Copy as Markdown' })
  await expect(last).toBeHidden()
  await menu.locator('summary').click()
  const before = await last.boundingBox()
  // The button shows its outcome for about a second, which polls may miss on a busy machine.
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  await menu.getByRole('button', { name: 'Copy link' }).click()
  await expect(menu.getByRole('button', { name: 'Copied' })).toBeVisible()
  expect(await last.boundingBox()).toEqual(before)
  await page.clock.resume()
  await expectNoViolations(page, '.page-header')
  await page.keyboard.press('Escape')
  await expect(last).toBeHidden()
  await expect(menu.locator('summary')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(last).toBeVisible()
  await page.locator('h1').click()
  await expect(last).toBeHidden()
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('"More" opens all links of the header, and a menu without links is not shown', async ({ page, sample }) => {
    await page.setViewportSize({ width: 1024, height: 700 })
    await page.goto(sample.url + ARTICLE)
    const count = await page.locator('.navigation > ul a').count()
    await page.locator('.navigation > button').click()
    await expect(page.locator('#navigation li:visible')).toHaveCount(count)
    await expect(page.locator('.page-actions')).toBeHidden()
  })
})

test('toggles and the scroll position are as they were after going back and a reload, and not on a new visit', async ({
  page,
  gallery,
}) => {
  const url = `${gallery.url}/folded`
  await loadFonts(page, url)
  await observeShifts(page)
  const toggles = page.locator('.page-body details')
  const listOpen = () =>
    toggles.evaluateAll((all) => all.map((each) => each instanceof HTMLDetailsElement && each.open))
  const getScroll = () => page.evaluate(() => Math.round(scrollY))
  await page.setViewportSize({ width: 900, height: 300 })
  await loadFonts(page, url)
  const before = await listOpen()
  await toggles.first().locator('> summary').click()
  await toggles.nth(1).locator('> summary').click()
  const opened = await listOpen()
  expect(opened).not.toEqual(before)
  await toggles.last().evaluate((element) => element.scrollIntoView())
  await page.locator('.site-name').focus()
  const scroll = await getScroll()
  expect(scroll).toBeGreaterThan(1000)
  await page.keyboard.press('Enter')
  await expect(page).not.toHaveURL(url)
  for (const move of [() => page.goBack(), () => page.reload()]) {
    await move()
    expect(await listOpen()).toEqual(opened)
    await expect.poll(getScroll).toBe(scroll)
    expect(await sumShifts(page)).toBeLessThan(0.01)
  }
  await toggles.first().locator('> summary').click()
  // The page keeps the change in the event that follows the click.
  await expect(toggles.first()).not.toHaveAttribute('open')
  await page.reload()
  expect((await listOpen())[0]).toBe(false)
  await page.goto(gallery.url)
  await page.goto(url)
  expect(await listOpen()).toEqual(before)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('the title of a row wraps beside its icon', async ({ page, sample }) => {
    await page.goto(`${sample.url}/journal`)
    const title = page.locator('.row-title:has(> .page-icon)').first()
    for (const [words, isReversed] of [
      ['A title that is longer than the line. ', false],
      ['عنوان أطول من السطر. ', true],
    ] as const) {
      const { icon, list, lines } = await title.evaluate((element, repeated) => {
        while (element.childNodes[1]) element.childNodes[1].remove()
        element.append(repeated.repeat(4))
        const text = document.createRange()
        text.setStartAfter(element.firstChild ?? element)
        text.setEndAfter(element.lastChild ?? element)
        const toBox = ({ left, right }: DOMRect) => ({ left, right })
        return {
          icon: toBox(element.firstElementChild?.getBoundingClientRect() ?? new DOMRect()),
          list: toBox(element.parentElement?.getBoundingClientRect() ?? new DOMRect()),
          lines: [...text.getClientRects()].map(toBox),
        }
      }, words)
      expect(lines.length).toBeGreaterThan(2)
      expect(icon.left).toBeGreaterThanOrEqual(list.left)
      expect(icon.right).toBeLessThanOrEqual(list.right)
      for (const { left, right } of lines)
        expect(isReversed ? icon.left - right : left - icon.right).toBeGreaterThanOrEqual(0)
    }
  })

  test('a wide table scrolls beside its first column, which keeps less than half of the width', async ({
    page,
    sample,
  }) => {
    await page.goto(sample.url + VIEWS)
    const table = page.locator('.collection-scroll:has(.collection-table)').first()
    const title = table.locator('tbody tr').first().locator('> :first-child')
    const { x, width } = (await title.boundingBox()) ?? { x: 0, width: 0 }
    expect(width).toBeLessThan(175)
    await table.evaluate((element) => element.scrollBy(200, 0))
    await expect.poll(() => table.evaluate((element) => element.scrollLeft)).toBeGreaterThan(50)
    expect((await title.boundingBox())?.x).toBe(x)
  })

  test('a wide simple table scrolls beside its first column if it is one of headers', async ({ page, sample }) => {
    await page.goto(`${sample.url}/layout`)
    const table = page.locator('.block-table:has(tbody th)')
    const header = table.locator('tbody th').first()
    await table.evaluate((element) => {
      for (const cell of element.querySelectorAll('tbody :is(th, td)')) cell.append(' ', 'Wide'.repeat(12))
    })
    const { x, width } = (await header.boundingBox()) ?? { x: 0, width: 0 }
    expect(width).toBeLessThanOrEqual(0.4 * 390)
    await table.evaluate((element) => element.scrollBy(150, 0))
    await expect.poll(() => table.evaluate((element) => element.scrollLeft)).toBeGreaterThan(50)
    expect((await header.boundingBox())?.x).toBe(x)
    await expect(header).not.toHaveCSS('background-color', 'rgba(0, 0, 0, 0)')
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  })

  test('the targets around the text of a page are at least 24 px high', async ({ page, sample }) => {
    await page.goto(sample.url + ARTICLE)
    const selector =
      ':is(.site-header, .page-header, .contents, .page-end, .site-lists) :is(a, button, summary):visible'
    const heights = await page
      .locator(selector)
      .evaluateAll((elements) => elements.map((element) => element.getBoundingClientRect().height))
    expect(heights.length).toBeGreaterThan(8)
    expect(Math.min(...heights)).toBeGreaterThanOrEqual(24)
  })

  test('the targets of a table are at least 24 px high', async ({ page, sample }) => {
    await page.goto(sample.url + VIEWS)
    const small = await page.locator('.collection-table :is(a, button)').evaluateAll((elements) =>
      elements.flatMap((element) => {
        const cover = getComputedStyle(element, '::after')
        const isCovering = cover.position === 'absolute' && cover.inset === '0px'
        const { height } = (isCovering ? element.closest('th, td') : element)?.getBoundingClientRect() ?? { height: 0 }
        return height < 24 ? [`${element.outerHTML.slice(0, 80)} ${height}`] : []
      }),
    )
    expect(small).toEqual([])
  })
})

test('a board that is wider than the text extends into both margins', async ({ page, sample }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`${sample.url}/roadmap`)
  const board = page.locator('.collection-board').first()
  const [box, text] = [await board.boundingBox(), await page.locator('h1').boundingBox()]
  expect(box?.width).toBeGreaterThan(708)
  expect(box?.x).toBeLessThan(text?.x ?? 0)
})

test('a file is on the line of the name of its property', async ({ page, sample }) => {
  await page.goto(`${sample.url}/capitals`)
  const property = page.locator('.properties > div:has(.file-image)')
  const middles = await property.locator('dt, .file-image').evaluateAll((elements) =>
    elements.map((element) => {
      const { top, bottom } = element.getBoundingClientRect()
      return (top + bottom) / 2
    }),
  )
  expect(middles).toHaveLength(2)
  expect(Math.abs((middles[0] ?? 0) - (middles[1] ?? 0))).toBeLessThan(3)
})

test('a rule keeps its distance to the columns above it', async ({ page, sample }) => {
  await page.goto(sample.url)
  const distance = await page
    .locator('.notion-row')
    .first()
    .evaluate((row) => {
      row.insertAdjacentHTML('afterend', '<hr class="notion-hr">')
      return (row.nextElementSibling?.getBoundingClientRect().top ?? 0) - row.getBoundingClientRect().bottom
    })
  expect(distance).toBeGreaterThan(20)
})

test('a page without an icon begins at the edge of its list', async ({ page, sample }) => {
  await page.goto(`${sample.url}/archive`)
  const list = page.locator('.page-list').first()
  await list.evaluate((element) => {
    const icons = element.querySelectorAll('.page-list-icon')
    icons[0]?.replaceChildren()
    for (const icon of [...icons].slice(1)) icon.innerHTML = '<span class="page-icon">x</span>'
  })
  const title = await list.locator('.page-list-title').first().boundingBox()
  expect(title?.x).toBe((await list.boundingBox())?.x)
})
