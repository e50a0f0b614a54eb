import { SECRET } from '../support/closed-workspace'
import { writePostWorkspace } from '../support/post-workspace'
import { type RunningSite, startSite } from '../support/site'
import { expectNoViolations } from './axe'
import { expect, test } from './test'

let site: RunningSite

// One worker runs these tests, because its site is expensive to start.
test.describe.configure({ mode: 'default' })
test.beforeAll(async () => {
  // Long enough for the start of a site on a busy machine.
  test.setTimeout(180_000)
  site = await startSite({
    workspaceDir: writePostWorkspace({ posts: 20, isDatabase: true }),
    env: { SITE_SECRET: 'a secret for tests' },
  })
})
test.afterAll(() => site.kill())

test('the pages of a post list link to each other without JavaScript', async ({ browser }) => {
  const page = await browser.newPage({ javaScriptEnabled: false })
  await page.goto(site.url)
  await expect(page.locator('.post-list > li')).toHaveCount(12)
  await page.getByRole('link', { name: 'Older posts' }).click()
  await expect(page).toHaveURL(`${site.url}/2`)
  await expect(page.locator('.post-list > li')).toHaveCount(12)
  await expect(page.getByRole('link', { name: 'Undated' })).toBeVisible()
  await page.getByRole('link', { name: 'Newer posts' }).click()
  await expect(page).toHaveURL(`${site.url}/`)
  await page.close()
})

test('returns the status of each page of a post list, and no secret text', async () => {
  const statuses = { '/': 200, '/2': 200, '/page/2': 308, '/3': 404, '/1': 404, '/2/2': 404, '/plain/2': 404 }
  for (const [path, status] of Object.entries(statuses)) {
    const response = await fetch(site.url + path, { redirect: 'manual' })
    expect(response.status, path).toBe(status)
    expect(await response.text(), path).not.toContain(SECRET)
  }
  expect((await fetch(`${site.url}/page/2`)).url).toBe(`${site.url}/2`)
  // The second response is from the document cache.
  expect((await fetch(`${site.url}/2`)).status).toBe(200)
})

test('a post list and a post are accessible, and fit the width of a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  for (const path of ['/', '/2', '/tags/sea', '/archive', '/post-6']) {
    await page.goto(site.url + path)
    await expectNoViolations(page, undefined, path)
    const getWidth = () => page.evaluate(() => document.documentElement.scrollWidth)
    await expect.poll(getWidth, { message: path }).toBeLessThanOrEqual(390)
  }
})

test('facts and pictures of posts are shown whole on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(site.url)
  // The dot before a fact is clipped at the start of a line. A narrower one would move the letters of a long fact there.
  const dots = page
    .locator('.page-facts li')
    .evaluateAll((facts) => [...new Set(facts.map((fact) => getComputedStyle(fact, '::before').width))])
  expect(await dots).toEqual(['16px'])
  await page.goto(`${site.url}/post-6`)
  const related = page.locator('.page-end li:has(.post-picture)').first()
  const widths = related.evaluate((item) =>
    [item, item.querySelector('.post-picture')].map((each) => each?.clientWidth),
  )
  const [item, picture] = await widths
  expect(picture).toBe(item)
})
