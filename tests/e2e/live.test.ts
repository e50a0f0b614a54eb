import { createHmac } from 'node:crypto'
import { rmSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { createHostedWorkspace } from '@/tests/support/hosted/plan'
import { findChildren, isRunning } from '@/tests/support/processes'
import { createFolder, type RunningSite, startSite } from '@/tests/support/site'
import { eventually, fetchHealth, fetchStatus, visit } from '@/tests/support/visits'
import { WorkspaceServer } from '@/tests/support/workspace-server'
import { expect, test } from './test'

// Each test starts a site and syncs it from an empty state.
test.slow()

const TOKEN = 'secret_webhooktoken'
const VISITORS = 50
const VISITS = 200

const PAGES = Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`Page ${at}`, {}]))

/** Starts a hosted workspace with a few pages, and a site that syncs it. */
async function startLive(env: Record<string, string>, faults: WorkspaceServer['faults'] = []) {
  const workspace = await WorkspaceServer.start(createHostedWorkspace(PAGES))
  workspace.faults.push(...faults)
  const dir = createFolder('live')
  const site = await startSite({
    workspaceDir: `${dir}/snapshot`,
    stateDir: `${dir}/state`,
    env: { ...workspace.env, SYNC_RATE: '500', ...env },
    expectedOutput: [
      /^(Copied|Refreshed|Synced) /,
      /^\d+ of \d+ pages, /,
      /^Failed: .+ the workspace responded with 500$/,
      /^The workspace at .+ cannot be reached/,
      /^The (sync|preparation) ended \(SIGKILL\) and is started again in 5 s$/,
    ],
  })
  const stop = async () => {
    await site.stop()
    await workspace.stop()
    rmSync(dir, { recursive: true, force: true })
  }
  return { workspace, site, stop }
}

async function sendWebhook(site: RunningSite, type: string, page: string) {
  const body = JSON.stringify({ id: `${type} ${page} ${Date.now()}`, type, entity: { id: page, type: 'page' } })
  const signature = createHmac('sha256', TOKEN).update(body).digest('hex')
  const headers = { 'x-notion-signature': `sha256=${signature}` }
  const { status } = await fetch(`${site.url}/api/webhooks/notion`, { method: 'POST', body, headers })
  expect(status).toBe(200)
}

test('every page shows a notice until the first pages are fetched', async () => {
  // The sync fails while the workspace is busy, and is repeated after the interval.
  const { workspace, site, stop } = await startLive({ SYNC_INTERVAL: '1' }, [{ kind: 'busy', wait: 1 }])
  for (const path of ['/', '/start', '/no-such-page', '/plain']) {
    const { status, headers, text } = await visit(site, path)
    expect(status, path).toBe(503)
    expect(headers.get('retry-after'), path).toMatch(/^\d+$/)
    expect(headers.get('cache-control'), path).toContain('no-store')
    expect(text, path).toContain('This site is loading its content')
    expect(text, path).toContain('http-equiv="refresh"')
  }
  expect(await fetchHealth(site)).toBe('live')
  workspace.faults.length = 0
  await eventually(() => fetchStatus(site, '/')).toBe(200)
  await stop()
})

test('an edit with a webhook becomes visible, also on pages that show the title', async () => {
  const { workspace, site, stop } = await startLive({ SYNC_INTERVAL: '3600', NOTION_WEBHOOK_TOKEN: TOKEN })
  await eventually(() => fetchHealth(site)).toBe('ready')
  const { editor, root } = workspace
  const added = editor.addPage(root, 'A page for the tide', 'High at noon')
  await sendWebhook(site, 'page.created', added)
  await sendWebhook(site, 'page.content_updated', root)
  await eventually(() => fetchStatus(site, '/a-page-for-the-tide')).toBe(200)
  await eventually(async () => (await visit(site, '/')).text).toContain('A page for the tide')

  editor.write(added, 'Low at six')
  await sendWebhook(site, 'page.content_updated', added)
  await eventually(async () => (await visit(site, '/a-page-for-the-tide')).text).toContain('Low at six')

  editor.rename(added, 'Tide tables')
  await sendWebhook(site, 'page.properties_updated', added)
  await eventually(() => fetchStatus(site, '/tide-tables')).toBe(200)
  expect(await fetchStatus(site, '/a-page-for-the-tide')).toBe(308)
  expect((await visit(site, '/')).text).toContain('Tide tables')

  editor.delete(added)
  await sendWebhook(site, 'page.deleted', added)
  await eventually(() => fetchStatus(site, '/tide-tables')).toBe(410)
  await stop()
})

