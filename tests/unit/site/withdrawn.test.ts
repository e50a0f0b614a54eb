import { rmSync } from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { getRuntime } from '@/lib/runtime'
import { PUBLIC } from '@/lib/site/access'
import { openSite, reloadSite } from '@/lib/site/get-site'
import { openWorkingCopy } from '@/lib/site/working-copy'
import { createId } from '../../support/records'
import { createRawMap, pageFile, workspace } from '../snapshot/support'

/** Opens a reader with two pages. `withdraw` sets the pages that were withdrawn since its generation. */
async function openReader() {
  const runtime = getRuntime()
  const { site, withheld } = runtime
  onTestFinished(() => void Object.assign(runtime, { site, withheld }))
  const { env, prepare } = workspace({
    [pageFile('Home')]: createRawMap({ Home: 'one', Tides: 'two' }, { Tides: 'Home' }),
  })
  await prepare()
  const store = openWorkingCopy(env)
  openSite(store)
  const withdraw = (...names: string[]) => {
    runtime.withheld = new Set(names.map(createId))
  }
  const isShown = async () => (await reloadSite()).page(createId('Tides'), PUBLIC) !== undefined
  return { store, withdraw, isShown }
}

test('hides a withdrawn page even if the served index is missing on disk', async () => {
  const { store, withdraw, isShown } = await openReader()
  withdraw()
  expect(await isShown()).toBe(true)
  rmSync(path.join(store.dir, 'index.json.gz'))
  expect(await isShown()).toBe(true)
  withdraw('Tides')
  expect(await isShown()).toBe(false)
})

test('hides withdrawn pages in an index that loads while the reader switches to the next generation', async () => {
  const { withdraw, isShown } = await openReader()
  withdraw('Tides')
  const loading = isShown()
  withdraw()
  expect(await loading).toBe(false)
  expect(await isShown()).toBe(true)
})
