import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { scrollThrough } from './layout'
import { expect, test } from './test'

const ARTICLE = '/journal/how-a-paragraph-is-set'

interface TraceEvent {
  name: string
  args: { elementCount?: number; beginData?: { dirtyObjects: number; totalObjects: number } }
}

test('elements that a page adds after loading do not restyle the rest of the page', async ({ page, sample }) => {
  await page.goto(sample.url + ARTICLE)
  await page.waitForLoadState('networkidle')
  // Repeated, because other work of the page can be in the first trace. It happens only once.
  await expect(async () => {
    const events = await trace(page, 'UpdateLayoutTree', () =>
      page.evaluate(() => {
        const script = document.createElement('script')
        script.type = 'text/plain'
        document.head.append(script)
        document.body.append(document.createElement('p'))
        document.body.getBoundingClientRect()
      }),
    )
    const styled = events.map(({ args }) => args.elementCount ?? 0)
    expect(Math.max(...styled)).toBeGreaterThan(0)
    expect(Math.max(...styled)).toBeLessThan(10)
  }).toPass()
})

test('nothing above the text moves up or down while the document arrives in pieces', async ({ page, sample }) => {
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 })
    // With facts below the title; without them; with properties; a list of pages.
    for (const path of ['/your-first-page', '/start-here', ARTICLE, '/journal']) {
      await page.goto(sample.url + path)
      await page.evaluate(() => document.fonts.ready)
      expect(await page.evaluate(listMovedParts), `${path} at ${width} px`).toEqual([])
    }
  }
})

test('a font that arrives late does not move other text', async ({ page, sample }) => {
  await page.goto(`${sample.url}/journal/what-a-search-box-owes-you`)
  await page.waitForLoadState('networkidle')
  // The first layouts of the page must not be in the trace.
  await page.evaluate(async () => {
    await document.fonts.ready
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  })
  const layouts = await trace(page, 'Layout', () =>
    page.evaluate(async () => {
      const title = document.querySelector('h1')
      if (title) title.style.fontStyle = 'italic'
      document.body.getBoundingClientRect()
      await document.fonts.load('italic 600 1em "Colophon Serif"')
      document.body.getBoundingClientRect()
    }),
  )
  expect(layouts.length).toBeGreaterThan(1)
  for (const { args } of layouts) {
    const { dirtyObjects = 0, totalObjects = 0 } = args.beginData ?? {}
    expect(dirtyObjects).toBeLessThan(totalObjects / 5)
  }
})

test('the fonts and the picture at the top of a page are each preloaded once', async ({ sample }) => {
  const listPreloads = async (path: string) => {
    const html = await (await fetch(sample.url + path)).text()
    const links = html.matchAll(/<link rel="preload"(?: href| as="image" imagesrcset)="[^"]*?([\w-]+)\.[^"]+"/gi)
    return Array.from(links, ([, name]) => name).sort()
  }
  const upright = ['reading-400-normal', 'reading-600-normal']
  expect(await listPreloads('/words-of-access')).toEqual(upright)
  expect(await listPreloads('/equations-and-code')).toEqual(['formulas-main', 'formulas-math', ...upright])
  expect(await listPreloads('/how-a-page-travels')).toEqual(['figure-flow', ...upright])
})

test('text in the fallback of the reading font is as wide as in the reading font, in every style', async ({
  page,
  sample,
}) => {
  await page.goto(`${sample.url}/journal/what-a-search-box-owes-you`)
  await loadFallback(page)
  const ratios = await page.evaluate(async () => {
    const text = [...document.querySelectorAll('.block-text')].map((block) => block.textContent).join(' ')
    const canvas = document.createElement('canvas').getContext('2d')
    const results: number[] = []
    for (const style of ['400', '600', 'italic 400', 'italic 600']) {
      const measure = async (family: string) => {
        const font = `${style} 100px "${family}"`
        await document.fonts.load(font, text)
        if (canvas === null) return Number.NaN
        canvas.font = font
        return canvas.measureText(text.replace(/[^\x20-\x7e]/g, '')).width
      }
      results.push((await measure('Loaded Times')) / (await measure('Colophon Serif')))
    }
    return results
  })
  for (const ratio of ratios) expect(Math.abs(ratio - 1)).toBeLessThan(0.035)
})

