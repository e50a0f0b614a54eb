import 'server-only'
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import * as z from 'zod/mini'
import { getSharedRedis } from '../../redis/shared'
import { getRuntime } from '../../runtime'
import type { Env } from '../../settings/env'
import type { OidcSettings } from '../../settings/sign-in'
import { getRedisPrefix } from '../../site/working-copy'
import { writeFileAtomically } from '../../snapshot/write-file-atomically'
import { getNow, type OidcSession } from './oidc-session'

declare module '../../runtime' {
  interface Runtime {
    /** When this instance revoked sessions, in seconds since 1970, by a digest of what names them. */
    revokedSessions?: Promise<LRUCache<string, number>>
  }
}

const MAX_REVOKED = 10_000
/** A request waits no longer for Redis. Then only what this instance has revoked counts, until the provider is asked again. */
const REDIS_RESPONDS_WITHIN_MS = 500

/**
 * What names sessions: one by its own id or the provider's, all of a person by the id of the person, those of them without an id of the
 * provider, or everyone's.
 */
export type SessionName = { id: string } | { sid: string } | { sub: string } | { withoutSid: string } | { all: true }

/**
 * Ends all sessions with a name that have begun, on all instances and after a restart. Throws if Redis does not respond, or without Redis if
 * the state folder cannot be written.
 */
export async function revokeSessions(name: SessionName, settings: OidcSettings, env: Env): Promise<void> {
  const at = getNow()
  const key = getKey(name, settings)
  const revoked = await getRevoked(settings, env)
  revoked.set(key, at)
  if (env.redisUrl === undefined) return save(revoked, env)
  const redis = await getSharedRedis(env.redisUrl)
  const stored = redis.set(getRedisPrefix(env) + key, String(at), { EX: settings.session })
  const isStored = await Promise.race([stored, pause(REDIS_RESPONDS_WITHIN_MS, undefined, { ref: false })])
  if (isStored === undefined) throw new Error('Redis does not respond')
}

/** Whether a session was revoked. */
export async function isRevoked(session: OidcSession, settings: OidcSettings, env: Env): Promise<boolean> {
  const { id, sid, sub, since } = session
  // A person may sign in again after all sessions were ended, so only those that had begun are meant.
  const names: { name: SessionName; begun?: number }[] = [
    { name: { id } },
    { name: { sub }, begun: since },
    sid === undefined ? { name: { withoutSid: sub }, begun: since } : { name: { sid } },
    { name: { all: true }, begun: since },
  ]
  const keys = names.map(({ name }) => getKey(name, settings))
  const revoked = await getRevoked(settings, env)
  const known = keys.map((key) => revoked.get(key))
  const shared = env.redisUrl === undefined ? [] : await readShared(env.redisUrl, keys, env)
  return names.some(({ begun = 0 }, at) => [known[at], shared[at]].some((time) => time !== undefined && begun <= time))
}

function getRevoked(settings: OidcSettings, env: Env): Promise<LRUCache<string, number>> {
  const runtime = getRuntime()
  runtime.revokedSessions ??= readRevoked(settings, env)
  return runtime.revokedSessions
}

/** Without Redis, one instance stores what it has revoked, with the oldest first. */
const getFile = ({ stateDir }: Env) => path.join(stateDir, 'revoked-sessions.json')

/** Reads what was revoked before a restart. If the file cannot be read, all sessions have ended, because any could be revoked. */
async function readRevoked(settings: OidcSettings, env: Env): Promise<LRUCache<string, number>> {
  const revoked = new LRUCache<string, number>({ max: MAX_REVOKED, ttl: settings.session * 1000 })
  if (env.redisUrl !== undefined) return revoked
  const now = getNow()
  try {
    const text = await readFile(getFile(env), 'utf8')
    for (const [key, at] of z.array(z.tuple([z.string(), z.number()])).parse(JSON.parse(text))) {
      const seconds = at + settings.session - now
      if (seconds > 0) revoked.set(key, at, { ttl: seconds * 1000 })
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return revoked
    console.warn(`${getFile(env)} cannot be read: everyone has to sign in again`)
    revoked.set(getKey({ all: true }, settings), now)
  }
  return revoked
}

let lastWrite: Promise<void> = Promise.resolve()
let nextWrite: Promise<void> | undefined

/** Stores what was revoked. Calls during a write share the next one. */
function save(revoked: LRUCache<string, number>, env: Env): Promise<void> {
  nextWrite ??= lastWrite.then(() => {
    nextWrite = undefined
    const written = writeFileAtomically(getFile(env), JSON.stringify([...revoked.entries()].reverse()))
    lastWrite = written.catch(() => {})
    return written
  })
  return nextWrite
}

async function readShared(redisUrl: string, keys: string[], env: Env): Promise<(number | undefined)[]> {
  const read = async () => {
    const redis = await getSharedRedis(redisUrl)
    if (!redis.isReady) return []
    const found = await redis.mGet(keys.map((key) => getRedisPrefix(env) + key))
    return found.map((value) => (value === null ? undefined : Number(value)))
  }
  return Promise.race([read().catch(() => []), pause(REDIS_RESPONDS_WITHIN_MS, [], { ref: false })])
}

function getKey(name: SessionName, { issuer }: OidcSettings): string {
  return `revoked:${createHash('sha256')
    .update(JSON.stringify([issuer, name]))
    .digest('base64url')}`
}
