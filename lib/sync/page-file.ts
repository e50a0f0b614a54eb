import { isOpenAction } from '../workspace/clean/buttons'
import { cleanRecordMap } from '../workspace/clean/clean'
import { readRecordMaps } from '../workspace/clean/read-record-map'
import { toUuid } from '../workspace/ids'
import { createPageRecord, getPropertyLinks } from '../workspace/read/page-record'
import { splitPages } from '../workspace/read/split'
import { type Id, PAGE_TYPES } from '../workspace/record-map'
import { toPlainText } from '../workspace/text'
import { type Fields, isObject } from '../workspace/values'
import { CallError } from './errors'
import { findShownFiles, type ShownFile } from './files/shown-files'
import { getRecord, type Tables } from './tables'

/** The record map of one page, as its file contains it. */
export interface PageMap {
  block: Record<Id, { value: Fields }>
  collection: Record<Id, { value: Fields }>
  collection_view: Record<Id, { value: Fields }>
  /** By collection, then view. */
  collection_query: Record<Id, Record<Id, unknown>>
  notion_user: Record<Id, { value: Fields }>
  custom_emoji: Record<Id, { value: Fields }>
  preview_images: Record<string, { originalWidth: number; originalHeight: number; dataURIBase64: string }>
  /** The buttons that open a page or an address, and these actions. */
  automation?: Record<Id, { value: Fields }>
  automation_action?: Record<Id, { value: Fields }>
}

export interface PageFacts {
  title: string
  edited: number
  /** Pages to fetch next: child pages, and pages that this one links to. */
  leads: Id[]
  collections: Id[]
  files: ShownFile[]
}

/** Fields of blocks that the site does not read. They contain permissions, or grow without limit. */
const UNREAD_FIELDS = ['permissions', 'crdt_data', 'crdt_format_version', 'file_ids']

/** Returns the record map of one page with the blocks and emoji that it shows. The caller adds its collections. */
export function createPageMap(page: Id, shown: readonly Id[], tables: Tables, users: PageMap['notion_user']): PageMap {
  const map: PageMap = {
    ...{ block: {}, collection: {}, collection_view: {}, collection_query: {}, custom_emoji: {}, preview_images: {} },
    notion_user: users,
  }
  for (const id of shown) {
    const record = getRecord(tables.block.get(id))
    if (record !== undefined) map.block[id] = { value: id === page ? omitUnreadFields(record) : reduceBlock(record) }
  }
  for (const [id, entry] of tables.custom_emoji) {
    const record = getRecord(entry)
    if (record !== undefined) map.custom_emoji[id] = { value: record }
  }
  addOpenActions(map, tables)
  return map
}

/** Adds what the buttons of a page open. Other actions are not stored: they may contain secrets, such as the address of a webhook. */
function addOpenActions(map: PageMap, tables: Tables): void {
  for (const { value } of Object.values(map.block)) {
    const id = toUuid(isObject(value.format) ? value.format.automation_id : undefined)
    const automation = getRecord(tables.automation.get(id ?? ''))
    if (id === undefined || automation === undefined) continue
    const opened = (Array.isArray(automation.action_ids) ? automation.action_ids : []).flatMap(
      (each): [Id, Fields][] => {
        const actionId = toUuid(each)
        const action = getRecord(tables.automation_action.get(actionId ?? ''))
        return actionId !== undefined && action !== undefined && isOpenAction(action) ? [[actionId, action]] : []
      },
    )
    const name = isObject(automation.properties) ? automation.properties.name : undefined
    const reduced = { id, action_ids: opened.map(([actionId]) => actionId), properties: { name } }
    map.automation = { ...map.automation, [id]: { value: reduced } }
    for (const [actionId, { type, config }] of opened) {
      const target = isObject(config) ? config.target : undefined
      const action = { id: actionId, type, config: { target } }
      map.automation_action = { ...map.automation_action, [actionId]: { value: action } }
    }
  }
}

/** Returns a block without fields that the site does not read. A child page becomes a stub, because its own file contains its title. */
function reduceBlock(record: Fields): Fields {
  if (!PAGE_TYPES.has(String(record.type))) return omitUnreadFields(record)
  const { id, type, parent_id, parent_table, alive, format } = record
  const color = (format as { block_color?: unknown } | undefined)?.block_color
  return { id, type, parent_id, parent_table, alive, ...(color !== undefined && { format: { block_color: color } }) }
}

function omitUnreadFields(record: Fields): Fields {
  return Object.fromEntries(Object.entries(record).filter(([key]) => !UNREAD_FIELDS.includes(key)))
}

/** Returns the facts of a page, from the cleaned form that the site uses. Throws {@link CallError} if the map does not contain the page. */
export function readPageFacts(page: Id, map: PageMap): PageFacts {
  const read = readRecordMaps(map)
  if (!read.ok) throw new CallError('broken', `the page ${read.reason}`)
  const { map: clean } = cleanRecordMap(read.map)
  for (const split of splitPages(clean)) {
    const { page: stored } = split
    if (stored.id !== page) continue
    const { block, children, links, collections } = createPageRecord(split)
    const shownCollections = collections.flatMap((id) => clean.collection[id] ?? [])
    const ofProperties = Object.values(getPropertyLinks(block)).flatMap((each) => each.links)
    const name = clean.collection[block.collection_id ?? '']?.name
    // Pages in synced blocks that only copies on other pages show. Which copies exist is not known here.
    const copied = split.concealed
      .flatMap(({ shown }) => shown.flatMap((id) => clean.block[id]?.content ?? []))
      .filter((id) => PAGE_TYPES.has(clean.block[id]?.type ?? ''))
    return {
      title: toPlainText(block.properties.title ?? name ?? []).trim(),
      edited: block.last_edited_time,
      leads: [...new Set([...children, ...links, ...ofProperties, ...copied])],
      collections,
      files: findShownFiles(stored, shownCollections),
    }
  }
  throw new CallError('broken', 'the page cannot be read')
}

export const stringifyPage = (map: PageMap): string => JSON.stringify(map)
