import { type Page, expect as uncounted } from '@playwright/test'
import { test as base, expect } from './base'

export interface Fixtures {
  /** Declares a line, as `kind: text`, that the browser may write to its console; any other fails the test. */
  expectConsole(line: RegExp): void
}

/** Browser tests: whatever the browser reports is a failure. */
export const test = base.extend<Fixtures & { expected: RegExp[] }>({
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads the names of the fixtures from this pattern
  expected: async ({}, use) => use([]),
  expectConsole: async ({ expected }, use) => use((line) => void expected.push(line)),
  page: async ({ page, expected, javaScriptEnabled }, use) => {
    const lines = listen(page)
    if (javaScriptEnabled !== false) waitForScripts(page)
    await use(page)
    // Every test makes this assertion, so it proves nothing about the test.
    uncounted(
      lines.filter((line) => !expected.some((pattern) => pattern.test(line))),
      'what the browser reported',
    ).toEqual([])
  },
})

export { expect }

/** What Chromium may write where somebody types for seconds and then goes on softly: it takes the next page's style sheet for one of the first. */
export const TYPING_LINES =
  /^(?:(?:verbose|debug): \[DOM\] Input elements should have autocomplete attributes|warning: The resource \S+\.css was preloaded using link preload but not used)/

/** Chromium reports this by chance for a cross-document transition that only CSS asks for. */
const REVEALED = 'Transition was aborted because of invalid state. Page already revealed'

/** Everything that a page reports from now on: console lines (hydration and policy errors are some) and uncaught errors. */
function listen(page: Page): string[] {
  const lines: string[] = []
  page.on('console', (message) => lines.push(`${message.type()}: ${message.text()} (${page.url()})`))
  page.on('pageerror', ({ message }) => {
    if (message !== REVEALED) lines.push(`uncaught: ${message} (${page.url()})`)
  })
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
