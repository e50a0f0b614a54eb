import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { respondWithSite } from '@/lib/page/thread/respond-with-site'
import { getRuntime } from '@/lib/runtime'
import { getSite, getSiteAt, openSite, refreshSite } from '@/lib/site/get-site'
import type { Site } from '@/lib/site/site'
import { openWorkingCopy } from '@/lib/site/working-copy'
import { writeFiles } from '../../support/folders'
import { createRawMap, workspace } from '../snapshot/support'

let edit: (text: string) => Promise<void>

beforeEach(async () => {
  const { env, folder, prepare } = workspace({})
  edit = async (text) => {
    writeFiles(folder, { 'site.json': createRawMap({ Root: text }) })
    await prepare()
  }
  await edit('first')
  const runtime = getRuntime()
  const { site, reader } = runtime
  // The store polls its file, and a late poll would load the site once more.
  openSite(Object.assign(openWorkingCopy(env), { watch: () => () => {} }))
  onTestFinished(() => void Object.assign(runtime, { site, reader }))
})

/** Creates the error of the page thread, whose class is from another bundle. */
const createSiteChangedError = () => Object.assign(new Error('The site changed'), { name: 'SiteChangedError' })

test('getSiteAt returns the site only for its newest revision', async () => {
  const first = await getSite()
  expect(await getSiteAt(first.revision)).toBe(first)
  await edit('second')
  const second = await getSiteAt('another')
  expect(second).toBeUndefined()
  const { revision } = await getSite()
  expect(revision).not.toBe(first.revision)
  expect((await getSiteAt(revision))?.revision).toBe(revision)
  expect(await getSiteAt(first.revision)).toBeUndefined()
})

test('refreshSite loads a changed site once for concurrent requests', async () => {
  const first = await getSite()
  await edit('second')
  const sites = await Promise.all([1, 2, 3].map(refreshSite))
  expect(new Set(sites).size).toBe(1)
  expect(sites).not.toContain(first)
  expect(await refreshSite()).toBe(sites[0])
})

test('the revision of a site changes when a page is withdrawn', async () => {
  const { revision } = await getSite()
  getRuntime().withheld = new Set(['a'])
  getRuntime().expireSite?.()
  expect((await getSite()).revision).not.toBe(revision)
})

test('respondWithSite restarts a request with the newest state of a changed site', async () => {
  const receivedSites: (Site | undefined)[] = []
  const response = await respondWithSite(async (site) => {
    receivedSites.push(site)
    if (receivedSites.length > 1) return site?.revision
    await edit('second')
    throw createSiteChangedError()
  })
  expect(receivedSites).toHaveLength(2)
  expect(response).toBe((await getSite()).revision)
  expect(response).not.toBe(receivedSites[0]?.revision)
})

test('respondWithSite runs a request without a site after repeated restarts, and rethrows other errors', async () => {
  const receivedSites: boolean[] = []
  const response = await respondWithSite(async (site) => {
    receivedSites.push(site !== undefined)
    if (site !== undefined) throw createSiteChangedError()
    return 503
  })
  expect([response, receivedSites]).toEqual([503, [true, true, true, false]])
  const handler = vi.fn().mockRejectedValue(new Error('broken'))
  await expect(respondWithSite(handler)).rejects.toThrow('broken')
  expect(handler).toHaveBeenCalledOnce()
})
