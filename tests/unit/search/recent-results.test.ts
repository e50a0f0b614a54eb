import { expect, onTestFinished, test, vi } from 'vitest'
import { LiveIndex, RecentResults } from '@/lib/search/live-index'
import { PageIndex } from '@/lib/search/page-index'
import { PUBLIC } from '@/lib/site/access'
import { buildSite } from '@/lib/site/prepare/build-site'
import { Site } from '@/lib/site/site'
import { buildInput, SETTINGS } from '../../support/build-input'
import { page } from '../../support/records'

const createSite = () => new Site(buildSite(buildInput([page('Root', undefined)]), SETTINGS))
const NO_RESULTS = { hits: [], total: 0 }
const MEMBER = { signedIn: true, organizations: [] }

/** Opens an index without pages, and spies on its searches. */
async function openIndex() {
  let site = createSite()
  const store = { page: vi.fn(), collection: vi.fn(), derived: vi.fn(), putDerived: vi.fn() }
  const index = new LiveIndex(store, async () => site, { locale: 'en', timeZone: 'UTC' })
  await index.update()
  const searches = vi.spyOn(PageIndex.prototype, 'search')
  onTestFinished(() => searches.mockRestore())
  const changeSite = () => {
    site = createSite()
  }
  return { index, searches, changeSite }
}

test('concurrent and repeated public queries share one search', async () => {
  const { index, searches } = await openIndex()
  const search = (query: string, limit = 20) => index.search({ query, limit }, PUBLIC)
  await Promise.all([search('tide'), search('tide'), search('tide')])
  expect(await search('tide')).toEqual(NO_RESULTS)
  expect(searches).toHaveBeenCalledTimes(1)
  await Promise.all([
    search('tides'),
    search('tide', 5),
    index.search({ query: 'tide', limit: 20, ancestorId: 'a' }, PUBLIC),
  ])
  expect(searches).toHaveBeenCalledTimes(4)
})

test('searches of members are not cached', async () => {
  const { index, searches } = await openIndex()
  const searchQuery = { query: 'tide', limit: 20 }
  await index.search(searchQuery, PUBLIC)
  for (let time = 0; time < 2; time++) await index.search(searchQuery, MEMBER)
  expect(searches).toHaveBeenCalledTimes(3)
})

test('a change of the site or the index expires cached results', async () => {
  const { index, searches, changeSite } = await openIndex()
  const search = () => index.search({ query: 'tide', limit: 20 }, PUBLIC)
  await search()
  changeSite()
  await search()
  expect(searches).toHaveBeenCalledTimes(2)
  await index.update()
  await search()
  expect(searches).toHaveBeenCalledTimes(3)
})

test('RecentResults limits its memory, and does not cache failures', async () => {
  const results = new RecentResults(createSite())
  const response = { hits: [{ id: 'a', text: 'a'.repeat(900) }], total: 1 }
  for (let index = 0; index < 5000; index++) await results.get({ query: `${index}`, limit: 20 }, async () => response)
  expect(results.bytes).toBeGreaterThan(3_900_000)
  expect(results.bytes).toBeLessThanOrEqual(4_000_000)

  const search = vi.fn(async () => response).mockRejectedValueOnce(new Error('not now'))
  const searchQuery = { query: 'failed', limit: 20 }
  await expect(results.get(searchQuery, search)).rejects.toThrow('not now')
  expect(await results.get(searchQuery, search)).toBe(response)
})
