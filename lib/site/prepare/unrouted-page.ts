import type { Collection, Id } from '../../workspace/record-map'
import type { PageRecord } from '../../workspace/stored'
import { hasVisibleText, toPlainText } from '../../workspace/text'
import { toPath } from '../paths'
import { type RowFacts, readRowFacts } from '../row-facts'
import type { Access, SitePage } from '../site-index'
import { describePost } from './post-list'
import type { BuildSettings } from './site-access'

/** What pages are created from, besides their records. See `BuildInput`. */
interface PageInput {
  collections: ReadonlyMap<Id, Collection>
  files: ReadonlyMap<Id, string[]>
  users: Readonly<Record<Id, string>>
}

/** A page without a path. `preferredPath` is that of its slug or title, `prefix` the path of its language's home page. */
export type UnroutedPage = SitePage & { preferredPath: string; prefix: string }

/** Returns a page with what its record and its row contain. Its path, children and backlinks are empty. */
export function createUnroutedPage(
  record: PageRecord,
  parent: Id | null,
  { collections, files, users }: PageInput,
  { access, postDatabases, settings }: { access: Access; postDatabases: ReadonlySet<Id>; settings: BuildSettings },
): UnroutedPage {
  const { id, block } = record
  const ownCollection = block.collection_id === undefined ? undefined : collections.get(block.collection_id)
  const rowCollection = block.parent_table === 'collection' ? collections.get(block.parent_id) : undefined
  const facts = rowCollection ? readRowFacts(block, rowCollection, settings.timeZone, users) : NO_FACTS
  const summary = facts.description ?? readString(toPlainText(ownCollection?.description ?? []).trim())
  const title = joinLines(toPlainText(block.properties.title ?? ownCollection?.name ?? []))
  return {
    id,
    path: '',
    preferredPath: toPath((facts.slug ?? '').replace(/\.html$/i, '')) || toPath(title),
    prefix: '',
    title: hasVisibleText(title) ? title : settings.untitled,
    icon: readString(block.format.page_icon) ?? ownCollection?.icon,
    cover: readString(block.format.page_cover) ?? ownCollection?.cover,
    summary,
    description: summary ?? record.excerpt,
    parent,
    children: [],
    backlinks: [],
    files: files.get(id) ?? [],
    collections: record.collections,
    created: block.created_time,
    edited: block.last_edited_time,
    published: facts.published,
    ...groupPage(facts, rowCollection !== undefined && postDatabases.has(rowCollection.id)),
    ...(rowCollection && postDatabases.has(rowCollection.id) && describePost(record, rowCollection, facts)),
    language: record.language,
    direction: record.direction,
    words: record.words,
    access,
    hash: record.hash,
    version: '',
    readable: record.readable,
    hasStoredContent: record.hasStoredContent,
    ...(record.contentMissing && { contentMissing: true }),
    collection: rowCollection?.id,
    ...(facts.translations.length > 0 && { translations: facts.translations }),
  }
}

const NO_FACTS: RowFacts = { tags: [], categories: [], authors: [], translations: [] }

/** Returns the terms of a page. Only posts have categories and authors; in other databases, a category is a tag. */
function groupPage({ tags, categories, authors }: RowFacts, isPost: boolean) {
  if (!isPost) return { tags: [...new Set([...tags, ...categories])] }
  return { tags, ...(categories.length > 0 && { categories }), ...(authors.length > 0 && { authors }) }
}

const joinLines = (text: string) => text.replace(/\s+/g, ' ').trim()
const readString = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)
