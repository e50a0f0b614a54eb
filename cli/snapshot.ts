import { existsSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { openSharedSnapshot } from '../lib/instances/shared-snapshot'
import { findPageRemarks } from '../lib/page/page-remarks'
import { connectToRedis, type Redis } from '../lib/redis/connection'
import { type Env, getEnv } from '../lib/settings/env'
import { NoRootError } from '../lib/site/prepare/build-site'
import { prepareSite } from '../lib/site/prepare/prepare-site'
import { openWorkingCopy } from '../lib/site/working-copy'
import { copySnapshot, verifySnapshot } from '../lib/snapshot/copy'
import { SnapshotError, type SnapshotStore } from '../lib/snapshot/store'
import { formatCount } from '../messages/plural'
import { fail } from '../tools/explain-error.mjs'
import { readArguments } from './lib/read-arguments'

/** The argument for the Redis of the site. */
const SHARED = 'redis'
const CONNECTS_WITHIN_MS = 5000

/** Copies a snapshot between a folder and Redis, verifies the copy, and prints what was copied. */
const { positionals } = readArguments({
  name: 'snapshot',
  about: `Copies a snapshot. FROM and TO are each "redis" (the one at REDIS_URL), the address of another Redis, or a state folder (STATE_DIR).
FROM may also be a folder of record maps. Other users of the machine can read arguments: put the address of a Redis with a password into
REDIS_URL.`,
  positionals: 'copy FROM TO',
})
const [action, from = '', to = ''] = positionals
if (action !== 'copy') fail(`There is no action “${action}”: npm run snapshot -- copy FROM TO`)
const env = getEnv()
// A folder of record maps replaces `WORKSPACE_DIR`, by which keys in Redis name a site without `NOTION_ROOT_PAGE`.
const site: Env = isWorkspace(from) ? { ...env, workspaceDir: path.resolve(from) } : env
const connections: Redis[] = []
try {
  if (isWorkspace(from)) await prepareSite(site, Date.now(), { findPageRemarks })
  const source = await open(from)
  const target = await open(to)
  const { contents, bytes } = await copySnapshot(source, target)
  const { version, pages } = await verifySnapshot(target)
  const size = (bytes / 1_000_000).toFixed(1)
  console.log(
    `Copied ${formatCount(contents, 'file')} (${size} MB); snapshot ${version} has ${formatCount(pages, 'page')} and is complete`,
  )
} catch (error) {
  if (!(error instanceof SnapshotError || error instanceof NoRootError)) throw error
  fail(error.message)
}
for (const connection of connections) connection.destroy()

async function open(place: string): Promise<SnapshotStore> {
  if (!isRedis(place)) return openWorkingCopy(isWorkspace(place) ? site : { ...site, stateDir: path.resolve(place) })
  const url = place === SHARED ? env.redisUrl : place
  if (url === undefined) fail('"redis" is the Redis at REDIS_URL, which is not set: set it to its address')
  const redis = connectToRedis(url, (sentence) => console.error(sentence))
  connections.push(redis)
  for (const until = Date.now() + CONNECTS_WITHIN_MS; !redis.isReady; await pause(20)) {
    if (Date.now() > until) fail('Nothing was copied')
  }
  return openSharedSnapshot(site, redis)
}

function isRedis(place: string): boolean {
  return place === SHARED || (/^rediss?:\/\//.test(place) && URL.canParse(place))
}

/** Whether a folder exists and is not the state folder of a site. */
function isWorkspace(place: string): boolean {
  return !isRedis(place) && existsSync(place) && !existsSync(path.join(place, 'workspaces'))
}
