import type { Page } from '@playwright/test'
import { expect } from './base'

/** Expects a page without layout faults, as soon as its scripts and fonts have changed it. */
export async function expectNoLayoutFaults(page: Page, message?: string): Promise<void> {
  await expect.poll(() => findLayoutFaults(page), { message }).toEqual([])
}

/**
 * What is laid out wrongly on a page, whatever its fonts: things wider than the window or their own box, siblings on top of each
 * other, and things that are there and 0 pixels high or wide. What scrolls inside itself may be as wide as it likes.
 */
function findLayoutFaults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const TOLERANCE = 1.5
    /** Formulas and drawings overlap within, emoji are as wide as they like, and some things are not there to be seen. */
    const OTHERS = '.katex, svg, colgroup, .page-icon, .visually-hidden'
    const REPLACED = new Set(['IMG', 'IFRAME', 'VIDEO', 'AUDIO', 'INPUT', 'BUTTON'])
    const faults: string[] = []
    const name = (element: Element) =>
      `${element.tagName.toLowerCase()}.${element.getAttribute('class') ?? ''} "${element.textContent?.trim().slice(0, 30)}"`
    const shown = [...document.querySelectorAll<HTMLElement>('body *')].filter(
      (element) => element.checkVisibility({ visibilityProperty: true }) && !element.closest(OTHERS),
    )
    const scrolls = (element: Element | null): boolean =>
      element !== null && (getComputedStyle(element).overflowX !== 'visible' || scrolls(element.parentElement))
    const ownText = (element: Element) =>
      [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim())

    if (document.documentElement.scrollWidth > innerWidth) faults.push('the document is wider than the window')
    for (const element of shown) {
      const { left, right, width, height } = element.getBoundingClientRect()
      const isOutside = right > innerWidth + TOLERANCE || left < -TOLERANCE
      if (isOutside && !scrolls(element.parentElement)) faults.push(`outside the window: ${name(element)}`)
      if ((ownText(element) || REPLACED.has(element.tagName)) && (width < 1 || height < 1)) {
        faults.push(`without a size: ${name(element)} in ${name(element.parentElement ?? element)}`)
      }
      const isBox = ownText(element) && getComputedStyle(element).display !== 'inline'
      if (isBox && !scrolls(element) && element.scrollWidth > element.clientWidth + TOLERANCE) {
        faults.push(`words wider than their box: ${name(element)}`)
      }
    }

    const inFlow = (element: HTMLElement) => {
      const { position, float, display } = getComputedStyle(element)
      return /static|relative/.test(position) && float === 'none' && !/^(?:inline|contents|none)$/.test(display)
    }
    const isShown = new Set<Element>(shown)
    for (const parent of new Set(shown.map((element) => element.parentElement))) {
      if (!parent?.closest('main')) continue
      const boxes = [...parent.children]
        .filter((child): child is HTMLElement => isShown.has(child) && child instanceof HTMLElement && inFlow(child))
        .map((child) => ({ child, box: child.getBoundingClientRect() }))
      for (const [index, one] of boxes.entries()) {
        for (const other of boxes.slice(index + 1)) {
          const across = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left)
          const down = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top)
          if (across > TOLERANCE && down > TOLERANCE) faults.push(`${name(one.child)} lies on ${name(other.child)}`)
        }
      }
    }
    return faults
  })
}

/** Brings every part of a page into view, so that what is loaded late is loaded. */
export async function readThrough(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let at = 0; at < document.body.scrollHeight; at += innerHeight) {
      scrollTo(0, at)
      await new Promise((resolve) => requestAnimationFrame(resolve))
    }
  })
}
