import type { Page } from '@playwright/test'
import { launchChromium } from './chromium'
import { atMost, type Measurement } from './measurements'

const CPU_SLOWDOWN = 4
const RUNS = 5
const HOW = `Calendar: Chromium at 1280×800, processor slowed ${CPU_SLOWDOWN} times by DevTools; from the click on its tab to the frame that shows the month (two animation frames after its entries are in the document), rows and script fetched before; the worst of ${RUNS}.`

/** Measures how long a calendar takes to appear on a slow processor. Its tab must be the second one. */
export async function measureCalendar(url: string, executablePath: string): Promise<Measurement[]> {
  const browser = await launchChromium(executablePath)
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  await page.goto(url, { waitUntil: 'networkidle' })
  const client = await page.context().newCDPSession(page)
  const [table, calendar] = [page.getByRole('tab').first(), page.getByRole('tab').nth(1)]
  // The first time loads the rows and the script.
  await calendar.click()
  await page.locator('.calendar-entry').first().waitFor()
  await client.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  let worst = 0
  for (let run = 0; run < RUNS; run++) {
    await table.click()
    await page.locator('.collection-table').waitFor()
    const duration = waitForMonth(page)
    await calendar.click()
    worst = Math.max(worst, await duration)
  }
  await browser.close()
  return [atMost('calendar of 500 entries', HOW)('drawn', worst, 'ms', 200)]
}

function waitForMonth(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let started = 0
        const observer = new MutationObserver(() => {
          if (started === 0 || document.querySelector('.calendar-entry') === null) return
          observer.disconnect()
          requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now() - started)))
        })
        observer.observe(document.body, { childList: true, subtree: true })
        document.addEventListener('click', () => (started = performance.now()), { once: true, capture: true })
      }),
  )
}
