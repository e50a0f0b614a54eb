import { toUuid } from '../ids'
import type { Id, RecordMap } from '../record-map'
import { type Fields, isObject } from '../values'
import { cleanBlock } from './block'
import { addButtonLinks } from './buttons'
import { type Change, createNote, type Note } from './changes'
import { cleanCollection } from './collection'
import { insertEmojiAddresses } from './emojis'
import { cleanEmojis, cleanPreviews, cleanSignedUrls, cleanUser } from './extras'
import { removeParentCycles } from './parents'
import { removePasswords, type SealPassword } from './passwords'
import { cleanQueries } from './query'
import type { RawMap } from './read-record-map'
import { separateViews } from './separate-views'
import { removeInvalidSyncs } from './synced'
import { collectTrashedIds, markTrashed } from './trash'
import { buildContentTrees } from './tree'
import { cleanView } from './view'

/**
 * Cleans an untrusted record map. In the result, every field has its declared type, content is a tree of bounded depth, parents
 * and synced blocks have no cycles, all addresses are safe, and only names of people are kept. `changes` lists each change and its
 * place; unused fields are removed without an entry. Takes time linear in the map's size, never throws, and does not modify its
 * input.
 */
export function cleanRecordMap(raw: RawMap, sealPassword?: SealPassword): { map: RecordMap; changes: Change[] } {
  const changes: Change[] = []
  const block = cleanTable('block', raw.block, cleanBlock, changes)
  const collection = cleanTable('collection', raw.collection, cleanCollection, changes)
  addButtonLinks(block, raw)
  const collection_view = cleanTable('collection_view', raw.collection_view, cleanView, changes)
  separateViews(block, collection_view)
  const containers = buildContentTrees(block, changes)
  removeParentCycles(block, collection, containers, changes)
  markTrashed(block, collection, collectTrashedIds(raw.collection))
  removeInvalidSyncs(block, changes)
  removePasswords(Object.values(block), new Map(Object.entries(collection)), sealPassword)
  const map: RecordMap = {
    block,
    collection,
    collection_view,
    collection_query: cleanQueries(raw.collection_query, changes),
    notion_user: cleanTable('notion_user', raw.notion_user, cleanUser, changes),
    signed_urls: cleanSignedUrls(raw.signed_urls),
    preview_images: cleanPreviews(raw.preview_images, Object.values(block)),
    custom_emojis: cleanEmojis(raw.custom_emojis, raw.custom_emoji),
  }
  insertEmojiAddresses(map)
  return { map, changes }
}

function cleanTable<Record_>(
  table: string,
  records: ReadonlyMap<string, unknown>,
  clean: (id: Id, record: Fields, note: Note) => Record_ | undefined,
  changes: Change[],
): Record<Id, Record_> {
  const cleaned: Record<Id, Record_> = {}
  for (const [key, record] of records) {
    const note = createNote(changes, `${table}/${key}`)
    if (!isObject(record)) {
      note('not-a-record')
      continue
    }
    const id = toUuid(key) ?? toUuid(record.id)
    if (id === undefined) note('bad-id')
    else if (cleaned[id] !== undefined) note('duplicate-id')
    else {
      if (toUuid(record.id) !== id) note('bad-id', 'id')
      const result = clean(id, record, note)
      if (result !== undefined) cleaned[id] = result
    }
  }
  return cleaned
}
