import { rmSync } from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { getRuntime } from '@/lib/runtime'
import { PUBLIC } from '@/lib/site/access'
import { openSite, reloadSite } from '@/lib/site/get-site'
import { openWorkingCopy } from '@/lib/site/working-copy'
import { idOf } from '../../support/records'
import { pageFile, rawMap, workspace } from '../snapshot/support'

/** A reader that serves two pages, and what it says was withdrawn of them since. */
async function reader() {
  const runtime = getRuntime()
  const { site, reader } = runtime
  onTestFinished(() => void Object.assign(runtime, { site, reader }))
  const { env, prepare } = workspace({ [pageFile('Home')]: rawMap({ Home: 'one', Tides: 'two' }, { Tides: 'Home' }) })
  await prepare()
  const store = openWorkingCopy(env)
  openSite(store)
  const withdraw = (...names: string[]) => {
    runtime.reader = { generation: 1, withdrawn: new Set(names.map(idOf)), problems: [] }
  }
  const shown = async () => (await reloadSite()).page(idOf('Tides'), PUBLIC) !== undefined
  return { store, withdraw, shown }
}

test('what is withdrawn is hidden, also when the index that is served is gone from the disk', async () => {
  const { store, withdraw, shown } = await reader()
  withdraw()
  expect(await shown()).toBe(true)
  rmSync(path.join(store.dir, 'index.json.gz'))
  expect(await shown()).toBe(true)
  withdraw('Tides')
  expect(await shown()).toBe(false)
})

test('an index that is read while the reader takes up the next generation shows nothing that was withdrawn before', async () => {
  const { withdraw, shown } = await reader()
  withdraw('Tides')
  const loading = shown()
  withdraw()
  expect(await loading).toBe(false)
  expect(await shown()).toBe(true)
})
