import { test as base, expect as playwrightExpect } from '@playwright/test'
import { type AccountSite, startAccountSite } from '../support/account-site'
import { type MembersSite, openMembersSite } from '../support/members-site'
import { type RunningSite, readIndex } from '../support/site'
import { requestSharedSite } from './shared-sites'

/** The number of calls of `expect` since the current test began. A worker runs one test at a time. */
let calls = 0

/** Wraps a function so that its calls are counted, and those of its properties `poll` and `soft`. */
function countCalls<Function extends (...args: never[]) => unknown>(original: Function): Function {
  return new Proxy(original, {
    apply(target, self, args) {
      calls += 1
      return Reflect.apply(target, self, args)
    },
    get(target, name) {
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' && (name === 'poll' || name === 'soft') ? countCalls(value as never) : value
    },
  })
}

/** Playwright's `expect` with counted calls. A test that calls only the original fails as if it had no assertion. */
export const expect = countCalls(playwrightExpect)

/** A site that is shared by all tests and changed by none. */
export type SharedSite = Pick<RunningSite, 'url' | 'stateDir' | 'index'>

/** Sites that tests share. All tests declare the same ones, because Playwright starts another worker for tests with other worker fixtures. */
interface Sites {
  /** The bundled sample workspace. */
  sample: SharedSite
  /** A page with every type of block and of property, and small pages for single cases. */
  gallery: SharedSite
  /** A site with members, requested directly with generated tokens. */
  membersSite: MembersSite
  /** A site with the sign-in service and its screens. Each worker that needs it starts one. */
  account: AccountSite
}

/** The test function of tests that send requests without a browser. A test that calls no `expect` fails, because it asserts nothing. */
export const test = base.extend<{ hasAssertions: undefined }, Sites>({
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
  // biome-ignore lint/correctness/noEmptyPattern: as above
  sample: [async ({}, use) => use(await findSharedSite('sample')), { scope: 'worker', timeout: 180_000 }],
  // biome-ignore lint/correctness/noEmptyPattern: as above
  gallery: [async ({}, use) => use(await findSharedSite('gallery')), { scope: 'worker', timeout: 180_000 }],
  membersSite: [
    // biome-ignore lint/correctness/noEmptyPattern: as above
    async ({}, use) => use(openMembersSite(await requestSharedSite('members'))),
    { scope: 'worker', timeout: 180_000 },
  ],
  account: [
    // biome-ignore lint/correctness/noEmptyPattern: as above
    async ({}, use) => {
      const account = await startAccountSite()
      await use(account)
      await account.stop()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
})

async function findSharedSite(name: 'sample' | 'gallery'): Promise<SharedSite> {
  const { url, stateDir } = await requestSharedSite(name)
  return { url, stateDir, index: () => readIndex(stateDir) }
}
