import type { Browser, Page } from '@playwright/test'
import type { SharedSite } from '../../e2e/base'

/** The arguments of a statement about the site in a browser. */
export interface PageFixtures {
  page: Page
  /** The gallery site. */
  site: SharedSite
  browser: Browser
  /** Allows console lines that match, in the form `kind: text`. */
  expectConsole(line: RegExp): void
}

export const open = ({ page, site }: PageFixtures, path: string) => page.goto(`${site.url}/${path}`)
export const readStyle = (page: Page, selector: string, property: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property)

/** Stops the clock of the page. Afterwards only `page.clock` advances it. */
export async function stopTime(page: Page): Promise<void> {
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
}
