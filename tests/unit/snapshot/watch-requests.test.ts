import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { watchRequests } from '@/lib/snapshot/watch-requests'
import { createTemporaryFolder } from '../../support/folders'

/** Watches a folder until the test ends. Returns the names that it contained at the last call. */
function start(dir: string) {
  const stop = new AbortController()
  onTestFinished(() => stop.abort())
  const state = { names: [] as string[], calls: 0 }
  const check = watchRequests(dir, stop.signal, () => {
    state.calls++
    try {
      state.names = readdirSync(dir)
    } catch {
      state.names = []
    }
  })
  return { state, check, stop: () => stop.abort() }
}

const write = (dir: string, name: string) => writeFileSync(path.join(dir, name), '')

test('finds the requests that were written before it started, and each later one', async () => {
  const dir = createTemporaryFolder()
  write(dir, 'before')
  const { state } = start(dir)
  expect(state.names).toEqual(['before'])
  write(dir, 'later')
  await expect.poll(() => state.names).toEqual(['before', 'later'])
})

test('creates the folder, and watches the one that replaces it after it was deleted', async () => {
  const dir = path.join(createTemporaryFolder(), 'state', 'requests')
  const { state } = start(dir)
  for (const name of ['first', 'second']) {
    rmSync(path.dirname(dir), { recursive: true })
    mkdirSync(dir, { recursive: true })
    write(dir, name)
    await expect.poll(() => state.names, { timeout: 5000 }).toEqual([name])
    write(dir, `${name} again`)
    await expect.poll(() => state.names).toEqual([name, `${name} again`])
  }
})

test('watches a folder that replaced a moved one after the next check', async () => {
  const dir = path.join(createTemporaryFolder(), 'state', 'requests')
  const { state, check } = start(dir)
  renameSync(path.dirname(dir), path.join(dir, '..', '..', 'moved'))
  mkdirSync(dir, { recursive: true })
  check()
  write(dir, 'request')
  await expect.poll(() => state.names).toEqual(['request'])
})

test('finds requests once a folder that could not be created exists', async () => {
  const parent = path.join(createTemporaryFolder(), 'state')
  writeFileSync(parent, '')
  const dir = path.join(parent, 'requests')
  const { state } = start(dir)
  expect(state.names).toEqual([])
  rmSync(parent)
  mkdirSync(dir, { recursive: true })
  write(dir, 'request')
  await expect.poll(() => state.names, { timeout: 5000 }).toEqual(['request'])
})

test('is idle without requests, and after the signal', async () => {
  const [dir, other] = [createTemporaryFolder(), createTemporaryFolder()]
  const [idle, stopped] = [start(dir), start(dir)]
  stopped.stop()
  stopped.check()
  const { state } = start(other)
  expect([idle.state.calls, stopped.state.calls]).toEqual([1, 1])
  write(dir, 'request')
  await expect.poll(() => idle.state.names).toEqual(['request'])
  expect([stopped.state.calls, state.calls]).toEqual([1, 1])
})
