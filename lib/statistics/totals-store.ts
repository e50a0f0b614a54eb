import 'server-only'
import { readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { getSharedRedis } from '../redis/shared'
import type { Env } from '../settings/env'
import { getRedisPrefix } from '../site/working-copy'
import { readTextIfPresent } from '../snapshot/regular-file'
import { writeFileAtomically } from '../snapshot/write-file-atomically'
import { keepLargest } from './counts'
import { addTotals, formatTotals, MAX_KEYS, parseTotals, readCounts, TOTALS_KINDS, type Totals } from './totals'

/** Totals are removed after this time: 13 months, so that a year can be compared with the one before. */
export const KEPT_DAYS = 396
export const DAY_MS = 24 * 3600 * 1000
const FILE = /^(\d{4}-\d\d-\d\d)\.json$/

/** The totals of views since the site counts them are stored like those of a day, and not removed. */
export const ALL_DAYS = 'all'

export type StoreSettings = Pick<Env, 'stateDir' | 'redisUrl' | 'rootId' | 'workspaceDir'>

/** Returns the day of a time (UTC), such as `2026-01-31`. */
export const getDay = (time: number): string => new Date(time).toISOString().slice(0, 10)

/** Returns the last days, the current one last. */
export const listDays = (count: number, now = Date.now()): string[] =>
  Array.from({ length: count }, (_, at) => getDay(now - (count - 1 - at) * DAY_MS))

/** Adds to the stored totals of a day. Throws if they cannot be stored; `totals` then has what is left to store. */
export async function storeTotals(day: string, totals: Totals, settings: StoreSettings): Promise<void> {
  if (settings.redisUrl !== undefined) return storeInRedis(day, totals, settings, settings.redisUrl)
  const stored = await readFileTotals(day, settings)
  addTotals(stored, totals)
  await writeFileAtomically(getFile(day, settings), formatTotals(stored), { flush: 'file' })
}

/** Reads the totals of days. Days without any are empty. */
export async function readTotals(days: readonly string[], settings: StoreSettings): Promise<Totals[]> {
  const { redisUrl } = settings
  if (redisUrl === undefined) return Promise.all(days.map((day) => readFileTotals(day, settings)))
  const redis = await getSharedRedis(redisUrl)
  return Promise.all(
    days.map(async (day) => {
      const kinds = await Promise.all(
        TOTALS_KINDS.map(async (kind) => {
          const fields = await redis.hGetAll(getKey(day, kind, settings))
          return [kind, readCounts(Object.entries(fields).map(([key, value]) => [key, String(value)]))] as const
        }),
      )
      return Object.fromEntries(kinds.filter(([, counts]) => counts.size > 0))
    }),
  )
}

/** Removes the files of days that are no longer kept. Redis removes its keys by itself. */
export async function removeOldTotals(settings: StoreSettings, now = Date.now()): Promise<void> {
  await removeDaysBefore(getDay(now - KEPT_DAYS * DAY_MS), getFolder(settings))
}

/** Removes the files of days before the first one to keep. */
export async function removeDaysBefore(first: string, folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const day = FILE.exec(name)?.[1]
    if (day !== undefined && day < first) await rm(path.join(folder, name), { force: true })
  }
}

/** Increments the counts, which several instances share. The rarest are removed if there are too many, so sums are not exact then. */
async function storeInRedis(day: string, totals: Totals, settings: StoreSettings, redisUrl: string): Promise<void> {
  const redis = await getSharedRedis(redisUrl)
  for (const kind of TOTALS_KINDS) {
    const counts = totals[kind]
    if (counts === undefined || counts.size === 0) continue
    const key = getKey(day, kind, settings)
    const commands = redis.multi()
    for (const [field, count] of counts) commands.hIncrBy(key, field, count)
    if (day !== ALL_DAYS) commands.pExpire(key, KEPT_DAYS * DAY_MS)
    await commands.exec()
    delete totals[kind]
    const most = MAX_KEYS[kind]
    if ((await redis.hLen(key)) <= 2 * most) continue
    const stored = readCounts(
      Object.entries(await redis.hGetAll(key)).map(([field, value]) => [field, String(value)] as const),
    )
    const kept = keepLargest(stored, most)
    await redis.hDel(
      key,
      [...stored.keys()].filter((field) => !kept.has(field)),
    )
  }
}

const readFileTotals = async (day: string, settings: StoreSettings): Promise<Totals> =>
  parseTotals((await readTextIfPresent(getFile(day, settings))) ?? '')

const getFolder = ({ stateDir }: StoreSettings) => path.join(stateDir, 'statistics')
const getFile = (day: string, settings: StoreSettings) => path.join(getFolder(settings), `${day}.json`)
const getKey = (day: string, kind: string, settings: StoreSettings) =>
  `${getRedisPrefix(settings)}statistics:${day}:${kind}`
