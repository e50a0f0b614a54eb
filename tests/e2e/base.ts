import { test as base, expect as playwrightExpect } from '@playwright/test'
import { type AccountSite, startAccountSite } from '../support/account-site'
import { type MembersSite, startMembersSite } from '../support/members-site'
import { type RunningSite, readIndex } from '../support/site'
import { SHARED_SITES } from './shared-sites'

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

/** A site that all tests read and none changes. */
export type SharedSite = Pick<RunningSite, 'url' | 'stateDir' | 'index'>

/** Sites that tests share. All tests declare the same ones: Playwright starts another worker for tests with other worker fixtures. */
interface Sites {
  /** The bundled sample workspace. */
  sample: SharedSite
  /** One page with every type of block and of property, and small ones beside it. */
  gallery: SharedSite
  /** A site with members, asked directly with made-up tokens; one for each worker that needs it. */
  world: MembersSite
  /** A site with the sign-in service and its screens; one for each worker that needs it. */
  account: AccountSite
}

/** Tests that send requests to a site, without a browser. One that passes without a call of `expect` fails, because it cannot fail otherwise. */
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
  sample: [async ({}, use) => use(sharedSite('sample')), { scope: 'worker' }],
  // biome-ignore lint/correctness/noEmptyPattern: as above
  gallery: [async ({}, use) => use(sharedSite('gallery')), { scope: 'worker' }],
  world: [
    // biome-ignore lint/correctness/noEmptyPattern: as above
    async ({}, use) => {
      const world = await startMembersSite()
      await use(world)
      await world.site.stop()
    },
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

function sharedSite(name: keyof typeof SHARED_SITES): SharedSite {
  const { url, stateDir } = JSON.parse(process.env[SHARED_SITES[name]] ?? '') as { url: string; stateDir: string }
  return { url, stateDir, index: () => readIndex(stateDir) }
}