test('an edit without a webhook becomes visible after the interval, and sync failures do not affect visitors', async () => {
  const { workspace, site, stop } = await startLive({ SYNC_INTERVAL: '1' })
  await eventually(() => fetchHealth(site)).toBe('ready')
  const added = workspace.editor.addPage(workspace.root, 'Boats', 'Two of them')
  await eventually(() => fetchStatus(site, '/boats')).toBe(200)

  workspace.faults.push({ kind: 'error' })
  await eventually(() => fetchHealth(site)).toBe('degraded')
  const paths = site
    .index()
    .pages.flatMap(({ access, path }) => (access.kind === 'public' ? [encodeURI(`/${path}`)] : []))
  const queue = Array.from({ length: VISITS }, (_, at) => paths[at % paths.length] ?? '/')
  const statuses = new Set<number>()
  const visitPages = async () => {
    for (let path = queue.pop(); path !== undefined; path = queue.pop()) statuses.add(await fetchStatus(site, path))
  }
  await Promise.all(Array.from({ length: VISITORS }, visitPages))
  expect([...statuses]).toEqual([200])

  workspace.faults.length = 0
  workspace.editor.write(added, 'Three of them')
  await eventually(async () => (await visit(site, '/boats')).text).toContain('Three of them')
  await eventually(() => fetchHealth(site)).toBe('ready')

  // No sync process runs between two syncs.
  await eventually(() => listSyncs(site)).toHaveLength(0)
  // A killed sync is reported in health and started again.
  workspace.faults.push({ kind: 'hang' })
  await eventually(() => listSyncs(site)).toHaveLength(1)
  await waitForRequest(workspace)
  signalSyncs(site, 'SIGKILL')
  await eventually(() => site.output()).toContain('The sync ended (SIGKILL)')
  expect(await readReasons(site)).toContain('sync: the process ended')
  expect(await fetchStatus(site, '/boats')).toBe(200)
  workspace.faults.length = 0
  workspace.editor.write(added, 'Four of them')
  await eventually(async () => (await visit(site, '/boats')).text).toContain('Four of them')
  await eventually(() => fetchHealth(site)).toBe('ready')

  // A killed preparation is reported in health and started again.
  const prepare = await changeAndFindPreparation(site, () => workspace.editor.write(added, 'Five of them'))
  process.kill(prepare, 'SIGKILL')
  await eventually(() => readReasons(site)).toContain('prepare: the process ended')
  expect((await visit(site, '/boats')).text).toContain('Four of them')
  await eventually(async () => (await visit(site, '/boats')).text).toContain('Five of them')
  expect(await readReasons(site)).toEqual([])

  // A stopped sync, which handles no signal, does not delay the shutdown of the site.
  workspace.faults.push({ kind: 'hang' })
  await waitForRequest(workspace)
  const [stopped = 0] = listSyncs(site)
  signalSyncs(site, 'SIGSTOP')
  const began = performance.now()
  await stop()
  expect(performance.now() - began).toBeLessThan(10_000)
  expect(isRunning(stopped)).toBe(false)
})

const listSyncs = (site: RunningSite) => findChildren(site.pid, 'sync.mjs --scheduled')
const signalSyncs = (site: RunningSite, signal: NodeJS.Signals) =>
  listSyncs(site).map((pid) => process.kill(pid, signal))

/** Waits until a sync has sent a request to the workspace. */
async function waitForRequest(workspace: WorkspaceServer): Promise<void> {
  const before = workspace.calls.length
  await eventually(() => workspace.calls.length).toBeGreaterThan(before)
}

async function readReasons({ url }: RunningSite): Promise<string[]> {
  const { reasons } = (await (await fetch(`${url}/api/health`)).json()) as { reasons: string[] }
  return reasons
}

/** Makes a change, and returns the id of the process that prepares it. */
async function changeAndFindPreparation(site: RunningSite, change: () => void): Promise<number> {
  change()
  // Polled quickly, because the process ends within a second.
  for (const until = Date.now() + 60_000; Date.now() < until; await pause(20)) {
    const [pid] = findChildren(site.pid, 'prepare.mjs')
    if (pid !== undefined) return pid
  }
  throw new Error('No preparation was started')
}
