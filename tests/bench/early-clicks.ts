import type { Browser, Page } from '@playwright/test'
import { launchChromium } from './chromium'
import { atMost, type Measurement } from './measurements'

const CPU_SLOWDOWN = 4
/** Milliseconds, and bytes a second. */
const LINES = {
  'slow 4G': { latency: 150, downloadThroughput: 200_000, uploadThroughput: 90_000 },
  'slow 3G': { latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 },
}
/** How long a click may wait for its effect: longer than all scripts take on the slowest line. */
const DONE_WITHIN_MS = 60_000
const HOW = `Early clicks: Chromium, first visit, line and processor (${CPU_SLOWDOWN} times) slowed by DevTools; each control is clicked as soon as it is painted, in a visit of its own, and the theme toggle once more every 100 ms until 2 s after hydration. A click is lost if its effect is not there within ${DONE_WITHIN_MS / 1000} s, or is there twice.`

interface Control {
  name: string
  url: string
  selector: string
  width?: number
  /** Resolves once the click has had its effect. */
  done: (page: Page) => Promise<unknown>
}

const has = (selector: string) => (page: Page) => page.waitForSelector(selector, { state: 'attached' })
const leadsTo = (address: RegExp) => (page: Page) => page.waitForURL(address, { waitUntil: 'commit' })

function controlsOf({ article, gallery, database }: Pages): Control[] {
  return [
    { name: 'theme', url: article, selector: '.theme-toggle', done: has('html[data-theme=light]') },
    { name: 'search', url: article, selector: '.search-button', done: leadsTo(/\/search$/) },
    { name: 'menu', url: article, selector: '.navigation button', width: 390, done: has('#navigation:popover-open') },
    { name: 'contents', url: article, selector: '.contents li:last-child a', done: leadsTo(/#./) },
    { name: 'fold', url: article, selector: '.contents summary', width: 390, done: has('.contents details[open]') },
    {
      name: 'copy',
      url: article,
      selector: '.block-code button',
      done: (page) =>
        page.waitForFunction(
          () => !/^(?:Copy)?$/.test(document.querySelector('.block-code button')?.textContent ?? ''),
        ),
    },
    { name: 'zoom', url: article, selector: '.picture button', done: has('[data-rmiz-modal][open]') },
    {
      name: 'tabs',
      url: gallery,
      selector: '.block-tabs [role=tab]:nth-child(2)',
      done: has('.block-tabs [role=tab]:nth-child(2)[aria-selected=true]'),
    },
    { name: 'video', url: gallery, selector: '.play', done: (page) => page.waitForRequest(/youtube/) },
    { name: 'view', url: database, selector: '.collection-tabs :nth-child(2)', done: has('.collection-board') },
    {
      name: 'sorting',
      url: database,
      selector: 'th:first-child .sort',
      done: has('th:first-child[aria-sort=ascending]'),
    },
    { name: 'filter', url: database, selector: '.filter-toggle', done: has('.table-filter') },
    { name: 'more', url: database, selector: '.collection-more', done: has('tbody tr:nth-child(51)') },
  ]
}

/** Addresses of the sample's article, of a page of all blocks, and of a database of more rows than its document holds. */
export interface Pages {
  article: string
  gallery: string
  database: string
}

/** How many clicks on controls are lost before a page is hydrated, on each of two slow lines. */
export async function measureEarlyClicks(pages: Pages, executablePath: string): Promise<Measurement[]> {
  const measurements: Measurement[] = []
  for (const line of ['slow 4G', 'slow 3G'] as const)
    measurements.push(await measureLostClicks(line, pages, executablePath))
  return measurements
}

async function measureLostClicks(line: keyof typeof LINES, pages: Pages, executablePath: string): Promise<Measurement> {
  const browser = await launchChromium(executablePath)
  const lost: string[] = []
  for (const control of controlsOf(pages)) {
    if (!(await clickOnce(browser, control, LINES[line]))) lost.push(control.name)
  }
  const theme = await clickRepeatedly(browser, pages.article, LINES[line])
  await browser.close()
  console.log(`Clicks lost on ${line}: ${lost.join(', ') || 'none'}; of ${theme.clicks} on the theme ${theme.lost}`)
  return atMost('clicks lost before hydration', HOW)(line, lost.length + Math.abs(theme.lost), '', 0)
}

async function openSlowly(browser: Browser, conditions: (typeof LINES)['slow 4G'], width = 1440): Promise<Page> {
  const page = await browser.newPage({ viewport: { width, height: 900 } })
  page.setDefaultTimeout(DONE_WITHIN_MS)
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', { offline: false, ...conditions })
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  return page
}

async function clickOnce(browser: Browser, control: Control, conditions: (typeof LINES)['slow 4G']): Promise<boolean> {
  const page = await openSlowly(browser, conditions, control.width)
  const done = control.done(page).then(
    () => true,
    () => false,
  )
  await page.goto(control.url, { waitUntil: 'commit' })
  await page.locator(control.selector).first().click({ noWaitAfter: true })
  const wasDone = await done
  await page.close()
  return wasDone
}

/** Clicks the theme toggle through the whole hydration; each click changes the theme once. */
async function clickRepeatedly(browser: Browser, url: string, conditions: (typeof LINES)['slow 4G']) {
  const page = await openSlowly(browser, conditions)
  await page.addInitScript(() => {
    Object.assign(window, { changes: 0 })
    new MutationObserver((changes) => {
      Object.assign(window, { changes: Reflect.get(window, 'changes') + changes.length })
    }).observe(document, { attributeFilter: ['data-theme'], subtree: true })
  })
  await page.goto(url, { waitUntil: 'commit' })
  const toggle = page.locator('.theme-toggle')
  await toggle.waitFor()
  let clicks = 0
  let hydratedAt = Number.POSITIVE_INFINITY
  while (Date.now() < hydratedAt + 2000) {
    await toggle.click({ noWaitAfter: true })
    clicks += 1
    // The search is a link until hydration.
    if (hydratedAt === Number.POSITIVE_INFINITY && (await page.locator('button.search-button').count()) > 0) {
      hydratedAt = Date.now()
    }
    await page.waitForTimeout(100)
  }
  await page.waitForTimeout(1000)
  const changes = await page.evaluate(() => Number(Reflect.get(window, 'changes')))
  await page.close()
  return { clicks, lost: clicks - changes }
}
