import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { checkAddress, checkDisk, checkRedis, checkSignIn } from '@/cli/lib/setup/check-surroundings'
import { checkWorkspace } from '@/cli/lib/setup/check-workspace'
import { type Env, readEnv } from '@/lib/env'
import { temporaryFolder } from '../../support/folders'
import { RedisServer } from '../../support/redis'
import { freePort } from '../../support/site'
import { WorkspaceServer } from '../../support/workspace-server'

const NO_PAGE = '00000000000000000000000000000001'

const read = (source: Record<string, string> = {}, dir = temporaryFolder()) =>
  readEnv({ WORKSPACE_DIR: path.join(dir, 'workspace'), STATE_DIR: path.join(dir, 'state'), ...source }, dir)

/** Starts a server on the loopback interface that responds to each path with a status and JSON. Returns its origin. */
async function serve(responses: Record<string, [status: number, value: unknown]>, host = '127.0.0.1'): Promise<string> {
  const server = createServer(({ url = '' }, response) => {
    const [status, value] = responses[url] ?? [404, {}]
    response.writeHead(status, status === 302 ? { location: String(value) } : {}).end(JSON.stringify(value))
  })
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  onTestFinished(() => void server.close())
  return `http://${host}:${(server.address() as AddressInfo).port}`
}

test.each(['env', 'officialEnv'] as const)('the root page is read through the API of %s', async (api) => {
  const server = await WorkspaceServer.start('workspace')
  onTestFinished(() => server.stop())
  const check = (more: Record<string, string> = {}) => checkWorkspace(read({ ...server[api], ...more }))
  expect(await check()).toMatchObject({
    state: 'ok',
    text: expect.stringContaining(api === 'env' ? 'private' : 'official'),
  })
  const unknown = await check({ NOTION_ROOT_PAGE: NO_PAGE })
  expect(unknown).toMatchObject({ state: 'wrong', text: expect.stringContaining('NOTION_ROOT_PAGE') })
  const ofLanguage = await check({ NOTION_ROOT_PAGE: `en=${server.root},de=${NO_PAGE}` })
  expect(ofLanguage).toMatchObject({ state: 'wrong', text: expect.stringContaining('for a language') })
  server.token = 'another token'
  expect(await check()).toMatchObject({ state: 'wrong', text: expect.stringContaining('NOTION_INTEGRATION_TOKEN') })
})

test('a workspace server that cannot be reached, and a root page without an id, are errors that name the variable', async () => {
  const away = { NOTION_ROOT_PAGE: NO_PAGE, NOTION_API_BASE_URL: 'http://127.0.0.1:1/api/v3' }
  expect((await checkWorkspace(read(away))).text).toContain('NOTION_API_BASE_URL')
  const none = await checkWorkspace({ ...read(), rootPage: 'https://www.notion.so/My-site' })
  expect(none).toMatchObject({ state: 'wrong', text: expect.stringContaining('Copy link') })
})

test('a workspace folder needs JSON files', async () => {
  const env = read()
  expect(await checkWorkspace(env)).toMatchObject({ state: 'wrong', text: expect.stringContaining('ENOENT') })
  mkdirSync(env.workspaceDir)
  expect(await checkWorkspace(env)).toMatchObject({ state: 'wrong', text: expect.stringContaining('no record maps') })
  writeFileSync(path.join(env.workspaceDir, 'map.json'), '{}')
  expect(await checkWorkspace(env)).toMatchObject({ state: 'ok', text: expect.stringMatching(/ 1 JSON file\.$/) })
})

test('a state folder that cannot be made is an error that says what to set', async () => {
  const dir = temporaryFolder()
  writeFileSync(path.join(dir, 'file'), '')
  expect(await checkDisk(read({ STATE_DIR: path.join(dir, 'file', 'state') }))).toMatchObject({
    state: 'wrong',
    text: expect.stringContaining('STATE_DIR'),
  })
  expect(await checkDisk(read())).toMatchObject({ state: 'ok' })
})

test('Redis is off, accepts commands, is not there, or refuses the password', async () => {
  expect(await checkRedis(read())).toMatchObject({ state: 'off' })
  const server = await RedisServer.start('--requirepass', 'right')
  onTestFinished(() => server.stop())
  const check = (url: string) => checkRedis({ ...read(), redisUrl: url })
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

test('the keys of the sign-in service are valid, refused, or of two applications', async () => {
  expect(await checkSignIn(read())).toMatchObject({ state: 'off' })
  const keys = (...ids: string[]): [number, unknown] => [200, { keys: ids.map((kid) => ({ kid })) }]
  const issuer = await serve({ '/.well-known/jwks.json': keys('ins_1') })
  const check = async (own: [number, unknown]) =>
    checkSignIn(
      { ...read(), signIn: { secretKey: 'sk_test_1', issuer } as Env['signIn'] },
      await serve({ '/v1/jwks': own }),
    )
  expect(await check(keys('ins_1'))).toMatchObject({ state: 'ok' })
  expect(await check([401, {}])).toMatchObject({ state: 'wrong', text: expect.stringContaining('CLERK_SECRET_KEY') })
  expect(await check(keys('ins_2'))).toMatchObject({ state: 'wrong', text: expect.stringContaining('different') })
  expect(await check([500, {}])).toMatchObject({ state: 'wrong', text: expect.stringContaining('cannot be reached') })
})

test('the public address leads to the site, to an empty one, elsewhere, or nowhere', async () => {
  const check = async (siteUrl: string) => checkAddress({ ...read(), siteUrl })
  expect(await check('http://localhost:3000')).toMatchObject({ state: 'note' })
  const at = async (response: [number, unknown]) =>
    // A name that is not recognised as this machine.
    check(await serve({ '/api/health': response }, '127.0.0.2'))
  expect(await at([200, { status: 'ready', snapshot: {} }])).toMatchObject({ state: 'ok' })
  expect(await at([503, { status: 'live', snapshot: null }])).toMatchObject({ state: 'note' })
  expect(await at([200, { hello: 'world' }])).toMatchObject({
    state: 'wrong',
    text: expect.stringContaining('status 200'),
  })
  expect(await at([302, 'https://example.com/'])).toMatchObject({ text: expect.stringContaining('a redirect to') })
  expect(await check(`http://127.0.0.2:${await freePort()}`)).toMatchObject({
    state: 'wrong',
    text: expect.stringContaining('ECONNREFUSED'),
  })
})
