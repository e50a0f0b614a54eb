import 'server-only'
import { createHash } from 'node:crypto'
import { cleanRecordMap } from '../workspace/clean/clean'
import {
  addAccessTables,
  type KnownProperties,
  type MisnamedProperty,
  markAccessTables,
  markMisnamedProperties,
} from '../workspace/clean/misnamed-properties'
import { removeDerivedFromPasswords, removePasswords } from '../workspace/clean/passwords'
import { findSeoProperty } from '../workspace/page-seo'
import { markFootnotes } from '../workspace/read/footnotes'
import { findShownProperties, getHeadProperties, type ShownProperties } from '../workspace/read/shown-properties'
import { MAX_HTML_BYTES } from '../workspace/read/sources'
import { splitPages, unpackPage } from '../workspace/read/split'
import type { Block, Collection, Id } from '../workspace/record-map'
import { isComputed } from '../workspace/references'
import type { PageRecord } from '../workspace/stored'
import { type Candidate, createCandidate, findAddresses, getCandidateRank, hashPlainPage } from './candidate'
import { getContentName } from './contents'
import { convertPictures, type PictureConverter } from './converted-pictures'
import { readSourceFile } from './read-source-file'
import type { Source, SourceFile } from './source'
import { type FileEntry, type Manifest, type Problem, STORE_FORMAT, type WorkingStore } from './store'

/** The result of reading one file of the workspace folder. The store keeps it, so that only changed files are read again. */
interface Part {
  name: string
  stamp: string
  page?: Id
  problem?: string
  root?: Id
  pages: Candidate[]
  collections: { collection: Collection; users: Record<Id, string> }[]
}

/** The number of pages that are written concurrently. */
const MAX_CONCURRENT_WRITES = 32
/** The stamp of a part whose file must be read again, although it did not change. */
const UNREAD = 'unread'

/** Why a page does not show a file. `reason` is a part of an English sentence. */
export type FileFailure =
  | { kind: 'failed-file'; reason: string }
  /** A HEIC picture that could not be converted, so that the page links to it. */
  | { kind: 'unconverted-picture' }
  /** The file of an HTML block that is larger than `MAX_HTML_BYTES`, so that the page links to it. */
  | { kind: 'large-html' }

/** A file that a page should show and does not, by its address. */
export type FailedFile = { address: string } & FileFailure

/** Everything that the site index is built from. */
export interface Intake {
  manifest: Manifest
  pages: Map<Id, PageRecord>
  collections: Map<Id, Collection>
  /** Hashes of the files that each page shows itself, and those of each collection's icon and cover. */
  files: Map<Id, string[]>
  /** Hashes of the files in properties of a row that only other pages show, by page and property. */
  propertyFiles: Map<Id, Record<string, string[]>>
  /** Hashes of the files in synced blocks that only copies on other pages show, by the id of the block. */
  concealedFiles: Map<Id, string[]>
  /** The files that each page, or the database above its rows, should show and does not. */
  failedFiles: Map<Id, FailedFile[]>
  /** The names of people by id. */
  users: Record<Id, string>
  /** Pages that are known only from a file that cannot be read. */
  unreadable: Id[]
  /** Names of the files that could not be read now, but may be readable later, and the addresses of pictures to be converted later. */
  unread: string[]
  /** Whether the next preparation converts more pictures at once. */
  isUnfinished: boolean
  /** See {@link Source}. */
  isFilling: boolean
  /** See {@link Source}. */
  removed: Id[]
  /** Properties whose names do not protect, but probably should. */
  misnamed: MisnamedProperty[]
  /** The properties that protect, which the next call needs to recognize renamed ones. */
  protecting: KnownProperties
}

/**
 * Reads a workspace folder of any layout into the store: cleaned, with one content for each page and collection. Unchanged files are not
 * read again. If a file cannot be read now, its last result is kept. Reports how many files are done. `readProtecting` returns the
 * properties that protected at the last call. Without `converter`, HEIC files that were not converted before stay as they are.
 */
