import { expect, test } from './test'

const ARTICLE = '/journal/how-a-paragraph-is-set'

/** Adds a link to the text of the page, as an editor would. */
const addLink = (body: Element, href: string) => {
  const link = document.createElement('a')
  link.href = href
  link.textContent = `To ${href}`
  body.prepend(link)
}

test('links to parts of the current page go there, and back again, also with the path of the page', {
  tag: '@server',
}, async ({ page, sample }) => {
  await page.goto(sample.url + ARTICLE)
  const contents = page.locator('.contents ol a')
  const [first, second] = [await contents.nth(0).getAttribute('href'), await contents.nth(1).getAttribute('href')]
  expect(first).toMatch(/^#[a-z][a-z0-9-]+$/)
  await page.locator('.page-body').evaluate(addLink, `${ARTICLE}${first}`)
  await page.locator('.page-body').evaluate(addLink, `${ARTICLE}${second}`)
  const follow = async (fragment: string | null) => {
    await page.getByText(`To ${ARTICLE}${fragment}`).evaluate((link: HTMLElement) => link.click())
    await expect(page).toHaveURL(`${sample.url}${ARTICLE}${fragment}`)
    await expect(page.locator(`[id="${fragment?.slice(1)}"]`)).toBeInViewport()
  }
  await follow(first)
  await follow(second)
  await follow(first)
  await page.goBack()
  await expect(page).toHaveURL(`${sample.url}${ARTICLE}${second}`)
})

test('going back to a part of a page shows that page again', { tag: '@server' }, async ({ page, sample }) => {
  await page.goto(sample.url + ARTICLE)
  const title = await page.locator('h1').textContent()
  const link = page.locator('.contents ol a').nth(1)
  const fragment = await link.getAttribute('href')
  await link.evaluate((element: HTMLElement) => element.click())
  await expect(page).toHaveURL(`${sample.url}${ARTICLE}${fragment}`)
  const elsewhere = page.locator('.breadcrumbs a').first()
  await elsewhere.click()
  await expect(page.locator('h1')).not.toHaveText(title ?? '')
  await page.goBack()
  await expect(page).toHaveURL(`${sample.url}${ARTICLE}${fragment}`)
  await expect(page.locator('h1')).toHaveText(title ?? '')
})

test('the id of a block leads to its heading, and the address becomes the readable one', async ({ page, sample }) => {
  await page.goto(sample.url + ARTICLE)
  const anchor = page.locator('.heading-anchor').nth(3)
  const [block, readable] = [await anchor.getAttribute('id'), await anchor.getAttribute('href')]
  expect(block).toMatch(/^[0-9a-f]{32}$/)
  await page.goto('about:blank')
  await page.goto(`${sample.url}${ARTICLE}#${block}`)
  await expect(page).toHaveURL(`${sample.url}${ARTICLE}${readable}`)
  await expect(page.locator(`[id="${readable?.slice(1)}"]`)).toBeInViewport()
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('the id of a block and the readable anchor lead to the same place', async ({ page, sample, request }) => {
    const html = await (await request.get(sample.url + ARTICLE)).text()
    const anchors = [...html.matchAll(/<a id="([0-9a-f]{32})" class="heading-anchor" href="#([^"]+)"/g)]
    const [, block, readable] = anchors[3] ?? []
    const heading = page.locator(`[id="${readable}"]`)
    const tops: number[] = []
    for (const fragment of [block, readable]) {
      await page.goto('about:blank')
      await page.goto(`${sample.url}${ARTICLE}#${fragment}`)
      await expect(heading).toBeInViewport()
      tops.push((await heading.boundingBox())?.y ?? Number.NaN)
    }
    const [byBlock = Number.NaN, byName = Number.NaN] = tops
    expect(byName).toBeGreaterThan(0)
    expect(Math.abs(byBlock - byName)).toBeLessThan(40)
  })
})

test('a search result leads to the readable anchor of its section', async ({ page, sample }) => {
  await page.goto(sample.url)
  await page.getByRole('button', { name: 'Search' }).click()
  const dialog = page.getByRole('dialog', { name: 'Search' })
  await dialog.getByRole('combobox').fill('line by line')
  const result = dialog.locator(`a[href^="${ARTICLE}#"]`).first()
  await expect(result).toHaveAttribute('href', /#[a-z][a-z-]+$/)
})
