import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import path from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { findProgram } from '@/cli/lib/programs'
import { connectToRedis } from '@/lib/redis/connection'
import { readEnv } from '@/lib/settings/env'
import { findUnknownVariables } from '@/lib/settings/unknown'
import { type BuildInput, buildSite } from '@/lib/site/prepare/build-site'
import { prepareSite } from '@/lib/site/prepare/prepare-site'
import type { BuildSettings } from '@/lib/site/prepare/site-access'
import { openSource } from '@/lib/snapshot/source'
import { CALL_LIMITS } from '@/lib/sync/caller'
import { CallError, SyncWriteError } from '@/lib/sync/errors'
import { lockFolder } from '@/lib/sync/lock'
import { explainFailedStart } from '@/lib/sync/private-api/private-source'
import { openTools } from '@/lib/sync/tools'
import { requirePort } from '@/server/listen'
import { createTemporaryFolder, writeFiles } from '../support/folders'
import { UNUSED_PORT } from '../support/ports'

/** Error messages that operators can cause. `env-errors.test.ts` covers those about the environment, `export/error-messages.test.ts` those
 * about the export. Each row contains the cause, a function that produces the message, and its parts: the problem, the location, the
 * solution.
 */
type Row = [cause: string, produce: () => unknown, what: string, where: string, todo: string]

const ROOT = 'a'.repeat(32)
const ENV = readEnv({ NOTION_ROOT_PAGE: ROOT }, '/site')
const WITH_ADDRESS = readEnv({ NOTION_ROOT_PAGE: ROOT, NOTION_API_BASE_URL: 'https://notion.example/api/v3' }, '/site')
const WITH_TOKEN = readEnv({ NOTION_ROOT_PAGE: ROOT, NOTION_TOKEN: 'x' }, '/site')
const ORIGIN = 'https://notion.example'

const ROWS: Row[] = [
  [
    'a misspelled variable',
    () => findUnknownVariables({ SYNC_RTE: '5' })[0],
    'is not a setting',
    'SYNC_RTE',
    'SYNC_RATE?',
  ],
  [
    'a workspace folder that does not exist',
    () => openSource('/no/such/folder', ''),
    'There is no workspace folder',
    '/no/such/folder',
    'set WORKSPACE_DIR',
  ],
  [
    'an empty workspace folder',
    () => openSource(createTemporaryFolder(), ''),
    'no record maps',
    'workspace folder /',
    'put .json files there or sync',
  ],
  ['a manifest that is not JSON', () => openManifest('{'), 'is not JSON', 'manifest.json', 'restore it, or remove it'],
  [
    'a manifest of another format',
    () => openManifest('{}'),
    'is not of format',
    'manifest.json',
    'restore it, or remove',
  ],
  [
    'a manifest without pages',
    () => openManifest('{"format":1}'),
    'lists no pages',
    'manifest.json',
    'restore it, or remove it',
  ],
  [
    'a manifest of a sync that copied nothing',
    () => openManifest('{"format":1,"pages":{}}'),
    'lists no pages',
    'workspace folder /',
    'run npm run sync',
  ],
  [
    'a root page that is not in the folder',
    () => buildSite({ ...EMPTY, root: 'some-id' }, SETTINGS),
    'is not in the snapshot',
    'some-id',
    'check NOTION_ROOT_PAGE or sync again',
  ],
  [
    'a folder without pages',
    () => buildSite(EMPTY, SETTINGS),
    'no page',
    'The snapshot',
    'set NOTION_ROOT_PAGE or add',
  ],
  [
    'a sync without a root page',
    () => openSync({}),
    'There is nothing to sync',
    'NOTION_ROOT_PAGE',
    'set NOTION_ROOT_PAGE to the address of the root page in Notion (••• → Copy link)',
  ],
  [
    'a sync into a folder of other files',
    () => openSync({ NOTION_ROOT_PAGE: ROOT, WORKSPACE_DIR: createForeignFolder() }),
    'no sync wrote',
    'foreign',
    'set WORKSPACE_DIR to a new folder',
  ],
  ['two syncs of one folder', lockTwice, 'Another sync is', `process ${process.pid}`, 'wait until it ends, or stop it'],
  [
    'a folder that cannot be created',
    () => lockFolder(path.join(createForeignFolder(), 'notes.txt', 'sync')),
    'Cannot write',
    'notes.txt',
    'set WORKSPACE_DIR to a folder that',
  ],
  [
    'a full disk',
    () => new SyncWriteError('/data', Object.assign(new Error(), { code: 'ENOSPC' })),
    'the disk is full',
    '/data',
    'make room there, or set WORKSPACE_DIR',
  ],
  [
    'a private root page without a token',
    () => explainFailedStart(new CallError('refused', 'HTTP 401', 401), ENV, ORIGIN),
    'The root page is private',
    'HTTP 401',
    'set NOTION_INTEGRATION_TOKEN to its secret',
  ],
  [
    'a token that has expired',
    () => explainFailedStart(new CallError('refused', 'HTTP 401', 401), WITH_TOKEN, ORIGIN),
    'wrong or has expired',
    'NOTION_TOKEN_V2',
    'set a new one',
  ],
  [
    'a workspace without the root page',
    () => explainFailedStart(new CallError('refused', 'HTTP 404', 404), ENV, ORIGIN),
    'shows no page',
    'NOTION_ROOT_PAGE',
    'check the id; if the page is private',
  ],
  [
    'a busy workspace',
    () => explainFailedStart(new CallError('busy', 'HTTP 429', 429), ENV, ORIGIN),
    'too busy',
    'The workspace',
    'run the sync again later, or lower SYNC_RATE',
  ],
  [
    'a host that is not a workspace',
    () => explainFailedStart(new CallError('broken', 'not JSON'), WITH_ADDRESS, ORIGIN),
    'like a workspace',
    ORIGIN,
    'check the network and NOTION_API_BASE_URL',
  ],
  [
    'a host that cannot be reached',
    () => explainFailedStart(new CallError('unreachable', 'ENOTFOUND'), WITH_ADDRESS, ORIGIN),
    'cannot be reached',
    ORIGIN,
    'check the network and NOTION_API_BASE_URL',
  ],
  [
    'Notion itself that cannot be reached',
    () => explainFailedStart(new CallError('unreachable', 'ENOTFOUND'), ENV, ORIGIN),
    'cannot be reached (ENOTFOUND)',
    ORIGIN,
    'check the network of this machine',
  ],
  [
    'a workspace that was never synced',
    () => prepareSite(readEnv({ NOTION_ROOT_PAGE: ROOT }, createTemporaryFolder()), 0, {}),
    'was not copied to',
    '.snapshot',
    'run npm run sync',
  ],
  [
    'a state folder that is a file',
    () => prepareSite(readEnv({ STATE_DIR: createFile(), WORKSPACE_DIR: path.resolve('workspace') }, '/site'), 0, {}),
    'Cannot write to',
    'a-file',
    'set STATE_DIR to a folder',
  ],
  ['a port in use', occupyPort, 'is in use', 'Port ', 'set PORT to another one'],
  [
    'a Redis that cannot be reached',
    connectToMissingRedis,
    'cannot be reached',
    'redis://127.0.0.1:',
    'check REDIS_URL',
  ],
  ['a Redis in protected mode', connectToProtectedRedis, 'its protected mode', 'redis://127.0.0.1:', 'check REDIS_URL'],
  ['a reply of Redis that was lost', loseReplyOfRedis, 'its protected mode', 'redis://127.0.0.1:', 'check REDIS_URL'],
  ['a browser that does not exist', findMissingBrowser, 'there is no file', '/no/such/browser', 'CHROMIUM'],
]

