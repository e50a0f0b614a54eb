import type { Browser, Page } from '@playwright/test'
import { launchChromium } from './chromium'
import { atMost, type Measurement } from './measurements'

const CPU_SLOWDOWN = 4
/** Milliseconds, and bytes a second. */
const NETWORKS = {
  'slow 4G': { latency: 150, downloadThroughput: 200_000, uploadThroughput: 90_000 },
  'slow 3G': { latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 },
}
/** The longest time until the effect of a click. All scripts load faster on the slowest network. */
const DONE_WITHIN_MS = 60_000
const HOW = `Early clicks: Chromium, first visit, network and processor (${CPU_SLOWDOWN} times) slowed by DevTools; each control is clicked as soon as it is painted, in a separate visit, and the theme toggle once more every 100 ms until 2 s after the script of the page runs. A click is lost if its effect is not there within ${DONE_WITHIN_MS / 1000} s, or is there twice.`

interface Control {
  name: string
  url: string
  selector: string
  width?: number
  /** Resolves once the click has had its effect. */
  done: (page: Page) => Promise<unknown>
}

const waitForElement = (selector: string) => (page: Page) => page.waitForSelector(selector, { state: 'attached' })
const waitForNavigation = (address: RegExp) => (page: Page) => page.waitForURL(address, { waitUntil: 'commit' })

function listControls({ article, gallery, database }: Pages): Control[] {
  return [
    { name: 'theme', url: article, selector: '.theme-toggle', done: waitForElement('html[data-theme=light]') },
    { name: 'search', url: article, selector: '.search-button', done: waitForElement('dialog.search[open]') },
    {
      name: 'menu',
      url: article,
      selector: '.navigation button',
      width: 390,
      done: waitForElement('#navigation:popover-open'),
    },
    { name: 'contents', url: article, selector: '.contents li:last-child a', done: waitForNavigation(/#./) },
    {
      name: 'fold',
      url: article,
      selector: '.contents summary',
      width: 390,
      done: waitForElement('.contents details[open]'),
    },
    {
      name: 'copy',
      url: article,
      selector: '.block-code button',
      done: (page) =>
        page.waitForFunction(
          () => !/^(?:Copy)?$/.test(document.querySelector('.block-code button')?.textContent ?? ''),
        ),
    },
    { name: 'zoom', url: article, selector: '.picture button', done: waitForElement('[data-rmiz-modal][open]') },
    {
      name: 'tabs',
      url: gallery,
      selector: '.block-tabs [role=tab]:nth-child(2)',
      done: waitForElement('.block-tabs [role=tab]:nth-child(2)[aria-selected=true]'),
    },
    { name: 'video', url: gallery, selector: '.play', done: (page) => page.waitForRequest(/youtube/) },
    {
      name: 'view',
      url: database,
      selector: '.collection-tabs :nth-child(2)',
      done: waitForElement('.collection-board'),
    },
    {
      name: 'sorting',
      url: database,
      selector: 'th:first-child .sort',
      done: waitForElement('th:first-child[aria-sort=ascending]'),
    },
    { name: 'filter', url: database, selector: '.filter-toggle', done: waitForElement('.table-filter') },
    { name: 'more', url: database, selector: '.collection-more', done: waitForElement('tbody tr:nth-child(51)') },
  ]
}

/** Addresses of an article of the sample, of a page with all blocks, and of a database with more rows than its document contains. */
export interface Pages {
  article: string
  gallery: string
  database: string
}

/** Counts the clicks on controls that are lost before their scripts run, on two slow networks. */
export async function measureEarlyClicks(pages: Pages, executablePath: string): Promise<Measurement[]> {
  const measurements: Measurement[] = []
  for (const network of ['slow 4G', 'slow 3G'] as const)
    measurements.push(await measureLostClicks(network, pages, executablePath))
  return measurements
}

async function measureLostClicks(
  network: keyof typeof NETWORKS,
  pages: Pages,
  executablePath: string,
): Promise<Measurement> {
  const browser = await launchChromium(executablePath)
  const lost: string[] = []
  for (const control of listControls(pages)) {
    if (!(await clickOnce(browser, control, NETWORKS[network]))) lost.push(control.name)
  }
  const theme = await clickRepeatedly(browser, pages.article, NETWORKS[network])
  await browser.close()
  console.log(`Clicks lost on ${network}: ${lost.join(', ') || 'none'}; of ${theme.clicks} on the theme ${theme.lost}`)
  return atMost('clicks lost before scripts run', HOW)(network, lost.length + Math.abs(theme.lost), '', 0)
}

async function openSlowly(browser: Browser, conditions: (typeof NETWORKS)['slow 4G'], width = 1440): Promise<Page> {
  const page = await browser.newPage({ viewport: { width, height: 900 } })
  page.setDefaultTimeout(DONE_WITHIN_MS)
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', { offline: false, ...conditions })
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  return page
}

async function clickOnce(
  browser: Browser,
  control: Control,
  conditions: (typeof NETWORKS)['slow 4G'],
): Promise<boolean> {
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

/** Clicks the theme toggle until its script runs, and after; each click changes the theme once. */
async function clickRepeatedly(browser: Browser, url: string, conditions: (typeof NETWORKS)['slow 4G']) {
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
  let startedAt = Number.POSITIVE_INFINITY
  while (Date.now() < startedAt + 2000) {
    await toggle.click({ noWaitAfter: true })
    clicks += 1
    if (startedAt === Number.POSITIVE_INFINITY && (await page.evaluate(() => 'mountPage' in window)))
      startedAt = Date.now()
    await page.waitForTimeout(100)
  }
  await page.waitForTimeout(1000)
  const changes = await page.evaluate(() => Number(Reflect.get(window, 'changes')))
  await page.close()
  return { clicks, lost: clicks - changes }
}