export async function ingest(
  source: Source,
  store: WorkingStore,
  onProgress: (done: number, all: number) => void = () => {},
  readProtecting: () => Promise<KnownProperties | undefined> = async () => ({}),
  converter?: PictureConverter,
): Promise<Intake> {
  const before = await readSavedParts(source, store)
  const protecting = await readProtecting()
  const missing = new Set(await store.missing([...before.values()].flatMap(getPartContents)))
  const parts: Part[] = []
  for (const file of source.files) {
    const last = markMissing(before.get(getPartKey(file, source)), missing)
    parts.push(last?.stamp === file.stamp ? last : await readPart(file, source, store, last, protecting))
    onProgress(parts.length, source.files.length)
  }
  parts.push(...findUnfetchedParts(source, before))
  await store.putDerived('parts', { format: STORE_FORMAT, sealedBy: source.sealing?.key, parts })
  const { postponed, ...intake } = await merge(parts, source, store, protecting, converter)
  await store.putManifest(intake.manifest)
  const unread = parts.filter(({ stamp }) => stamp === UNREAD).map(({ name }) => name)
  const unreadMedia = Object.keys(source.media).filter((at) => !source.media[at]?.path)
  return { ...intake, unread: [...new Set([...unread, ...unreadMedia, ...postponed])] }
}

async function readSavedParts(source: Source, store: WorkingStore): Promise<Map<string, Part>> {
  const saved = (await store.derived('parts')) as { format?: number; sealedBy?: string; parts: Part[] } | undefined
  if (saved?.format !== STORE_FORMAT) return new Map()
  const isSealed = saved.sealedBy === source.sealing?.key
  return new Map(saved.parts.map((part) => [getPartKey(part, source), isSealed ? part : { ...part, stamp: UNREAD }]))
}

/** Returns a key that stays the same when the file changes: a sync gives the file of a changed page a new name. */
const getPartKey = ({ name, page }: Pick<Part, 'name' | 'page'>, { hasManifest }: Source): string =>
  hasManifest ? (page ?? name) : name

/** Returns the parts of pages that an earlier sync fetched, and that a first sync has not fetched again yet. */
function findUnfetchedParts(source: Source, before: ReadonlyMap<string, Part>): Part[] {
  const { files, isFilling, removed, missing } = source
  if (!isFilling && missing.length === 0) return []
  const keys = new Set(files.map((file) => getPartKey(file, source)))
  const wanted = new Set(missing)
  const unwanted = new Set(removed)
  const isUnfetched = ([key, { page = '' }]: [string, Part]) =>
    !keys.has(key) && (isFilling ? !unwanted.has(page) : wanted.has(page))
  return [...before].filter(isUnfetched).map(([, part]) => part)
}

const getRecordContent = ({ id, hash }: PageRecord) => getContentName('pages', id, hash)

const getPartContents = ({ pages }: Part) =>
  pages.flatMap(({ record }) => (record.hasStoredContent ? getRecordContent(record) : []))

/** Marks a part for reading again if some of its content is missing. Until then, its pages without content are unreadable. */
function markMissing(part: Part | undefined, missing: ReadonlySet<string>): Part | undefined {
  if (part === undefined || !getPartContents(part).some((name) => missing.has(name))) return part
  const pages = part.pages.map((candidate) => {
    const { record } = candidate
    const isLost = record.hasStoredContent && missing.has(getRecordContent(record))
    return isLost
      ? {
          ...candidate,
          sourceHash: undefined,
          record: { ...record, hash: '', hasStoredContent: false, readable: false },
        }
      : candidate
  })
  return { ...part, stamp: UNREAD, pages }
}

