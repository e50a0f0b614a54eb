import { BROWSER_SECTIONS } from '../conformance/browser/sections'
import { SIGN_IN_SCREENS } from '../conformance/browser/sign-in'
import { CONFORMANCE, titleOf } from '../conformance/row'
import { test as accountTest } from './account-fixture'
import { TYPING_LINES, test } from './test'

test.describe(CONFORMANCE, () => {
  for (const { name, rows } of BROWSER_SECTIONS) {
    test.describe(name, () => {
      for (const row of rows) {
        test(
          titleOf(row),
          async ({ page, gallery, browser, expectConsole }) =>
            void (await row.holds({ page, site: gallery, browser, expectConsole })),
        )
      }
    })
  }

  accountTest.describe(SIGN_IN_SCREENS.name, () => {
    // One worker runs the whole section, because its site is expensive to start.
    accountTest.describe.configure({ mode: 'default' })
    for (const row of SIGN_IN_SCREENS.rows) {
      accountTest(titleOf(row), async ({ page, account, expectConsole }) => {
        expectConsole(TYPING_LINES)
        await row.holds({ page, account, expectConsole })
      })
    }
  })
})
