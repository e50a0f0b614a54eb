import type { Page } from '@playwright/test'
import axe from 'axe-core'
import { isCompleteRun } from '../support/complete'
import { expect } from './base'

export const THEMES: readonly ('light' | 'dark')[] = ['light', 'dark']

/** Returns the themes in which the n-th screen is checked: both in a complete run, otherwise light and dark alternately. */
export const getThemes = (at: number) => (isCompleteRun ? THEMES : THEMES.slice(at % 2, (at % 2) + 1))

/** One violation of an axe rule by one element. */
export interface Violation {
  rule: string
  html: string
  /** The selector of the element. */
  target: string
}

/** Expects axe to report no violation once the animations of the page have ended. */
export async function expectNoViolations(page: Page, within?: string, message?: string): Promise<void> {
  await page.evaluate(() => {
    // Others never end, or follow the scroll position.
    const animations = document
      .getAnimations()
      .filter(
        ({ effect, timeline }) => timeline === document.timeline && effect?.getComputedTiming().endTime !== Infinity,
      )
    return Promise.allSettled(animations.map(({ finished }) => finished))
  })
  expect(await findViolations(page, within), message).toEqual([])
}

/**
 * Runs axe on the page, or on the elements of a selector. It runs in the page itself, because `@axe-core/playwright` opens another page for
 * each result, which takes several times as long. Iframes are not checked.
 */
export async function findViolations(page: Page, within = 'html'): Promise<Violation[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return page.evaluate(async (selector) => {
    const { run } = Reflect.get(window, 'axe') as typeof axe
    if (document.querySelector(selector) === null) throw new Error(`No element matches ${selector}`)
    const { violations, passes } = await run(selector, { iframes: false, resultTypes: ['violations'] })
    if (passes.length === 0) throw new Error('No rule of axe applied to any element')
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, target }) => ({ rule: id, html, target: target.join(' ') })),
    )
  }, within)
}
