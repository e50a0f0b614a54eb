import { test as base, expect as playwrightExpect } from '@playwright/test'

/** Calls of `expect` since the current test began; a worker runs one test at a time. */
let calls = 0

/** Counts the calls of a function, and of the forms of `expect` that are its properties. */
function counted<Function extends (...args: never[]) => unknown>(original: Function): Function {
  return new Proxy(original, {
    apply(target, self, args) {
      calls += 1
      return Reflect.apply(target, self, args)
    },
    get(target, name) {
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' && (name === 'poll' || name === 'soft') ? counted(value as never) : value
    },
  })
}

/** Playwright's `expect`, counted. A test that uses only the original fails as if it had no assertion. */
export const expect = counted(playwrightExpect)

/** Playwright's `test`; a test that passes without a call of `expect` fails, because it cannot fail otherwise. */
export const test = base.extend<{ hasAssertions: undefined }>({
  hasAssertions: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner reads the names of the fixtures from this pattern
    async ({}, use, testInfo) => {
      calls = 0
      await use(undefined)
      if (calls === 0 && testInfo.status === 'passed') {
        throw new Error('This test called no expect: import `expect` from tests/e2e/base.ts and assert something.')
      }
    },
    { auto: true },
  ],
})
