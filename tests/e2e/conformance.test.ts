import { BROWSER_SECTIONS } from '../conformance/browser/sections'
import { CONFORMANCE, formatTitle } from '../conformance/row'
import { test } from './test'

test.describe(CONFORMANCE, () => {
  for (const { name, rows } of BROWSER_SECTIONS) {
    test.describe(name, () => {
      for (const row of rows) {
        test(
          formatTitle(row),
          { tag: row.needsServer ? '@server' : [] },
          async ({ page, gallery, browser, expectConsole }) =>
            void (await row.check({ page, site: gallery, browser, expectConsole })),
        )
      }
    })
  }
})
