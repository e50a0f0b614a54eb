import { expect, onTestFinished, test, vi } from 'vitest'
import { getRuntime } from '@/lib/runtime'
import { PUBLIC } from '@/lib/site/access'
import { getLoadedSite, getSite, openSite } from '@/lib/site/get-site'
import { prepareSite } from '@/lib/site/prepare/prepare-site'
import { openWorkingCopy } from '@/lib/site/working-copy'
import { checkAfterPauses } from '@/server/main'
import { writeFiles } from '../../support/folders'
import { createId } from '../../support/records'
import { createRawMap, pageFile, workspace } from '../snapshot/support'

test('after a pause, a site without REDIS_URL hides withdrawn pages before it serves requests', async () => {
  const runtime = getRuntime()
  const { site } = runtime
  const { env, folder } = workspace({
    [pageFile('Home')]: createRawMap({ Home: 'one', Tides: 'two' }, { Tides: 'Home' }),
  })
  await prepareSite(env, 0)
  // The watcher is disabled, so this process is not notified of a new index.
  openSite(Object.assign(openWorkingCopy(env), { watch: () => () => {} }))
  const stopped = new AbortController()
  onTestFinished(() => {
    stopped.abort()
    Object.assign(runtime, { site })
  })
  const isShown = () => getLoadedSite()?.page(createId('Tides'), PUBLIC) !== undefined
  const beforeRequest = checkAfterPauses({ refresh: () => prepareSite(env, 0) }, stopped.signal)
  await getSite()
  expect([beforeRequest('/tides'), isShown()]).toEqual([undefined, true])

  writeFiles(folder, { [pageFile('Home')]: createRawMap({ Home: 'one' }) })
  const later = performance.now() + 60_000
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => later)
  onTestFinished(() => clock.mockRestore())
  const waiting = beforeRequest('/tides')
  expect(waiting).toBeInstanceOf(Promise)
  expect(beforeRequest('/_next/static/a.js')).toBeUndefined()
  await waiting
  expect([beforeRequest('/tides'), isShown()]).toEqual([undefined, false])
})
