import { expect } from '../../e2e/base'
import { DEEP_HEADING_ANCHOR } from '../../support/gallery'
import { createRows, type Section } from '../row'
import { open, type PageFixtures, stopTime } from './fixtures'

export const CONTENTS: Section<PageFixtures> = {
  name: 'Contents beside the page',
  rows: createRows({
    'least items': {
      statement: 'A page with three headings has a table of contents; one with two has none.',
      check: async (fixtures) => {
        await open(fixtures, 'three-sections')
        await expect(fixtures.page.locator('nav.contents li')).toHaveCount(3)
        await open(fixtures, 'two-sections')
        await expect(fixtures.page.locator('nav.contents')).toHaveCount(0)
      },
    },
    'reading position': {
      statement:
        'The active heading is updated at most every 100 milliseconds. It is the one within 150 pixels of the top.',
      check: async (fixtures) => {
        const { page } = fixtures
        await page.setViewportSize({ width: 1440, height: 900 })
        await open(fixtures, 'long')
        await stopTime(page)
        const current = page.locator('nav.contents [aria-current=location]')
        /** Scrolls the third section to a distance in pixels from the top. */
        const scrollTo = (pixels: number) =>
          page.evaluate(async (distance) => {
            const heading = document.querySelectorAll('.page-body h2')[2]
            const scrolled = new Promise((resolve) => addEventListener('scroll', resolve, { once: true }))
            scrollBy({ top: (heading?.getBoundingClientRect().top ?? 0) - distance, behavior: 'instant' })
            await scrolled
          }, pixels)
        await scrollTo(149)
        await page.clock.runFor(90)
        await expect(current).toHaveCount(0)
        await page.clock.runFor(20)
        await expect(current).toHaveText('Section 3')
        await scrollTo(155)
        await page.clock.runFor(110)
        await expect(current).toHaveText('Section 2')
      },
    },
  }),
}

export const ANCHORS: Section<PageFixtures> = {
  name: 'Links to places within a page',
  rows: createRows({
    'from elsewhere': {
      statement: 'A link to a heading inside toggles opens them all and scrolls to it.',
      check: async (fixtures) => {
        await open(fixtures, 'folded')
        const target = fixtures.page.locator(`[id="${DEEP_HEADING_ANCHOR}"]`)
        await expect(target).toHaveCount(1)
        await expect(target).toBeHidden()
        await fixtures.page.goto('about:blank')
        await open(fixtures, `folded#${DEEP_HEADING_ANCHOR}`)
        await expect(target).toBeInViewport()
        await expect(fixtures.page.getByRole('heading', { name: 'Deep' })).toBeInViewport()
      },
    },
    'from another page': {
      statement: 'A link to a heading inside toggles also works after a client-side navigation.',
      check: async (fixtures) => {
        await open(fixtures, 'leads-to-the-deep-one')
        await fixtures.page.getByRole('link', { name: 'To the deep one' }).click()
        await fixtures.page.waitForURL(/folded/)
        await expect(fixtures.page.getByRole('heading', { name: 'Deep' })).toBeInViewport()
      },
    },
    'to any block': {
      statement:
        'A link can target any block, including a collapsed list item, in any form of the workspace’s addresses.',
      check: async (fixtures) => {
        const { page } = fixtures
        await open(fixtures, 'leads-to-the-deep-one')
        await page.getByRole('link', { name: 'To the item' }).click()
        await page.waitForURL(/folded/)
        await expect(page.getByRole('listitem').filter({ hasText: 'The item' })).toBeInViewport()
      },
    },
    'to a toggle': {
      statement: 'A link to a toggle opens it.',
      check: async (fixtures) => {
        const { page } = fixtures
        await open(fixtures, 'folded')
        const toggle = page.locator('details', { has: page.getByText('Another', { exact: true }) })
        await expect(toggle.getByText('The item')).toBeHidden()
        const anchor = await toggle.getAttribute('id')
        await open(fixtures, 'two-sections')
        await open(fixtures, `folded#${anchor}`)
        await expect(toggle.getByText('The item')).toBeVisible()
      },
    },
    'from the same page': {
      statement: 'A link to a toggle also opens it on the same page, and after the address was edited.',
      check: async (fixtures) => {
        const { page } = fixtures
        await open(fixtures, 'folded')
        await page.getByRole('link', { name: 'To the deep one', exact: true }).click()
        await expect(page.getByRole('heading', { name: 'Deep' })).toBeVisible()
        await open(fixtures, 'two-sections')
        await open(fixtures, 'folded')
        await page.evaluate((anchor) => {
          location.hash = anchor
        }, DEEP_HEADING_ANCHOR)
        await expect(page.getByRole('heading', { name: 'Deep' })).toBeVisible()
      },
    },
  }),
}
