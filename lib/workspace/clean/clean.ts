import { toUuid } from '../ids'
import type { Id, RecordMap } from '../record-map'
import { type Fields, isObject } from '../values'
import { cleanBlock } from './block'
import { type Change, type Note, noteOn } from './changes'
import { cleanCollection } from './collection'
import { settleEmojis } from './emojis'
import { cleanEmojis, cleanPreviews, cleanSignedUrls, cleanUser } from './extras'
import { settleParents } from './parents'
import { removePasswords } from './passwords'
import { cleanQueries } from './query'
import type { RawMap } from './read-record-map'
import { settleSynced } from './synced'
import { settleTrash, trashedIn } from './trash'
import { settleContent } from './tree'
import { cleanView } from './view'

/**
 * Makes an untrusted map safe: every field of its type, content a tree of bounded depth, no circles of parents or synced
 * blocks, only addresses that may be followed, and nothing of people but names. `changes` says what was changed and where;
 * fields that nothing reads are left behind without a word. Takes time linear in the map's size, never throws, and never
 * touches its input.
 */
export function cleanRecordMap(raw: RawMap): { map: RecordMap; changes: Change[] } {
  const changes: Change[] = []
  const block = cleanTable('block', raw.block, cleanBlock, changes)
  const collection = cleanTable('collection', raw.collection, cleanCollection, changes)
  const holders = settleContent(block, changes)
  settleParents(block, collection, holders, changes)
  settleTrash(block, collection, trashedIn(raw.collection))
  settleSynced(block, changes)
  removePasswords(Object.values(block), new Map(Object.entries(collection)))
  const map: RecordMap = {
    block,
    collection,
    collection_view: cleanTable('collection_view', raw.collection_view, cleanView, changes),
    collection_query: cleanQueries(raw.collection_query, changes),
    notion_user: cleanTable('notion_user', raw.notion_user, cleanUser, changes),
    signed_urls: cleanSignedUrls(raw.signed_urls),
    preview_images: cleanPreviews(raw.preview_images, Object.values(block)),
    custom_emojis: cleanEmojis(raw.custom_emojis, raw.custom_emoji),
  }
  settleEmojis(map)
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
    const note = noteOn(changes, `${table}/${key}`)
    if (!isObject(record)) {
      note('not-a-record')
      continue
    }
    const id = toUuid(key) ?? toUuid(record.id)
    if (id === undefined) note('bad-id')
    else if (cleaned[id] !== undefined) note('duplicate-id')
    else {
      if (toUuid(record.id) !== id) note('bad-id', 'id')
      const made = clean(id, record, note)
      if (made !== undefined) cleaned[id] = made
    }
  }
  return cleaned
}
