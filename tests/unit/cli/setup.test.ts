import { mkdirSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import {
  checkAddress,
  checkDisk,
  checkFonts,
  checkPages,
  checkPort,
  checkRedis,
  checkSignIn,
  checkSiteFolder,
  checkWorkspace,
  printSetup,
} from '@/cli/lib/check-setup'
import { type Env, readEnv } from '@/lib/settings/env'
import { type SyncReport, writeSyncReport } from '@/lib/snapshot/sync-report'
import { createTemporaryFolder } from '../../support/folders'
import { startOnFreePort, UNUSED_PORT } from '../../support/ports'
import { RedisServer } from '../../support/redis'
import { WorkspaceServer } from '../../support/workspace-server'

const NO_PAGE = '00000000000000000000000000000001'

const REPORT: SyncReport = {
  ...{ state: 'done', startedAt: 1, mode: 'full', changed: [], failed: [], failedFiles: [] },
  progress: { pages: 2, pagesKnown: 3, files: 0, filesKnown: 0, calls: 1, rate: 1 },
}

const readTestEnv = (source: Record<string, string> = {}, dir = createTemporaryFolder()) =>
  readEnv({ WORKSPACE_DIR: path.join(dir, 'workspace'), STATE_DIR: path.join(dir, 'state'), ...source }, dir)

/** Starts a server on the loopback interface that responds to each path with a status and JSON. Returns its origin. */
async function startServer(
  responses: Record<string, [status: number, value: unknown]>,
  host = '127.0.0.1',
): Promise<string> {
  const server = createServer(({ url = '' }, response) => {
    const [status, value] = responses[url] ?? [404, {}]
    response.writeHead(status, status === 302 ? { location: String(value) } : {}).end(JSON.stringify(value))
  })
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  onTestFinished(() => void server.close())
  return `http://${host}:${(server.address() as AddressInfo).port}`
}

test.each(['env', 'officialEnv'] as const)('checkWorkspace reads the root page through the API of %s', async (api) => {
  const server = await WorkspaceServer.start('workspace')
  onTestFinished(() => server.stop())
  const check = (more: Record<string, string> = {}) => checkWorkspace(readTestEnv({ ...server[api], ...more }))
  expect(await check()).toMatchObject({
    state: 'ok',
    text: expect.stringContaining(api === 'env' ? 'private' : 'official'),
  })
  const unknown = await check({ NOTION_ROOT_PAGE: NO_PAGE })
  expect(unknown).toMatchObject({ state: 'wrong', text: expect.stringContaining('NOTION_ROOT_PAGE') })
  const wrongLanguage = await check({ NOTION_ROOT_PAGE: `en=${server.root},de=${NO_PAGE}` })
  expect(wrongLanguage).toMatchObject({ state: 'wrong', text: expect.stringContaining('for a language') })
  server.token = 'another token'
  expect(await check()).toMatchObject({ state: 'wrong', text: expect.stringContaining('NOTION_INTEGRATION_TOKEN') })
})

test('checkWorkspace names the variable if the server is unreachable', async () => {
  const unreachable = { NOTION_ROOT_PAGE: NO_PAGE, NOTION_API_BASE_URL: 'http://127.0.0.1:1/api/v3' }
  expect((await checkWorkspace(readTestEnv(unreachable))).text).toContain('NOTION_API_BASE_URL')
})

test('checkWorkspace requires JSON files in the folder', async () => {
  const env = readTestEnv()
  expect(await checkWorkspace(env)).toMatchObject({ state: 'wrong', text: expect.stringContaining('ENOENT') })
  mkdirSync(env.workspaceDir)
  expect(await checkWorkspace(env)).toMatchObject({ state: 'wrong', text: expect.stringContaining('no record maps') })
  writeFileSync(path.join(env.workspaceDir, 'map.json'), '{}')
  expect(await checkWorkspace(env)).toMatchObject({ state: 'ok', text: expect.stringMatching(/ 1 JSON file\.$/) })
})

test('checkDisk names the variable if the state folder cannot be created', async () => {
  const dir = createTemporaryFolder()
  writeFileSync(path.join(dir, 'file'), '')
  expect(await checkDisk(readTestEnv({ STATE_DIR: path.join(dir, 'file', 'state') }))).toMatchObject({
    state: 'wrong',
    text: expect.stringContaining('STATE_DIR'),
  })
  expect(await checkDisk(readTestEnv())).toMatchObject({ state: 'ok' })
  expect(await checkDisk(readTestEnv({ AUDIT_LOG: path.join(dir, 'file') }))).toMatchObject({
    state: 'wrong',
    text: expect.stringContaining('AUDIT_LOG'),
  })
  const auditLog = path.join(dir, 'audit')
  expect(await checkDisk(readTestEnv({ AUDIT_LOG: auditLog }))).toMatchObject({ state: 'ok' })
  expect(statSync(auditLog).mode & 0o777).toBe(0o700)
})

test('checkSiteFolder refuses a folder or a theme that does not exist', async () => {
  const siteDir = createTemporaryFolder()
  expect(await checkSiteFolder({})).toMatchObject({ state: 'off' })
  expect(await checkSiteFolder({ siteDir })).toMatchObject({ state: 'ok' })
  const text = expect.stringMatching(/^SITE_DIR names .*; SITE_THEME names /)
  expect(await checkSiteFolder({ siteDir: `${siteDir}/none`, theme: 'none' })).toMatchObject({ state: 'wrong', text })
})

test('printSetup prints the same problem of the workspace and of the last sync once', async () => {
  const env = readTestEnv({ NOTION_ROOT_PAGE: NO_PAGE, NOTION_API_BASE_URL: 'http://127.0.0.1:1/api/v3' })
  const { text: message } = await checkWorkspace(env)
  await writeSyncReport(env.stateDir, { ...REPORT, state: 'failed', message })
  const lines: string[] = []
  vi.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(line))
  onTestFinished(() => void vi.restoreAllMocks())
  expect(await printSetup(() => env)).toBe(1)
  expect(lines.filter((line) => line.endsWith(message))).toEqual([`✗ Workspace: ${message}`])
})

