import { expect, onTestFinished, test, vi } from 'vitest'
import { LiveIndex } from '@/lib/search/live-index'
import { PageIndex } from '@/lib/search/page-index'
import { RecentResults } from '@/lib/search/recent-results'
import { PUBLIC } from '@/lib/site/access'
import { buildSite } from '@/lib/site/prepare/build-site'
import { Site } from '@/lib/site/site'
import { buildInput, SETTINGS } from '../../support/build-input'
import { page } from '../../support/records'

const siteOf = () => new Site(buildSite(buildInput([page('Root', undefined)]), SETTINGS))
const NOTHING = { hits: [], total: 0 }
const MEMBER = { signedIn: true, organizations: [] }

/** An index without pages, whose searches are counted. */
async function open() {
  let site = siteOf()
  const store = { page: vi.fn(), collection: vi.fn(), derived: vi.fn(), putDerived: vi.fn() }
  const index = new LiveIndex(store, async () => site, { locale: 'en', timeZone: 'UTC' })
  await index.update()
  const searches = vi.spyOn(PageIndex.prototype, 'search')
  onTestFinished(() => searches.mockRestore())
  const changeSite = () => {
    site = siteOf()
  }
  return { index, searches, changeSite }
}

test('simultaneous and repeated public queries share one search', async () => {
  const { index, searches } = await open()
  const ask = (query: string, limit = 20) => index.search({ query, limit }, PUBLIC)
  await Promise.all([ask('tide'), ask('tide'), ask('tide')])
  expect(await ask('tide')).toEqual(NOTHING)
  expect(searches).toHaveBeenCalledTimes(1)
  await Promise.all([ask('tides'), ask('tide', 5), index.search({ query: 'tide', limit: 20, ancestorId: 'a' }, PUBLIC)])
  expect(searches).toHaveBeenCalledTimes(4)
})

test('each search of a member is made for that member', async () => {
  const { index, searches } = await open()
  const question = { query: 'tide', limit: 20 }
  await index.search(question, PUBLIC)
  for (let time = 0; time < 2; time++) await index.search(question, MEMBER)
  expect(searches).toHaveBeenCalledTimes(3)
})

test('a query is searched again after the site or the index changed', async () => {
  const { index, searches, changeSite } = await open()
  const ask = () => index.search({ query: 'tide', limit: 20 }, PUBLIC)
  await ask()
  changeSite()
  await ask()
  expect(searches).toHaveBeenCalledTimes(2)
  await index.update()
  await ask()
  expect(searches).toHaveBeenCalledTimes(3)
})

test('any number of different queries takes little memory, and a failed one is searched again', async () => {
  const answers = new RecentResults(siteOf())
  const found = { hits: [{ id: 'a', text: 'a'.repeat(900) }], total: 1 }
  for (let at = 0; at < 5000; at++) await answers.get({ query: `${at}`, limit: 20 }, async () => found)
  expect(answers.bytes).toBeGreaterThan(3_900_000)
  expect(answers.bytes).toBeLessThanOrEqual(4_000_000)

  const search = vi.fn(async () => found).mockRejectedValueOnce(new Error('not now'))
  const question = { query: 'failed', limit: 20 }
  await expect(answers.get(question, search)).rejects.toThrow('not now')
  expect(await answers.get(question, search)).toBe(found)
})
