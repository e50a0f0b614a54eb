import type { Page } from '@playwright/test'
import { launchChromium } from './chromium'
import { atMost, type Measurement } from './measurements'

const CPU_SLOWDOWN = 4
const RUNS = 5
const HOW = `Interaction: Chromium at 1280×800, processor slowed ${CPU_SLOWDOWN} times by DevTools; from the click to the frame that shows the rows (two animation frames after they are in the document), rows fetched before; the worst of ${RUNS} rounds of switching to each tab and sorting twice. Next to it the longest event that the browser itself reports (Event Timing).`

export interface Interactions {
  /** Milliseconds from the click to the drawn result, the worst of each kind. */
  tab: number
  sort: number
  /** The longest event of all, as the browser measures it. */
  event: number
}

/** Measures how long interactions with a database take on a slow processor. */
export async function measureInteractions(url: string, executablePath: string): Promise<Interactions> {
  const browser = await launchChromium(executablePath)
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  await page.addInitScript(() => {
    Object.assign(window, { longest: 0 })
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries())
        Object.assign(window, { longest: Math.max(duration, Reflect.get(window, 'longest')) })
    }).observe({ type: 'event', buffered: true, durationThreshold: 16 } as PerformanceObserverInit)
  })
  await page.goto(url, { waitUntil: 'networkidle' })
  const client = await page.context().newCDPSession(page)
  await client.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })

  const tabs = await page.locator('.collection-tabs [role=tab]').count()
  const rest = page.waitForResponse(/\/api\/rows\//)
  await page.locator('[role=tab]').first().hover()
  await (await rest).finished()
  let tab = 0
  let sort = 0
  for (let round = 0; round < RUNS; round++) {
    for (let index = 1; index <= tabs; index++) tab = Math.max(tab, await timeClick(page, `[role=tab]`, index % tabs))
    for (let time = 0; time < 2; time++) sort = Math.max(sort, await timeClick(page, 'th .sort', time))
  }
  const event = await page.evaluate(() => Number(Reflect.get(window, 'longest')))
  await browser.close()
  return { tab, sort, event }
}

/** Clicks an element and returns the milliseconds until the result is drawn: the rows of the tab, or rows in another order. */
export async function timeClick(page: Page, selector: '[role=tab]' | 'th .sort', index: number): Promise<number> {
  const took = page.evaluate(
    ([within, at]) =>
      new Promise<number>((resolve) => {
        if (!document.querySelectorAll(within)[at]) throw new Error(`There is no ${within} at ${at}`)
        // A getter, because esbuild would wrap a function in a helper that does not exist in the page.
        const shown = {
          get state() {
            const target = document.querySelectorAll(within)[at]
            return within === 'th .sort'
              ? target?.closest('th')?.getAttribute('aria-sort')
              : target?.getAttribute('aria-selected')
          },
        }
        const before = shown.state
        let started = 0
        const observer = new MutationObserver(() => {
          // A database shows a notice, or that it is busy, until its rows are loaded.
          const isLoading =
            document.querySelector('.collection :is(output.collection-empty, [aria-busy=true])') !== null
          if (started === 0 || shown.state === before || isLoading) return
          observer.disconnect()
          requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now() - started)))
        })
        observer.observe(document, { childList: true, subtree: true, attributes: true })
        // On the document, because a database that is not mounted holds the click and dispatches it again (`islands/hold.ts`).
        document.addEventListener('click', ({ timeStamp }) => (started = timeStamp), { once: true, capture: true })
      }),
    [selector, index] as const,
  )
  await page.locator(selector).nth(index).click()
  return took
}

export function listInteractions(measured: Interactions): Measurement[] {
  const measurement = atMost('collection of 1,000 rows', HOW)
  return [
    measurement('switching to a tab', measured.tab, 'ms', 200),
    measurement('sorting by a column', measured.sort, 'ms', 200),
    measurement('the longest event', measured.event, 'ms', 200),
  ]
}