async function readPart(
  file: SourceFile,
  source: Source,
  store: WorkingStore,
  last: Part | undefined,
  protecting: KnownProperties | undefined,
): Promise<Part> {
  const base = { name: file.name, stamp: file.stamp, page: file.page }
  const read = await readSourceFile(file)
  if (!read.ok) {
    const stamp = read.isRetryable ? UNREAD : file.stamp
    return { ...base, stamp, problem: read.reason, pages: last?.pages ?? [], collections: last?.collections ?? [] }
  }
  const { map, pages } = cleanRecordMap(read.map, source.sealing?.seal, read.cleaner)
  markAccessTables(map.block, protecting)
  const part: Part = { ...base, root: read.rootPageId, pages: [], collections: [] }
  const known = new Map(last?.pages.map((candidate) => [candidate.record.id, candidate]))
  const writing: Promise<void>[] = []
  const { texts } = read.cleaner
  for (const packed of splitPages(map, pages)) {
    const isOwnPage = packed.page.id === file.page
    if (source.hasManifest && !isOwnPage) continue
    const former = known.get(packed.page.id)
    const hash = texts && hashPlainPage(packed, texts)
    if (hash !== undefined && former?.sourceHash === hash) {
      part.pages.push({ ...former, rank: getCandidateRank(packed, isOwnPage) })
      continue
    }
    const unpacked = texts === undefined ? packed : unpackPage(packed, texts)
    const split = { ...unpacked, page: markFootnotes(unpacked.page) }
    const content = split.hasStoredContent ? store.putPage(split.page, former?.record.hash) : undefined
    part.pages.push(createCandidate(split, map.collection, { hash: content?.hash ?? '', isOwnPage, sourceHash: hash }))
    if (content === undefined) continue
    // The result is awaited below. An error before that must not end the process.
    content.written.catch(() => {})
    // Several pages are written while the next ones are read, but not all, to limit memory.
    if (writing.push(content.written) > MAX_CONCURRENT_WRITES) await writing.shift()
  }
  await Promise.all(writing)
  for (const collection of Object.values(map.collection)) part.collections.push({ collection, users: map.notion_user })
  if (file.page === undefined || part.pages.some(({ record }) => record.id === file.page)) return part
  if (!source.hasManifest && last === undefined) return part
  const kept = last?.pages.filter(({ record }) => record.id === file.page) ?? []
  return { ...part, problem: 'the page that it is named for is not in it', pages: [...part.pages, ...kept] }
}

/** Whether a file only mentions the page. An empty copy in the file of another page does not show its content. */
function isMention({ record, rank: [ownFile] }: Candidate): boolean {
  return !record.hasStoredContent || (ownFile === 0 && record.holders.length <= 1)
}

