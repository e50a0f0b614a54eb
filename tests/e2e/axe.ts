import type { Page } from '@playwright/test'
import axe from 'axe-core'
import { isComplete } from '../support/complete'
import { expect } from './base'

export const THEMES: readonly ('light' | 'dark')[] = ['light', 'dark']

/** Returns the themes in which the n-th screen is checked: alternately one, or both in a complete run. */
export const themesFor = (at: number) => (isComplete ? THEMES : THEMES.slice(at % 2, (at % 2) + 1))

/** What one rule of axe finds wrong with one element. */
export interface AxeFinding {
  rule: string
  html: string
  /** The selector of the element. */
  target: string
}

/** Expects axe to find nothing, as soon as what moves or fades on the page has come to rest. */
export async function expectNoFindings(page: Page, within?: string, message?: string): Promise<void> {
  await expect.poll(() => axeFindings(page, within), { message }).toEqual([])
}

/**
 * Runs axe on the page, or on what a selector names. It runs within the page itself: the package for Playwright opens another page for each
 * result, which takes several times as long. What foreign frames show is left out.
 */
export async function axeFindings(page: Page, within = 'html'): Promise<AxeFinding[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return page.evaluate(async (selector) => {
    const { run } = Reflect.get(window, 'axe') as typeof axe
    if (document.querySelector(selector) === null) throw new Error(`Nothing on the page is ${selector}`)
    const { violations, passes } = await run(selector, { iframes: false, resultTypes: ['violations'] })
    if (passes.length === 0) throw new Error('No rule of axe found anything to look at')
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, target }) => ({ rule: id, html, target: target.join(' ') })),
    )
  }, within)
}
