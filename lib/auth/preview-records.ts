import 'server-only'
import { readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { getSharedRedis } from '../redis/shared'
import type { Env } from '../settings/env'
import { getRedisPrefix } from '../site/working-copy'
import { readTextIfPresent } from '../snapshot/regular-file'
import { writeFileAtomically } from '../snapshot/write-file-atomically'
import type { Id } from '../workspace/record-map'
import { parseObject } from '../workspace/values'

/** What is recorded of a preview link that is neither expired nor revoked. Times are milliseconds since 1970. */
export interface PreviewRecord {
  /** A random name, which does not open the link. */
  name: string
  page: Id
  hasSubpages: boolean
  made: number
  expires: number
}

const NAME = /^[\w-]{16}$/
const FILE = /^([\w-]{16})\.json$/

/** The records of one instance are files; several instances share them in a hash in Redis. */
const getFolder = ({ stateDir }: Env) => path.join(stateDir, 'previews')
const getFile = (name: string, env: Env) => path.join(getFolder(env), `${name}.json`)
const getKey = (env: Env) => `${getRedisPrefix(env)}previews`

export async function writePreview(record: PreviewRecord, env: Env): Promise<void> {
  const text = JSON.stringify(record)
  if (env.redisUrl === undefined) await writeFileAtomically(getFile(record.name, env), text)
  else await (await getSharedRedis(env.redisUrl)).hSet(getKey(env), record.name, text)
}

/** Returns the record with a name; undefined if there is none, or if it is damaged. */
export async function readPreview(name: string, env: Env): Promise<PreviewRecord | undefined> {
  if (!NAME.test(name)) return undefined
  if (env.redisUrl !== undefined) {
    return parseRecord(name, await (await getSharedRedis(env.redisUrl)).hGet(getKey(env), name))
  }
  return parseRecord(name, await readTextIfPresent(getFile(name, env)))
}

/** Returns all records that have not expired, and removes those that have. */
export async function listPreviews(env: Env, now: number): Promise<PreviewRecord[]> {
  const records = await readAll(env)
  for (const { name, expires } of records) if (now >= expires) await removePreview(name, env)
  return records.filter(({ expires }) => now < expires)
}

/** Returns all records that can be read. */
async function readAll(env: Env): Promise<PreviewRecord[]> {
  if (env.redisUrl !== undefined) {
    const texts = await (await getSharedRedis(env.redisUrl)).hGetAll(getKey(env))
    return Object.entries(texts).flatMap(([name, text]) => parseRecord(name, text) ?? [])
  }
  const files = await readdir(getFolder(env)).catch(ignoreMissing)
  const names = files.flatMap((file) => FILE.exec(file)?.[1] ?? [])
  return (await Promise.all(names.map((name) => readPreview(name, env)))).flatMap((record) => record ?? [])
}

/** Removes a record. Without one, the link is worthless. */
export async function removePreview(name: string, env: Env): Promise<void> {
  if (!NAME.test(name)) return
  if (env.redisUrl === undefined) await rm(getFile(name, env), { force: true })
  else await (await getSharedRedis(env.redisUrl)).hDel(getKey(env), name)
}

export async function removeAllPreviews(env: Env): Promise<void> {
  if (env.redisUrl === undefined) await rm(getFolder(env), { recursive: true, force: true })
  else await (await getSharedRedis(env.redisUrl)).del(getKey(env))
}

function ignoreMissing(error: NodeJS.ErrnoException): string[] {
  if (error.code === 'ENOENT') return []
  throw error
}

function parseRecord(name: string, text: unknown): PreviewRecord | undefined {
  const { page, hasSubpages, made, expires } = parseObject(String(text ?? ''))
  const isValid = typeof page === 'string' && typeof made === 'number' && typeof expires === 'number'
  return isValid ? { name, page, hasSubpages: hasSubpages === true, made, expires } : undefined
}
