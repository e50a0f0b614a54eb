import 'server-only'
import { createHash } from 'node:crypto'
import type { PackedTexts } from '../workspace/clean/packed-texts'
import { createPageRecord, getPropertyLinks, type Links } from '../workspace/read/page-record'
import { collectPictures } from '../workspace/read/sources'
import { collectContentIds, collectEmojiIds, type SplitPage } from '../workspace/read/split'
import type { Collection, Id } from '../workspace/record-map'
import type { PageRecord, StoredPage } from '../workspace/stored'

/** Matches addresses by which blocks name files. */
const ADDRESS = /^(?:\w+:|\/)/
/** Longer texts are no address of a file. */
const MAX_FILE_ADDRESS_LENGTH = 4096

/** A page as one file contains it. The candidate with the highest rank of all files is the page. */
export interface Candidate {
  record: PageRecord
  /** Texts in its own content that may be addresses of files, which the manifest of the workspace lists. */
  named: string[]
  /** The same texts in each synced block that only copies on other pages show; undefined without one. */
  concealed?: Record<Id, string[]>
  /** Addresses that it shows as pictures. */
  pictures: string[]
  /** The same texts and the links in each of a row's properties. They count only if the schema of the database has the property. */
  properties: Record<string, Links & { named: string[] }>
  /** See {@link hashPlainPage}. As long as it stays the same, so does all of this but the rank, and the stored content. */
  sourceHash?: string
  /** The file's own page ranks highest, then the more complete copy, then the newer one. */
  rank: [ownFile: number, completeness: number, edited: number]
}

/** `hash` is that of the stored content, empty without one. */
interface Origin {
  hash: string
  isOwnPage: boolean
  sourceHash: string | undefined
}

/** Creates the candidate of a page in a file. `collections` are those in the file. */
export function createCandidate(
  split: SplitPage,
  collections: Readonly<Record<Id, Collection>>,
  { hash, isOwnPage, sourceHash }: Origin,
): Candidate {
  const { page, hasStoredContent } = split
  const record: PageRecord = { ...createPageRecord(split, collections), hash, hasStoredContent, readable: true }
  if (!hasStoredContent && isOwnPage) record.contentMissing = true
  return {
    record,
    named: hasStoredContent ? findAddresses(getShownValues(split)) : [],
    ...readConcealed(split),
    pictures: hasStoredContent ? Object.values(page.blocks).flatMap(collectPictures) : [],
    properties: readProperties(page),
    rank: getCandidateRank(split, isOwnPage),
    ...(sourceHash !== undefined && { sourceHash }),
  }
}

/** Returns the rank of a page in a file. `isOwnPage`: the file is named for it. */
export const getCandidateRank = (
  { page, hasStoredContent, completeness }: SplitPage,
  isOwnPage: boolean,
): Candidate['rank'] => [
  isOwnPage ? 1 : 0,
  hasStoredContent ? 1 + completeness : completeness,
  page.blocks[page.id]?.last_edited_time ?? 0,
]

/**
 * Returns a hash of a page whose texts are still packed, if it shows all of its blocks, and no database: what else is in the file does not
 * matter then. Returns undefined otherwise.
 */
export function hashPlainPage(split: SplitPage, texts: PackedTexts): string | undefined {
  const { page, hasStoredContent, hidden, revealed, concealed } = split
  const { blocks, ...others } = page
  const all = Object.values(blocks)
  const showsAll = hidden.length + revealed.length + concealed.length === 0
  if (!hasStoredContent || !showsAll || all.some((block) => block.collection_id !== undefined)) return undefined
  // The rest of a packed block follows from its source.
  const structure = all.map((block) => {
    const { packed, id, parent_id, parent_table, alive, format, content } = block
    return packed === undefined ? block : [id, parent_id, parent_table, alive, format, content]
  })
  const hash = createHash('sha256').update(JSON.stringify([others, structure]))
  for (const block of all) {
    const source = texts.getSource(block)
    if (source !== undefined) hash.update(source)
  }
  return hash.digest('base64url')
}

/** Returns the texts anywhere in some values that may be addresses. */
export function findAddresses(values: unknown[]): string[] {
  const addresses = new Set<string>()
  const visit = (value: unknown): void => {
    if (typeof value === 'string') {
      if (value.length <= MAX_FILE_ADDRESS_LENGTH && ADDRESS.test(value)) addresses.add(value)
    } else if (typeof value === 'object' && value !== null) {
      for (const each of Object.values(value)) visit(each)
    }
  }
  visit(values)
  return [...addresses]
}

/**
 * Returns the values that a page shows itself, without a row's properties. Files in a synced block belong to the page that contains the
 * original.
 */
function getShownValues({ page, revealed }: SplitPage): unknown[] {
  const content = [...collectContentIds(page), ...revealed]
    .filter((id) => id !== page.id)
    .flatMap((id) => page.blocks[id] ?? [])
  const top = page.blocks[page.id]
  const own = top === undefined ? content : [{ ...top, properties: { title: top.properties.title ?? [] } }, ...content]
  const emojis = own.flatMap(collectEmojiIds).map((id) => page.emojis[id])
  return [...own, ...emojis]
}

function readConcealed({ concealed }: SplitPage): Pick<Candidate, 'concealed'> {
  const found = concealed.map(({ id, blocks, emojis }) => [id, findAddresses([...blocks, ...emojis])] as const)
  return found.length > 0 ? { concealed: Object.fromEntries(found) } : {}
}

function readProperties(page: StoredPage): Candidate['properties'] {
  const top = page.blocks[page.id]
  if (top === undefined) return {}
  const links = getPropertyLinks(top)
  return Object.fromEntries(
    Object.entries(top.properties).flatMap(([id, value]) => {
      const emojis = collectEmojiIds({ ...top, properties: { [id]: value } }).map((emoji) => page.emojis[emoji])
      const named = id === 'title' ? [] : findAddresses([value, emojis])
      const found = Object.hasOwn(links, id) ? links[id] : undefined
      return named.length === 0 && found === undefined ? [] : [[id, { links: [], anchors: [], ...found, named }]]
    }),
  )
}
