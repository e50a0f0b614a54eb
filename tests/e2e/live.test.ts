import { execFileSync } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { rmSync } from 'node:fs'
import { newFolder, type RunningSite, startSite } from '@/tests/support/site'
import { healthOf, soon, statusOf, visit } from '@/tests/support/visits'
import { WorkspaceServer } from '@/tests/support/workspace-server'
import { expect, test } from './test'

// Whole sites are started and filled here.
test.slow()

const TOKEN = 'secret_webhooktoken'
const READERS = 50

/** A hosted workspace that holds the sample, and a site that is filled from it. */
async function live(env: Record<string, string>, faults: WorkspaceServer['faults'] = []) {
  const workspace = await WorkspaceServer.start('workspace')
  workspace.faults.push(...faults)
  const dir = newFolder('live')
  const site = await startSite({
    workspaceDir: `${dir}/snapshot`,
    stateDir: `${dir}/state`,
    env: { ...workspace.env, SYNC_RATE: '500', ...env },
    expectedOutput: [
      /^(Copied|Refreshed|Synced) /,
      /^\d+ of \d+ pages, /,
      /^Failed: .+ the workspace answered 500$/,
      /^The workspace at .+ cannot be reached/,
      /^The sync ended/,
    ],
  })
  const stop = async () => {
    await site.stop()
    await workspace.stop()
    rmSync(dir, { recursive: true, force: true })
  }
  return { workspace, site, stop }
}

async function tell(site: RunningSite, type: string, page: string) {
  const body = JSON.stringify({ id: `${type} ${page} ${Date.now()}`, type, entity: { id: page, type: 'page' } })
  const signature = createHmac('sha256', TOKEN).update(body).digest('hex')
  const headers = { 'x-notion-signature': `sha256=${signature}` }
  const { status } = await fetch(`${site.url}/api/webhooks/notion`, { method: 'POST', body, headers })
  expect(status).toBe(200)
}

test('until the first pages are there every page says so, and then they are', async () => {
  // A refresh that gives up before the workspace responds is followed by another one.
  const { workspace, site, stop } = await live({ SYNC_INTERVAL: '1' }, [{ kind: 'busy', wait: 1 }])
  for (const path of ['/', '/start', '/no-such-page', '/plain']) {
    const { status, headers, text } = await visit(site, path)
    expect(status, path).toBe(503)
    expect(headers.get('retry-after'), path).toMatch(/^\d+$/)
    expect(headers.get('cache-control'), path).toContain('no-store')
    expect(text, path).toContain('This site is being filled')
    expect(text, path).toContain('http-equiv="refresh"')
  }
  expect(await healthOf(site)).toBe('live')
  workspace.faults.length = 0
  await soon(() => statusOf(site, '/')).toBe(200)
  await stop()
})

test('an edit that the workspace tells of is there at the next visit, and so is what shows its title', async () => {
  const { workspace, site, stop } = await live({ SYNC_INTERVAL: '3600', NOTION_WEBHOOK_TOKEN: TOKEN })
  await soon(() => healthOf(site)).toBe('ready')
  const { editor, root } = workspace
  const added = editor.addPage(root, 'A page for the tide', 'High at noon')
  await tell(site, 'page.created', added)
  await tell(site, 'page.content_updated', root)
  await soon(() => statusOf(site, '/a-page-for-the-tide')).toBe(200)
  await soon(async () => (await visit(site, '/')).text).toContain('A page for the tide')

  editor.write(added, 'Low at six')
  await tell(site, 'page.content_updated', added)
  await soon(async () => (await visit(site, '/a-page-for-the-tide')).text).toContain('Low at six')

  editor.rename(added, 'Tide tables')
  await tell(site, 'page.properties_updated', added)
  await soon(() => statusOf(site, '/tide-tables')).toBe(200)
  expect(await statusOf(site, '/a-page-for-the-tide')).toBe(308)
  expect((await visit(site, '/')).text).toContain('Tide tables')

  editor.delete(added)
  await tell(site, 'page.deleted', added)
  await soon(() => statusOf(site, '/tide-tables')).toBe(410)
  await stop()
})

test('an edit that nobody tells of is there after the interval; what fails in between nobody sees', async () => {
  const { workspace, site, stop } = await live({ SYNC_INTERVAL: '1' })
  await soon(() => healthOf(site)).toBe('ready')
  const added = workspace.editor.addPage(workspace.root, 'Boats', 'Two of them')
  await soon(() => statusOf(site, '/boats')).toBe(200)

  workspace.faults.push({ kind: 'error' })
  await soon(() => healthOf(site)).toBe('degraded')
  const paths = site
    .index()
    .pages.flatMap(({ access, path }) => (access.kind === 'public' ? [encodeURI(`/${path}`)] : []))
  const queue = [...paths, ...paths]
  const statuses = new Set<number>()
  const reader = async () => {
    for (let path = queue.pop(); path !== undefined; path = queue.pop()) statuses.add(await statusOf(site, path))
  }
  await Promise.all(Array.from({ length: READERS }, reader))
  expect([...statuses]).toEqual([200])

  workspace.faults.length = 0
  workspace.editor.write(added, 'Three of them')
  await soon(async () => (await visit(site, '/boats')).text).toContain('Three of them')
  await soon(() => healthOf(site)).toBe('ready')

  // A sync that dies is started again, and the site goes on.
  const sync = syncOf(site)
  // None would be this process and all its family.
  expect(sync).toBeGreaterThan(0)
  process.kill(sync, 'SIGKILL')
  await soon(() => site.output()).toContain('The sync ended (SIGKILL)')
  expect(await statusOf(site, '/boats')).toBe(200)
  await soon(() => syncOf(site)).toBeGreaterThan(0)
  await stop()
})

/** The process that syncs beside the site; 0 when there is none. */
function syncOf(site: RunningSite): number {
  const list = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' })
  const line = list.split('\n').find((each) => {
    const [, parent] = each.trim().split(/\s+/)
    return Number(parent) === site.pid && /\/sync\.mjs --watch --beside$/.test(each.trimEnd())
  })
  return Number(line?.trim().split(/\s+/)[0] ?? 0)
}