test('equations outside the viewport have their final height, and are in the accessibility tree from the start', async ({
  page,
  sample,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(sample.url + ARTICLE)
  const formulas = page.locator('.block-equation .katex-html')
  const readHeights = () => formulas.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().height))
  const before = await readHeights()
  expect(before.length).toBeGreaterThan(5)
  const session = await page.context().newCDPSession(page)
  const { nodes } = await session.send('Accessibility.getFullAXTree')
  const mathNodes = nodes.filter(({ role }) => role?.value === 'MathMLMath')
  await expect(page.locator('math')).toHaveCount(mathNodes.length)

  const last = formulas.last().locator('> *').first()
  const isRendered = () => last.evaluate((each) => each.checkVisibility({ contentVisibilityAuto: true }))
  // Chromium decides when it draws the page next, which a busy machine does late.
  await expect.poll(isRendered).toBe(false)
  await last.scrollIntoViewIfNeeded()
  await expect.poll(isRendered).toBe(true)
  await scrollThrough(page)
  await page.evaluate(() => document.fonts.ready)
  const getDifferences = async () => (await readHeights()).map((height, at) => Math.abs(height - (before[at] ?? 0)))
  await expect.poll(async () => Math.max(...(await getDifferences()))).toBeLessThan(1)
})

test('equations below the fold are rendered for print after the first interaction, with their fonts', async ({
  page,
  sample,
}) => {
  await page.goto(sample.url + ARTICLE)
  await page.waitForLoadState('networkidle')
  const countUnrendered = () =>
    page.locator('.block-equation .katex-html > :first-child').evaluateAll((all) => {
      return all.filter((each) => !each.checkVisibility({ contentVisibilityAuto: true })).length
    })
  const listLoadedFonts = () =>
    page.evaluate(() => [...document.fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family))
  await expect.poll(countUnrendered).toBeGreaterThan(5)
  // A pointer that rests where it was does not interact.
  await page.mouse.move(0, 0)
  await page.evaluate(async () => {
    for (let time = 0; time < 10; time++) await new Promise((resolve) => requestIdleCallback(resolve))
  })
  expect(await countUnrendered()).toBeGreaterThan(5)
  expect(String(await listLoadedFonts())).not.toContain('Formulas Size')
  await page.mouse.move(200, 200)
  await expect.poll(countUnrendered).toBe(0)
  await expect.poll(async () => String(await listLoadedFonts())).toMatch(/Formulas Size4/)
  expect(await page.evaluate(() => scrollY)).toBe(0)
})

/**
 * Adds the font family `Loaded Times` to a page: Tinos, which has the metrics of Times New Roman, with the adjustments of the site's family
 * `Reading Times`. That family itself consists of fonts of the visitor's machine, which may have none.
 */
