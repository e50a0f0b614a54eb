import { hashPage } from '../snapshot/source'
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
import { findShownFiles, getLastingAddress, type ShownFile } from './files/shown-files'
import { getPageFile, type SnapshotFolder, type SnapshotManifest } from './snapshot-folder'
import type { KnownPage, SyncState } from './state'
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

export type PageChange = 'added' | 'changed' | 'moved'

/** Reads and writes the pages of the snapshot together with their state, one change per page at a time. */
export class PageStore {
  readonly #turns = new Map<Id, Promise<unknown>>()

  constructor(
    readonly folder: SnapshotFolder,
    readonly state: SyncState,
  ) {}

  /** Stores a page that was just fetched. Returns what changed, if anything. */
  async put(
    id: Id,
    map: PageMap,
    { stamp, parent, sources }: { stamp: string; parent: Id; sources?: ReadonlyMap<Id, string> },
  ): Promise<{ kind: PageChange | undefined; facts: PageFacts }> {
    return await this.#inTurn(id, async () => {
      const facts = readPageFacts(id, map)
      addPreviews(map, facts, this.state)
      const text = stringifyPage(map)
      const hash = hashPage(text)
      const before = this.state.pages.get(id)
      const known: KnownPage = {
        ...{ stamp, hash, parent, title: facts.title, edited: facts.edited },
        ...{ leads: facts.leads, collections: facts.collections },
        ...(sources !== undefined && sources.size > 0 && { sources: Object.fromEntries(sources) }),
        files: Object.fromEntries(facts.files.map(({ address, block }) => [address, block])),
        fingerprint: before?.hash === hash ? before.fingerprint : await this.#write(id, hash, text),
      }
      this.state.set('pages', id, known)
      return { kind: findChange(before, known), facts }
    })
  }

  /** Returns the record map of a stored page; undefined if its file is damaged. */
  async read(id: Id): Promise<PageMap | undefined> {
    const known = this.state.pages.get(id)
    const text = known && (await this.folder.read(getPageFile(id, known.hash)))
    if (text === undefined || hashPage(text) !== known?.hash) return undefined
    return JSON.parse(text) as PageMap
  }

  /** Returns the files that a page shows, read from its record map. */
  async getFiles(id: Id): Promise<readonly ShownFile[]> {
    const map = await this.read(id)
    return map === undefined ? [] : readPageFacts(id, map).files
  }

  /** Marks a page whose file is missing or altered. Reads the file only if it changed since it was last verified. */
  async verify(id: Id): Promise<void> {
    await this.#inTurn(id, async () => {
      const known = this.state.pages.get(id)
      if (known === undefined || known.hash === '') return
      const fingerprint = await this.folder.getFingerprint(getPageFile(id, known.hash))
      if (fingerprint !== undefined && fingerprint === known.fingerprint) return
      const isGood = (await this.read(id)) !== undefined
      this.state.set('pages', id, isGood ? { ...known, fingerprint } : { ...known, hash: '' })
    })
  }

  /** Restores a page as it was published last, unless that file is damaged. */
  async restore(id: Id, before: KnownPage | undefined): Promise<void> {
    await this.#inTurn(id, async () => {
      if (!before?.hash || this.state.pages.get(id) === before) return
      this.state.set('pages', id, before)
    })
  }

  /** Changes the record map of a stored page. Returns whether it differs afterwards. */
  async patch(id: Id, change: (map: PageMap) => void): Promise<boolean> {
    return await this.#inTurn(id, async () => {
      const map = await this.read(id)
      const before = this.state.pages.get(id)
      if (map === undefined || before === undefined) return false
      change(map)
      const text = stringifyPage(map)
      const hash = hashPage(text)
      if (hash === before.hash) return false
      this.state.set('pages', id, { ...before, hash, fingerprint: await this.#write(id, hash, text) })
      return true
    })
  }

  /** Writes the previews of downloaded pictures into a page. */
  addPreviews(id: Id): Promise<boolean> {
    return this.patch(id, (map) => {
      // Reads after the pending changes of this page.
      const files = Object.keys(this.state.pages.get(id)?.files ?? {}).map((address) => ({ address }))
      addPreviews(map, { files }, this.state)
    })
  }

  /** Returns the manifest of the current state. */
  manifest(): SnapshotManifest {
    const { root, marks, removed, missed, unanswered } = this.state
    const failed: Record<string, string> = {}
    const manifest: SnapshotManifest = {
      root,
      isWhole: marks.has('whole'),
      removed: [...removed.keys()],
      missing: [...missed.keys(), ...[...unanswered].flatMap(([id, { isCollection }]) => (isCollection ? [] : id))],
      pages: {},
      files: {},
      failed,
    }
    for (const [id, { edited, hash, files }] of this.state.pages) {
      manifest.pages[id] = { file: getPageFile(id, hash), edited, hash }
      for (const address of Object.keys(files)) {
        const known = this.state.files.get(getLastingAddress(address))
        if (known?.file === undefined) {
          if (known?.failed !== undefined) failed[address] = known.failed.reason
          continue
        }
        const { file, name, hash, type, width, height } = known
        manifest.files[address] = { file, name, hash, type, ...(width && height && { width, height }) }
      }
    }
    return manifest
  }

  async #write(id: Id, hash: string, text: string): Promise<string | undefined> {
    const name = getPageFile(id, hash)
    await this.folder.put(name, text)
    return await this.folder.getFingerprint(name)
  }

  async #inTurn<Result>(id: Id, work: () => Promise<Result>): Promise<Result> {
    const turn = (this.#turns.get(id) ?? Promise.resolve()).then(work, work)
    this.#turns.set(id, turn)
    try {
      return await turn
    } finally {
      if (this.#turns.get(id) === turn) this.#turns.delete(id)
    }
  }
}

/** Adds the previews of downloaded files, in a fixed order, because the hash of a page's text is part of its file name. */
function addPreviews(map: PageMap, { files }: { files: { address: string }[] }, state: SyncState): void {
  const before = new Map(Object.entries(map.preview_images))
  map.preview_images = {}
  for (const { address } of files) {
    const { preview, width, height } = state.files.get(getLastingAddress(address)) ?? {}
    const isKnown = preview !== undefined && width !== undefined && height !== undefined
    const image = isKnown
      ? { originalWidth: width, originalHeight: height, dataURIBase64: preview }
      : before.get(address)
    if (image !== undefined) map.preview_images[address] = image
  }
}

function findChange(before: KnownPage | undefined, now: KnownPage): PageChange | undefined {
  if (before === undefined) return 'added'
  if (before.parent !== now.parent) return 'moved'
  return before.hash === now.hash ? undefined : 'changed'
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

const stringifyPage = (map: PageMap): string => JSON.stringify(map)
