import type { Page } from '@playwright/test'
import { expect } from './base'

/** Expects no layout faults once scripts and fonts have loaded. */
export async function expectNoLayoutFaults(page: Page, message?: string): Promise<void> {
  await expect.poll(() => findLayoutFaults(page), { message }).toEqual([])
}

/**
 * Returns the layout faults of a page, independently of its fonts: elements wider than the window or than their own box, siblings that
 * overlap, and visible elements of 0 pixels height or width. The content of scrollable elements may have any width.
 */
function findLayoutFaults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const TOLERANCE = 1.5
    /** Not checked: parts of equations and drawings overlap, emoji have any width, and some elements are invisible on purpose. */
    const IGNORED = '.katex, svg, colgroup, .page-icon, .visually-hidden'
    const REPLACED = new Set(['IMG', 'IFRAME', 'VIDEO', 'AUDIO', 'INPUT', 'BUTTON'])
    const faults: string[] = []
    const describeElement = (element: Element) =>
      `${element.tagName.toLowerCase()}.${element.getAttribute('class') ?? ''} "${element.textContent?.trim().slice(0, 30)}"`
    const shown = [...document.querySelectorAll<HTMLElement>('body *')].filter(
      (element) => element.checkVisibility({ visibilityProperty: true }) && !element.closest(IGNORED),
    )
    const isScrollable = (element: Element | null): boolean =>
      element !== null && (getComputedStyle(element).overflowX !== 'visible' || isScrollable(element.parentElement))
    const hasOwnText = (element: Element) =>
      [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim())

    if (document.documentElement.scrollWidth > innerWidth) faults.push('the document is wider than the window')
    for (const element of shown) {
      const { left, right, width, height } = element.getBoundingClientRect()
      const isOutside = right > innerWidth + TOLERANCE || left < -TOLERANCE
      if (isOutside && !isScrollable(element.parentElement))
        faults.push(`outside the window: ${describeElement(element)}`)
      if ((hasOwnText(element) || REPLACED.has(element.tagName)) && (width < 1 || height < 1)) {
        faults.push(
          `without a size: ${describeElement(element)} in ${describeElement(element.parentElement ?? element)}`,
        )
      }
      const isBox = hasOwnText(element) && getComputedStyle(element).display !== 'inline'
      if (isBox && !isScrollable(element) && element.scrollWidth > element.clientWidth + TOLERANCE) {
        faults.push(`text wider than its box: ${describeElement(element)}`)
      }
    }

    const isInFlow = (element: HTMLElement) => {
      const { position, float, display } = getComputedStyle(element)
      return /static|relative/.test(position) && float === 'none' && !/^(?:inline|contents|none)$/.test(display)
    }
    const shownSet = new Set<Element>(shown)
    for (const parent of new Set(shown.map((element) => element.parentElement))) {
      if (!parent?.closest('main')) continue
      const boxes = [...parent.children]
        .filter((child): child is HTMLElement => shownSet.has(child) && child instanceof HTMLElement && isInFlow(child))
        .map((child) => ({ child, box: child.getBoundingClientRect() }))
      for (const [index, first] of boxes.entries()) {
        for (const second of boxes.slice(index + 1)) {
          const across = Math.min(first.box.right, second.box.right) - Math.max(first.box.left, second.box.left)
          const down = Math.min(first.box.bottom, second.box.bottom) - Math.max(first.box.top, second.box.top)
          if (across > TOLERANCE && down > TOLERANCE)
            faults.push(`${describeElement(first.child)} overlaps ${describeElement(second.child)}`)
        }
      }
    }
    return faults
  })
}

/** Scrolls through the whole page, so that lazy content is loaded. */
export async function scrollThrough(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let at = 0; at < document.body.scrollHeight; at += innerHeight) {
      scrollTo(0, at)
      await new Promise((resolve) => requestAnimationFrame(resolve))
    }
  })
}
