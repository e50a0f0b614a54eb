import { mkdirSync, rmSync } from 'node:fs'
import { createFolder, startSite } from '../support/site'
import { launchChromium } from './chromium'
import { measureWithLighthouse } from './lighthouse'
import { atMost, type Measurement } from './measurements'
import { weigh } from './weight'
import { writeBigWorkspace } from './workspace'

const CPU_SLOWDOWN = 4
const BRANCHES = 10
const HOW_WEIGHT =
  'Docs: a page in the middle of a tree of 2,400 pages of 30 to 120 blocks, 14 below each; weighed as the article is. The script is compared with the limit of the article.'
const HOW_OPENING = `Docs: Chromium at 1280×800, processor slowed ${CPU_SLOWDOWN} times by DevTools; from the click on a closed branch of the sidebar to the frame that shows its pages (two animation frames after they are in the document), the worst of ${BRANCHES} branches.`

/** Measures a site of documentation: its documents and scripts, how fast branches of the sidebar open, and with Lighthouse. */
export async function measureDocs(chromium: string): Promise<Measurement[]> {
  const dir = createFolder('docs')
  mkdirSync(`${dir}/workspace`)
  writeBigWorkspace(`${dir}/workspace/map.json`, { pages: 2400, least: 30, spread: 90, fan: 14 })
  const site = await startSite({ workspaceDir: `${dir}/workspace`, stateDir: `${dir}/state` })
  const { pages } = site.index()
  const middle = pages.find(({ children, parent }) => children.length > 0 && parent !== site.index().root && parent)
  const url = `${site.url}/${encodeURI(middle?.path ?? '')}`
  console.log(`The page is /${middle?.path}, of ${middle?.words} words`)
  const { document, script, fontsAndStyles, shift } = await weigh(url, chromium)
  const measurement = atMost('page with a sidebar of 2,400 pages', HOW_WEIGHT)
  const measured = [
    measurement('document', document, 'kB', 22),
    measurement('script', script, 'kB', 12),
    measurement('fonts and style sheets', fontsAndStyles, 'kB', 90),
    measurement('layout shift', shift, '', 0.01),
    atMost('sidebar', HOW_OPENING)('opening a branch', await measureOpening(site.url, chromium), 'ms', 100),
    ...(await measureWithLighthouse('docs page', url, chromium)),
  ]
  await site.stop()
  rmSync(dir, { recursive: true })
  return measured
}

/** Returns the longest time in milliseconds that a branch takes to open. */
async function measureOpening(url: string, executablePath: string): Promise<number> {
  const browser = await launchChromium(executablePath)
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  await page.goto(url, { waitUntil: 'networkidle' })
  const client = await page.context().newCDPSession(page)
  await client.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  const times: number[] = []
  for (let index = 0; index < BRANCHES; index++) {
    const summary = page.locator('.sidebar > div > ul > li > details > summary').nth(index)
    const took = summary.evaluate(
      (element) =>
        new Promise<number>((resolve) => {
          let started = 0
          element.addEventListener('click', () => (started = performance.now()), { once: true })
          new MutationObserver((_, observer) => {
            if (element.nextElementSibling === null) return
            observer.disconnect()
            requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now() - started)))
          }).observe(element.parentElement ?? element, { childList: true })
        }),
    )
    await summary.click()
    times.push(await took)
  }
  await browser.close()
  console.log(`Opening a branch: ${times.map((time) => time.toFixed(0)).join(', ')} ms`)
  return Math.max(...times)
}
