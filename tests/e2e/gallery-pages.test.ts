import type { Page } from '@playwright/test'
import { DEEP_HEADING_ANCHOR } from '../support/gallery'
import { expect, test } from './test'

const { step } = test

const getWidth = async (page: Page, selector: string) => (await page.locator(selector).boundingBox())?.width

test('a page with three headings has a table of contents, and one with two has none [N-349]', async ({ gallery }) => {
  const readContents = async (name: string) =>
    /<nav class="contents".*?<\/nav>/s.exec(await (await fetch(`${gallery.url}/${name}`)).text())?.[0]
  expect((await readContents('three-sections'))?.match(/<li/g)).toHaveLength(3)
  expect(await readContents('two-sections')).toBeUndefined()
})

test('a plain copy of a page has its content without the header and footer of the site [N-345]', {
  tag: '@server',
}, async ({ gallery }) => {
  const html = await (await fetch(`${gallery.url}/plain/three-sections`)).text()
  expect(html).toMatch(/<h2[^>]*>.*Section 1.*<\/h2>/s)
  expect(html).not.toMatch(/<(?:header|nav|footer|h1)\b/)
})

test('a page has the stored cover, icon, width and text size [N-337] [N-338] [N-339] [N-340] [N-341] [N-342] [N-344] [N-346] [N-350]', async ({
  page,
  gallery,
}) => {
  const open = (name: string) => page.goto(`${gallery.url}/${name}`)
  const expectTitle = async (title: string) => {
    await expect(page.locator('h1')).toHaveText([title])
    await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible()
  }
  const readTextSize = () =>
    page
      .locator('.page-body .block-text')
      .first()
      .evaluate((text) => Number.parseFloat(getComputedStyle(text).fontSize))

  await page.setViewportSize({ width: 1440, height: 900 })
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  await open('cover-at-its-foot')
  await step('the only h1 heading is the title [N-337]', () => expectTitle('Cover at its foot'))
  await step('a cover shows its bottom edge [N-339]', async () => {
    await expect(page.locator('.page-cover')).toHaveCSS('object-position', '50% 100%')
  })
  await step('a page is 708 px wide, or 98 % of a smaller window [N-342]', async () => {
    await expect.poll(() => getWidth(page, 'article.page')).toBeCloseTo(708, 0)
    await page.setViewportSize({ width: 500, height: 900 })
    await expect.poll(() => getWidth(page, 'article.page')).toBeCloseTo(490, 0)
  })
  await step('without analytics, the page contacts only the site [N-346]', async () => {
    await page.waitForLoadState('networkidle')
    expect(requests.length).toBeGreaterThan(0)
    expect(requests.filter((url) => /insights|analytics|vitals/.test(url) || !url.startsWith(gallery.url))).toEqual([])
  })

  await page.setViewportSize({ width: 1440, height: 900 })
  await open('cover')
  await step('the only h1 heading is the title [N-337]', () => expectTitle('Cover'))
  await step('a cover without a position is centered [N-338]', async () => {
    await expect(page.locator('.page-cover')).toHaveCSS('object-position', '50% 50%')
  })
  await step('a built-in icon has a light and a dark variant [N-340]', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await expect(page.locator('.page-header .page-icon img:visible')).toHaveAttribute(
        'src',
        new RegExp(`book_gray\\.svg\\?mode=${colorScheme}`),
      )
    }
  })
  const textSize = await readTextSize()

  await open('long')
  await step('small text is smaller [N-344]', async () => expect(await readTextSize()).toBeLessThan(textSize))
  await step('the active heading is the last one within 150 px of the top [N-350]', async () => {
    const current = page.locator('nav.contents [aria-current=location]')
    /** Scrolls the third section to a distance in pixels from the top. */
    const scrollTo = (pixels: number) =>
      page.evaluate((distance) => {
        const heading = document.querySelectorAll('.page-body h2')[2]
        scrollBy({ top: (heading?.getBoundingClientRect().top ?? 0) - distance, behavior: 'instant' })
      }, pixels)
    await scrollTo(149)
    await expect(current).toHaveText('Section 3')
    await scrollTo(155)
    await expect(current).toHaveText('Section 2')
  })

  await open('wide')
  await step('a full-width page has margins of 96 px, or 8 % of a smaller window [N-341]', async () => {
    for (const [width, margin] of [
      [1440, 96],
      [1000, 80],
    ] as const) {
      await page.setViewportSize({ width, height: 900 })
      const windowWidth = await page.evaluate(() => document.documentElement.clientWidth)
      await expect.poll(() => getWidth(page, 'article.page')).toBeCloseTo(windowWidth - 2 * margin, -0.5)
    }
  })
})

