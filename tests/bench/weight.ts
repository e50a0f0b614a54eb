import { gzipSync } from 'node:zlib'
import type { Browser, Page } from '@playwright/test'
import { launchChromium } from './chromium'
import { atMost, type Measurement } from './measurements'

const BUILT_ON_THE_SERVER = /Prism\.languages|katex/i

export interface Weight {
  /** Kilobytes (1000 bytes) as transferred, gzip. */
  script: number
  document: number
  /** Fonts and style sheets. */
  fontsAndStyles: number
  /** Number of scripts that contain Prism or KaTeX. */
  heavy: number
  shift: number
  /** All requests of the visit, the one for the document included. */
  requests: number
}

/** Opens a phone-sized window with an empty cache, and counts its requests and the bytes that it downloads, by type of file. */
async function openFirstVisit(
  browser: Browser,
): Promise<{ page: Page; bytes: Record<string, number>; requests(): number }> {
  const page = await browser.newPage({ viewport: { width: 412, height: 823 }, deviceScaleFactor: 2 })
  const client = await page.context().newCDPSession(page)
  await client.send('Network.enable')
  const types = new Map<string, string>()
  const bytes: Record<string, number> = {}
  let requests = 0
  client.on('Network.requestWillBeSent', () => requests++)
  client.on('Network.responseReceived', ({ requestId, type }) => types.set(requestId, type))
  client.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const type = types.get(requestId) ?? ''
    bytes[type] = (bytes[type] ?? 0) + encodedDataLength
  })
  return { page, bytes, requests: () => requests }
}

const sumFontsAndStyles = ({ Font = 0, Stylesheet = 0 }: Record<string, number>) => (Font + Stylesheet) / 1000

/** Measures what a browser downloads on a first visit to a page, and the layout shift until two seconds after loading. */
export async function weigh(url: string, executablePath: string): Promise<Weight> {
  const browser = await launchChromium(executablePath)
  const { page, bytes, requests } = await openFirstVisit(browser)
  const bodies: Promise<string>[] = []
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') bodies.push(response.text())
  })
  await page.addInitScript(() => {
    Object.assign(window, { shift: 0 })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        Object.assign(window, { shift: Reflect.get(window, 'shift') + Reflect.get(entry, 'value') })
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.goto(url, { waitUntil: 'load' })
  await page.waitForTimeout(2000)
  const shift = await page.evaluate(() => Number(Reflect.get(window, 'shift')))
  const heavy = (await Promise.all(bodies)).filter((text) => BUILT_ON_THE_SERVER.test(text)).length
  await browser.close()

  const html = await (await fetch(url)).text()
  const document = gzipSync(html).length
  return {
    script: (bytes.Script ?? 0) / 1000,
    document: document / 1000,
    fontsAndStyles: sumFontsAndStyles(bytes),
    heavy,
    shift,
    requests: requests(),
  }
}

/** Measures the largest size of fonts and style sheets on a first visit to any of the pages. */
export async function measureFirstVisits(urls: readonly string[], executablePath: string): Promise<Measurement> {
  const browser = await launchChromium(executablePath)
  let heaviest = { url: '', fontsAndStyles: 0 }
  for (const url of urls) {
    const { page, bytes } = await openFirstVisit(browser)
    await page.goto(url, { waitUntil: 'networkidle' })
    await page.close()
    const fontsAndStyles = sumFontsAndStyles(bytes)
    if (fontsAndStyles > heaviest.fontsAndStyles) heaviest = { url, fontsAndStyles }
  }
  await browser.close()
  console.log(`Of ${urls.length} pages ${heaviest.url} has the largest fonts and style sheets`)
  return atMost('any page of the sample', HOW_WEIGHT)('fonts and style sheets', heaviest.fontsAndStyles, 'kB', 90)
}

const HOW_WEIGHT =
  'Weight: first visit by Chromium at 412×823; script, fonts and style sheets as transferred (encodedDataLength, gzip), document as gzip of its body, kB of 1000 bytes.'

export function listArticleWeight(weight: Weight): Measurement[] {
  const measurement = atMost('article', HOW_WEIGHT)
  return [
    measurement('script', weight.script, 'kB', 12),
    measurement('scripts that contain Prism or KaTeX', weight.heavy, '', 0),
    measurement('document', weight.document, 'kB', 20),
    measurement('fonts and style sheets', weight.fontsAndStyles, 'kB', 90),
    measurement('layout shift', weight.shift, '', 0.01),
  ]
}

export function listCollectionWeight(weight: Weight): Measurement[] {
  const measurement = atMost('collection of 100 rows and 4 views', HOW_WEIGHT)
  return [
    measurement('document', weight.document, 'kB', 27),
    measurement('script', weight.script, 'kB', 25),
    measurement('fonts and style sheets', weight.fontsAndStyles, 'kB', 90),
  ]
}

/** Compares a list of posts with one of its posts. */
export function listPostListWeight(list: Weight, post: Weight): Measurement[] {
  const measurement = atMost('list of 100 posts', HOW_WEIGHT)
  return [
    measurement('document', list.document, 'kB', 20),
    measurement('script in addition to that of a post', list.script - post.script, 'kB', 4),
    measurement('fonts and style sheets', list.fontsAndStyles, 'kB', 90),
    measurement('layout shift', list.shift, '', 0.01),
  ]
}

export function getLargeCollectionWeight(weight: Weight): Measurement {
  return atMost('collection of 1,000 rows', HOW_WEIGHT)('document', weight.document, 'kB', 60)
}
