import type { Id, PreviewImage, RichText } from '../../lib/workspace/record-map'
import type { Graph } from './graph'
import type { StoredBlock, StoredCollection, StoredLayout, StoredResult, StoredUser, StoredView } from './records'

type Entries<T> = Record<Id, { role: 'reader'; value: T }>

/** The record map of a page in the format of Notion's API. */
export interface StoredMap {
  block: Entries<StoredBlock>
  collection: Entries<StoredCollection>
  collection_view: Entries<StoredView>
  layout?: Entries<StoredLayout>
  collection_query: Record<Id, Record<Id, StoredResult>>
  notion_user: Entries<StoredUser>
  signed_urls: Record<string, string>
  preview_images: Record<string, PreviewImage>
  custom_emojis: Record<Id, string>
}

const pageTypes = new Set(['page', 'collection_view_page'])

const entries = <T extends { id: Id }>(records: T[]): Entries<T> =>
  Object.fromEntries(records.map((value) => [value.id, { role: 'reader' as const, value }]))

/** Returns the ids in formats of one kind, such as the mentions of pages, in the texts of a block. */
function* collectReferences(kind: string, properties: Record<string, RichText> = {}): Generator<Id> {
  for (const [, formats = []] of Object.values(properties).flat()) {
    for (const [format, id] of formats) if (format === kind && typeof id === 'string') yield id
  }
}

/** Returns all strings in a value, which include the addresses of pictures and files. */
function* collectStrings(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value
  else if (value && typeof value === 'object') for (const part of Object.values(value)) yield* collectStrings(part)
}

/** Returns the page block and its content, without the content of other pages. */
function getOwnBlocks(graph: Graph, pageId: Id): Map<Id, StoredBlock> {
  const own = new Map<Id, StoredBlock>()
  const visit = (id: Id) => {
    const block = graph.blocks.get(id)
    if (!block || own.has(id)) return
    own.set(id, block)
    if (id === pageId || !pageTypes.has(block.type)) block.content?.forEach(visit)
    const pointer = block.format?.transclusion_reference_pointer
    if (pointer && typeof pointer === 'object' && 'id' in pointer) visit(String(pointer.id))
  }
  visit(pageId)
  graph.attached.get(pageId)?.forEach(visit)
  return own
}

const listWidgets = (layout: StoredLayout | undefined): Id[] =>
  (layout?.modules.dashboard_layout_schema ?? []).flatMap(({ modules }) =>
    modules.map(({ collection_view_id }) => String(collection_view_id)),
  )

/** Returns the record map of a page: its blocks, its databases with their rows, and the pages that it refers to. */
export function createRecordMap(graph: Graph, pageId: Id): StoredMap {
  const blocks = getOwnBlocks(graph, pageId)
  const collections = new Set<Id>()
  const views: StoredView[] = []
  const layouts: StoredLayout[] = []
  const collection_query: StoredMap['collection_query'] = {}
  const page = graph.blocks.get(pageId)
  if (page?.parent_table === 'collection') collections.add(page.parent_id)

  for (const block of [...blocks.values()]) {
    if (!block.collection_id || (pageTypes.has(block.type) && block.id !== pageId)) continue
    collections.add(block.collection_id)
    for (const id of block.view_ids ?? []) {
      const layout = graph.layouts.get(id)
      if (layout) layouts.push(layout)
      for (const shownId of [id, ...listWidgets(layout)]) {
        const view = graph.views.get(shownId)
        if (view) views.push(view)
        const result = graph.results.get(shownId)
        const results = collection_query[block.collection_id]
        if (result) collection_query[block.collection_id] = { ...results, [shownId]: result }
      }
    }
    for (const row of graph.rows.get(block.collection_id) ?? []) blocks.set(row.id, row)
  }

  for (const block of [...blocks.values()]) {
    const alias = block.format?.alias_pointer
    const pointed = alias && typeof alias === 'object' && 'id' in alias ? [String(alias.id)] : []
    for (const id of [...collectReferences('p', block.properties), ...pointed]) {
      const other = graph.blocks.get(id)
      if (other) blocks.set(id, other)
    }
  }
  for (const { type, collection_id } of blocks.values()) {
    if (type === 'collection_view_page' && collection_id) collections.add(collection_id)
  }

  const shown = [...blocks.values()]
  const texts = new Set(shown.flatMap((block) => [...collectStrings([block.properties, block.format])]))
  const emojis = new Set(shown.flatMap((block) => [...collectReferences('ce', block.properties)]))
  return {
    block: entries(shown),
    collection: entries([...collections].flatMap((id) => graph.collections.get(id) ?? [])),
    collection_view: entries(views),
    ...(layouts.length > 0 && { layout: entries(layouts) }),
    collection_query,
    notion_user: entries(graph.users),
    signed_urls: {},
    preview_images: Object.fromEntries(Object.entries(graph.previews).filter(([source]) => texts.has(source))),
    custom_emojis: Object.fromEntries([...graph.emojis].filter(([id]) => emojis.has(id))),
  }
}
