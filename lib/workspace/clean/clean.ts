import { toUuid } from '../ids'
import { type Block, type Id, PAGE_TYPES, type RecordMap } from '../record-map'
import { type Fields, isObject } from '../values'
import { cleanBlock } from './block'
import { addButtonLinks, findAutomation } from './buttons'
import { type Change, createNote, type Note } from './changes'
import { cleanCollection } from './collection'
import { replaceDashboards } from './dashboards'
import { cleanEmojis, cleanPreviews, cleanSignedUrls, cleanUser, insertEmojiAddresses } from './extras'
import type { PackedTexts } from './packed-texts'
import { collectTrashedIds, markTrashed, removeParentCycles } from './parents'
import { removePasswords, type SealPassword } from './passwords'
import { cleanQueries } from './query'
import type { RawMap } from './read-record-map'
import { removeInvalidSyncs } from './synced'
import { buildContentTrees } from './tree'
import { cleanView, separateViews } from './view'

/**
 * Cleans an untrusted record map. In the result, every field has its declared type, content is a tree of bounded depth, parents
 * and synced blocks have no cycles, all addresses are safe, and only names of people are kept. `changes` lists each change and its
 * place; unused fields are removed without an entry. `pages` are the blocks of pages. Takes time linear in the map's size, never
 * throws, and does not modify its input. `cleaner` may have cleaned blocks already; `changes` lacks those in texts that it packed.
 */
export function cleanRecordMap(
  raw: RawMap,
  sealPassword?: SealPassword,
  cleaner = new BlockCleaner(),
): { map: RecordMap; changes: Change[]; pages: Block[] } {
  for (const [key, record] of raw.block) cleaner.add(key, record)
  // Use `all`: `Object.values` of half a million blocks takes longer than cleaning them.
  const { blocks: block, all, changes } = cleaner
  const collection = cleanTable('collection', raw.collection, cleanCollection, changes)
  addButtonLinks(block, cleaner.automations, raw)
  const collection_view = cleanTable('collection_view', raw.collection_view, cleanView, changes)
  replaceDashboards(all, block, collection_view, raw.layout)
  separateViews(all, block, collection_view)
  const containers = buildContentTrees(all, block, changes)
  removeParentCycles({ all, blocks: block, collections: collection }, containers, changes)
  markTrashed({ all, blocks: block, collections: collection }, collectTrashedIds(raw.collection))
  removeInvalidSyncs(all, block, changes)
  removePasswords(all, new Map(Object.entries(collection)), sealPassword)
  const map: RecordMap = {
    block,
    collection,
    collection_view,
    collection_query: cleanQueries(raw.collection_query, changes),
    notion_user: cleanTable('notion_user', raw.notion_user, cleanUser, changes),
    signed_urls: cleanSignedUrls(raw.signed_urls),
    preview_images: cleanPreviews(raw.preview_images, all),
    custom_emojis: cleanEmojis(raw.custom_emojis, raw.custom_emoji),
  }
  insertEmojiAddresses(map, all)
  return { map, changes, pages: all.filter(({ type }) => PAGE_TYPES.has(type)) }
}

/** Cleans the blocks of a map one after the other, so that their records need not be in memory together. */
export class BlockCleaner {
  readonly blocks: Record<Id, Block> = {}
  /** The same blocks in their order. */
  readonly all: Block[] = []
  readonly changes: Change[] = []
  /** The automations of buttons by the ids of their blocks. */
  readonly automations = new Map<Id, Id>()

  /** With `texts`, it packs the texts of blocks. */
  constructor(readonly texts?: PackedTexts) {}

  /** `source` is the JSON of the record, of which packed texts are kept. */
  add(key: string, record: unknown, source?: Buffer): void {
    const clean = (id: Id, fields: Fields, note: Note) => this.#clean(id, fields, note, source)
    cleanRecord('block', key, record, clean, this.blocks, this.changes)
  }

  #clean(id: Id, record: Fields, note: Note, source: Buffer | undefined): Block | undefined {
    const packed = source && this.texts?.pack(id, record, note, source)
    const block = packed ?? cleanBlock(id, record, note)
    const automation = block?.type === 'button' ? findAutomation(record) : undefined
    if (automation !== undefined) this.automations.set(id, automation)
    if (block !== undefined) this.all.push(block)
    return block
  }
}

type Clean<Record_> = (id: Id, record: Fields, note: Note) => Record_ | undefined

function cleanTable<Record_>(
  table: string,
  records: ReadonlyMap<string, unknown>,
  clean: Clean<Record_>,
  changes: Change[],
): Record<Id, Record_> {
  const cleaned: Record<Id, Record_> = {}
  for (const [key, record] of records) cleanRecord(table, key, record, clean, cleaned, changes)
  return cleaned
}

/** Adds the cleaned form of a record to `cleaned`. */
function cleanRecord<Record_>(
  table: string,
  key: string,
  record: unknown,
  clean: Clean<Record_>,
  cleaned: Record<Id, Record_>,
  changes: Change[],
): void {
  const note = createNote(changes, `${table}/${key}`)
  if (!isObject(record)) {
    note('not-a-record')
    return
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
