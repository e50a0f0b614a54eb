import { afterEach, expect, it, vi } from 'vitest'
import { getCachedText } from '@/lib/site/cached-text'
import { buildSite } from '@/lib/site/prepare/build-site'
import { Site } from '@/lib/site/site'
import { buildInput, SETTINGS } from '../../support/build-input'
import { page } from '../../support/records'

afterEach(() => void vi.useRealTimers())

function siteOf(): Site {
  const root = page('Root', undefined)
  return new Site(buildSite(buildInput([root]), SETTINGS))
}

it('is made once for a state of the site', async () => {
  const make = vi.fn(async () => ({ text: 'made' }))
  const site = siteOf()
  for (let time = 0; time < 3; time++) expect(await getCachedText(site, 'name', make)).toEqual({ text: 'made' })
  expect(make).toHaveBeenCalledTimes(1)
  await getCachedText(siteOf(), 'name', make)
  expect(make).toHaveBeenCalledTimes(2)
})

it('is made once for simultaneous callers, and for each version of a page', async () => {
  const make = vi.fn(async () => ({ text: 'made' }))
  const get = (version: string) => getCachedText({ id: 'page', version }, 'name', make)
  await Promise.all([get('1'), get('1'), get('1')])
  expect(make).toHaveBeenCalledTimes(1)
  await Promise.all([get('2'), get('1')])
  expect(make).toHaveBeenCalledTimes(2)
})

it('is made again after its moment, and when it could not be made', async () => {
  vi.useFakeTimers({ now: 1000 })
  const make = vi.fn(async () => ({ text: 'made' })).mockRejectedValueOnce(new Error('not now'))
  const site = siteOf()
  await expect(getCachedText(site, 'name', make, 2000)).rejects.toThrow('not now')
  await getCachedText(site, 'name', make, 2000)
  await getCachedText(site, 'name', make, 2000)
  expect(make).toHaveBeenCalledTimes(2)
  vi.setSystemTime(2001)
  await getCachedText(site, 'name', make, 3000)
  expect(make).toHaveBeenCalledTimes(3)
})

it('takes only so much memory: the oldest goes first', async () => {
  const make = vi.fn(async () => ({ text: 'a'.repeat(9_000_000) }))
  const site = siteOf()
  for (const name of ['a', 'b', 'c', 'd']) await getCachedText(site, name, make)
  expect(make).toHaveBeenCalledTimes(4)
  for (const name of ['d', 'c', 'b']) await getCachedText(site, name, make)
  expect(make).toHaveBeenCalledTimes(4)
  await getCachedText(site, 'a', make)
  expect(make).toHaveBeenCalledTimes(5)
})
