import { expect, onTestFinished, test } from 'vitest'
import { getSiteFolder } from '@/lib/site-folder/site-folder'
import { startPageServer } from './page-server'

/** Chooses the page of missing addresses, as `site.json` does. */
function choosePage(page: string) {
  const { settings } = getSiteFolder()
  settings.notFound = { page }
  onTestFinished(() => {
    delete settings.notFound
  })
}

test('a missing address shows the chosen page with the status 404, rendered once', async () => {
  choosePage('/tides')
  const { fetchPage, state } = await startPageServer()
  const page = await fetchPage('/tides')
  for (const path of ['/missing', '/other/missing', '/missing?a=b']) {
    const response = await fetchPage(path, { 'if-none-match': '*' })
    expect([response.status, response.text], path).toEqual([404, page.text])
    expect(response.headers).toMatchObject({ 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex' })
    expect(response.headers).not.toHaveProperty('etag')
  }
  expect(state.renders).toBe(1)
  expect((await fetchPage('/tides')).status).toBe(200)
})

test('the first request of a missing address renders the page and stores it', async () => {
  choosePage('/tides')
  const { fetchPage, state } = await startPageServer()
  expect((await fetchPage('/missing')).status).toBe(404)
  const page = await fetchPage('/tides')
  expect([page.status, page.headers['x-nextjs-cache'], state.renders]).toEqual([200, 'HIT', 1])
  expect(page.headers).toHaveProperty('etag')
})

test.each(['/none', '/members/tides', '/api/health'])('the page %s is not used', async (path) => {
  choosePage(path)
  const { fetchPage, state } = await startPageServer()
  await fetchPage('/missing')
  await fetchPage('/missing')
  expect(state.renders).toBe(2)
})

test('an address with a file extension does not show the page', async () => {
  choosePage('/tides')
  const { fetchPage } = await startPageServer()
  expect((await fetchPage('/missing.php')).headers).not.toHaveProperty('x-robots-tag')
})
