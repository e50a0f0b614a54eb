import { rmSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { killAll } from '@/tests/support/processes'
import { RedisServer } from '@/tests/support/redis'
import { newFolder, type RunningSite, runCommand } from '@/tests/support/site'
import { tellOfEdit } from '@/tests/support/webhook'
import { WorkspaceServer } from '@/tests/support/workspace-server'
import { startWriter } from '@/tests/support/writer'
import type { Figure } from '../figures'
import { startInstance } from './site'

const TOKEN = 'secret_webhooktoken'
const EDITS = 6
/** Editors do not save again at once. */
const BETWEEN_MS = 2000
const LONGEST_MS = 60_000
const HOW = `Instances, edits: worst of ${EDITS} edits of the sample on a loopback workspace, ${BETWEEN_MS / 1000} s apart, at the usual pace of calls, told to each of two instances in turn; both are asked until both show it.`

/** How soon an edit that a webhook told one instance of is seen on both. */
export async function editingFigures(): Promise<Figure[]> {
  const workspace = await WorkspaceServer.start('workspace')
  const redis = await RedisServer.start()
  const dir = newFolder('bench')
  const foldersOf = (name: string) => ({ workspaceDir: `${dir}/${name}/snapshot`, stateDir: `${dir}/${name}/state` })
  // The first copy may be fast; what is measured is paced as ever.
  const { workspaceDir, stateDir } = foldersOf('writer')
  await runCommand('sync', { ...workspace.env, WORKSPACE_DIR: workspaceDir, STATE_DIR: stateDir, SYNC_RATE: '1000' })
  const env = { ...workspace.env, REDIS_URL: redis.url, SYNC_INTERVAL: '3600', NOTION_WEBHOOK_TOKEN: TOKEN }
  const writer = startWriter(redis, { workspaceDir, stateDir }, env)
  const first = await startInstance({ ...foldersOf('first'), env })
  const second = await startInstance({ ...foldersOf('second'), env })
  const sites = [first, second] as const

  const page = workspace.editor.addPage(workspace.root, 'Tides', 'First')
  await tellOfEdit(first, workspace.root, TOKEN)
  await tellOfEdit(second, page, TOKEN)
  await seen(sites, 'First')
  let seconds = 0
  for (let edit = 0; edit < EDITS; edit++) {
    await pause(BETWEEN_MS)
    workspace.editor.write(page, `Edit number ${edit}.`)
    const started = performance.now()
    await tellOfEdit(edit % 2 === 0 ? first : second, page, TOKEN)
    await seen(sites, `Edit number ${edit}.`)
    const took = (performance.now() - started) / 1000
    console.log(`Edit ${edit} is seen on both instances after ${took.toFixed(2)} s`)
    seconds = Math.max(seconds, took)
  }
  for (const site of sites) await site.stop()
  killAll(writer.pid)
  await redis.stop()
  await workspace.stop()
  rmSync(dir, { recursive: true, force: true })
  const name = 'instances: edit to visible on both, after a webhook'
  return [{ name, measured: seconds, unit: 's', limit: 3, limitIs: 'most', how: HOW }]
}

/** Over when all of them show it. */
async function seen(sites: readonly RunningSite[], text: string): Promise<void> {
  const shows = async ({ url }: RunningSite) => (await (await fetch(`${url}/tides`)).text()).includes(text)
  for (const until = Date.now() + LONGEST_MS; Date.now() < until; await pause(20)) {
    if ((await Promise.all(sites.map(shows))).every(Boolean)) return
  }
  throw new Error(`"${text}" was not seen within ${LONGEST_MS} ms`)
}
