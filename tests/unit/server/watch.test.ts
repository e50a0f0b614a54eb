import path from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { readEnv } from '@/lib/settings/env'
import { isSynced } from '@/server/syncing'
import { watchFolder } from '@/server/watch'
import { createTemporaryFolder, writeFiles } from '../../support/folders'
import { createId } from '../../support/records'

/** Lets `watchFolder` scan the folder, and wait until a change that it finds is complete. */
const scanTwice = () => vi.advanceTimersByTimeAsync(3000)

/** Replaces the clock, so that the folder is scanned only when the test moves it or the system reports a change. */
function replaceClock(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
}

test('isSynced returns false for a folder of record maps', async () => {
  const dir = createTemporaryFolder()
  const readTestEnv = (more: Record<string, string>) =>
    readEnv({ WORKSPACE_DIR: dir, STATE_DIR: `${dir}-state`, ...more }, '/')
  expect(await isSynced(readTestEnv({}))).toBe(false)
  expect(await isSynced(readTestEnv({ NOTION_ROOT_PAGE: createId('Home') }))).toBe(true)
  writeFiles(dir, { 'map.json': {} })
  expect(await isSynced(readTestEnv({ NOTION_ROOT_PAGE: createId('Home') }))).toBe(false)
})

test('watchFolder notices changes in deep folders, and ignores the state folder', async () => {
  replaceClock()
  const dir = createTemporaryFolder()
  writeFiles(dir, { 'a/b/c/page.json': '1', 'state/index.json': '1' })
  const stop = new AbortController()
  let changes = 0
  const watching = watchFolder(dir, path.join(dir, 'state'), stop.signal, () => changes++)
  writeFiles(dir, { 'state/index.json': 'changed' })
  await scanTwice()
  expect(changes).toBe(0)
  writeFiles(dir, { 'a/b/c/page.json': 'changed' })
  await scanTwice()
  expect(changes).toBe(1)
  stop.abort()
  await scanTwice()
  await watching
})

test('watchFolder notices a sync only when its manifest is written, after the contents', async () => {
  replaceClock()
  const dir = createTemporaryFolder()
  writeFiles(dir, { '.sync/owners/one/a': '', 'manifest.json': '1', 'pages/one.json': '1' })
  const stop = new AbortController()
  let changes = 0
  const watching = watchFolder(dir, path.join(dir, 'state'), stop.signal, () => changes++)
  writeFiles(dir, { 'pages/one.json': 'changed', 'pages/two.json': '1' })
  await scanTwice()
  expect(changes).toBe(0)
  writeFiles(dir, { 'manifest.json': 'changed' })
  await scanTwice()
  expect(changes).toBe(1)
  stop.abort()
  await scanTwice()
  await watching
})
