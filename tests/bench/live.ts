import { readFileSync, rmSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import type { SyncReport } from '@/lib/snapshot/sync-report'
import { createFolder, type RunningSite, runCommand, startSite } from '../support/site'
import { sendEditWebhook } from '../support/webhook'
import { WorkspaceServer } from '../support/workspace-server'
import type { Measurement } from './measurements'

const TOKEN = 'secret_webhooktoken'
const EDITS = 5
/** The pause between two edits of an editor. */
const BETWEEN_MS = 2000
const READERS = 50
const OUTAGE_MS = 60_000
const MAX_WAIT_MS = 60_000
const INTERVAL = 5
/** The default settings. */
const RATE = 3

/** Measures how soon an edit of the hosted workspace is visible on the site, with and without a webhook. */
export async function measureLiveUpdates(): Promise<Measurement[]> {
  const how = `worst of ${EDITS} edits of the sample on a loopback workspace, ${BETWEEN_MS / 1000} s apart, at ${RATE} calls a second, by requesting the page until it shows the edit`
  const reported = await measureReportedEdits((workspace) => workspace.env)
  const unreported = await measureEdits(
    ({ env }) => ({ ...env, SYNC_INTERVAL: String(INTERVAL) }),
    async () => {},
  )
  const limit = INTERVAL + unreported.calls / RATE + 2
  const outage = `${READERS} readers request all pages repeatedly for ${OUTAGE_MS / 1000} s while the workspace responds with 500`
  return [
    {
      name: 'failed pages while the workspace fails',
      measured: await countFailures(),
      unit: 'responses',
      limit: 0,
      limitIs: 'most',
      how: outage,
    },
    { name: 'edit to visible, after a webhook', measured: reported.seconds, unit: 's', limit: 2, limitIs: 'most', how },
    {
      name: 'edit to visible, without a webhook',
      measured: unreported.seconds,
      unit: 's',
      limit,
      limitIs: 'most',
      how,
    },
  ]
}

type Settings = (workspace: WorkspaceServer) => Record<string, string>

/** Measures how soon edits that a webhook reports are visible. Returns the slowest. */
export function measureReportedEdits(settings: Settings): Promise<{ seconds: number; calls: number }> {
  const more = { SYNC_INTERVAL: '3600', NOTION_WEBHOOK_TOKEN: TOKEN }
  return measureEdits(
    (workspace) => ({ ...settings(workspace), ...more }),
    (site, page) => sendEditWebhook(site, page, TOKEN),
  )
}

/** Counts responses other than 200 to readers of a site whose workspace fails. */
async function countFailures(): Promise<number> {
  const { workspace, site, stop } = await startLive(({ env }) => ({ ...env, SYNC_INTERVAL: '1' }))
  workspace.faults.push({ kind: 'error' })
  const paths = site
    .index()
    .pages.flatMap((page) => (page.access.kind === 'public' ? [encodeURI(`/${page.path}`)] : []))
  const until = Date.now() + OUTAGE_MS
  let failed = 0
  const reader = async (_: unknown, first: number) => {
    for (let at = first; Date.now() < until; at++) {
      const response = await fetch(site.url + paths[at % paths.length])
      await response.arrayBuffer()
      if (response.status !== 200) failed++
    }
  }
  await Promise.all(Array.from({ length: READERS }, reader))
  await stop()
  return failed
}

type Report = (site: RunningSite, page: string) => Promise<void>

async function measureEdits(settings: Settings, reportEdit: Report): Promise<{ seconds: number; calls: number }> {
  const { workspace, site, report, stop } = await startLive(settings)
  const page = workspace.editor.addPage(workspace.root, 'Tides', 'First')
  await reportEdit(site, workspace.root)
  await reportEdit(site, page)
  await waitForText(site, 'First')
  let seconds = 0
  for (let edit = 0; edit < EDITS; edit++) {
    await pause(BETWEEN_MS)
    const text = `Edit number ${edit}.`
    workspace.editor.write(page, text)
    const started = performance.now()
    await reportEdit(site, page)
    await waitForText(site, text)
    seconds = Math.max(seconds, (performance.now() - started) / 1000)
  }
  while (report()?.state !== 'done') await pause(50)
  const calls = report()?.progress.calls ?? 0
  await stop()
  return { seconds, calls }
}

/** Starts a hosted workspace with the sample, and a site that has synced all of it. */
async function startLive(settings: Settings) {
  const workspace = await WorkspaceServer.start('workspace')
  const dir = createFolder('bench-live')
  const env = settings(workspace)
  const folders = { WORKSPACE_DIR: `${dir}/snapshot`, STATE_DIR: `${dir}/state` }
  // Only the first sync is fast; the measured syncs have the default rate.
  await runCommand('sync', { ...env, ...folders, SYNC_RATE: '1000' })
  const site = await startSite({
    workspaceDir: folders.WORKSPACE_DIR,
    stateDir: folders.STATE_DIR,
    env: { ...env, SYNC_RATE: String(RATE) },
    expectedOutput: [/./],
  })
  const report = (): SyncReport | undefined => {
    try {
      return JSON.parse(readFileSync(`${dir}/state/sync/report.json`, 'utf8')) as SyncReport
    } catch {
      return undefined
    }
  }
  const stop = async () => {
    await site.stop()
    await workspace.stop()
    rmSync(dir, { recursive: true, force: true })
  }
  return { workspace, site, report, stop }
}

async function waitForText(site: RunningSite, text: string): Promise<void> {
  for (const until = Date.now() + MAX_WAIT_MS; Date.now() < until; await pause(20)) {
    if ((await (await fetch(`${site.url}/tides`)).text()).includes(text)) return
  }
  throw new Error(`"${text}" was not visible within ${MAX_WAIT_MS} ms`)
}