test('checkRedis distinguishes no Redis, a working server, a wrong password and an unreachable server', async () => {
  expect(await checkRedis(readTestEnv())).toMatchObject({ state: 'off' })
  const server = await RedisServer.start('--requirepass', 'right')
  onTestFinished(() => server.stop())
  const check = (url: string) => checkRedis({ ...readTestEnv(), redisUrl: url })
  const url = `127.0.0.1:${server.port}`
  expect(await check(`redis://:right@${url}`)).toMatchObject({ state: 'ok' })
  const refused = await check(`redis://:wrong@${url}`)
  expect(refused).toMatchObject({ state: 'wrong', text: expect.stringContaining('refuses') })
  expect(refused.text).not.toContain('wrong@')
  expect(await check('redis://127.0.0.1:1')).toMatchObject({
    state: 'wrong',
    text: expect.stringContaining('REDIS_URL'),
  })
})

test('checkSignIn distinguishes valid, rejected and mismatched keys', async () => {
  expect(await checkSignIn(readTestEnv())).toMatchObject({ state: 'off' })
  const createKeys = (...ids: string[]): [number, unknown] => [200, { keys: ids.map((kid) => ({ kid })) }]
  const issuer = await startServer({ '/.well-known/jwks.json': createKeys('ins_1') })
  const check = async (keysResponse: [number, unknown]) =>
    checkSignIn(
      { ...readTestEnv(), signIn: { secretKey: 'sk_test_1', issuer } as Env['signIn'] },
      await startServer({ '/v1/jwks': keysResponse }),
    )
  expect(await check(createKeys('ins_1'))).toMatchObject({ state: 'ok' })
  expect(await check([401, {}])).toMatchObject({ state: 'wrong', text: expect.stringContaining('CLERK_SECRET_KEY') })
  expect(await check(createKeys('ins_2'))).toMatchObject({ state: 'wrong', text: expect.stringContaining('different') })
  expect(await check([500, {}])).toMatchObject({ state: 'wrong', text: expect.stringContaining('cannot be reached') })
})

test('checkAddress distinguishes this site, an empty site, another server, a redirect and no server', async () => {
  const check = async (siteUrl: string) => checkAddress({ ...readTestEnv(), siteUrl })
  expect(await check('http://localhost:3000')).toMatchObject({ state: 'note' })
  const checkResponse = async (response: [number, unknown]) =>
    // 127.0.0.2 is an address that the check does not treat as this machine.
    check(await startServer({ '/api/health': response }, '127.0.0.2'))
  expect(await checkResponse([200, { status: 'ready', snapshot: {} }])).toMatchObject({ state: 'ok' })
  expect(await checkResponse([503, { status: 'live', snapshot: null }])).toMatchObject({ state: 'note' })
  expect(await checkResponse([200, { hello: 'world' }])).toMatchObject({
    state: 'wrong',
    text: expect.stringContaining('status 200'),
  })
  expect(await checkResponse([302, 'https://example.com/'])).toMatchObject({
    text: expect.stringContaining('a redirect to'),
  })
  expect(await check(`http://127.0.0.2:${UNUSED_PORT}`)).toMatchObject({
    state: 'wrong',
    text: expect.stringContaining('ECONNREFUSED'),
  })
})

test('checkPages names the pages that the last sync could not read, by their ids, and comments', async () => {
  const env = readTestEnv({ NOTION_ROOT_PAGE: NO_PAGE })
  expect(await checkPages(readTestEnv())).toMatchObject({ state: 'off' })
  expect(await checkPages(env)).toMatchObject({ state: 'note', text: expect.stringContaining('npm run sync') })
  await writeSyncReport(env.stateDir, REPORT)
  expect(await checkPages(env)).toMatchObject({ state: 'ok', text: 'The last sync read 2 pages of 3.' })
  await writeSyncReport(env.stateDir, { ...REPORT, failed: [{ id: 'some-id', title: 'Salaries', reason: 'HTTP 404' }] })
  const { state, text } = await checkPages(env)
  expect([state, text]).toEqual(['wrong', expect.stringMatching(/some-id \(HTTP 404\).*: share these pages/)])
  expect(text).not.toContain('Salaries')
  await writeSyncReport(env.stateDir, { ...REPORT, comments: 'HTTP 404: correct COMMENTS' })
  const wanted = expect.stringContaining('comments up to date: HTTP 404: correct COMMENTS')
  expect(await checkPages(env)).toMatchObject({ state: 'wrong', text: wanted })
})

test('checkPort distinguishes a free port and one in use', async () => {
  const port = Number(new URL(await startServer({})).port)
  expect(await checkPort({ port })).toMatchObject({
    state: 'note',
    text: expect.stringContaining('set PORT to another'),
  })
  const free = await startOnFreePort(async (each) => {
    const result = await checkPort({ port: each })
    return result.state === 'ok' ? { each, result } : undefined
  })
  expect(free.result.text).toBe(`${free.each} is free.`)
  expect(await checkPort({ port: 0 })).toMatchObject({ state: 'ok' })
})

test('checkFonts counts the fonts of social images', async () => {
  expect(await checkFonts()).toMatchObject({ state: 'ok' })
})