async function loadFallback(page: Page): Promise<void> {
  const files: Record<string, string> = {}
  for (const style of ['normal', 'italic']) {
    for (const weight of [400, 700]) {
      const file = `node_modules/@fontsource/tinos/files/tinos-latin-${weight}-${style}.woff2`
      files[`${style} ${weight}`] = readFileSync(file, 'base64')
    }
  }
  const loaded = await page.evaluate(async (files) => {
    const listRules = (list: CSSRuleList): CSSRule[] =>
      [...list].flatMap((rule) => (rule instanceof CSSGroupingRule ? listRules(rule.cssRules) : [rule]))
    const rules = [...document.styleSheets]
      .flatMap((sheet) => listRules(sheet.cssRules))
      .filter((rule) => rule instanceof CSSFontFaceRule)
      .filter(({ style }) => style.getPropertyValue('font-family').includes('Reading Times'))
    for (const { style } of rules) {
      const read = (property: string) => style.getPropertyValue(property)
      const [slant, weight] = [read('font-style') || 'normal', read('font-weight') || '400']
      const file = files[`${slant} ${weight === '400' ? 400 : 700}`] ?? ''
      const bytes = Uint8Array.from(atob(file), (character) => character.charCodeAt(0))
      const descriptors = { style: slant, weight, sizeAdjust: read('size-adjust') }
      document.fonts.add(await new FontFace('Loaded Times', bytes, descriptors as FontFaceDescriptors).load())
    }
    return rules.length
  }, files)
  expect(loaded).toBe(4)
}

/** Returns the trace events of a kind that the browser records during an action. */
async function trace(page: Page, kind: string, act: () => Promise<unknown>): Promise<TraceEvent[]> {
  const session = await page.context().newCDPSession(page)
  const events: TraceEvent[] = []
  session.on('Tracing.dataCollected', ({ value }) => {
    events.push(...(value as unknown as TraceEvent[]).filter(({ name }) => name === kind))
  })
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['devtools.timeline'] },
  })
  await act()
  const complete = new Promise<void>((resolve) => session.once('Tracing.tracingComplete', () => resolve()))
  await session.send('Tracing.end')
  await complete
  await session.detach()
  return events
}

/**
 * Writes the document that is open into an iframe, tag by tag until its text begins. Returns which visible and complete elements moved up
 * or down after which part, by more than browsers ignore. Runs in the page.
 */
async function listMovedParts(): Promise<string[]> {
  const html = await (await fetch(location.href)).text()
  const frame = document.createElement('iframe')
  frame.style.cssText = `position: fixed; inset: 0; width: ${innerWidth}px; height: ${innerHeight}px`
  document.body.append(frame)
  const target = frame.contentDocument
  if (!target) throw new Error('The iframe has no document')
  const [head, aboveText] = html.split(/(?=<body)|"page-body"/)
  if (head === undefined || aboveText === undefined) throw new Error('The document has no text')
  target.open()
  target.write(head)
  await Promise.all(
    [...target.querySelectorAll('link[rel="stylesheet"]')].map(
      (link) => new Promise((resolve) => link.addEventListener('load', resolve)),
    ),
  )
  await target.fonts.ready
  /** The number of elements whose end tag is not written yet. Each is the last child of the one before. */
  let depth = 0
  const listIncomplete = () => {
    const [body] = target.getElementsByTagName('body')
    const chain: (Element | null | undefined)[] = [body]
    for (let at = 1; at < depth; at++) chain.push(chain.at(-1)?.lastElementChild)
    return new Set(chain)
  }
  const measure = () => {
    const incomplete = listIncomplete()
    return new Map(
      [...target.querySelectorAll('body *')]
        .filter((element) => !incomplete.has(element) && element.checkVisibility({ visibilityProperty: true }))
        .map((element) => ({ element, rect: element.getBoundingClientRect() }))
        .filter(({ rect }) => rect.width * rect.height > 0 && rect.bottom > 0)
        .map(({ element, rect }) => [element, rect.y]),
    )
  }
  const moved: string[] = []
  let previous = measure()
  for (const part of aboveText.split(/(?<=>)/)) {
    target.write(part)
    if (/<[a-z][^<]*[^/]>$/.test(part)) depth += 1
    else if (/<\/[a-z][^<]*>$/.test(part)) depth -= 1
    const current = measure()
    for (const [element, y] of previous) {
      const now = current.get(element) ?? y
      if (Math.abs(now - y) >= 3)
        moved.push(`${element.nodeName}.${element.className} from ${y} to ${now} after ${part}`)
    }
    previous = current
  }
  return moved
}
