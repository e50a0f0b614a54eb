import { expect, onTestFinished, test, vi } from 'vitest'
import { getRuntime } from '@/lib/runtime'
import { PUBLIC } from '@/lib/site/access'
import { getLoadedSite, getSite, openSite } from '@/lib/site/get-site'
import { prepareSite } from '@/lib/site/prepare/prepare-site'
import { openWorkingCopy } from '@/lib/site/working-copy'
import { checkAfterPauses } from '@/server/after-pause'
import { writeFiles } from '../../support/folders'
import { idOf } from '../../support/records'
import { pageFile, rawMap, workspace } from '../snapshot/support'

test('after a pause, a single site serves nothing before what was withdrawn meanwhile is hidden', async () => {
  const runtime = getRuntime()
  const { site } = runtime
  const { env, folder } = workspace({ [pageFile('Home')]: rawMap({ Home: 'one', Tides: 'two' }, { Tides: 'Home' }) })
  await prepareSite(env, 0)
  // Nothing tells this process of a new index.
  openSite(Object.assign(openWorkingCopy(env), { watch: () => () => {} }))
  const stopped = new AbortController()
  onTestFinished(() => {
    stopped.abort()
    Object.assign(runtime, { site })
  })
  const shows = () => getLoadedSite()?.page(idOf('Tides'), PUBLIC) !== undefined
  const before = checkAfterPauses({ refresh: () => prepareSite(env, 0) }, stopped.signal)
  await getSite()
  expect([before('/tides'), shows()]).toEqual([undefined, true])

  writeFiles(folder, { [pageFile('Home')]: rawMap({ Home: 'one' }) })
  const later = performance.now() + 60_000
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => later)
  onTestFinished(() => clock.mockRestore())
  const waiting = before('/tides')
  expect(waiting).toBeInstanceOf(Promise)
  expect(before('/_next/static/a.js')).toBeUndefined()
  await waiting
  expect([before('/tides'), shows()]).toEqual([undefined, false])
})
