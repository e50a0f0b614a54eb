import { expectNoViolations, getThemes } from './axe'
import { expect, test } from './test'

const PATH = '/equations-and-code'

test('code tabs can be changed by keyboard, and diagrams are drawn without an additional script', async ({
  page,
  sample,
}) => {
  await page.goto(sample.url + PATH)
  await page.getByRole('tab', { name: 'npm', exact: true }).press('ArrowRight')
  await expect(page.getByRole('tab', { name: 'pnpm' })).toBeFocused()
  await expect(page.getByText('pnpm add')).toBeVisible()
  await expect(page.getByText('npm install colophon-theme')).toBeHidden()
  await expect(page.locator('.block-diagram svg text').filter({ hasText: 'Snapshot' })).toBeVisible()
  await page.locator('.block-diagram summary').click()
  await expect(page.locator('.block-diagram').getByText('flowchart LR')).toBeVisible()
  for (const colorScheme of getThemes(0)) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expectNoViolations(page, 'main', colorScheme)
  }
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('code can be wrapped, all tabs are visible, and print contains no controls', async ({ page, sample }) => {
    await page.goto(sample.url + PATH)
    const block = page.locator('.block-code', { hasText: 'greet.ts' })
    await expect(block.locator('pre')).toHaveCSS('white-space', 'pre')
    await block.getByRole('checkbox', { name: 'Wrap lines' }).check()
    await expect(block.locator('pre')).toHaveCSS('white-space', 'pre-wrap')
    await expect(page.getByText('npm install colophon-theme')).toBeVisible()
    await expect(page.getByText('pnpm add')).toBeVisible()
    await page.emulateMedia({ media: 'print' })
    await expect(block.getByRole('checkbox')).toBeHidden()
    await expect(page.locator('.block-diagram summary')).toBeHidden()
    await expect(page.locator('.block-code del')).toBeVisible()
  })
})
