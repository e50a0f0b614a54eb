import path from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { formatConformance } from '@/cli/lib/conformance'
import { readPorts } from '@/cli/lib/ports'
import { readEnv } from '@/lib/env'
import { describeAddress } from '@/server/main'
import { isSynced } from '@/server/syncing'
import { warmUpAfterStart } from '@/server/warm-up'
import { watchFolder } from '@/server/watch'
import { CONFORMANCE, ON_PURPOSE } from '../../conformance/row'
import { temporaryFolder, writeFiles } from '../../support/folders'
import { idOf } from '../../support/records'

afterEach(() => void vi.unstubAllGlobals())

test('formatConformance does not count skipped statements as held', () => {
  const tests = ['passed', 'skipped', 'failed'].map((status) => ({
    ancestorTitles: [CONFORMANCE],
    title: status,
    status,
  }))
  const other = { ancestorTitles: ['another'], title: 'other', status: 'passed' }
  const unit = { testResults: [{ assertionResults: [...tests, other] }] }
  const specs = [{ title: `held ${ON_PURPOSE}`, ok: true }]
  const browser = { suites: [{ title: 'file', specs: [], suites: [{ title: CONFORMANCE, specs }] }] }
  expect(formatConformance(unit, browser)).toBe('Conformance: 2 of 4 statements hold; 1 differ on purpose')
})

/** Returns the addresses that the warm-up requests. */
async function listWarmUpRequests(isOneOfSeveral: boolean): Promise<string[]> {
  const requests: string[] = []
  const html = `<img srcset="/files/a?w=384 384w, https://other.example/b 640w" fetchpriority="high"><img srcset="/files/c 1w">`
  vi.stubGlobal('fetch', async (address: string) => {
    requests.push(address.replace('http://site.example', ''))
    return new Response(html)
  })
  await warmUpAfterStart('http://site.example', isOneOfSeveral)
  return requests.sort()
}

test('warmUpAfterStart requests the search, and the first images only of a single instance', async () => {
  expect(await listWarmUpRequests(false)).toEqual(['', '/api/search', '/files/a?w=384'])
  expect(await listWarmUpRequests(true)).toEqual(['/api/search'])
})

test('isSynced returns false for a folder of record maps', async () => {
  const dir = temporaryFolder()
  const readTestEnv = (more: Record<string, string>) =>
    readEnv({ WORKSPACE_DIR: dir, STATE_DIR: `${dir}-state`, ...more }, '/')
  expect(await isSynced(readTestEnv({}))).toBe(false)
  expect(await isSynced(readTestEnv({ NOTION_ROOT_PAGE: idOf('Home') }))).toBe(true)
  writeFiles(dir, { 'map.json': {} })
  expect(await isSynced(readTestEnv({ NOTION_ROOT_PAGE: idOf('Home') }))).toBe(false)
})

test('watchFolder notices changes in deep folders, and ignores the state folder', async () => {
  const dir = temporaryFolder()
  writeFiles(dir, { 'a/b/c/page.json': '1', 'state/index.json': '1' })
  const stop = new AbortController()
  let changes = 0
  const watching = watchFolder(dir, path.join(dir, 'state'), stop.signal, () => changes++)
  const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))
  writeFiles(dir, { 'state/index.json': 'changed' })
  await pause(400)
  expect(changes).toBe(0)
  writeFiles(dir, { 'a/b/c/page.json': 'changed' })
  await expect.poll(() => changes, { timeout: 10_000 }).toBe(1)
  stop.abort()
  await watching
})

test('watchFolder notices a sync only when its manifest is written, after the contents', async () => {
  const dir = temporaryFolder()
  writeFiles(dir, { '.sync/owners/one/a': '', 'manifest.json': '1', 'pages/one.json': '1' })
  const stop = new AbortController()
  let changes = 0
  const watching = watchFolder(dir, path.join(dir, 'state'), stop.signal, () => changes++)
  writeFiles(dir, { 'pages/one.json': 'changed', 'pages/two.json': '1' })
  await new Promise((resolve) => setTimeout(resolve, 400))
  expect(changes).toBe(0)
  writeFiles(dir, { 'manifest.json': 'changed' })
  await expect.poll(() => changes, { timeout: 10_000 }).toBe(1)
  stop.abort()
  await watching
})

test('readPorts reads the ports of the sign-in service and of the site from the arguments', () => {
  expect(readPorts([], 3000)).toEqual({ own: 4500, site: 3000 })
  expect(readPorts(['4600', '3100'], 3000)).toEqual({ own: 4600, site: 3100 })
  for (const args of [['x'], ['0'], ['70000'], ['3000'], ['1', '2', '3'], ['1.5']])
    expect(readPorts(args, 3000)).toBeUndefined()
})

test('describeAddress returns the public address, and the local address if they differ', () => {
  expect(describeAddress({ siteUrl: 'http://localhost:3000', port: 3000 })).toBe('http://localhost:3000')
  const behindProxy = describeAddress({ siteUrl: 'https://handbook.example', port: 3000 })
  expect(behindProxy).toBe('https://handbook.example, served from http://localhost:3000')
})