test('a link to a place opens the toggles around it and scrolls to it [N-351] [N-352] [N-353] [N-354] [N-355]', async ({
  page,
  gallery,
}) => {
  const deep = page.getByRole('heading', { name: 'Deep' })
  const another = page.locator('details', { has: page.getByText('Another', { exact: true }) })
  const item = page.getByRole('listitem').filter({ hasText: 'The item' })
  /** Loads the page of the toggles at an anchor. From the same page, this would not load a document. */
  const load = async (anchor: string | null) => {
    await page.goto('about:blank')
    await page.goto(`${gallery.url}/folded#${anchor}`)
  }
  /** Closes all toggles, which are closed in the HTML. */
  const closeToggles = async () => {
    await page.locator('details').evaluateAll((all) => {
      for (const toggle of all as HTMLDetailsElement[]) toggle.open = false
    })
    await expect(deep).toBeHidden()
  }

  await step('to a heading inside two toggles [N-351]', async () => {
    await load(DEEP_HEADING_ANCHOR)
    await expect(page.locator(`[id="${DEEP_HEADING_ANCHOR}"]`)).toBeInViewport()
    await expect(deep).toBeInViewport()
    await expect(item).toBeHidden()
  })
  const anchor = await another.getAttribute('id')

  await step('to a heading, from another page [N-352]', async () => {
    await page.goto(`${gallery.url}/leads-to-the-deep-one`)
    await page.getByRole('link', { name: 'To the deep one' }).click()
    await page.waitForURL(/folded/)
    await expect(deep).toBeInViewport()
    await expect(item).toBeHidden()
  })
  await step('to a list item, with the address of the workspace [N-353]', async () => {
    await page.goBack()
    await page.getByRole('link', { name: 'To the item' }).click()
    await page.waitForURL(/folded/)
    await expect(item).toBeInViewport()
  })
  await step('on the same page, and in an edited address [N-355]', async () => {
    await closeToggles()
    await page.getByRole('link', { name: 'To the deep one', exact: true }).click()
    await expect(deep).toBeVisible()
    for (const [hash, target] of [
      [DEEP_HEADING_ANCHOR, deep],
      [anchor, item],
    ] as const) {
      await page.evaluate(() => {
        location.hash = ''
      })
      await closeToggles()
      await page.evaluate((edited) => {
        location.hash = edited ?? ''
      }, hash)
      await expect(target).toBeVisible()
    }
  })
  await step('to a toggle [N-354]', async () => {
    await load(anchor)
    await expect(item).toBeVisible()
    await expect(deep).toBeHidden()
  })
})

test.describe('in a time zone', () => {
  const language = { locale: 'en-GB' }
  test.use({ ...language, timezoneId: 'America/Los_Angeles' })

  test('blocks are laid out, set in own fonts and copied, and dates are the same in all time zones [N-343] [N-347] [N-348] [N-356]', async ({
    page,
    gallery,
    browser,
  }) => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.setViewportSize({ width: 1440, height: 900 })
    const fonts: string[] = []
    page.on('request', (request) => request.resourceType() === 'font' && fonts.push(request.url()))
    await page.goto(`${gallery.url}/gallery`)

    await step('dates are the same in another time zone [N-348]', async () => {
      const readTimes = async (opened: Page) => {
        // The script of the month grid loads after the page.
        await expect(opened.locator('.calendar-month time').first()).toBeAttached()
        return opened.locator('time').allTextContents()
      }
      const elsewhere = await browser.newPage({ ...language, timezoneId: 'Pacific/Auckland' })
      const errors: string[] = []
      elsewhere.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
      await elsewhere.goto(`${gallery.url}/gallery`)
      const times = await readTimes(elsewhere)
      await elsewhere.close()
      expect(times.length).toBeGreaterThan(10)
      expect(await readTimes(page)).toEqual(times)
      expect(errors).toEqual([])
    })
    await step('the gap between columns is 32 px, or 4 % of a narrower window [N-343]', async () => {
      // The second row has three columns.
      const columns = page.locator('.notion-row').nth(1).locator('> .notion-column')
      await expect(columns).toHaveCount(3)
      for (const [width, gap] of [
        [1440, 32],
        [700, 28],
      ] as const) {
        await page.setViewportSize({ width, height: 900 })
        const boxes = await columns.evaluateAll((all) => all.map((column) => column.getBoundingClientRect().toJSON()))
        const gaps = boxes.slice(1).map(({ left }, index) => left - boxes[index].right)
        for (const each of gaps) expect(each, `${width} px`).toBeCloseTo(gap, 0)
      }
    })
    await step('equations use fonts of the site [N-347]', async () => {
      await page.evaluate(() => document.fonts.ready)
      await expect(page.locator('.katex .mathnormal').first()).toHaveCSS('font-family', /Formulas/)
      await expect.poll(() => fonts.filter((url) => /formulas/.test(url)).length).toBeGreaterThan(0)
      expect(fonts.filter((url) => !url.startsWith(gallery.url))).toEqual([])
    })
    await step('the button of a code block copies its text [N-356]', async () => {
      const code = page.locator('.block-code').first()
      // The button shows its outcome for about a second, which polls may miss on a busy machine.
      await page.clock.install()
      await page.clock.pauseAt(Date.now() + 60_000)
      await code.getByRole('button').click()
      await expect(code.getByRole('button')).toHaveText('Copied')
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await code.locator('code').textContent())
    })
  })
})
