import type { Page } from '@playwright/test'
import { expectNoViolations, getThemes } from './axe'
import { expectNoLayoutFaults } from './layout'
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
  await expect(page.locator('.tab-name').first()).toBeHidden()
  await page.emulateMedia({ media: 'print' })
  await expectNamedPanels(page)
  await page.emulateMedia({ media: 'screen' })
  await expect(page.locator('.block-diagram svg text').filter({ hasText: 'Snapshot' })).toBeVisible()
  await page.locator('.block-diagram summary').first().click()
  await expect(page.getByText('flowchart LR')).toBeVisible()
  for (const colorScheme of getThemes(0)) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expectNoViolations(page, 'main', colorScheme)
  }
})

test('a wide diagram scrolls rather than become unreadable, and fits the page in print', async ({ page, sample }) => {
  await page.goto(sample.url + PATH)
  const drawing = page.locator('.block-diagram svg').first()
  await drawing.evaluate((svg) => svg.setAttribute('width', '2000'))
  await expect(drawing).toHaveCSS('width', '1600px')
  await expectNoLayoutFaults(page)
  await expectNoViolations(page, '.block-diagram')
  await page.setViewportSize({ width: 800, height: 900 })
  await page.emulateMedia({ media: 'print' })
  await expect
    .poll(() => drawing.evaluate((svg) => svg.parentElement?.scrollWidth === svg.parentElement?.clientWidth))
    .toBe(true)
})

test('a wide equation scrolls, and breaks in print, where nothing can scroll', async ({ page, sample }) => {
  await page.goto(`${sample.url}/journal/how-a-paragraph-is-set`)
  const equation = page.locator('.block-equation').first()
  const isWhole = () => equation.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)
  // Repeats the parts between which it may break.
  await equation.locator('.katex-html').evaluate((html) => {
    const part = '<span class="katex-base"><span class="mord">a long term of the equation +</span></span>'
    html.innerHTML = part.repeat(40)
  })
  await expect(equation).toHaveCSS('overflow-x', 'auto')
  // Outside of the viewport it is not laid out.
  await equation.scrollIntoViewIfNeeded()
  await expect.poll(isWhole).toBe(false)
  await page.emulateMedia({ media: 'print' })
  await expect(equation).toHaveCSS('overflow-x', 'visible')
  await expect.poll(isWhole).toBe(true)
})

test('the controls of a code block stay inside it in a narrow column', async ({ page, sample }) => {
  await page.goto(sample.url + PATH)
  const block = page.locator('.block-code', { hasText: 'greet.ts' })
  await block.evaluate((figure) => figure.setAttribute('style', 'width: 90px'))
  // The switch gets its place with the next paint, when the code overflows.
  await expect(block.locator('label')).toBeVisible()
  const { x = 0, width = 0 } = (await block.boundingBox()) ?? {}
  for (const control of [block.getByRole('button'), block.locator('label')]) {
    const box = await control.boundingBox()
    expect(box?.x).toBeGreaterThanOrEqual(x)
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(x + width)
  }
})

test('the switch that wraps lines is shown exactly when the code does not fit', async ({ page, sample }) => {
  await page.goto(sample.url + PATH)
  const block = page.locator('.block-code', { hasText: 'greet.ts' })
  const [text, label] = [block.locator('.block-code-text'), block.locator('label')]
  const fits = () => text.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)
  await page.setViewportSize({ width: 1280, height: 900 })
  await expect.poll(fits).toBe(true)
  await expect(label).toBeHidden()
  await page.setViewportSize({ width: 390, height: 844 })
  await expect.poll(fits).toBe(false)
  await label.click()
  await expect.poll(fits).toBe(true)
  await expect(label).toBeVisible()
  // A block without long lines does not fit into a narrow column either.
  const short = page.locator('.block-code', { hasText: 'opening-hours.config.js' })
  await expect(short.locator('label')).toBeHidden()
  await short.evaluate((figure) => figure.setAttribute('style', 'width: 200px'))
  await expect(short.locator('label')).toBeVisible()
})

async function expectNamedPanels(page: Page): Promise<void> {
  const tabs = page.locator('.block-tabs').first()
  await expect(tabs.locator(':scope > :visible')).toHaveText(['npm', /npm install/, 'pnpm', /pnpm add/])
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('code can be wrapped, all tabs are visible, and print contains no controls', async ({ page, sample }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(sample.url + PATH)
    const block = page.locator('.block-code', { hasText: 'greet.ts' })
    await expect(block.locator('pre')).toHaveCSS('white-space', 'pre')
    await block.getByRole('checkbox', { name: 'Wrap lines' }).check()
    await expect(block.locator('pre')).toHaveCSS('white-space', 'pre-wrap')
    await expectNamedPanels(page)
    await page.emulateMedia({ media: 'print' })
    await expect(block.getByRole('checkbox')).toBeHidden()
    await expect(page.locator('.block-diagram summary').first()).toBeHidden()
    await expect(page.locator('.block-code del')).toBeVisible()
  })
})
