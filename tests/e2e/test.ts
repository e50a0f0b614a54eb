import { type Page, expect as uncounted } from '@playwright/test'
import { test as base, expect } from './base'

export interface Fixtures {
  /** Allows console lines that match, in the form `kind: text`. Any other console line fails the test. */
  expectConsole(line: RegExp): void
}

/** The test function of browser tests. A test fails if the browser reports an error or writes an unexpected line to its console. */
export const test = base.extend<Fixtures & { expected: RegExp[] }>({
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads the names of the fixtures from this pattern
  expected: async ({}, use) => use([]),
  expectConsole: async ({ expected }, use) => use((line) => void expected.push(line)),
  page: async ({ page, expected, javaScriptEnabled }, use) => {
    const lines = collectReports(page)
    if (javaScriptEnabled !== false) waitForScripts(page)
    await use(page)
    // Not counted, because it runs after every test: it must not hide a test without assertions.
    uncounted(
      lines.filter((line) => !expected.some((pattern) => pattern.test(line))),
      'what the browser reported',
    ).toEqual([])
  },
})

export { expect }

/** Chromium may write these lines after slow typing and a client-side navigation: it attributes the next page's style sheet to the first page. */
export const LINES_AFTER_TYPING =
  /^(?:(?:verbose|debug): \[DOM\] Input elements should have autocomplete attributes|warning: The resource \S+\.css was preloaded using link preload but not used)/

/** Chromium writes this on a slow machine, where the sign-in service runs the script that it has preloaded after some seconds. */
export const LATE_SCRIPT = /^warning: The resource \S+\.browser\.js was preloaded using link preload but not used/

/** The same for the picture at the top of a members' page: it loads when the page arrives, which sign-in shows when its own scripts have run. */
export const LATE_PICTURE =
  /^warning: The resource \S+\/members\/files\/\S+ was preloaded using link preload but not used/

/** Chromium sometimes reports this for a cross-document view transition that only CSS enables. */
const REVEALED = 'Transition was aborted because of invalid state. Page already revealed'

/** Collects the console lines of a page, which include hydration and policy errors, and its uncaught errors. */
function collectReports(page: Page): string[] {
  const lines: string[] = []
  page.on('console', (message) => lines.push(`${message.type()}: ${message.text()} (${page.url()})`))
  page.on('pageerror', ({ message }) => {
    if (message !== REVEALED) lines.push(`uncaught: ${message} (${page.url()})`)
  })
  return lines
}

/** Makes `goto` wait for the page's script, which can still report errors until then. */
function waitForScripts(page: Page): void {
  const goto = page.goto.bind(page)
  page.goto = async (...args) => {
    const response = await goto(...args)
    await waitForStart(page)
    return response
  }
}

/** Waits until the script of the page runs. */
async function waitForStart(page: Page): Promise<void> {
  await page.waitForFunction(() => document.querySelector('script[src*="/start-"]') === null || 'mountPage' in window)
}
