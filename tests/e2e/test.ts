import { type Browser, type Page, expect as uncounted } from '@playwright/test'
import { test as base, expect } from './base'

export interface Fixtures {
  /** Declares a line, as `kind: text`, that the browser may write to its console; any other fails the test. */
  expectConsole(line: RegExp): void
  /** A page whose browser has cached the site's files, without cookies or storage: a cold one takes three times the processor time. */
  warmPage: Page
}

/** Browser tests: whatever the browser reports is a failure. */
export const test = base.extend<Fixtures & { expected: RegExp[] }, { keptPage: KeptPage }>({
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads the names of the fixtures from this pattern
  expected: async ({}, use) => use([]),
  expectConsole: async ({ expected }, use) => use((line) => void expected.push(line)),
  page: async ({ page, expected, javaScriptEnabled }, use) => {
    if (javaScriptEnabled !== false) waitForScripts(page)
    await useQuietly(page, expected, use)
  },
  keptPage: [
    async ({ browser }, use) => {
      const kept = new KeptPage(browser)
      await use(kept)
      await kept.close()
    },
    { scope: 'worker' },
  ],
  warmPage: async ({ keptPage, expected }, use, testInfo) => {
    await useQuietly(await keptPage.open(), expected, use)
    if (testInfo.status === 'passed') await keptPage.reset()
    else await keptPage.close()
  },
})

export { expect }

/** What Chromium may write where somebody types for seconds and then goes on softly: it takes the next page's style sheet for one of the first. */
export const TYPING_LINES =
  /^(?:(?:verbose|debug): \[DOM\] Input elements should have autocomplete attributes|warning: The resource \S+\.css was preloaded using link preload but not used)/

/** The page of a worker that its tests use one after another. */
class KeptPage {
  #page: Page | undefined
  /** Whether something was done to it that cannot be undone. */
  #isSpoiled = false

  constructor(readonly browser: Browser) {}

  async open(): Promise<Page> {
    this.#page ??= await this.#create()
    return this.#page
  }

  async #create(): Promise<Page> {
    const page = await (await this.browser.newContext()).newPage()
    waitForScripts(page)
    this.#isSpoiled = false
    const spoil = () => {
      this.#isSpoiled = true
    }
    page.clock.install = after(spoil, page.clock.install.bind(page.clock))
    page.addInitScript = after(spoil, page.addInitScript.bind(page))
    return page
  }

  async reset(): Promise<void> {
    const page = this.#page
    if (page === undefined) return
    if (this.#isSpoiled) return this.close()
    page.removeAllListeners()
    await page.unrouteAll()
    const session = await page.context().newCDPSession(page)
    await session.send('Storage.clearDataForOrigin', { origin: '*', storageTypes: 'all' })
    await session.detach()
    await page.context().clearCookies()
    await page.context().clearPermissions()
    await page.emulateMedia({ media: null, colorScheme: null, reducedMotion: null, forcedColors: null, contrast: null })
    await page.setViewportSize({ width: 1280, height: 720 })
  }

  async close(): Promise<void> {
    await this.#page?.context().close()
    this.#page = undefined
  }
}

/** The same function, after another one. */
function after<Parameters extends unknown[], Result>(first: () => void, then: (...args: Parameters) => Result) {
  return (...args: Parameters): Result => {
    first()
    return then(...args)
  }
}

/** Lets a test use a page, and fails if the browser reports more than is expected. */
async function useQuietly(page: Page, expected: readonly RegExp[], use: (page: Page) => Promise<void>): Promise<void> {
  const lines = listen(page)
  await use(page)
  // Every test makes this assertion, so it proves nothing about the test.
  uncounted(
    lines.filter((line) => !expected.some((pattern) => pattern.test(line))),
    'what the browser reported',
  ).toEqual([])
}

/** Everything that a page reports from now on: console lines (hydration and policy errors are some) and uncaught errors. */
function listen(page: Page): string[] {
  const lines: string[] = []
  page.on('console', (message) => lines.push(`${message.type()}: ${message.text()} (${page.url()})`))
  page.on('pageerror', (error) => lines.push(`uncaught: ${error.message} (${page.url()})`))
  return lines
}

/** The site's scripts come after its words, so a page is open, and has reported what it will, once they have taken it over. */
function waitForScripts(page: Page): void {
  const goto = page.goto.bind(page)
  page.goto = async (...args) => {
    const response = await goto(...args)
    await takenOver(page)
    return response
  }
}

/** Waits until React has taken over the body of the page, where it has one, and listens to keys: the search is a button then. */
async function takenOver(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const body = document.querySelector('.page-body')
    const isDrawn = body === null || Object.keys(body).some((key) => key.startsWith('__reactFiber'))
    return isDrawn && document.querySelector('a.search-button') === null
  })
}