test.each(ROWS)(
  'the message about %s contains the problem, the location and the solution',
  async (_, produce, ...parts) => {
    const message = await getMessage(produce)
    for (const part of parts) expect(message).toContain(part)
  },
)

const SETTINGS: BuildSettings = {
  timeZone: 'UTC',
  siteUrl: '',
  now: 0,
  signIn: false,
  untitled: '',
  unnamed: '',
  locale: 'en',
}
const EMPTY: BuildInput = {
  snapshot: '',
  syncedAt: 0,
  root: undefined,
  languages: [],
  pages: new Map(),
  collections: new Map(),
  collectionHashes: {},
  files: new Map(),
  propertyFiles: new Map(),
  concealedFiles: new Map(),
  failedFiles: new Map(),
  users: {},
  unreadable: [],
  removed: [],
  misnamed: [],
  isFilling: false,
}

/** Returns the message that a function throws or returns. */
async function getMessage(produce: () => unknown): Promise<string> {
  try {
    const result = await produce()
    return result instanceof Error ? result.message : String(result)
  } catch (error) {
    if (error instanceof Error) return error.message
    throw error
  }
}

function openManifest(text: string) {
  const folder = createTemporaryFolder()
  writeFiles(folder, { 'manifest.json': text })
  return openSource(folder, '')
}

function createFile(): string {
  const folder = createTemporaryFolder()
  writeFiles(folder, { 'a-file': '' })
  return path.join(folder, 'a-file')
}

async function occupyPort() {
  const server = createServer().listen(0)
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  return requirePort((server.address() as AddressInfo).port)
}

function createForeignFolder(): string {
  const folder = path.join(createTemporaryFolder(), 'foreign')
  writeFiles(folder, { 'notes.txt': 'text' })
  return folder
}

const openSync = (source: Record<string, string>) =>
  openTools(readEnv(source, createTemporaryFolder()), CALL_LIMITS, new AbortController().signal)

async function lockTwice() {
  const folder = createTemporaryFolder()
  const unlock = await lockFolder(folder)
  onTestFinished(unlock)
  return lockFolder(folder)
}

async function connectToMissingRedis(): Promise<string> {
  return getRedisMessage(UNUSED_PORT)
}

async function connectToProtectedRedis(): Promise<string> {
  const server = createServer((socket) => socket.end('-DENIED Redis is running in protected mode\r\n'))
  onTestFinished(() => void server.close())
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return getRedisMessage((server.address() as AddressInfo).port)
}

/** Reports what the client throws if an error arrives before it has sent a command. */
async function loseReplyOfRedis(): Promise<string> {
  return getRedisMessage(UNUSED_PORT, new TypeError("Cannot read properties of undefined (reading 'reject')"))
}

/** Returns the first log line of a connection to Redis. */
function getRedisMessage(port: number, error?: TypeError): Promise<string> {
  return new Promise((resolve) => {
    const redis = connectToRedis(`redis://name:secret@127.0.0.1:${port}`, (line) => {
      redis.destroy()
      resolve(line)
    })
    if (error !== undefined) redis.emit('error', error)
  })
}

function findMissingBrowser() {
  vi.stubEnv('CHROMIUM', '/no/such/browser')
  onTestFinished(() => void vi.unstubAllEnvs())
  return findProgram('chromium')
}
