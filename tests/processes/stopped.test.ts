import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, utimesSync } from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openWorkingCopy } from '@/lib/site/working-copy'
import { hashPage } from '@/lib/snapshot/source'
import { writeFiles } from '@/tests/support/folders'
import { createHostedWorkspace } from '@/tests/support/hosted/plan'
import { createRawMap, workspace } from '@/tests/unit/snapshot/support'
import { Bench, createHostedId } from '@/tests/unit/sync/support'
import { planPages, runSync, startSync } from './sync-process'

/** Returns the names of the files of a folder, with a hash of their contents. */
const hashFiles = (folder: string) =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => [name, hashPage(readFileSync(path.join(folder, name), 'base64'))])

test('a preparation process that was stopped publishes nothing after a newer preparation', async () => {
  const names = Array.from({ length: 2000 }, (_, n) => `Page ${n}`)
  const text = Object.fromEntries(names.map((name) => [name, 'A line.']))
  const parents = Object.fromEntries(names.map((name) => [name, 'Home']))
  const { env, folder, prepare } = workspace({ 'home.json': createRawMap({ Home: 'Welcome', ...text }, parents) })
  const { dir } = openWorkingCopy(env)
  const child = spawn(process.execPath, ['dist/prepare.mjs'], {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    env: { ...process.env, WORKSPACE_DIR: folder, STATE_DIR: env.stateDir, NODE_ENV: 'production' },
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const ended = once(child, 'close')
  let output = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    output += String(chunk)
  })
  const pages = path.join(dir, 'pages')
  await expect.poll(() => existsSync(pages) && readdirSync(pages).length, { timeout: 30_000, interval: 5 }).toBeTruthy()
  child.kill('SIGSTOP')
  expect(existsSync(path.join(dir, 'manifest.json'))).toBe(false)

  writeFiles(folder, { 'home.json': createRawMap({ Home: 'Welcome' }) })
  const { index } = await prepare()
  expect(index.pages.map(({ title }) => title)).toEqual(['Home'])
  const before = hashFiles(dir)
  child.kill('SIGCONT')
  expect((await ended)[0]).toBe(1)
  expect(output).toMatch(/^Another process writes to .*: this one publishes nothing$/m)
  expect(hashFiles(dir)).toEqual(before)
  expect((await prepare()).changed).toBe(false)
})

test('a sync process that was stopped for over a minute publishes nothing after a newer sync', async () => {
  const bench = await Bench.start(createHostedWorkspace(planPages(80)))
  const stopped = startSync(bench.variables({ SYNC_RATE: '25' }))
  const countLoads = () => bench.server.calls.filter(({ name }) => name === 'loadPageChunk').length
  await expect.poll(countLoads, { timeout: 30_000 }).toBeGreaterThan(60)
  stopped.child.kill('SIGSTOP')
  const longAgo = new Date(Date.now() - 70_000)
  utimesSync(path.join(bench.snapshot, '.sync', 'lock'), longAgo, longAgo)
  expect(bench.pages()).toContain(createHostedId('Page 7'))

  bench.server.editor.delete(createHostedId('Page 7'))
  expect(await runSync(bench.variables())).toMatchObject({ code: 0 })
  expect(bench.pages()).toHaveLength(80)
  expect(bench.pages()).not.toContain(createHostedId('Page 7'))
  const hashSnapshot = () => ['', 'pages'].map((name) => hashFiles(path.join(bench.snapshot, name)))
  const before = hashSnapshot()
  stopped.child.kill('SIGCONT')
  expect(await stopped.code).toBe(1)
  expect(stopped.output()).toContain('Another process writes to')
  expect(hashSnapshot()).toEqual(before)
  // The state that the stopped process stored has no effect on a later sync either.
  expect(await runSync(bench.variables())).toMatchObject({ code: 0 })
  expect(hashSnapshot()).toEqual(before)
})
