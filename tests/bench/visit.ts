import type { Browser, CDPSession, Page } from '@playwright/test'
import { scrollThrough } from '../e2e/layout'
import { launchChromium } from './chromium'
import { atMost, type Measurement, median } from './measurements'

const CPU_SLOWDOWN = 4
const RUNS = 5
const MAX_VISIT_MS = 120_000
export const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 90_000 }
const HOW = `Visit: Chromium at 390×844 with an empty cache, processor slowed ${CPU_SLOWDOWN} times by DevTools; opened, scrolled to the end in steps, gone to a linked page, and back. Script as transferred (encodedDataLength), kB of 1000 bytes; the heap after a garbage collection, before the link is followed.`
const HOW_SEARCH = `Visit: as above; from the first Ctrl+K of a visit to the second animation frame after the focus is in the dialog, which takes typing then, and after its panel is in the document; the median of ${RUNS} visits. Warm: all files are in the cache of the browser; slow 4G: nothing is (latency 150 ms, 200 kB/s).`

/** Measures what a visitor who only reads loads, and how long the first search of a visit takes to open. */
export async function measureVisit(article: string, executablePath: string): Promise<Measurement[]> {
  const measurement = atMost('reading an article', HOW)
  const { script, opened, requests, shift, heap, after } = await readPage(article, executablePath)
  console.log(`After following a link and going back: ${after.script.toFixed(1)} kB of script in all`)
  const search = atMost('first Ctrl+K', HOW_SEARCH)
  const warm = await measureFirstSearch(article, executablePath, 'warm')
  const slow = await measureFirstSearch(article, executablePath, 'slow')
  return [
    measurement('script', script, 'kB', 12),
    measurement('script with a second page', after.script, 'kB', 12),
    measurement('requests to open it', opened, '', 14),
    measurement('requests, with the pictures and fonts below', requests, '', 24),
    measurement('layout shift', shift, '', 0),
    measurement('heap', heap, 'MB', 1.5),
    search('to an open dialog, warm', warm.open, 'ms', 400),
    search('to an open dialog, slow 4G', slow.open, 'ms', 1200),
    search('to its panel, warm', warm.complete, 'ms', 1000),
    search('to its panel, slow 4G', slow.complete, 'ms', 2000),
  ]
}

/** Measures the root page of a database with several views, which is only read. */
export async function measureDatabaseVisit(url: string, executablePath: string): Promise<Measurement[]> {
  const measurement = atMost('reading a database of 100 rows in 4 views', HOW)
  const { script, shift } = await readPage(url, executablePath)
  return [measurement('script', script, 'kB', 25), measurement('layout shift', shift, '', 0)]
}

/** What a visit loaded until the page was read to its end. */
export interface Reading {
  /** Kilobytes as transferred. */
  script: number
  /** Requests until the page was idle, and until it was scrolled to the end. */
  opened: number
  requests: number
  shift: number
  /** Megabytes after a garbage collection. */
  heap: number
  /** Milliseconds of script, layout and styles until the page was idle. */
  mainThread: number
  /** What was loaded in all, after a link was followed and the visitor went back. */
  after: Loaded
}

/** Opens a page with an empty cache, scrolls to its end, follows a link, and goes back. Throws if that takes more than two minutes. */
export async function readPage(url: string, executablePath: string): Promise<Reading> {
  const browser = await launchChromium(executablePath)
  // Playwright waits for a page that no longer responds without a limit.
  const timer = setTimeout(() => void browser.close({ reason: `${url} was not read in time` }), MAX_VISIT_MS)
  try {
    return await visit(browser, url)
  } finally {
    clearTimeout(timer)
    await browser.close()
  }
}

async function visit(browser: Browser, url: string): Promise<Reading> {
  const { page, session, loaded } = await openVisit(await browser.newPage({ viewport: { width: 390, height: 844 } }))
  await page.addInitScript(() => {
    Object.assign(window, { shift: 0 })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if (!Reflect.get(entry, 'hadRecentInput')) {
          Object.assign(window, { shift: Reflect.get(window, 'shift') + Reflect.get(entry, 'value') })
        }
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.goto(url, { waitUntil: 'networkidle' })
  const opened = loaded.requests
  const mainThread = await measureMainThread(session)
  await scrollThrough(page)
  await page.waitForLoadState('networkidle')
  const shift = await page.evaluate(() => Number(Reflect.get(window, 'shift')))
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  const reading = { ...loaded }
  const link = page.locator('.page-body a[href^="/"]:not([href*="."])').first()
  if ((await link.count()) > 0) {
    await link.click()
    await page.waitForURL((address) => address.href !== url)
    await page.waitForLoadState('networkidle')
    await page.goBack()
    await page.waitForLoadState('networkidle')
  }
  return { ...reading, opened, shift, heap: usedSize / 1e6, mainThread, after: loaded }
}

async function measureMainThread(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  const parts = metrics.filter(({ name }) => ['ScriptDuration', 'LayoutDuration', 'RecalcStyleDuration'].includes(name))
  return parts.reduce((sum, { value }) => sum + value * 1000, 0)
}

/** Slows a page down, and counts its requests and its kilobytes of script. */
export async function openVisit(page: Page): Promise<{ page: Page; session: CDPSession; loaded: Loaded }> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Performance.enable')
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  const loaded: Loaded = { script: 0, requests: 0 }
  const scripts = new Set<string>()
  session.on('Network.requestWillBeSent', ({ request }) => {
    // Icons in style sheets, and placeholders.
    if (!request.url.startsWith('data:')) loaded.requests++
  })
  session.on('Network.responseReceived', ({ requestId, type }) => type === 'Script' && scripts.add(requestId))
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) loaded.script += encodedDataLength / 1000
  })
  return { page, session, loaded }
}

export interface Loaded {
  script: number
  requests: number
}

/** Returns the milliseconds from the first Ctrl+K to the open dialog, and to the complete one. */
async function measureFirstSearch(url: string, executablePath: string, kind: 'warm' | 'slow') {
  const browser = await launchChromium(executablePath)
  const times: { open: number; complete: number }[] = []
  for (let run = 0; run < RUNS; run++) {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
    const page = await context.newPage()
    if (kind === 'warm') {
      await page.goto(url, { waitUntil: 'networkidle' })
      await page.keyboard.press('Control+k')
      await page.waitForSelector('dialog .search-body')
    }
    const { session } = await openVisit(page)
    if (kind === 'slow') await session.send('Network.emulateNetworkConditions', SLOW_4G)
    await page.goto(url, { waitUntil: 'networkidle' })
    await page.evaluate(() => {
      const waitFor = (selector: string) =>
        new Promise<number>((resolve) => {
          let started = 0
          addEventListener('keydown', () => (started ||= performance.now()), { capture: true })
          const check = () => {
            if (document.querySelector(selector) === null) requestAnimationFrame(check)
            else requestAnimationFrame(() => resolve(performance.now() - started))
          }
          requestAnimationFrame(check)
        })
      const took = Promise.all([waitFor('dialog[open] input:focus'), waitFor('dialog[open] .search-body')])
      Object.assign(window, { took: took.then(([open, complete]) => ({ open, complete })) })
    })
    await page.keyboard.press('Control+k')
    times.push(await page.evaluate(() => Reflect.get(window, 'took') as Promise<(typeof times)[0]>))
    await context.close()
  }
  await browser.close()
  return { open: median(times.map(({ open }) => open)), complete: median(times.map(({ complete }) => complete)) }
}
