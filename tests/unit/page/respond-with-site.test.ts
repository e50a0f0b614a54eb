import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { respondWithSite } from '@/lib/page/thread/respond-with-site'
import { getRuntime } from '@/lib/runtime'
import { getSite, getSiteAt, openSite, refreshSite } from '@/lib/site/get-site'
import type { Site } from '@/lib/site/site'
import { openWorkingCopy } from '@/lib/site/working-copy'
import { writeFiles } from '../../support/folders'
import { rawMap, workspace } from '../snapshot/support'

let edit: (text: string) => Promise<void>

beforeEach(async () => {
  const { env, folder, prepare } = workspace({})
  edit = async (text) => {
    writeFiles(folder, { 'site.json': rawMap({ Root: text }) })
    await prepare()
  }
  await edit('first')
  const runtime = getRuntime()
  const { site, reader } = runtime
  openSite(openWorkingCopy(env))
  onTestFinished(() => void Object.assign(runtime, { site, reader }))
})

/** What the page thread rejects with, from another bundle. */
const changed = () => Object.assign(new Error('The site changed'), { name: 'SiteChangedError' })

test('a site is found by its revision while it is the newest, whatever was noticed', async () => {
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

test('a site that changed is loaded once for all requests that notice it', async () => {
  const first = await getSite()
  await edit('second')
  const sites = await Promise.all([1, 2, 3].map(refreshSite))
  expect(new Set(sites).size).toBe(1)
  expect(sites).not.toContain(first)
  expect(await refreshSite()).toBe(sites[0])
})

test('a site has another revision once something is withdrawn', async () => {
  const { revision } = await getSite()
  getRuntime().reader = { generation: 1, withdrawn: new Set(['a']), problems: [] }
  getRuntime().expireSite?.()
  expect((await getSite()).revision).not.toBe(revision)
})

test('a request starts again with the newest state of the site when that changed', async () => {
  const seen: (Site | undefined)[] = []
  const response = await respondWithSite(async (site) => {
    seen.push(site)
    if (seen.length > 1) return site?.revision
    await edit('second')
    throw changed()
  })
  expect(seen).toHaveLength(2)
  expect(response).toBe((await getSite()).revision)
  expect(response).not.toBe(seen[0]?.revision)
})

test('a request that starts again and again ends as one without a site; other errors pass', async () => {
  const seen: boolean[] = []
  const response = await respondWithSite(async (site) => {
    seen.push(site !== undefined)
    if (site !== undefined) throw changed()
    return 503
  })
  expect([response, seen]).toEqual([503, [true, true, true, false]])
  const broken = vi.fn().mockRejectedValue(new Error('broken'))
  await expect(respondWithSite(broken)).rejects.toThrow('broken')
  expect(broken).toHaveBeenCalledOnce()
})
