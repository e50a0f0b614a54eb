import { rmSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { createHostedWorkspace } from '@/tests/support/hosted/plan'
import { findChildren, isRunning, listDescendants, sendSignal } from '@/tests/support/processes'
import { createFolder, type RunningSite, startSite } from '@/tests/support/site'
import { eventually, fetchHealth, fetchStatus, visit } from '@/tests/support/visits'
import { WorkspaceServer } from '@/tests/support/workspace-server'
import { expect, test } from '../base'

// Starts of a site, first syncs and repeated syncs take long on a busy machine.
test.describe.configure({ timeout: 180_000 })

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
      // A slow sync gives up while the workspace is busy. What it reports depends on whether the workspace still is.
      /^The workspace is too busy/,
      /^The root page cannot be fetched/,
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

test('a site shows a notice until the first pages are fetched, then edits without a webhook, and survives failures of its processes', async () => {
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
  await eventually(() => fetchHealth(site)).toBe('ready')

  // An edit becomes visible after the interval, and failures of the sync do not affect visitors.
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

  // No sync process runs between two syncs, which are a second apart.
  await expect.poll(() => listSyncs(site), { timeout: 60_000, intervals: [50] }).toHaveLength(0)
  // A killed sync is reported in health and started again.
  const before = workspace.calls.length
  workspace.faults.push({ kind: 'hang' })
  await eventually(() => listSyncs(site)).toHaveLength(1)
  await waitForRequest(workspace, before)
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
  // A preparation ends after its pages are shown.
  await eventually(() => readReasons(site)).toEqual([])

  // A stopped sync, which handles no signal, does not delay the shutdown of the site.
  workspace.faults.push({ kind: 'hang' })
  await waitForRequest(workspace)
  const [stopped = 0] = listSyncs(site)
  signalSyncs(site, 'SIGSTOP')
  await stop()
  expect(isRunning(stopped)).toBe(false)
})

test('with SYNC_ON_REQUEST a site syncs after a response, and continues after its container was frozen', async () => {
  const { workspace, site, stop } = await startLive({ SYNC_INTERVAL: '1', SYNC_ON_REQUEST: '1' })
  const signalAll = (signal: NodeJS.Signals) => {
    for (const { pid } of [...listDescendants(site.pid), site]) sendSignal(pid, signal)
  }

  // The first sync waits for no request, because the site has no content yet.
  await eventually(() => fetchHealth(site)).toBe('ready')
  const boats = workspace.editor.addPage(workspace.root, 'Boats', 'One of them')
  // The due sync starts after a response. A unit test shows with a clock that none starts without one.
  await eventually(async () => (await visit(site, '/boats')).text).toContain('One of them')

  // The platform freezes the container in the middle of a sync, with all its processes.
  workspace.faults.push({ kind: 'slow', wait: 5000, times: 1 })
  workspace.editor.write(boats, 'Two of them')
  const before = workspace.calls.length
  const visitAndCountCalls = async () => {
    await visit(site, '/boats')
    return workspace.calls.length
  }
  await expect.poll(visitAndCountCalls, { timeout: 60_000, intervals: [50] }).toBeGreaterThan(before)
  expect(listSyncs(site)).toHaveLength(1)
  signalAll('SIGSTOP')
  // The response arrives while the container is frozen.
  const sent = workspace.sentBytes
  await eventually(() => workspace.sentBytes).toBeGreaterThan(sent)
  signalAll('SIGCONT')
  await eventually(async () => (await visit(site, '/boats')).text).toContain('Two of them')
  expect(await fetchHealth(site)).toBe('ready')
  await stop()
})

const listSyncs = (site: RunningSite) => findChildren(site.pid, '--scheduled')
const signalSyncs = (site: RunningSite, signal: NodeJS.Signals) =>
  listSyncs(site).map((pid) => process.kill(pid, signal))

/** Waits until a sync has sent a request to the workspace, after the first `before` ones. */
async function waitForRequest(workspace: WorkspaceServer, before = workspace.calls.length): Promise<void> {
  await eventually(() => workspace.calls.length).toBeGreaterThan(before)
}

async function readReasons({ url }: RunningSite): Promise<string[]> {
  const { reasons } = (await (await fetch(`${url}/api/health`)).json()) as { reasons: string[] }
  return reasons
}

/** Makes a change, and returns the id of the process that prepares it. */
async function changeAndFindPreparation(site: RunningSite, change: () => void): Promise<number> {
  // The preparation of the previous change may end after its pages are shown.
  await eventually(() => findChildren(site.pid, '--repeated')).toEqual([])
  change()
  // Polled quickly, because the process ends within a second.
  for (const until = Date.now() + 60_000; Date.now() < until; await pause(20)) {
    const [pid] = findChildren(site.pid, '--repeated')
    if (pid !== undefined) return pid
  }
  throw new Error('No preparation was started')
}
