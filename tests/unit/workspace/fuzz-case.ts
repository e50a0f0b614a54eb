import { cleanRecordMap } from '@/lib/workspace/clean'
import { readRecordMaps } from '@/lib/workspace/read'
import { pageRecord } from '@/lib/workspace/record'
import { PAGE_TYPES } from '@/lib/workspace/record-map'
import { collectionsIn, pagesIn, type SplitPage } from '@/lib/workspace/split'
import { faultsIn } from './invariants'
import { deepFreeze } from './maps'

/** Reads, cleans and cuts a stored map as a snapshot does; answers what is wrong with the result. */
export function faultsOf(json: unknown): string[] {
  const read = readRecordMaps(deepFreeze(json))
  if (!read.ok) return read.reason.startsWith('is not a record map: ') ? [] : [`the reason is ${read.reason}`]
  const { map } = cleanRecordMap(read.map)
  const faults = [...faultsIn(map), ...[...pagesIn(map)].flatMap(pageFaults)]
  for (const { rows } of collectionsIn(map))
    if (rows.some((row) => row.content.length > 0)) faults.push('row with content')
  const { block, collection } = map
  const again = cleanRecordMap({
    ...read.map,
    block: new Map(Object.entries(block)),
    collection: new Map(Object.entries(collection)),
  })
  if (JSON.stringify(again.map.block) !== JSON.stringify(block)) faults.push('cleaning twice differs from once')
  if (JSON.stringify(JSON.parse(JSON.stringify(map))) !== JSON.stringify(map)) faults.push('not plain JSON')
  return faults
}

function pageFaults({ page, completeness }: SplitPage): string[] {
  const record = pageRecord(page)
  const faults = faultsIn({
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
  for (const { id, type, properties } of Object.values(page.blocks)) {
    const isOther = id !== page.id && PAGE_TYPES.has(type)
    if (isOther && Object.keys(properties).length > 0) faults.push(`words of another page ${id}`)
  }
  return faults
}
