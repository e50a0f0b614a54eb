import { type AccountSite, startAccountSite } from '../support/account-site'
import { test as base } from './test'

/** Tests of the provider's screens; all tests of a worker share one site and its sign-in service. */
export const test = base.extend<object, { account: AccountSite }>({
  account: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner reads the names of the fixtures from this pattern
    async ({}, use) => {
      const account = await startAccountSite()
      await use(account)
      await account.stop()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
})
