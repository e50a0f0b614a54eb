import { defaultMapImageUrl, normalizeUrl } from 'notion-utils'
import { findCustomEmojiId, toSafeAddress, toSafeFileAddress, toSafeImageAddress } from '../address'
import { toUuid } from '../ids'
import { collectSources } from '../read/sources'
import type { Block, Id, PreviewImage, RecordMap } from '../record-map'
import { type Fields, isObject, isSafeKey, readNumberWithin } from '../values'
import { cleanName } from './string'

const MAX_PREVIEW = 100_000

/** Returns a person's name, or undefined if it is missing or an email address. */
export function cleanUser(_id: Id, record: Fields): string | undefined {
  const parts = [record.given_name, record.family_name].map((part) => cleanName(part, 200)?.trim())
  const name = parts.filter(Boolean).join(' ') || cleanName(record.name, 200)?.trim()
  return name && !/\S@\S/.test(name) ? name : undefined
}

/** Returns signed file addresses by block id or by the address in the block. */
export function cleanSignedUrls(value: unknown): Record<string, string> {
  const signed: Record<string, string> = {}
  for (const [key, raw] of getEntries(value)) {
    const file = toUuid(key) ?? (/^(?:https?|attachment):/i.test(key) ? toSafeFileAddress(key) : undefined)
    const address = toSafeAddress(raw)
    if (file !== undefined && address !== undefined && /^https?:/i.test(address)) signed[file] = address
  }
  return signed
}

/** Returns the image address of each custom emoji by id. A map stores them in up to two places; both are read. */
export function cleanEmojis(addresses: unknown, records: ReadonlyMap<string, unknown>): Record<Id, string> {
  const emojis: Record<Id, string> = {}
  const fromRecords = [...records].map(([key, record]) => [key, isObject(record) ? record.url : undefined] as const)
  for (const [key, raw] of [...fromRecords, ...getEntries(addresses)]) {
    const id = toUuid(key)
    const address = toSafeImageAddress(raw)
    if (id !== undefined && address !== undefined) emojis[id] = address
  }
  return emojis
}

/**
 * Replaces references to custom emojis by the addresses of their images, in the icons of blocks, collections and link mentions.
 * A reference to an unknown emoji stays and is not shown. Changes the records in place.
 */
export function insertEmojiAddresses(
  { collection, custom_emojis: emojis }: Pick<RecordMap, 'collection' | 'custom_emojis'>,
  blocks: readonly Block[],
): void {
  if (Object.keys(emojis).length === 0) return
  const findImage = (icon: unknown) => {
    const id = findCustomEmojiId(icon)
    return id !== undefined && Object.hasOwn(emojis, id) ? emojis[id] : undefined
  }
  for (const each of Object.values(collection)) {
    const icon = findImage(each.icon)
    if (icon !== undefined) each.icon = icon
  }
  for (const { format, properties } of blocks) {
    const icon = findImage(format.page_icon)
    if (icon !== undefined) format.page_icon = icon
    for (const text of Object.values(properties)) {
      for (const [, formats = []] of text) {
        for (const format of formats) {
          const [kind, card] = format
          const image = kind === 'lm' && isObject(card) ? findImage(card.icon_url) : undefined
          if (image !== undefined && isObject(card)) format[1] = { ...card, icon_url: image }
        }
      }
    }
  }
}

/**
 * Returns preview images, shown until the full image has loaded, by the exact address in the block. Stored maps use several
 * normalized forms of that address as keys.
 */
export function cleanPreviews(value: unknown, blocks: Iterable<Block>): Record<string, PreviewImage> {
  const stored = new Map<string, unknown>(getEntries(value))
  const previews: Record<string, PreviewImage> = {}
  if (stored.size === 0) return previews
  for (const block of blocks) {
    for (const source of collectSources(block)) {
      if (!isSafeKey(source) || source.startsWith('data:') || previews[source] !== undefined) continue
      const keys = [source, normalizeUrl(source), normalizeUrl(getServedAddress(source, block))]
      const preview = keys.map((key) => cleanPreview(stored.get(key))).find((each) => each !== undefined)
      if (preview !== undefined) previews[source] = preview
    }
  }
  return previews
}

/** Returns the address at which the hosted workspace serves an image, or undefined. */
function getServedAddress(source: string, { id, parent_table }: Block): string | undefined {
  try {
    // defaultMapImageUrl reads only these two fields.
    return defaultMapImageUrl(source, { id, parent_table } as Parameters<typeof defaultMapImageUrl>[1])
  } catch {
    return undefined
  }
}

function cleanPreview(value: unknown): PreviewImage | undefined {
  if (!isObject(value)) return undefined
  const originalWidth = readNumberWithin(value.originalWidth, 1, 100_000)
  const originalHeight = readNumberWithin(value.originalHeight, 1, 100_000)
  const data = value.dataURIBase64
  if (originalWidth === undefined || originalHeight === undefined || typeof data !== 'string') return undefined
  if (data.length > MAX_PREVIEW || !data.startsWith('data:') || toSafeImageAddress(data) === undefined) return undefined
  return { originalWidth, originalHeight, dataURIBase64: data }
}

function getEntries(value: unknown): [string, unknown][] {
  return isObject(value) ? Object.entries(value) : []
}
