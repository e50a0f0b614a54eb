import type { Page } from '@playwright/test'
import { scrollThrough } from './layout'
import { expect, test } from './test'

const ARTICLE = '/journal/how-a-paragraph-is-set'

interface Work {
  name: string
  args: { elementCount?: number; beginData?: { dirtyObjects: number; totalObjects: number } }
}

test('elements that a page adds after loading do not restyle the rest of the page', async ({ page, sample }) => {
  await page.goto(sample.url + ARTICLE)
  await page.waitForLoadState('networkidle')
  // What else the page does meanwhile counts, too, and happens once.
  await expect(async () => {
    const work = await during(page, 'UpdateLayoutTree', () =>
      page.evaluate(() => {
        const script = document.createElement('script')
        script.type = 'text/plain'
        document.head.append(script)
        document.body.append(document.createElement('p'))
        document.body.getBoundingClientRect()
      }),
    )
    const styled = work.map(({ args }) => args.elementCount ?? 0)
    expect(Math.max(...styled)).toBeGreaterThan(0)
    expect(Math.max(...styled)).toBeLessThan(10)
  }).toPass()
})

test('a font that arrives late does not move other text', async ({ page, sample }) => {
  await page.goto(`${sample.url}/journal/what-a-search-box-owes-you`)
  await page.waitForLoadState('networkidle')
  const laid = await during(page, 'Layout', () =>
    page.evaluate(async () => {
      const title = document.querySelector('h1')
      if (title) title.style.fontStyle = 'italic'
      document.body.getBoundingClientRect()
      await document.fonts.load('italic 600 1em "Colophon Serif"')
      document.body.getBoundingClientRect()
    }),
  )
  expect(laid.length).toBeGreaterThan(1)
  for (const { args } of laid) {
    const { dirtyObjects = 0, totalObjects = 0 } = args.beginData ?? {}
    expect(dirtyObjects).toBeLessThan(totalObjects / 5)
  }
})

test('formulas out of sight are as high as they will be, and read aloud from the start', async ({ page, sample }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(sample.url + ARTICLE)
  const formulas = page.locator('.block-equation .katex-html')
  const heights = () => formulas.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().height))
  const before = await heights()
  expect(before.length).toBeGreaterThan(5)
  const session = await page.context().newCDPSession(page)
  const { nodes } = await session.send('Accessibility.getFullAXTree')
  const spoken = nodes.filter(({ role }) => role?.value === 'MathMLMath')
  await expect(page.locator('math')).toHaveCount(spoken.length)

  const last = formulas.last().locator('> *').first()
  const isSet = () => last.evaluate((each) => each.checkVisibility({ contentVisibilityAuto: true }))
  expect(await isSet()).toBe(false)
  await last.scrollIntoViewIfNeeded()
  await expect.poll(isSet).toBe(true)
  await scrollThrough(page)
  await page.evaluate(() => document.fonts.ready)
  const differences = async () => (await heights()).map((height, at) => Math.abs(height - (before[at] ?? 0)))
  await expect.poll(async () => Math.max(...(await differences()))).toBeLessThan(1)
})

test('equations below the fold are rendered for print after the first interaction, with their fonts', async ({
  page,
  sample,
}) => {
  await page.goto(sample.url + ARTICLE)
  await page.waitForLoadState('networkidle')
  const unset = () =>
    page.locator('.block-equation .katex-html > :first-child').evaluateAll((all) => {
      return all.filter((each) => !each.checkVisibility({ contentVisibilityAuto: true })).length
    })
  const faces = () =>
    page.evaluate(() => [...document.fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family))
  await expect.poll(unset).toBeGreaterThan(5)
  expect(String(await faces())).not.toContain('Formulas Size')
  await page.mouse.move(200, 200)
  await expect.poll(unset).toBe(0)
  await expect.poll(async () => String(await faces())).toMatch(/Formulas Size4/)
  expect(await page.evaluate(() => scrollY)).toBe(0)
})

/** What the browser did of a kind while something happened. */
async function during(page: Page, kind: string, act: () => Promise<unknown>): Promise<Work[]> {
  const session = await page.context().newCDPSession(page)
  const work: Work[] = []
  session.on('Tracing.dataCollected', ({ value }) => {
    work.push(...(value as unknown as Work[]).filter(({ name }) => name === kind))
  })
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['devtools.timeline'] },
  })
  await act()
  const complete = new Promise<void>((resolve) => session.once('Tracing.tracingComplete', () => resolve()))
  await session.send('Tracing.end')
  await complete
  await session.detach()
  return work
}
