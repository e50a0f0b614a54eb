import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { requestSyncOfWriter } from '@/lib/instances/requests'
import { openSharedSnapshot } from '@/lib/instances/shared-snapshot'
import { readEnv } from '@/lib/settings/env'
import type { SiteIndex } from '@/lib/site/site-index'
import { parseObject } from '@/lib/workspace/values'
import { startFileRedis } from '@/tests/support/file-redis'
import { createTemporaryFolder } from '@/tests/support/folders'
import { createHostedWorkspace } from '@/tests/support/hosted/plan'
import { killAll } from '@/tests/support/processes'
import { runCommand } from '@/tests/support/site'
import { WorkspaceServer } from '@/tests/support/workspace-server'
import { startWriter } from '@/tests/support/writer'

const TIMEOUT = { timeout: 60_000 }
const PAGES = Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`Page ${at}`, {}]))

let workspace: WorkspaceServer
const server = await startFileRedis()
const redis = await server.client()
beforeAll(async () => {
  workspace = await WorkspaceServer.start(createHostedWorkspace(PAGES))
})
afterAll(async () => {
  await workspace.stop()
})

/** Creates the settings of a writer with its own folders, and functions to read what it publishes. */
function createWriter(more: Record<string, string> = {}) {
  const dir = createTemporaryFolder()
  const folders = { workspaceDir: path.join(dir, 'snapshot'), stateDir: path.join(dir, 'state') }
  const settings = { ...workspace.env, SYNC_RATE: '500', SYNC_INTERVAL: '2', ...more }
  const shared = openSharedSnapshot(readEnv(settings, dir), redis)
  const start = () => {
    const writer = startWriter(server, folders, settings)
    onTestFinished(() => killAll(writer.pid))
    return writer
  }
  const readIndex = async () => (await shared.derived('index')) as SiteIndex | undefined
  return { folders, settings, shared, start, readIndex }
}

const countFetches = (since: number) =>
  workspace.calls.slice(since).filter(({ name }) => name === 'loadPageChunk').length

// Each test starts several writers and syncs, which takes seconds of processor time each.
vi.setConfig({ testTimeout: 90_000 })

test('a writer syncs and publishes, resumes after being killed, and stores its report in Redis', async () => {
  await redis.flushAll()
  const { start, readIndex, shared, folders } = createWriter({ SYNC_INTERVAL: '3600' })
  const first = start()
  await expect.poll(async () => (await readIndex())?.pages.length, TIMEOUT).toBeGreaterThan(10)
  const added = workspace.editor.addPage(workspace.root, 'A page for the tide', 'High at noon')
  await requestSyncOfWriter(redis, shared.site, { pages: [workspace.root] })
  const readHash = async () => (await readIndex())?.pages.find(({ id }) => id === added)?.hash
  await expect.poll(readHash, TIMEOUT).toBeDefined()
  expect(countFetches(0)).toBeGreaterThan(10)
  const readReport = async () => parseObject(String(await redis.get(`${shared.site}report`)))
  await expect.poll(readReport, TIMEOUT).toMatchObject({ state: 'done' })
  killAll(first.pid)
  const [calls, before] = [workspace.calls.length, await readHash()]
  workspace.editor.write(added, 'Low at six')
  expect(existsSync(path.join(folders.workspaceDir, 'manifest.json'))).toBe(true)
  start()
  await expect.poll(readHash, TIMEOUT).not.toBe(before)
  expect(countFetches(calls)).toBeLessThan(10)
})

test('a new writer with other settings and an empty disk keeps the former paths and publishes only a complete site', async () => {
  await redis.flushAll()
  const first = createWriter()
  const page = workspace.editor.addPage(workspace.root, 'A page for the quay', 'High at noon')
  const running = first.start()
  const hasPage = async () => (await first.readIndex())?.pages.some(({ id }) => id === page)
  await expect.poll(hasPage, TIMEOUT).toBe(true)
  workspace.editor.rename(page, 'Quay tables')
  const listFormerPages = (index: SiteIndex | undefined) => Object.values(index?.formerPaths ?? {})
  await expect.poll(async () => listFormerPages(await first.readIndex()), TIMEOUT).toContain(page)
  const pages = (await first.readIndex())?.pages.length
  killAll(running.pid)

  const second = createWriter({ SITE_TIMEZONE: 'Europe/Paris' })
  second.start()
  await expect.poll(async () => (await second.readIndex()) !== undefined, TIMEOUT).toBe(true)
  const published = await second.readIndex()
  expect(published?.pages.length).toBe(pages)
  expect(listFormerPages(published)).toContain(page)
  expect(published?.gone).toEqual({})
})

test('after a loss of all Redis data an old folder does not bring back withdrawn pages', async () => {
  await redis.flushAll()
  const { folders, settings, start, readIndex, shared } = createWriter()
  const withdrawn = workspace.editor.addPage(workspace.root, 'A withdrawn page', 'High at noon')
  const { workspaceDir: WORKSPACE_DIR, stateDir: STATE_DIR } = folders
  await runCommand('sync', { ...settings, WORKSPACE_DIR, STATE_DIR })
  expect(readFileSync(path.join(WORKSPACE_DIR, 'manifest.json'), 'utf8')).toContain(withdrawn)
  workspace.editor.delete(withdrawn)
  workspace.faults.push({ kind: 'error' })
  const calls = workspace.calls.length
  start()
  await expect.poll(() => workspace.calls.length, TIMEOUT).toBeGreaterThan(calls + 1)
  expect(await shared.generation()).toBe(0)
  workspace.faults.length = 0
  await expect.poll(async () => (await readIndex()) !== undefined, TIMEOUT).toBe(true)
  expect((await readIndex())?.pages.map(({ id }) => id)).not.toContain(withdrawn)
})
