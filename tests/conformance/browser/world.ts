import type { Browser, Page } from '@playwright/test'
import type { SharedSite } from '../../e2e/base'

/** What a statement about the site in a browser is tested with. */
export interface InBrowser {
  page: Page
  /** The site of the gallery. */
  site: SharedSite
  browser: Browser
  /** Declares a line, as `kind: text`, that the browser may write to its console. */
  expectConsole(line: RegExp): void
}

export const open = ({ page, site }: InBrowser, path: string) => page.goto(`${site.url}/${path}`)
export const css = (page: Page, selector: string, property: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property)

/** From now on no time passes but what is let pass. */
export async function stopTime(page: Page): Promise<void> {
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
}
