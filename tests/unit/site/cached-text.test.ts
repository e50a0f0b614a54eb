import { afterEach, expect, it, vi } from 'vitest'
import { getCachedText } from '@/lib/site/cached-text'
import { buildSite } from '@/lib/site/prepare/build-site'
import { Site } from '@/lib/site/site'
import { buildInput, SETTINGS } from '../../support/build-input'
import { page } from '../../support/records'

afterEach(() => void vi.useRealTimers())

function createSite(): Site {
  const root = page('Root', undefined)
  return new Site(buildSite(buildInput([root]), SETTINGS))
}

it('creates a text once per state of the site', async () => {
  const create = vi.fn(async () => ({ text: 'made' }))
  const site = createSite()
  for (let time = 0; time < 3; time++) expect(await getCachedText(site, 'name', create)).toEqual({ text: 'made' })
  expect(create).toHaveBeenCalledTimes(1)
  await getCachedText(createSite(), 'name', create)
  expect(create).toHaveBeenCalledTimes(2)
})

it('creates a text once for simultaneous callers and once per version of a page', async () => {
  const create = vi.fn(async () => ({ text: 'made' }))
  const get = (version: string) => getCachedText({ id: 'page', version }, 'name', create)
  await Promise.all([get('1'), get('1'), get('1')])
  expect(create).toHaveBeenCalledTimes(1)
  await Promise.all([get('2'), get('1')])
  expect(create).toHaveBeenCalledTimes(2)
})

it('creates a text again after it expires or after an error', async () => {
  vi.useFakeTimers({ now: 1000 })
  const create = vi.fn(async () => ({ text: 'made' })).mockRejectedValueOnce(new Error('not now'))
  const site = createSite()
  await expect(getCachedText(site, 'name', create, 2000)).rejects.toThrow('not now')
  await getCachedText(site, 'name', create, 2000)
  await getCachedText(site, 'name', create, 2000)
  expect(create).toHaveBeenCalledTimes(2)
  vi.setSystemTime(2001)
  await getCachedText(site, 'name', create, 3000)
  expect(create).toHaveBeenCalledTimes(3)
})

it('evicts the oldest text when the memory limit is reached', async () => {
  const create = vi.fn(async () => ({ text: 'a'.repeat(9_000_000) }))
  const site = createSite()
  for (const name of ['a', 'b', 'c', 'd']) await getCachedText(site, name, create)
  expect(create).toHaveBeenCalledTimes(4)
  for (const name of ['d', 'c', 'b']) await getCachedText(site, name, create)
  expect(create).toHaveBeenCalledTimes(4)
  await getCachedText(site, 'a', create)
  expect(create).toHaveBeenCalledTimes(5)
})
