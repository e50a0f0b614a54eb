import { expect, test } from './test'

test('the framework scripts of every page are marked for compilation while they load', async ({
  page,
  sample,
  request,
}) => {
  const scripts: string[] = []
  page.on('request', (each) => {
    if (each.resourceType() === 'script') scripts.push(each.url())
  })
  await page.goto(sample.url)
  await page.waitForLoadState('networkidle')
  const texts = await Promise.all(scripts.map(async (url) => (await request.get(url)).text()))
  const framework = texts.filter((text) => text.includes('react.dev/errors') || text.includes('__NEXT_P'))
  expect(framework.length).toBeGreaterThanOrEqual(1)
  for (const text of framework) expect(text.slice(0, 40)).toMatch(/^\/\/# allFunctionsCalledOnLoad\n/)
})