/** Combines the parts: the best copy of each page and collection, and the rows of collections, which are the pages below them. */
async function merge(
  parts: Part[],
  source: Source,
  store: WorkingStore,
  protecting: KnownProperties | undefined,
  converter: PictureConverter | undefined,
): Promise<Omit<Intake, 'unread'> & { postponed: string[] }> {
  const best = new Map<Id, Candidate>()
  const collections = new Map<Id, Part['collections'][number]>()
  const problems: Problem[] = [...source.problems]
  for (const part of parts) {
    if (part.problem !== undefined) problems.push({ file: part.name, reason: part.problem })
    for (const candidate of part.pages) {
      const other = best.get(candidate.record.id)
      if (other === undefined || outranks(candidate.rank, other.rank)) best.set(candidate.record.id, candidate)
    }
    for (const found of part.collections) {
      const other = collections.get(found.collection.id)
      if (other === undefined || outranks(getRank(found.collection), getRank(other.collection))) {
        collections.set(found.collection.id, found)
      }
    }
  }
  const unreadable: Id[] = [...source.missing]
  for (const { page, problem } of parts) {
    if (page === undefined || problem === undefined) continue
    const candidate = best.get(page)
    if (candidate === undefined) unreadable.push(page)
    else if (isMention(candidate)) candidate.record = { ...candidate.record, readable: false }
  }
  const known = new Map([...collections].map(([id, { collection }]) => [id, collection]))
  const blocks = [...best.values()].map(({ record }) => record.block)
  const isComplete = !source.isFilling && source.missing.length === 0 && problems.length === 0
  const names = markMisnamedProperties({ collections: known, blocks, isComplete }, protecting)
  removePasswords(blocks, known, source.sealing?.seal)
  removeDerivedFromPasswords(
    known.values(),
    names.misnamed.flatMap(({ name, property }) => (name === 'password' ? [property] : [])),
  )
  const shownProperties = findShownProperties(
    [...best.values()].map(({ record }) => record),
    known,
  )
  const headers = new Map(
    [...known].map(([id, each]) => {
      // Social networks load the social image of a row, whether or not the page shows the property.
      const image = findSeoProperty('image', each) ?? []
      return [id, new Set([...getHeadProperties(each).map(({ id }) => id), ...[image].flat()])]
    }),
  )
  const shown = new Map(
    [...best].map(([id, candidate]) => [id, addProperties(candidate, known, shownProperties, headers)]),
  )
  const pages = new Map([...shown].map(([id, { record }]) => [id, record]))
  const hashes = await storeCollections(collections, pages, store)
  const icons = [...known.values()].flatMap(({ icon, cover }) => findAddresses([icon, cover]))
  const pictures = new Set([...[...best.values()].flatMap((candidate) => candidate.pictures), ...icons])
  const { media, failed, postponed, isUnfinished } = await convertPictures(source.media, pictures, store, converter)
  const htmlFiles = [...pages.values()].flatMap(({ remarks }) => remarks?.htmlFiles ?? [])
  const failures = new Map<string, FileFailure>([
    ...Object.entries(source.failed).map(([address, reason]) => [address, { kind: 'failed-file', reason }] as const),
    ...failed.map((address) => [address, { kind: 'unconverted-picture' }] as const),
    ...htmlFiles
      .filter((address) => (media[address]?.bytes ?? 0) > MAX_HTML_BYTES)
      .map((address) => [address, { kind: 'large-html' }] as const),
  ])
  const named = new Map([
    ...[...shown].map(([id, { named, elsewhere }]) => [id, [...named, ...Object.values(elsewhere).flat()]] as const),
    ...[...known].map(([id, { icon, cover }]) => [id, findAddresses([icon, cover])] as const),
  ])
  const manifest: Manifest = {
    format: STORE_FORMAT,
    version: '',
    root: source.root ?? parts.find((part) => part.root !== undefined)?.root,
    syncedAt: source.syncedAt,
    pages: Object.fromEntries([...pages].map(([id, record]) => [id, record.hash])),
    collections: hashes,
    files: media,
    problems,
  }
  const { syncedAt: _, ...content } = manifest
  const stubs = [...pages.values()].filter((record) => !record.hasStoredContent || !record.readable)
  manifest.version = createHash('sha256')
    .update(JSON.stringify([content, stubs]))
    .digest('hex')
    .slice(0, 16)
  return {
    manifest,
    pages,
    collections: known,
    users: Object.assign({}, ...[...collections.values()].map(({ users }) => users)),
    files: new Map([
      ...[...shown].map(([id, { named }]) => [id, findHashes(named, media)] as const),
      ...[...known].map(([id, { icon, cover }]) => [id, findHashes(findAddresses([icon, cover]), media)] as const),
    ]),
    propertyFiles: new Map(
      [...shown].flatMap(([id, { elsewhere }]) => {
        const found = Object.entries(elsewhere).map(([property, each]) => [property, findHashes(each, media)] as const)
        return found.length > 0 ? [[id, Object.fromEntries(found)] as const] : []
      }),
    ),
    concealedFiles: new Map(
      [...best.values()].flatMap(({ concealed = {} }) =>
        Object.entries(concealed).map(([id, addresses]) => [id, findHashes(addresses, media)] as const),
      ),
    ),
    failedFiles: new Map([...named].map(([id, addresses]) => [id, findFailed(addresses, failures)])),
    unreadable,
    postponed,
    isUnfinished,
    isFilling: source.isFilling,
    removed: source.removed,
    misnamed: names.misnamed,
    protecting: addAccessTables(names.known, pages.values()),
  }
}

