import 'server-only'
import { createHmac } from 'node:crypto'
import { readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { hasProblem, reportProblem } from '../problems'
import { getSharedRedis } from '../redis/shared'
import type { Env } from '../settings/env'
import { getServiceName } from '../settings/sign-in'
import { getRedisPrefix } from '../site/working-copy'
import { readTextIfPresent } from '../snapshot/regular-file'
import { writeFileAtomically } from '../snapshot/write-file-atomically'
import { parseObject } from '../workspace/values'
import type { Person } from './provider'

/** A personal address gives nothing if its person has not visited the site for this time. */
export const SEEN_WITHIN_MS = 30 * 24 * 3600 * 1000
/** Rights that have not changed are saved again after this time. */
const SAVE_AGAIN_MS = 3600 * 1000
const PROBLEM = 'personal-addresses'
/** How long `/api/health` reports that rights could not be saved. */
const REPORT_MS = 3600 * 1000

/** The rights of a person at the last check of their session. */
interface Rights {
  organizations: string[]
  /** When the sign-in service confirmed them, in milliseconds since 1970. */
  seen: number
}

/**
 * `made`: when the person made their personal addresses, without which the person has none; `rights`: see {@link Rights}; `refused`: when
 * the sign-in service refused the person, after which rights that it confirmed before are worthless. They are records of their own, so that
 * a session that is checked at the same moment cannot undo that the person revokes the addresses, or is refused.
 */
type RecordName = (typeof RECORDS)[number]
const RECORDS = ['made', 'rights', 'refused'] as const

/** Whether the site offers personal addresses. */
export const hasPersonalAddresses = ({ signIn, siteSecret }: Env): boolean =>
  signIn !== undefined && siteSecret !== undefined

/** Returns a key for a purpose, which differs between sites and with `SITE_SECRET`. Throws without one. */
export function derivePersonalKey(purpose: string, { siteSecret, siteUrl }: Env): Buffer {
  if (siteSecret === undefined) throw new Error('SITE_SECRET is not set')
  return createHmac('sha256', siteSecret)
    .update(JSON.stringify([purpose, siteUrl]))
    .digest()
}

/** Returns the name under which a person is recorded, from which their id cannot be found without `SITE_SECRET`. */
export function getPersonKey({ id }: Person, env: Env): string {
  // Another sign-in service may give the same id to someone else.
  const text = JSON.stringify([env.signIn && getServiceName(env.signIn), id])
  return createHmac('sha256', derivePersonalKey('names of people', env)).update(text).digest('base64url').slice(0, 22)
}

/** Returns when the current addresses of a person were made, in milliseconds since 1970; undefined if there are none. */
export async function readMade(person: string, env: Env): Promise<number | undefined> {
  const { made } = parseObject((await read(person, 'made', env)) ?? '')
  return typeof made === 'number' ? made : undefined
}

/** Returns the names of the organizations of a person; undefined if the person has no rights, or not visited the site for long. */
export async function readOrganizations(person: string, env: Env, now = Date.now()): Promise<string[] | undefined> {
  const rights = await readRights(person, env)
  return rights !== undefined && now - rights.seen < SEEN_WITHIN_MS ? rights.organizations : undefined
}

/** Records that a person has personal addresses from now on, if they have none. */
export async function recordMade(
  person: string,
  organizations: string[],
  env: Env,
  checked = Date.now(),
): Promise<void> {
  const now = Date.now()
  await removeExpired(env, now)
  if ((await readMade(person, env)) === undefined) await write(person, 'made', { made: now }, env)
  await write(person, 'rights', { organizations, seen: checked }, env)
}

/** Removes what is recorded of a person, and so their addresses. */
export async function removeRecords(person: string, env: Env): Promise<void> {
  await remove(person, 'made', env)
  await remove(person, 'rights', env)
}

/** Ends the rights of a person whom the sign-in service refuses or signs out. The next sign-in brings their addresses back. */
export async function removeRights(person: Person, env: Env, now = Date.now()): Promise<void> {
  if (!hasPersonalAddresses(env)) return
  const key = getPersonKey(person, env)
  try {
    if ((await read(key, 'made', env)) !== undefined) await write(key, 'refused', { at: now }, env)
  } catch (error) {
    reportUnsaved(error)
    await remove(key, 'rights', env).catch(() => {})
  }
}

function reportUnsaved(error: unknown): void {
  if (!hasProblem(PROBLEM)) console.error('The rights of a member could not be saved:', (error as Error).message)
  reportProblem(PROBLEM, 'The rights of members could not be saved for their feeds', REPORT_MS)
}

/**
 * Records the rights of a verified session if its person has personal addresses. If they cannot be saved, the person has none: an address
 * must never have more rights than the last session. `checked` is when the sign-in service confirmed them, in milliseconds since 1970.
 */
export async function recordRights(
  person: Person,
  organizations: string[],
  env: Env,
  checked = Date.now(),
): Promise<void> {
  if (!hasPersonalAddresses(env)) return
  const key = getPersonKey(person, env)
  try {
    if ((await read(key, 'made', env)) === undefined) return
    const known = await readRights(key, env)
    const isSame = JSON.stringify(known?.organizations) === JSON.stringify(organizations)
    if (known !== undefined && checked < known.seen + (isSame ? SAVE_AGAIN_MS : 0)) return
    await write(key, 'rights', { organizations, seen: checked }, env)
    // The record of an active person does not expire.
    if (env.redisUrl === undefined) return
    await (await getSharedRedis(env.redisUrl)).pExpire(getName(key, 'made', env), SEEN_WITHIN_MS)
  } catch (error) {
    reportUnsaved(error)
    await remove(key, 'rights', env).catch(() => {})
  }
}

/** Returns the rights of a person; undefined if there are none, or if the person was refused since they were confirmed. */
async function readRights(person: string, env: Env): Promise<Rights | undefined> {
  const [rights, refused] = await Promise.all([read(person, 'rights', env), read(person, 'refused', env)])
  const { organizations, seen } = parseObject(rights ?? '')
  const isValid = Array.isArray(organizations) && organizations.every((each) => typeof each === 'string')
  if (!isValid || typeof seen !== 'number') return undefined
  // A record of a refusal that cannot be parsed counts as one without end.
  const { at } = refused === undefined ? { at: 0 } : parseObject(refused)
  return typeof at === 'number' && at < seen ? { organizations, seen } : undefined
}

/** The records of one instance are files; several instances share them in Redis. */
const getFolder = ({ stateDir }: Env) => path.join(stateDir, 'personal')

const getName = (person: string, name: RecordName, env: Env) =>
  env.redisUrl === undefined
    ? path.join(getFolder(env), `${person}.${name}.json`)
    : `${getRedisPrefix(env)}personal:${person}.${name}`

async function read(person: string, name: RecordName, env: Env): Promise<string | undefined> {
  if (env.redisUrl !== undefined) {
    const value = await (await getSharedRedis(env.redisUrl)).get(getName(person, name, env))
    return value === null ? undefined : String(value)
  }
  return readTextIfPresent(getName(person, name, env))
}

async function write(person: string, name: RecordName, value: object, env: Env): Promise<void> {
  const text = JSON.stringify(value)
  if (env.redisUrl === undefined) return writeFileAtomically(getName(person, name, env), text)
  const redis = await getSharedRedis(env.redisUrl)
  await redis.set(getName(person, name, env), text, { expiration: { type: 'PX', value: SEEN_WITHIN_MS } })
}

async function remove(person: string, name: RecordName, env: Env): Promise<void> {
  if (env.redisUrl === undefined) return rm(getName(person, name, env), { force: true })
  await (await getSharedRedis(env.redisUrl)).del(getName(person, name, env))
}

/** Removes the files of people who have not visited the site for long. Redis does that by itself. */
async function removeExpired(env: Env, now: number): Promise<void> {
  if (env.redisUrl !== undefined) return
  const names = await readdir(getFolder(env)).catch(() => [])
  // Other files are being written.
  const people = new Set(names.filter((each) => each.endsWith('.json')).flatMap((name) => name.split('.', 1)))
  for (const person of people) {
    const files = RECORDS.map((name) => getName(person, name, env))
    const times = await Promise.all(files.map((file) => stat(file).catch(() => ({ mtimeMs: 0 }))))
    if (now - Math.max(...times.map(({ mtimeMs }) => mtimeMs)) < SEEN_WITHIN_MS) continue
    for (const file of files) await rm(file, { force: true })
  }
}
