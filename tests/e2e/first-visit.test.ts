import { expect, test } from './test'

test('the script with React is marked for compilation while it loads, and is cached for good', async ({
  page,
  sample,
  request,
}) => {
  const loaded = page.waitForRequest(/\/_next\/static\/scripts\/react-\w+\.js$/)
  await page.goto(sample.url)
  await page.locator('.search-button').hover()
  const response = await request.get((await loaded).url())
  expect((await response.text()).slice(0, 40)).toMatch(/^\/\/# allFunctionsCalledOnLoad\n/)
  expect(response.headers()['cache-control']).toBe('public, max-age=31536000, immutable')
})
