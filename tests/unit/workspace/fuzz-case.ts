import { BlockCleaner, cleanRecordMap } from '@/lib/workspace/clean/clean'
import { PackedTexts } from '@/lib/workspace/clean/packed-texts'
import { type RawMap, readRecordMaps } from '@/lib/workspace/clean/read-record-map'
import { createPageRecord } from '@/lib/workspace/read/page-record'
import { type SplitPage, splitPages, unpackPage } from '@/lib/workspace/read/split'
import { PAGE_TYPES } from '@/lib/workspace/record-map'
import { findRenderFaults } from './fuzz-render'
import { findMapFaults } from './invariants'
import { deepFreeze } from './maps'

/** Reads, cleans and splits a stored map like a snapshot, renders its pages like the server, and returns what is wrong with the result. */
export function findFaults(json: unknown): string[] {
  const read = readRecordMaps(deepFreeze(json))
  if (!read.ok) return read.reason.startsWith('is not a record map: ') ? [] : [`the reason is ${read.reason}`]
  const { map, pages: tops } = cleanRecordMap(read.map)
  const pages = [...splitPages(map)]
  const faults = [...findMapFaults(map), ...pages.flatMap(findPageFaults)]
  if (tops.some((top, at) => top.id !== pages[at]?.page.id) || tops.length !== pages.length)
    faults.push('lists other pages')
  const { block, collection } = map
  const again = cleanRecordMap({
    ...read.map,
    block: new Map(Object.entries(block)),
    collection: new Map(Object.entries(collection)),
  })
  if (JSON.stringify(again.map.block) !== JSON.stringify(block)) faults.push('cleaning twice differs from once')
  if (JSON.stringify(JSON.parse(JSON.stringify(map))) !== JSON.stringify(map)) faults.push('not plain JSON')
  if (JSON.stringify(splitPacked(read.map)) !== JSON.stringify(pages)) faults.push('packed texts differ')
  const records = new Map(pages.map(({ page }) => [page.id, createPageRecord({ page })]))
  return [...faults, ...pages.flatMap(({ page }) => findRenderFaults(page, map, records))]
}

/** Splits a map as it is read block by block. */
function splitPacked(raw: RawMap): SplitPage[] {
  const texts = new PackedTexts()
  const cleaner = new BlockCleaner(texts)
  for (const [key, value] of raw.block) cleaner.add(key, value, Buffer.from(JSON.stringify({ value })))
  const { map, pages } = cleanRecordMap({ ...raw, block: new Map() }, undefined, cleaner)
  return [...splitPages(map, pages)].map((split) => unpackPage(split, texts))
}

function findPageFaults({ page, completeness }: SplitPage): string[] {
  const record = createPageRecord({ page })
  const faults = findMapFaults({
    block: page.blocks,
    collection: {},
    collection_view: page.views,
    collection_query: page.queries,
    notion_user: page.users,
    signed_urls: page.files,
    preview_images: page.previews,
    custom_emojis: page.emojis,
  })
  if (!(completeness > 0 && completeness <= 1)) faults.push(`completeness ${completeness}`)
  if (record.excerpt.length > 300 || !(record.words >= 0)) faults.push('excerpt or words')
  if (record.block.content.length > 0) faults.push('row with content')
  for (const { id, type, properties } of Object.values(page.blocks)) {
    const isOther = id !== page.id && PAGE_TYPES.has(type)
    if (isOther && Object.keys(properties).length > 0) faults.push(`text of another page ${id}`)
  }
  return faults
}
