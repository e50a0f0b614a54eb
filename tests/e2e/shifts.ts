import type { Page } from '@playwright/test'

/** A layout shift, as the browser reports it. */
interface Shift {
  /** The part of the window that moved, multiplied by how far. */
  value: number
  /** The elements, and where they were and are. */
  moved: string
}

/** Puts the fonts of a page into the cache of the browser: a machine need not have the fonts that replace them until they are loaded. */
export async function loadFonts(page: Page, url: string): Promise<void> {
  await page.goto(url)
  await page.evaluate(() => document.fonts.ready)
}

/** Makes a page list the layout shifts of each document. Called before the document is opened. */
export async function observeShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: Shift[] = []
    Object.assign(window, { shifts })
    const describeRect = ({ x, y, width, height }: DOMRect) => [x, y, width, height].join(', ')
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const sources: { node?: Node; previousRect: DOMRect; currentRect: DOMRect }[] = Reflect.get(entry, 'sources')
        // On a slow machine, Chromium has named an element that was where it had been.
        const moved = sources.filter(({ previousRect: from, currentRect: to }) =>
          (['x', 'y', 'width'] as const).some((side) => from[side] !== to[side]),
        )
        if (sources.length > 0 && moved.length === 0) continue
        const lines = moved.map(({ node, previousRect, currentRect }) => {
          const name = node instanceof Element ? `${node.nodeName}.${node.className}` : node?.textContent?.slice(0, 20)
          return `${name} from ${describeRect(previousRect)} to ${describeRect(currentRect)}`
        })
        shifts.push({ value: Reflect.get(entry, 'value'), moved: lines.join('; ') })
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

/** Waits for the next paint, and returns the shifts of the document since it was opened. */
export function listShifts(page: Page): Promise<Shift[]> {
  return page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    return Reflect.get(window, 'shifts')
  })
}

/** Returns the cumulative layout shift of the document since it was opened. */
export async function sumShifts(page: Page): Promise<number> {
  return (await listShifts(page)).reduce((sum, { value }) => sum + value, 0)
}
