import { expect, onTestFinished, test } from 'vitest'
import { getRuntime } from '@/lib/runtime'
import { getLoadedSite, getSite, openSite } from '@/lib/site/get-site'
import { openWorkingCopy } from '@/lib/site/working-copy'
import { createRawMap, pageFile, workspace } from '../snapshot/support'

test('discards the result of a load if a newer load began before it ended', async () => {
  const runtime = getRuntime()
  const before = runtime.site
  onTestFinished(() => void Object.assign(runtime, { site: before }))
  const { env, prepare } = workspace({ [pageFile('Home')]: createRawMap({ Home: 'one' }, {}) })
  await prepare()
  const state = openSite(Object.assign(openWorkingCopy(env), { watch: () => {} }))
  const former = getSite()
  // A change of the snapshot expires the site while it is loading.
  runtime.expireSite?.()
  expect(state.site).toBeUndefined()
  const newer = getSite()
  expect(getLoadedSite()).toBeUndefined()
  const loaded = await former
  expect(getLoadedSite()).not.toBe(loaded)
  await newer
  expect(getLoadedSite()).toBe(await newer)
})
