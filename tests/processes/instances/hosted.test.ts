import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { readEnv } from '@/lib/env'
import { requestSyncOfWriter } from '@/lib/instances/requests'
import { openSharedSnapshot } from '@/lib/instances/shared-snapshot'
import type { SiteIndex } from '@/lib/site/site-index'
import { parseObject } from '@/lib/workspace/values'
import { startFileRedis } from '@/tests/support/file-redis'
import { temporaryFolder } from '@/tests/support/folders'
import { workspaceOf } from '@/tests/support/hosted/plan'
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
  workspace = await WorkspaceServer.start(workspaceOf(PAGES))
})
afterAll(async () => {
  await workspace.stop()
})

/** A writer with folders of its own, and what it publishes. */
function newWriter(more: Record<string, string> = {}) {
  const dir = temporaryFolder()
  const folders = { workspaceDir: path.join(dir, 'snapshot'), stateDir: path.join(dir, 'state') }
  const settings = { ...workspace.env, SYNC_RATE: '500', SYNC_INTERVAL: '2', ...more }
  const shared = openSharedSnapshot(readEnv(settings, dir), redis)
  const start = () => {
    const writer = startWriter(server, folders, settings)
    onTestFinished(() => killAll(writer.pid))
    return writer
  }
  const index = async () => (await shared.derived('index')) as SiteIndex | undefined
  return { folders, settings, shared, start, index }
}

const fetched = (since: number) => workspace.calls.slice(since).filter(({ name }) => name === 'loadPageChunk').length

test('a writer syncs and publishes, resumes after being killed, and stores its report in Redis', async () => {
  await redis.flushAll()
  const { start, index, shared, folders } = newWriter({ SYNC_INTERVAL: '3600' })
  const first = start()
  await expect.poll(async () => (await index())?.pages.length, TIMEOUT).toBeGreaterThan(10)
  const added = workspace.editor.addPage(workspace.root, 'A page for the tide', 'High at noon')
  await requestSyncOfWriter(redis, shared.site, { pages: [workspace.root] })
  const hashOf = async () => (await index())?.pages.find(({ id }) => id === added)?.hash
  await expect.poll(hashOf, TIMEOUT).toBeDefined()
  expect(fetched(0)).toBeGreaterThan(10)
  const report = async () => parseObject(String(await redis.get(`${shared.site}report`)))
  await expect.poll(report, TIMEOUT).toMatchObject({ state: 'done' })
  killAll(first.pid)
  const [calls, before] = [workspace.calls.length, await hashOf()]
  workspace.editor.write(added, 'Low at six')
  expect(existsSync(path.join(folders.workspaceDir, 'manifest.json'))).toBe(true)
  start()
  await expect.poll(hashOf, TIMEOUT).not.toBe(before)
  expect(fetched(calls)).toBeLessThan(10)
})

test('another writer, with other settings and an empty disk, knows the former paths and publishes no half of the site', async () => {
  await redis.flushAll()
  const first = newWriter()
  const page = workspace.editor.addPage(workspace.root, 'A page for the quay', 'High at noon')
  const running = first.start()
  const has = async () => (await first.index())?.pages.some(({ id }) => id === page)
  await expect.poll(has, TIMEOUT).toBe(true)
  workspace.editor.rename(page, 'Quay tables')
  const formerIn = (index: SiteIndex | undefined) => Object.values(index?.formerPaths ?? {})
  await expect.poll(async () => formerIn(await first.index()), TIMEOUT).toContain(page)
  const pages = (await first.index())?.pages.length
  killAll(running.pid)

  const second = newWriter({ SITE_TIMEZONE: 'Europe/Paris' })
  second.start()
  await expect.poll(async () => (await second.index()) !== undefined, TIMEOUT).toBe(true)
  const published = await second.index()
  expect(published?.pages.length).toBe(pages)
  expect(formerIn(published)).toContain(page)
  expect(published?.gone).toEqual({})
})

test('after Redis lost everything no old folder brings back what was withdrawn meanwhile', async () => {
  await redis.flushAll()
  const { folders, settings, start, index, shared } = newWriter()
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
  await expect.poll(async () => (await index()) !== undefined, TIMEOUT).toBe(true)
  expect((await index())?.pages.map(({ id }) => id)).not.toContain(withdrawn)
})
