import { readFileSync, rmSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import type { SyncReport } from '@/lib/snapshot/sync-report'
import { newFolder, type RunningSite, runCommand, startSite } from '../support/site'
import { sendEditWebhook } from '../support/webhook'
import { WorkspaceServer } from '../support/workspace-server'
import type { Measurement } from './measurements'

const TOKEN = 'secret_webhooktoken'
const EDITS = 5
/** Editors do not save again at once. */
const BETWEEN_MS = 2000
const READERS = 50
const OUTAGE_MS = 60_000
const LONGEST_MS = 60_000
const INTERVAL = 5
/** The default settings. */
const RATE = 3

/** Measures how soon an edit of the hosted workspace is visible on the site, with and without a webhook. */
export async function measureLiveUpdates(): Promise<Measurement[]> {
  const how = `worst of ${EDITS} edits of the sample on a loopback workspace, ${BETWEEN_MS / 1000} s apart, at ${RATE} calls a second, by asking for the page until it shows`
  const told = await measureToldEdits((workspace) => workspace.env)
  const untold = await withSite(
    ({ env }) => ({ ...env, SYNC_INTERVAL: String(INTERVAL) }),
    async () => {},
  )
  const limit = INTERVAL + untold.calls / RATE + 2
  const outage = `${READERS} readers ask for every page again and again for ${OUTAGE_MS / 1000} s while the workspace answers 500`
  return [
    {
      name: 'pages that fail while the workspace does',
      measured: await failures(),
      unit: 'answers',
      limit: 0,
      limitIs: 'most',
      how: outage,
    },
    { name: 'edit to visible, after a webhook', measured: told.seconds, unit: 's', limit: 2, limitIs: 'most', how },
    { name: 'edit to visible, without', measured: untold.seconds, unit: 's', limit, limitIs: 'most', how },
  ]
}

type Settings = (workspace: WorkspaceServer) => Record<string, string>

/** Measures how soon edits are visible that a webhook reports: the slowest of them. */
export function measureToldEdits(settings: Settings): Promise<{ seconds: number; calls: number }> {
  const more = { SYNC_INTERVAL: '3600', NOTION_WEBHOOK_TOKEN: TOKEN }
  return withSite(
    (workspace) => ({ ...settings(workspace), ...more }),
    (site, page) => sendEditWebhook(site, page, TOKEN),
  )
}

/** Counts responses other than 200 to readers of a site whose workspace fails. */
async function failures(): Promise<number> {
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

type Tell = (site: RunningSite, page: string) => Promise<void>

async function withSite(settings: Settings, told: Tell): Promise<{ seconds: number; calls: number }> {
  const { workspace, site, report, stop } = await startLive(settings)
  const page = workspace.editor.addPage(workspace.root, 'Tides', 'First')
  await told(site, workspace.root)
  await told(site, page)
  await seen(site, 'First')
  let seconds = 0
  for (let edit = 0; edit < EDITS; edit++) {
    await pause(BETWEEN_MS)
    const text = `Edit number ${edit}.`
    workspace.editor.write(page, text)
    const started = performance.now()
    await told(site, page)
    await seen(site, text)
    seconds = Math.max(seconds, (performance.now() - started) / 1000)
  }
  while (report()?.state !== 'done') await pause(50)
  const calls = report()?.progress.calls ?? 0
  await stop()
  return { seconds, calls }
}

/** A hosted workspace that holds the sample, and a site that holds all of it. */
async function startLive(settings: Settings) {
  const workspace = await WorkspaceServer.start('workspace')
  const dir = newFolder('bench-live')
  const env = settings(workspace)
  const folders = { WORKSPACE_DIR: `${dir}/snapshot`, STATE_DIR: `${dir}/state` }
  // The first copy may be fast; what is measured is paced as ever.
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

async function seen(site: RunningSite, text: string): Promise<void> {
  for (const until = Date.now() + LONGEST_MS; Date.now() < until; await pause(20)) {
    if ((await (await fetch(`${site.url}/tides`)).text()).includes(text)) return
  }
  throw new Error(`"${text}" was not seen within ${LONGEST_MS} ms`)
}
