import { launchChromium } from './chromium'
import { timeClick } from './interaction'
import { median } from './measurements'
import { openVisit, SLOW_4G } from './visit'

const RUNS = 5
const TAB = '[role=tab]'

/** Milliseconds from a click to the drawn rows, medians. */
export interface FirstTaps {
  /** The first click of a visit on the tab of another view, all files in the cache of the browser. */
  warm: number
  /** With an empty cache. */
  slow: number
  /** The click after the first one, on the tab of a third view. */
  second: number
}

/** Measures the first two uses of a database's tabs in a visit, on a slow processor at 390×844. Returns undefined for a page without tabs. */
export async function measureFirstTaps(url: string, executablePath: string): Promise<FirstTaps | undefined> {
  const browser = await launchChromium(executablePath)
  const taps: Record<'warm' | 'slow' | 'second', number[]> = { warm: [], slow: [], second: [] }
  for (const kind of ['warm', 'slow'] as const) {
    for (let run = 0; run < RUNS; run++) {
      const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
      if (kind === 'warm') {
        // In a page of its own: opened again, this page would restore the database from its history entry, and load React before the click.
        const earlierPage = await context.newPage()
        await earlierPage.goto(url, { waitUntil: 'networkidle' })
        if ((await earlierPage.locator(TAB).count()) < 3) {
          await browser.close()
          return undefined
        }
        // Selects the first view again, because a database opens with the view that was selected last.
        await timeClick(earlierPage, TAB, 1)
        await timeClick(earlierPage, TAB, 0)
        await earlierPage.close()
      }
      const page = await context.newPage()
      const { session } = await openVisit(page)
      if (kind === 'slow') await session.send('Network.emulateNetworkConditions', SLOW_4G)
      await page.goto(url, { waitUntil: 'networkidle' })
      taps[kind].push(await timeClick(page, TAB, 1))
      if (kind === 'warm') taps.second.push(await timeClick(page, TAB, 2))
      await context.close()
    }
  }
  await browser.close()
  return { warm: median(taps.warm), slow: median(taps.slow), second: median(taps.second) }
}
