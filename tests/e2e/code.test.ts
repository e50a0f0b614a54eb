import { expectNoViolations, getThemes } from './axe'
import { expect, test } from './test'

const PATH = '/equations-and-code'

test('code has tabs for the keyboard, and diagrams are drawn without another script', async ({ page, sample }) => {
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

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('code wraps, all tabs are shown, and print shows no controls', async ({ page, sample }) => {
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
