import { rmSync, writeFileSync } from 'node:fs'
import { newFolder, startSite } from '@/tests/support/site'
import { visit } from '@/tests/support/visits'
import { type SimplePage, writePage } from '@/tests/support/workspaces'
import { expect, test } from './test'

const ROOT = '10000000-0000-4000-8000-000000000001'
const CHILD = '10000000-0000-4000-8000-000000000002'
const OTHER = '10000000-0000-4000-8000-000000000003'

const root: SimplePage = { id: ROOT, title: 'Harbour', text: 'Welcome', children: [CHILD, OTHER] }
const child: SimplePage = { id: CHILD, title: 'Tides', parent: ROOT, text: 'High at noon' }
const other: SimplePage = { id: OTHER, title: 'Boats', parent: ROOT, text: 'Two of them' }

function harbour(text = child.text): string {
  const dir = newFolder('harbour')
  for (const page of [root, { ...child, text }, other]) writePage(dir, page)
  return dir
}

const PROBLEM = /^Cannot read .*\.json: /

test('an edit shows at the next visit, without a restart and whatever was cached', async () => {
  const workspaceDir = harbour()
  const site = await startSite({ workspaceDir, env: { NOTION_ROOT_PAGE: ROOT } })
  expect((await visit(site, '/tides')).text).toContain('High at noon')
  expect((await visit(site, '/tides')).headers.get('x-nextjs-cache')).toBe('HIT')

  writePage(workspaceDir, { ...child, text: 'High at one' })
  await expect.poll(async () => (await visit(site, '/tides')).text).toContain('High at one')

  // A new title is a new address, and the old one leads there.
  writePage(workspaceDir, { ...child, title: 'Tide tables' })
  await expect.poll(async () => (await visit(site, '/tide-tables')).status).toBe(200)
  expect((await visit(site, '/tides')).status).toBe(308)
  expect((await visit(site, '/')).text).toContain('Tide tables')
  await site.stop()
})

test('a page that breaks keeps its last good copy, and is named', async () => {
  const workspaceDir = harbour()
  const site = await startSite({ workspaceDir, env: { NOTION_ROOT_PAGE: ROOT }, expectedOutput: [PROBLEM] })
  writeFileSync(`${workspaceDir}/${CHILD}.json`, '{"block": {')
  await expect.poll(() => site.output()).toContain(`${CHILD}.json`)
  const page = await visit(site, '/tides')
  expect(page.status).toBe(200)
  expect(page.text).toContain('High at noon')
  expect((await visit(site, '/boats')).status).toBe(200)

  writePage(workspaceDir, { ...child, text: 'High at two' })
  await expect.poll(async () => (await visit(site, '/tides')).text).toContain('High at two')
  await site.stop()
})

test('a page that never could be read is unavailable, and is not kept as such', async () => {
  const workspaceDir = harbour()
  writeFileSync(`${workspaceDir}/${CHILD}.json`, 'not a record map')
  const site = await startSite({ workspaceDir, env: { NOTION_ROOT_PAGE: ROOT }, expectedOutput: [PROBLEM] })
  for (let again = 0; again < 2; again++) {
    const response = await fetch(`${site.url}/${CHILD}`)
    expect(response.status).toBe(503)
    expect(response.headers.get('cache-control')).toContain('no-store')
  }
  expect(site.output().split(`${CHILD}.json`).length - 1, 'times it was named').toBe(1)

  writePage(workspaceDir, child)
  await expect.poll(async () => (await visit(site, '/tides')).status).toBe(200)
  await site.stop()
})

test('a page that was deleted is gone, and a cached copy of it is not served', async () => {
  const workspaceDir = harbour()
  const site = await startSite({ workspaceDir, env: { NOTION_ROOT_PAGE: ROOT } })
  expect((await visit(site, '/tides')).status).toBe(200)
  expect((await visit(site, '/tides')).headers.get('x-nextjs-cache')).toBe('HIT')
  expect((await visit(site, '/tides.md')).status).toBe(200)
  rmSync(`${workspaceDir}/${CHILD}.json`)
  writePage(workspaceDir, { ...root, children: [OTHER] })
  await expect.poll(async () => (await visit(site, '/tides')).status).toBe(410)
  for (const other of ['/tides.md', '/social/tides']) expect((await visit(site, other)).status, other).toBe(410)
  for (const other of ['/', '/feed.xml', '/llms.txt']) expect((await visit(site, other)).text).not.toContain('Tides')
  await site.stop()
})

test('another workspace over the same state never shows what the former one did', async () => {
  const stateDir = newFolder('state')
  const env = { NOTION_ROOT_PAGE: ROOT }
  const first = await startSite({ workspaceDir: harbour('Of the first'), stateDir, env })
  expect((await visit(first, '/tides')).text).toContain('Of the first')
  await first.stop()
  const second = await startSite({ workspaceDir: harbour('Of the second'), stateDir, env })
  const page = await visit(second, '/tides')
  expect(page.text).toContain('Of the second')
  expect(page.text).not.toContain('Of the first')
  await second.stop()
  rmSync(stateDir, { recursive: true })
})
