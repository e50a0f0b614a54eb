import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { checkAddress, checkDisk, checkRedis, checkSignIn, checkWorkspace } from '@/cli/lib/check-setup'
import { type Env, readEnv } from '@/lib/settings/env'
import { createTemporaryFolder } from '../../support/folders'
import { UNUSED_PORT } from '../../support/ports'
import { RedisServer } from '../../support/redis'
import { WorkspaceServer } from '../../support/workspace-server'

const NO_PAGE = '00000000000000000000000000000001'

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

test('checkWorkspace names the variable if the server is unreachable or the root page has no id', async () => {
  const unreachable = { NOTION_ROOT_PAGE: NO_PAGE, NOTION_API_BASE_URL: 'http://127.0.0.1:1/api/v3' }
  expect((await checkWorkspace(readTestEnv(unreachable))).text).toContain('NOTION_API_BASE_URL')
  const withoutId = await checkWorkspace({ ...readTestEnv(), rootPage: 'https://www.notion.so/My-site' })
  expect(withoutId).toMatchObject({ state: 'wrong', text: expect.stringContaining('Copy link') })
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
