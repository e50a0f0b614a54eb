import { expect } from '../../e2e/base'
import { DEEP } from '../../support/gallery'
import { rowsFor, type Section } from '../row'
import { type InBrowser, open, stopTime } from './world'

export const CONTENTS: Section<InBrowser> = {
  name: 'Contents beside the page',
  rows: rowsFor({
    'least items': {
      says: 'Three headings make contents, two do not.',
      holds: async (world) => {
        await open(world, 'three-sections')
        await expect(world.page.locator('nav.contents li')).toHaveCount(3)
        await open(world, 'two-sections')
        await expect(world.page.locator('nav.contents')).toHaveCount(0)
      },
    },
    'reading position': {
      says: 'Scrolling is followed no more often than every 100 milliseconds, to the heading within 150 pixels of the top.',
      holds: async (world) => {
        const { page } = world
        await page.setViewportSize({ width: 1440, height: 900 })
        await open(world, 'long')
        await stopTime(page)
        const current = page.locator('nav.contents [aria-current=location]')
        /** Scrolls so that the third section is so many pixels under the top. */
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

export const ANCHORS: Section<InBrowser> = {
  name: 'Links to places within a page',
  rows: rowsFor({
    'from elsewhere': {
      says: 'A link to a heading inside toggles opens all of them and goes there.',
      holds: async (world) => {
        await open(world, 'folded')
        const place = world.page.locator(`[id="${DEEP}"]`)
        await expect(place).toHaveCount(1)
        await expect(place).toBeHidden()
        await world.page.goto('about:blank')
        await open(world, `folded#${DEEP}`)
        await expect(place).toBeInViewport()
        await expect(world.page.getByRole('heading', { name: 'Deep' })).toBeInViewport()
      },
    },
    'from another page': {
      says: 'It does so after a visit within the site, too.',
      holds: async (world) => {
        await open(world, 'leads-to-the-deep-one')
        await world.page.getByRole('link', { name: 'To the deep one' }).click()
        await world.page.waitForURL(/folded/)
        await expect(world.page.getByRole('heading', { name: 'Deep' })).toBeInViewport()
      },
    },
    'to any block': {
      says: 'A link leads to any block, a folded list item, too, by whatever address the workspace gave it.',
      holds: async (world) => {
        const { page } = world
        await open(world, 'leads-to-the-deep-one')
        await page.getByRole('link', { name: 'To the item' }).click()
        await page.waitForURL(/folded/)
        await expect(page.getByRole('listitem').filter({ hasText: 'The item' })).toBeInViewport()
      },
    },
    'to a toggle': {
      says: 'A link to a toggle opens it.',
      holds: async (world) => {
        const { page } = world
        await open(world, 'folded')
        const toggle = page.locator('details', { has: page.getByText('Another', { exact: true }) })
        await expect(toggle.getByText('The item')).toBeHidden()
        const anchor = await toggle.getAttribute('id')
        await open(world, 'two-sections')
        await open(world, `folded#${anchor}`)
        await expect(toggle.getByText('The item')).toBeVisible()
      },
    },
    'from the same page': {
      says: 'It does so on the page itself, and when the address is changed by hand.',
      holds: async (world) => {
        const { page } = world
        await open(world, 'folded')
        await page.getByRole('link', { name: 'To the deep one', exact: true }).click()
        await expect(page.getByRole('heading', { name: 'Deep' })).toBeVisible()
        await open(world, 'two-sections')
        await open(world, 'folded')
        await page.evaluate((anchor) => {
          location.hash = anchor
        }, DEEP)
        await expect(page.getByRole('heading', { name: 'Deep' })).toBeVisible()
      },
    },
  }),
}
