import { rmSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { killAll } from '@/tests/support/processes'
import { RedisServer } from '@/tests/support/redis'
import { createFolder, type RunningSite, runCommand } from '@/tests/support/site'
import { sendEditWebhook } from '@/tests/support/webhook'
import { WorkspaceServer } from '@/tests/support/workspace-server'
import { startWriter } from '@/tests/support/writer'
import { startInstance } from './site'

const TOKEN = 'secret_webhooktoken'
const MAX_WAIT_MS = 60_000

/** Two readers and the writer of a hosted workspace with the sample. The writer is notified of edits only by webhooks. */
export interface EditedReaders {
  workspace: WorkspaceServer
  sites: readonly [RunningSite, RunningSite]
  /** Sends the webhook of an edit to a reader. */
  announce(site: RunningSite, page: string): Promise<void>
  /** Resolves when all readers show a text at a path. */
  waitForText(path: string, text: string): Promise<void>
  stop(): Promise<void>
}

export async function startEditedReaders(): Promise<EditedReaders> {
  const workspace = await WorkspaceServer.start('workspace')
  const redis = await RedisServer.start()
  const dir = createFolder('bench')
  const getFolders = (name: string) => ({ workspaceDir: `${dir}/${name}/snapshot`, stateDir: `${dir}/${name}/state` })
  // Only the first sync is fast; the measured syncs have the default rate.
  const { workspaceDir, stateDir } = getFolders('writer')
  await runCommand('sync', { ...workspace.env, WORKSPACE_DIR: workspaceDir, STATE_DIR: stateDir, SYNC_RATE: '1000' })
  const env = { ...workspace.env, REDIS_URL: redis.url, SYNC_INTERVAL: '3600', NOTION_WEBHOOK_TOKEN: TOKEN }
  const writer = startWriter(redis, { workspaceDir, stateDir }, env)
  const sites = [
    await startInstance({ ...getFolders('first'), env }),
    await startInstance({ ...getFolders('second'), env }),
  ] as const
  return {
    workspace,
    sites,
    announce: (site, page) => sendEditWebhook(site, page, TOKEN),
    async waitForText(path, text) {
      const shows = async ({ url }: RunningSite) => (await (await fetch(url + path)).text()).includes(text)
      for (const until = Date.now() + MAX_WAIT_MS; Date.now() < until; await pause(20)) {
        if ((await Promise.all(sites.map(shows))).every(Boolean)) return
      }
      throw new Error(`"${text}" was not shown within ${MAX_WAIT_MS} ms`)
    },
    async stop() {
      for (const site of sites) await site.stop()
      killAll(writer.pid)
      await redis.stop()
      await workspace.stop()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}
