import { createHmac } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import type { SyncReport } from '@/lib/snapshot/sync-report'
import { newFolder, type RunningSite, startSite } from '../support/site'
import { WorkspaceServer } from '../support/workspace-server'
import type { Figure } from './figures'

const TOKEN = 'secret_webhooktoken'
const EDITS = 5
const LONGEST_MS = 60_000
const INTERVAL = 5
/** What the settings are when nobody sets them. */
const RATE = 3

/** How soon an edit in the hosted workspace is seen on the running site: told of by a webhook, and not. */
export async function liveFigures(): Promise<Figure[]> {
  const how = `worst of ${EDITS} edits of the sample on a loopback workspace, at ${RATE} calls a second, by asking for the page until it shows`
  const told = await withSite({ SYNC_INTERVAL: '3600', NOTION_WEBHOOK_TOKEN: TOKEN }, tell)
  const untold = await withSite({ SYNC_INTERVAL: String(INTERVAL) }, async () => {})
  const limit = INTERVAL + untold.calls / RATE + 2
  return [
    { name: 'edit to visible, after a webhook', measured: told.seconds, unit: 's', limit: 2, limitIs: 'most', how },
    { name: 'edit to visible, without', measured: untold.seconds, unit: 's', limit, limitIs: 'most', how },
  ]
}

type Tell = (site: RunningSite, page: string) => Promise<void>

async function withSite(env: Record<string, string>, told: Tell): Promise<{ seconds: number; calls: number }> {
  const workspace = await WorkspaceServer.start('workspace')
  const dir = newFolder('bench-live')
  mkdirSync(`${dir}/state`)
  const site = await startSite({
    workspaceDir: `${dir}/snapshot`,
    stateDir: `${dir}/state`,
    env: { ...workspace.env, SYNC_RATE: '500', ...env },
    expectedOutput: [/./],
  })
  const report = () => JSON.parse(readFileSync(`${dir}/state/sync/report.json`, 'utf8')) as SyncReport
  while (report().state !== 'done') await pause(100)
  const page = workspace.editor.addPage(workspace.root, 'Tides', 'First')
  await told(site, workspace.root)
  await told(site, page)
  await seen(site, 'First')
  let seconds = 0
  for (let edit = 0; edit < EDITS; edit++) {
    const text = `Edit number ${edit}.`
    workspace.editor.write(page, text)
    const started = performance.now()
    await told(site, page)
    await seen(site, text)
    seconds = Math.max(seconds, (performance.now() - started) / 1000)
  }
  while (report().state !== 'done') await pause(50)
  const { calls } = report().progress
  await site.stop()
  await workspace.stop()
  rmSync(dir, { recursive: true })
  return { seconds, calls }
}

async function seen(site: RunningSite, text: string): Promise<void> {
  for (const until = Date.now() + LONGEST_MS; Date.now() < until; await pause(20)) {
    if ((await (await fetch(`${site.url}/tides`)).text()).includes(text)) return
  }
  throw new Error(`"${text}" was not seen within ${LONGEST_MS} ms`)
}

const tell: Tell = async (site, page) => {
  const event = { id: `${page} ${performance.now()}`, type: 'page.content_updated', entity: { id: page, type: 'page' } }
  const body = JSON.stringify(event)
  const signature = `sha256=${createHmac('sha256', TOKEN).update(body).digest('hex')}`
  const headers = { 'x-notion-signature': signature }
  await fetch(`${site.url}/api/webhooks/notion`, { method: 'POST', body, headers })
}
