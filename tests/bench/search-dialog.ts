import { launchChromium } from './chromium'
import { type Measurement, median } from './measurements'

const CPU_SLOWDOWN = 4
const RUNS = 20
/** Longer than the dialog waits between two requests, so that each key sends one at once. */
const PAUSE_MS = 600
const HOW = `Search dialog: Chromium at 1280×800 over the sample, processor slowed ${CPU_SLOWDOWN} times by DevTools; from the key press to the second animation frame after the results are in the document, the median of ${RUNS}.`

/** Measures how long the search dialog takes from a key to the results. */
export async function measureSearchDialog(url: string, executablePath: string): Promise<Measurement[]> {
  const browser = await launchChromium(executablePath)
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  await page.goto(url, { waitUntil: 'networkidle' })
  await page.keyboard.press('Control+k')
  await page.waitForSelector('dialog input:focus')
  await page.keyboard.type('pa')
  await page.waitForSelector('dialog [role="option"]')
  const client = await page.context().newCDPSession(page)
  await client.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  const times: number[] = []
  for (let run = 0; run < RUNS; run++) {
    await page.waitForTimeout(PAUSE_MS)
    // Listens before the key is pressed, so that this script cannot delay the key.
    await page.evaluate(() => {
      const took = new Promise<number>((resolve) => {
        let started = 0
        const observer = new MutationObserver(() => {
          if (started === 0) return
          observer.disconnect()
          requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now() - started)))
        })
        const results = document.querySelector('dialog .search-body') ?? document
        observer.observe(results, { subtree: true, childList: true, characterData: true })
        addEventListener('keydown', () => (started = performance.now()), { once: true, capture: true })
      })
      Object.assign(window, { took })
    })
    await page.keyboard.press(run % 2 === 0 ? 'g' : 'Backspace')
    times.push(await page.evaluate(() => Reflect.get(window, 'took') as Promise<number>))
  }
  await browser.close()
  const inOrder = times.toSorted((a, b) => a - b).map((time) => time.toFixed(0))
  console.log(`Search dialog, each key: ${inOrder.join(', ')} ms`)
  return [
    {
      name: 'search dialog: from key to results',
      measured: median(times),
      unit: 'ms',
      limit: 100,
      limitIs: 'most',
      how: HOW,
    },
  ]
}
