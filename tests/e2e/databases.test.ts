import { mkdirSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { writeBigWorkspace } from '@/tests/bench/workspace'
import { createFolder, type RunningSite, startSite } from '@/tests/support/site'
import { expectNoViolations } from './axe'
import { holdScripts } from './held-scripts'
import { scrollThrough } from './layout'
import { observeShifts, sumShifts } from './shifts'
import { expect, test } from './test'

/** Three pages of rows. */
const ROWS = 600

test.describe('the views of a small database', () => {
  const findLinks = (page: Page) => page.getByRole('navigation', { name: 'Views: Sorts' }).getByRole('link')

  test('have tabs, whose outlines are not clipped and do not cross their names', async ({ page, sample }) => {
    for (const [path, list] of [
      ['/views', '.collection-tabs'],
      ['/equations-and-code', '.block-tabs > [role=tablist]'],
    ] as const) {
      await page.goto(sample.url + path)
      await expect(findLinks(page)).toHaveCount(0)
      const tab = page.locator(list).first().getByRole('tab').first()
      await tab.focus()
      // The visitor uses the keyboard.
      await tab.press('Shift')
      const { outer, inner, clip } = await tab.evaluate((element) => {
        const { outlineOffset, outlineWidth } = getComputedStyle(element)
        const toBox = ({ left, top, right, bottom }: DOMRect, more = 0) => [
          more + -left,
          more + -top,
          more + right,
          more + bottom,
        ]
        const names = document.createRange()
        names.selectNodeContents(element)
        const offset = Number.parseFloat(outlineOffset)
        return {
          outer: toBox(element.getBoundingClientRect(), offset + Number.parseFloat(outlineWidth)),
          inner: toBox(element.getBoundingClientRect(), offset).map(
            (side, at) => side - (toBox(names.getBoundingClientRect())[at] ?? 0),
          ),
          clip: toBox(element.parentElement?.getBoundingClientRect() ?? new DOMRect()),
        }
      })
      expect(Math.min(...inner), list).toBeGreaterThanOrEqual(0)
      for (const [at, side] of outer.entries()) expect(side, list).toBeLessThanOrEqual((clip[at] ?? 0) + 0.1)
    }
  })

  test.describe('without JavaScript', () => {
    test.use({ javaScriptEnabled: false })

    test('have links to pages with their rows', async ({ page, sample }) => {
      await page.goto(`${sample.url}/views`)
      await expect(findLinks(page).first()).toBeVisible()
      await findLinks(page).filter({ hasText: 'Covers' }).click()
      await expect(page.locator('.card').first()).toBeVisible()
    })
  })
})

test.describe('a database of many rows', () => {
  // Some of these tests take 10 seconds on a machine that does nothing else, because the pages are large.
  test.describe.configure({ mode: 'default', timeout: 90_000 })
  let site: RunningSite
  test.beforeAll(async () => {
    // Starts a site with thousands of rows.
    test.setTimeout(180_000)
    const dir = createFolder('many-rows')
    mkdirSync(`${dir}/workspace`)
    writeBigWorkspace(`${dir}/workspace/map.json`, { pages: ROWS * 2, least: 1, spread: 1 })
    site = await startSite({ workspaceDir: `${dir}/workspace` })
  })
  test.afterAll(() => site.kill())

  const listTitles = (page: Page) => page.locator('.collection-table .row-title').allTextContents()
  /** The cells with the states of the shown rows, without those that contain a text. */
  const findOtherStates = (page: Page, hasNotText: string) =>
    page.locator('.collection-table td:nth-child(3)').filter({ hasNotText })
  const findRowsPath = async () => /\/api\/rows\/[0-9a-f]{8}/.exec(await (await fetch(site.url)).text())?.[0] ?? ''

  test.describe('without JavaScript', () => {
    test.use({ javaScriptEnabled: false })

    test('shows the first fifty rows, and links to pages with all rows', async ({ page }) => {
      await page.goto(site.url)
      await expect(page.locator('.collection-table .row-title')).toHaveCount(50)
      await expect(page.getByRole('button', { name: 'Show more' })).toBeHidden()
      await page.getByRole('link', { name: `All ${ROWS} rows` }).click()
      const all = new Set<string>()
      const next = page.getByRole('link', { name: 'Next rows' })
      for (let count = 1; count <= ROWS / 200; count++) {
        // A click does not wait for the complete next page.
        await expect
          .poll(async () => {
            for (const title of await listTitles(page)) all.add(title)
            return all.size
          })
          .toBe(200 * count)
        await expect(page.locator('.collection-table .row-title')).toHaveCount(200)
        if (count < ROWS / 200) await next.click()
      }
      await expect(next).toHaveCount(0)
      await page.getByRole('link', { name: 'gallery' }).click()
      await expect(page.locator('.card')).toHaveCount(200)
    })
  })

  test('sorts and filters all rows on the same page', async ({ page }) => {
    await page.goto(site.url)
    const first = (await listTitles(page))[0] ?? ''
    expect(first).not.toBe('')
    await expect(page.getByRole('button', { name: 'Show more' })).toBeVisible()
    await expect(page.getByText(`All ${ROWS} rows`)).toBeHidden()
    const readScores = async () =>
      (await page.locator('td .number').allTextContents()).map((text) => Number(text.replace(/,/g, '')))
    await page.getByRole('button', { name: 'Score' }).click()
    await expect(page.getByRole('columnheader', { name: 'Score' })).toHaveAttribute('aria-sort', 'ascending')
    await expect.poll(async () => (await readScores()).length).toBe(50)
    const rows = (await (await fetch(site.url + (await findRowsPath()))).json()) as { rows: { cells: string[] }[] }
    const lowest = rows.rows.map(({ cells }) => Number(String(cells[4]).replace(/,/g, ''))).sort((a, b) => a - b)
    await expect.poll(readScores).toEqual(lowest.slice(0, 50))

    await page.getByRole('button', { name: 'Filter' }).click()
    await page.getByRole('combobox', { name: 'State' }).selectOption('state 1')
    await expect(page.locator('.collection-table td:nth-child(3)').first()).toHaveText('state 1')
    await expect(page.getByRole('status')).toHaveText(new RegExp(`^\\d+ of ${ROWS}$`))
    await expectNoViolations(page)
  })

  test('shows sorted and filtered rows so after a reload, and not on a new visit', async ({ page }) => {
    await page.goto(site.url)
    const first = (await listTitles(page))[0] ?? ''
    const header = page.getByRole('columnheader', { name: 'Score' })
    const state = page.getByRole('combobox', { name: 'State' })
    await header.getByRole('button').click()
    await page.getByRole('button', { name: 'Filter' }).click()
    await state.selectOption('state 1')
    // React updates the filter before the rows, the first of which may match without it.
    await expect(findOtherStates(page, 'state 1')).toHaveCount(0)
    await expect(header).toHaveAttribute('aria-sort', 'ascending')
    // The rows are rendered a few at a time.
    await expect(page.locator('.collection-table .row-title')).toHaveCount(50)
    const [shown, value] = [await listTitles(page), await state.inputValue()]
    expect(shown[0]).not.toBe(first)
    await page.reload()
    await expect(header).toHaveAttribute('aria-sort', 'ascending')
    await expect(state).toHaveValue(value)
    await expect.poll(() => listTitles(page)).toEqual(shown)
    await expect(page.getByRole('searchbox')).not.toBeFocused()

    await page.goto(`${site.url}/search`)
    await page.goto(site.url)
    await expect(page.locator('.collection-table .row-title').first()).toHaveText(first)
    await expect(state).toHaveCount(0)
  })

  test('requests the rows of another view while React loads, and once', async ({ page }) => {
    const requested: string[] = []
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (pathname.startsWith('/api/rows/')) requested.push(pathname)
    })
    const release = await holdScripts(page, '**/_next/static/scripts/react-*.js*')
    await page.goto(site.url)
    expect(requested).toEqual([])
    const rows = page.waitForResponse(/\/api\/rows\//)
    await page.getByRole('tab', { name: 'gallery' }).click()
    await (await rows).finished()
    release()
    await expect(page.locator('.card')).toHaveCount(50)
    expect(requested).toHaveLength(1)
  })

  test('shows the loaded rows at the same position after going back, without layout shift', async ({ page }) => {
    await observeShifts(page)
    const rows = page.locator('.collection-table .row-title')
    await page.goto(site.url)
    const header = page.getByRole('columnheader', { name: 'Score' })
    await header.getByRole('button').click()
    await expect(header).toHaveAttribute('aria-sort', 'ascending')
    for (const count of [100, 150]) {
      await page.getByRole('button', { name: 'Show more' }).click()
      await expect(rows).toHaveCount(count)
    }
    const row = rows.nth(120)
    await row.evaluate((element) => element.scrollIntoView({ block: 'center' }))
    const title = await row.textContent()
    const getTop = () => row.evaluate((element) => Math.round(element.getBoundingClientRect().top))
    const top = await getTop()
    await row.focus()
    // Enter instead of a click, because Playwright may scroll before a click.
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/-\d+$/)
    await page.goBack()
    await expect(rows).toHaveCount(150)
    await expect(row).toHaveText(title ?? '')
    await expect.poll(getTop).toBe(top)
    await page.reload()
    await expect(rows).toHaveCount(150)
    await expect.poll(getTop).toBe(top)
    await expect(page.locator('[data-island]')).not.toHaveAttribute('style')
    expect(await sumShifts(page)).toBeLessThan(0.01)
  })

  test('ignores a malformed state of the history entry', async ({ page }) => {
    await page.goto(site.url)
    const first = (await listTitles(page))[0] ?? ''
    const id = await page.evaluate(() => {
      const [data] = JSON.parse(document.querySelector('script[data-islands]')?.textContent ?? '[]')
      return data.views[0].id
    })
    const states: unknown[] = [
      { changes: 'changes', overlays: 'all' },
      { changes: { 0: null } },
      { changes: { 0: { view: 'missing', sorting: { column: 'Score' } } } },
      {
        changes: { 0: { view: id, height: '10px', sorting: { column: 'Missing' }, values: [[1], null], moreRows: 3 } },
      },
      {
        changes: { 0: { view: id, height: -5, sorting: 'Score', words: {}, values: 'all', moreRows: [-1, 'x', 0.5] } },
      },
    ]
    const isMounted = () =>
      page.locator('[data-island]').evaluate((island) => Object.keys(island).some((key) => key.startsWith('__react')))
    for (const state of states) {
      await page.evaluate((state) => history.replaceState(state, ''), state)
      await page.reload()
      await expect.poll(isMounted, JSON.stringify(state)).toBe(true)
      await expect(page.locator('[data-island]')).not.toHaveAttribute('style')
      await expect(page.locator('.collection-table .row-title').first()).toHaveText(first)
      await expect(page.locator('.collection-table .row-title')).toHaveCount(50)
      await expect(page.locator('[aria-sort]')).toHaveCount(0)
    }
  })

  test('loads the rows of another view when its tab is selected, and more rows by keyboard', async ({ page }) => {
    await page.goto(site.url)
    await page.getByRole('tab', { name: 'list' }).click()
    const list = page.locator('.collection-list li')
    await expect(list).toHaveCount(50)
    await page.getByRole('button', { name: 'Show more' }).focus()
    await page.keyboard.press('Enter')
    await expect(list).toHaveCount(100)
    await list.nth(99).getByRole('link').first().click()
    await expect(page).toHaveURL(/-\d+$/)
    await page.goBack()
    await expect(page.getByRole('tab', { name: 'list' })).toHaveAttribute('aria-selected', 'true')
    await expect(list).toHaveCount(100)
  })

  test('limits the number of elements while rows are scrolled, loaded and filtered', async ({ page }) => {
    await page.goto(site.url)
    const countElements = () => page.locator('*').count()
    const rows = page.locator('.collection-table tbody tr')
    await scrollThrough(page)
    await expect(rows).toHaveCount(50)
    const first = await countElements()
    await page.getByRole('button', { name: 'Show more' }).click()
    await expect(rows).toHaveCount(100)
    const loaded = await countElements()
    expect(loaded).toBeLessThan(2 * first)
    await page.getByRole('button', { name: 'Filter' }).click()
    const state = page.getByRole('combobox', { name: 'State' })
    const sizes: number[] = []
    for (let round = 0; round < 2; round++) {
      for (const value of ['state 1', 'state 2']) {
        await state.selectOption(value)
        await expect(findOtherStates(page, value)).toHaveCount(0)
        await expect(rows).toHaveCount(100)
      }
      await state.selectOption('Any')
      // The rows are counted once they are no longer those of the filter.
      await expect(findOtherStates(page, 'state 2')).not.toHaveCount(0)
      await expect(rows).toHaveCount(100)
      sizes.push(await countElements())
    }
    expect(sizes[0]).toBeLessThan(2 * first)
    // The number varies by a few elements, such as preload links. Leaked rows would be hundreds of elements.
    await expect.poll(countElements).toBeLessThan((sizes[0] ?? 0) + 10)
  })

  test('serves rows as JSON with the cache lifetime of the page, and rejects invalid addresses', async () => {
    const path = await findRowsPath()
    const response = await fetch(site.url + path)
    expect(response.headers.get('cache-control')).toMatch(/s-maxage=60, must-revalidate$/)
    expect(((await response.json()) as { rows: unknown[] }).rows).toHaveLength(ROWS)
    const again = await fetch(site.url + path, { headers: { 'if-none-match': response.headers.get('etag') ?? '' } })
    expect(again.status).toBe(304)
    const redirected = await fetch(`${site.url}${path}/${site.index().root}`)
    expect([redirected.status, redirected.url], 'a page that has moved').toEqual([200, `${site.url}${path}.json`])
    const statuses: Record<string, number> = {}
    for (const [target, method = 'GET'] of [
      ['/api/rows/00000000'],
      [`${path}/no-such-page`],
      ['/api/rows/..%2F..%2Fetc'],
      [`/api/rows/${'a'.repeat(2000)}`],
      [`${path}/%E0%A4%A`],
      [path, 'POST'],
      ['/rows'],
      ['/rows/00000000/1'],
      ['/rows/__proto__/1'],
      ['/rows/00000000/99999999'],
    ]) {
      statuses[`${method} ${target?.slice(0, 40).replace(path, 'it')}`] = (
        await fetch(site.url + target, { method })
      ).status
    }
    expect(statuses).toEqual({
      'GET /api/rows/00000000': 404,
      'GET it/no-such-page': 404,
      'GET /api/rows/..%2F..%2Fetc': 400,
      [`GET /api/rows/${'a'.repeat(30)}`]: 400,
      'GET it/%E0%A4%A': 400,
      'POST it': 405,
      'GET /rows': 404,
      'GET /rows/00000000/1': 404,
      'GET /rows/__proto__/1': 404,
      'GET /rows/00000000/99999999': 404,
    })
  })
})
