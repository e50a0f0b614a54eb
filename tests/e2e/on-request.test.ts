import { rmSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { createHostedWorkspace } from '@/tests/support/hosted/plan'
import { findChildren, listDescendants, sendSignal } from '@/tests/support/processes'
import { createFolder, startSite } from '@/tests/support/site'
import { eventually, fetchHealth, visit } from '@/tests/support/visits'
import { WorkspaceServer } from '@/tests/support/workspace-server'
import { expect, test } from './test'

test('with SYNC_ON_REQUEST a site syncs only after a response, and continues after its container was frozen', async () => {
  test.slow()
  const workspace = await WorkspaceServer.start(createHostedWorkspace({ Home: {} }))
  const boats = workspace.editor.addPage(workspace.root, 'Boats', 'None of them')
  const dir = createFolder('on-request')
  const site = await startSite({
    workspaceDir: `${dir}/snapshot`,
    stateDir: `${dir}/state`,
    env: { ...workspace.env, SYNC_RATE: '500', SYNC_INTERVAL: '1', SYNC_ON_REQUEST: '1' },
    expectedOutput: [/^(Copied|Refreshed|Synced) /, /^\d+ of \d+ pages, /],
  })
  const listSyncs = () => findChildren(site.pid, 'sync.mjs --scheduled')
  const signalAll = (signal: NodeJS.Signals) => {
    for (const { pid } of [...listDescendants(site.pid), site]) sendSignal(pid, signal)
  }

  // The first sync waits for no request, because the site has no content yet.
  await eventually(() => fetchHealth(site)).toBe('ready')
  // Wait until the sync that was due after the last response has ended.
  await pause(1500)
  await eventually(listSyncs).toHaveLength(0)

  // The site sends no request to the workspace during three intervals without a visit.
  const calls = workspace.calls.length
  workspace.editor.write(boats, 'One of them')
  await pause(3000)
  expect(workspace.calls.length).toBe(calls)
  expect(listSyncs()).toHaveLength(0)

  // A visit gets the current content. The due sync starts after the response.
  expect((await visit(site, '/boats')).text).not.toContain('One of them')
  await eventually(() => workspace.calls.length).toBeGreaterThan(calls)
  await eventually(async () => (await visit(site, '/boats')).text).toContain('One of them')

  // The platform freezes the container in the middle of a sync, with all its processes.
  workspace.faults.push({ kind: 'slow', wait: 1000, times: 1 })
  workspace.editor.write(boats, 'Two of them')
  const before = workspace.calls.length
  await eventually(async () => {
    await visit(site, '/boats')
    return workspace.calls.length
  }).toBeGreaterThan(before)
  expect(listSyncs()).toHaveLength(1)
  signalAll('SIGSTOP')
  await pause(2000)
  signalAll('SIGCONT')
  await eventually(async () => (await visit(site, '/boats')).text).toContain('Two of them')
  expect(await fetchHealth(site)).toBe('ready')

  const began = performance.now()
  await site.stop()
  expect(performance.now() - began).toBeLessThan(10_000)
  await workspace.stop()
  rmSync(dir, { recursive: true, force: true })
})