async function storeCollections(
  collections: ReadonlyMap<Id, Part['collections'][number]>,
  pages: ReadonlyMap<Id, PageRecord>,
  store: WorkingStore,
): Promise<Record<Id, string>> {
  const rows = new Map<Id, PageRecord[]>()
  for (const record of pages.values()) {
    if (record.block.parent_table !== 'collection' || !record.block.alive) continue
    const list = rows.get(record.block.parent_id) ?? []
    list.push(record)
    rows.set(record.block.parent_id, list)
  }
  const hashes: Record<Id, string> = {}
  for (const [id, { collection, users }] of collections) {
    const records = (rows.get(id) ?? []).sort((a, b) => compareAge(a.block, b.block))
    const images = Object.fromEntries(records.flatMap(({ id, firstImage }) => (firstImage ? [[id, firstImage]] : [])))
    hashes[id] = await store.putCollection({ collection, rows: records.map(({ block }) => block), users, images })
  }
  return hashes
}

const compareAge = (a: Block, b: Block) => a.created_time - b.created_time || (a.id < b.id ? -1 : 1)

/** Returns the hashes of those addresses that are files of the workspace. */
function findHashes(addresses: readonly string[], media: Readonly<Record<string, FileEntry>>): string[] {
  const hashes = addresses.flatMap((address) => (Object.hasOwn(media, address) ? (media[address]?.hash ?? []) : []))
  return [...new Set(hashes)]
}

function findFailed(addresses: readonly string[], failures: ReadonlyMap<string, FileFailure>): FailedFile[] {
  return addresses.flatMap((address) => {
    const failure = failures.get(address)
    return failure === undefined ? [] : [{ address, ...failure }]
  })
}

/**
 * Returns a page with the links and addresses of its properties, without the properties that its database does not have (any more).
 * Addresses count only if a page shows the property: `named` has those that the page shows itself, `elsewhere`, by property, those that
 * only others show. Links count also if no page shows them, because what a page shows may be computed from them.
 */
function addProperties(
  { record, named, properties }: Candidate,
  collections: ReadonlyMap<Id, Collection>,
  shownProperties: ShownProperties,
  headers: ShownProperties,
): Pick<Candidate, 'record' | 'named'> & { elsewhere: Record<string, string[]> } {
  const { block } = record
  const schema = block.parent_table === 'collection' ? (collections.get(block.parent_id)?.schema ?? {}) : {}
  const isShown = (id: string) => id === 'title' || Object.hasOwn(schema, id)
  // Most pages and rows have nothing to add or to remove.
  if (Object.keys(properties).length === 0 && Object.keys(block.properties).every(isShown))
    return { record, named, elsewhere: {} }
  // Notion computes stored results from all rows, also from those that the readers of this one may not read.
  const shown = Object.entries(properties).filter(
    ([id]) => id === 'title' || (Object.hasOwn(schema, id) && schema[id] !== undefined && !isComputed(schema[id])),
  )
  const isOwn = ([id]: [id: string, unknown]) => id === 'title' || headers.get(block.parent_id)?.has(id)
  const isElsewhere = ([id]: [id: string, unknown]) => shownProperties.get(block.parent_id)?.has(id)
  const unite = (own: string[], more: string[]) => [...new Set([...own, ...more])]
  return {
    record: {
      ...record,
      block: {
        ...block,
        properties: Object.fromEntries(Object.entries(block.properties).filter(([id]) => isShown(id))),
      },
      links: unite(
        record.links,
        shown.flatMap(([, { links }]) => links),
      ),
      anchors: unite(
        record.anchors,
        shown.flatMap(([, { anchors }]) => anchors),
      ),
    },
    named: unite(
      named,
      shown.filter(isOwn).flatMap(([, each]) => each.named),
    ),
    elsewhere: Object.fromEntries(
      shown.flatMap((each) =>
        !isOwn(each) && isElsewhere(each) && each[1].named.length > 0 ? [[each[0], each[1].named]] : [],
      ),
    ),
  }
}

function outranks(a: readonly number[], b: readonly number[]): boolean {
  const at = a.findIndex((value, index) => value !== b[index])
  return at >= 0 && (a[at] ?? 0) > (b[at] ?? 0)
}

/** Ranks copies of a collection by version, then by completeness. An older copy may lack the property that restricts access. */
const getRank = ({ version, schema, passwords = {} }: Collection) => [
  version,
  Object.keys(schema).length + Object.keys(passwords).length,
]
