import 'server-only'
import path from 'node:path'
import { getSharedRedis } from '../redis/shared'
import { getRedisPrefix } from '../site/working-copy'
import { readTextIfPresent } from '../snapshot/regular-file'
import { writeFileAtomically } from '../snapshot/write-file-atomically'
import { isObject, parseObject } from '../workspace/values'
import { DAY_MS, getDay, listDays, removeDaysBefore, type StoreSettings } from './totals-store'

/** Texts are removed after this time. */
const TEXTS_KEPT_DAYS = 90
/** The longest text, and the most texts of a day. Further ones of the day are dropped. */
const MAX_TEXT_LENGTH = 1000
const MAX_TEXTS = 200

/** What a reader wrote about a page. */
export interface PageText {
  /** The id of the page. */
  page: string
  text: string
}

/** All but line breaks, and the joiners that Persian, Indic scripts and emoji need. */
const CONTROLS = /(?:(?![\n\u200c\u200d])[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}])+/gu

/** Returns a text of a reader as it is stored; empty if nothing is left. */
export const cleanText = (text: string): string =>
  text.slice(0, MAX_TEXT_LENGTH).replaceAll('\r\n', '\n').replace(CONTROLS, ' ').trim()

/** Texts are added to a file one after the other. */
let last: Promise<void> = Promise.resolve()
let waiting = 0

/** Stores a text with its day, and with nothing about its reader. Throws if it cannot be stored. */
export async function storeText(text: PageText, settings: StoreSettings, now = Date.now()): Promise<void> {
  const day = getDay(now)
  if (settings.redisUrl !== undefined) {
    const redis = await getSharedRedis(settings.redisUrl)
    const key = getKey(day, settings)
    if ((await redis.lLen(key)) >= MAX_TEXTS) return
    await redis
      .multi()
      .rPush(key, JSON.stringify(text))
      .pExpire(key, TEXTS_KEPT_DAYS * DAY_MS)
      .exec()
    return
  }
  if (waiting >= MAX_TEXTS) return
  waiting += 1
  const adding = last.then(() => addToFile(day, text, settings))
  last = adding
    .catch(() => {})
    .finally(() => {
      waiting -= 1
    })
  await adding
}

async function addToFile(day: string, text: PageText, settings: StoreSettings): Promise<void> {
  const texts = await readFileTexts(day, settings)
  if (texts.length >= MAX_TEXTS) return
  await writeFileAtomically(getFile(day, settings), JSON.stringify({ texts: [...texts, text] }))
}

/** Reads the newest texts, the last one first, with their days. */
export async function readTexts(
  most: number,
  settings: StoreSettings,
  now = Date.now(),
): Promise<(PageText & { day: string })[]> {
  const found: (PageText & { day: string })[] = []
  for (const day of listDays(TEXTS_KEPT_DAYS, now).reverse()) {
    const texts = await readDay(day, settings)
    found.push(...texts.reverse().map((text) => ({ ...text, day })))
    if (found.length >= most) break
  }
  return found.slice(0, most)
}

/** Removes the texts of days that are no longer kept. Redis removes its keys by itself. */
export async function removeOldTexts(settings: StoreSettings, now = Date.now()): Promise<void> {
  await removeDaysBefore(getDay(now - (TEXTS_KEPT_DAYS - 1) * DAY_MS), getFolder(settings))
}

async function readDay(day: string, settings: StoreSettings): Promise<PageText[]> {
  if (settings.redisUrl === undefined) return readFileTexts(day, settings)
  const redis = await getSharedRedis(settings.redisUrl)
  const lines = await redis.lRange(getKey(day, settings), 0, MAX_TEXTS - 1)
  return lines.map((line): unknown => parseObject(String(line))).filter(isPageText)
}

async function readFileTexts(day: string, settings: StoreSettings): Promise<PageText[]> {
  const { texts } = parseObject((await readTextIfPresent(getFile(day, settings))) ?? '')
  return Array.isArray(texts) ? texts.filter(isPageText) : []
}

const isPageText = (value: unknown): value is PageText =>
  isObject(value) && typeof value.page === 'string' && typeof value.text === 'string'

const getFolder = ({ stateDir }: StoreSettings) => path.join(stateDir, 'statistics', 'texts')
const getFile = (day: string, settings: StoreSettings) => path.join(getFolder(settings), `${day}.json`)
const getKey = (day: string, settings: StoreSettings) => `${getRedisPrefix(settings)}statistics:texts:${day}`
