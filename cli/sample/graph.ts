import type { Id, ParentTable, PreviewImage } from '../../lib/workspace/record-map'
import {
  collectionId,
  createStableId,
  createStableNumber,
  databaseId,
  keyedBlockId,
  pageId,
  spaceId,
  userId,
  viewId,
} from './ids'
import { rich } from './inline'
import type { BlockNode, DatabaseNode, LinkedDatabaseNode, Node, PageNode, ViewSpec } from './nodes'
import type { StoredBlock, StoredCollection, StoredLayout, StoredResult, StoredUser, StoredView } from './records'
import { columnId, createStoredCell, createStoredProperty, SampleError } from './schema'
import { createStoredResult } from './stored-results'
import { createStoredDashboard, createStoredView } from './views'

/** The records of a description by id. */
export interface Graph {
  blocks: Map<Id, StoredBlock>
  collections: Map<Id, StoredCollection>
  views: Map<Id, StoredView>
  /** The widgets of dashboards, by the id of the view. */
  layouts: Map<Id, StoredLayout>
  /** By view id. */
  results: Map<Id, StoredResult>
  /** By collection id. */
  rows: Map<Id, StoredBlock[]>
  /** Blocks of a page that are not part of its content, by page id. */
  attached: Map<Id, Id[]>
  /** Ids of all pages and full-page databases in the order of the description. */
  pages: Id[]
  users: StoredUser[]
  /** Addresses of custom emoji by id. */
  emojis: Map<Id, string>
  previews: Record<string, PreviewImage>
}

interface Parent {
  id: Id
  table: ParentTable
  created: number
  edited: number
}

type BaseFields = Omit<StoredBlock, 'type' | 'id' | 'properties' | 'format' | 'content'>

const day = 86_400_000
const firstDay = Date.UTC(2026, 0, 6, 9)

const baseFields = (parent: Parent): BaseFields => ({
  version: 1,
  parent_id: parent.id,
  parent_table: parent.table,
  space_id: spaceId,
  alive: true,
  created_time: parent.created,
  last_edited_time: parent.edited,
})

/** Returns when a page was created and last edited: as described, or else a day in early 2026 that depends only on its key. */
function getTimes({ key, created, edited }: PageNode): { created: number; edited: number } {
  const made = created ? Date.parse(`${created}T09:00Z`) : firstDay + createStableNumber(key, 60) * day
  return {
    created: made,
    edited: edited ? Date.parse(`${edited}T15:30Z`) : made + (1 + createStableNumber(key, 20)) * day,
  }
}

/** Adds `root` and all its descendants to the graph. Throws SampleError if a key is used twice. */
export function placeAll(graph: Graph, root: PageNode): void {
  const databases = new Map<string, DatabaseNode>()
  const shown: { key: string; blockId: Id; views: ViewSpec[] }[] = []

  const add = (record: StoredBlock): Id => {
    if (graph.blocks.has(record.id)) {
      const title = rich(record.properties?.title ?? '')
        .map(([text]) => text)
        .join('')
      throw new SampleError(`Two blocks have the same key (“${title}”): give one of them another \`key\`.`)
    }
    graph.blocks.set(record.id, record)
    return record.id
  }

  const placeBlock = (node: BlockNode, parent: Parent): Id => {
    const { type, properties, format, children } = node
    const content = JSON.stringify([parent.id, type, properties, format])
    let id = node.key ? keyedBlockId(node.key) : createStableId(content)
    for (let nth = 2; !node.key && graph.blocks.has(id); nth += 1) id = createStableId(`${content}#${nth}`)
    const record: StoredBlock = {
      id,
      type,
      ...(properties && { properties }),
      ...(format && { format }),
      ...baseFields(parent),
    }
    add(record)
    if (children) record.content = children.map((child) => place(child, { ...parent, id, table: 'block' }))
    return id
  }

  const placePage = (node: PageNode, parent: Parent, database?: DatabaseNode): Id => {
    const { icon, cover, coverPosition, fullWidth, smallText, by, attached, cells, children, title } = node
    const id = pageId(node.key)
    const author = by ? userId(by.key) : graph.users[0]?.id
    const times = getTimes(node)
    const values = Object.entries(cells).map(([name, cell]) => {
      if (!database) throw new SampleError(`“${node.key}” is not a row: only rows of a database can have values.`)
      const column = columnId(database, name)
      const spec = database.schema[name]
      return [column, spec ? createStoredCell(spec, cell, `“${name}” of the row “${node.key}”`) : []] as const
    })
    const format = {
      ...(icon && { page_icon: icon }),
      ...(cover && { page_cover: cover }),
      ...(cover && coverPosition !== null && { page_cover_position: coverPosition ?? 0.5 }),
      ...(fullWidth && { page_full_width: true }),
      ...(smallText && { page_small_text: true }),
    }
    const record: StoredBlock = {
      id,
      type: 'page',
      properties: { title, ...Object.fromEntries(values) },
      ...(Object.keys(format).length > 0 && { format }),
      ...baseFields({ ...parent, ...times }),
      ...(author && {
        created_by_table: 'notion_user',
        created_by_id: author,
        last_edited_by_table: 'notion_user',
        last_edited_by_id: author,
      }),
    }
    add(record)
    graph.pages.push(id)
    const inside: Parent = { id, table: 'block', ...times }
    record.content = children.map((child) => place(child, inside))
    if (attached)
      graph.attached.set(
        id,
        attached.map((object) => placeBlock(object, inside)),
      )
    return id
  }

  const placeDatabase = (node: DatabaseNode, parent: Parent): Id => {
    const id = databaseId(node.key)
    const collection = collectionId(node.key)
    const views = node.views.map(({ name, type }) => viewId(id, name ?? type))
    const type = node.fullPage ? 'collection_view_page' : 'collection_view'
    add({ id, type, collection_id: collection, view_ids: views, format: pointerTo(collection), ...baseFields(parent) })
    if (node.fullPage) graph.pages.push(id)
    databases.set(node.key, node)
    shown.push({ key: node.key, blockId: id, views: node.views })
    const inside: Parent = { ...parent, id: collection, table: 'collection' }
    const rows = node.rows.map((row) => graph.blocks.get(placePage(row, inside, node)))
    graph.rows.set(
      collection,
      rows.filter((row) => row !== undefined),
    )
    return id
  }

  const placeLinked = (node: LinkedDatabaseNode, parent: Parent): Id => {
    const collection = collectionId(node.key)
    const id = createStableId(`linked/${parent.id}/${node.key}/${node.views.map(({ name }) => name).join('/')}`)
    const views = node.hideName ? node.views.map((view) => ({ ...view, hideName: true })) : node.views
    const view_ids = views.map(({ name, type }) => viewId(id, name ?? type))
    shown.push({ key: node.key, blockId: id, views })
    return add({
      id,
      type: 'collection_view',
      collection_id: collection,
      view_ids,
      format: pointerTo(collection),
      ...baseFields(parent),
    })
  }

  const place = (node: Node, parent: Parent): Id => {
    switch (node.node) {
      case 'block':
        return placeBlock(node, parent)
      case 'page':
        return placePage(node, parent)
      case 'database':
        return placeDatabase(node, parent)
      case 'linked':
        return placeLinked(node, parent)
    }
  }

  placePage(root, { id: spaceId, table: 'space', created: firstDay, edited: firstDay })
  for (const node of databases.values()) {
    const record = createStoredCollection(node, databases)
    graph.collections.set(record.id, record)
  }
  for (const { key, blockId, views } of shown) {
    const node = databases.get(key)
    if (!node) throw new SampleError(`A linked view names the database “${key}”, which does not exist.`)
    const rows = graph.rows.get(collectionId(key)) ?? []
    const dashboards = views.filter(({ type }) => type === 'dashboard')
    const widgets = dashboards.flatMap((view) => {
      const stored = createStoredDashboard(view, blockId)
      graph.views.set(stored.dashboard.id, stored.dashboard)
      graph.layouts.set(stored.dashboard.id, stored.layout)
      return stored.widgets
    })
    for (const view of [...views.filter((each) => !dashboards.includes(each)), ...widgets]) {
      const record = createStoredView(
        node,
        view,
        blockId,
        rows.map(({ id }) => id),
      )
      graph.views.set(record.id, record)
      if (node.results !== false) graph.results.set(record.id, createStoredResult(node, view, rows))
    }
  }
}

const pointerTo = (id: Id) => ({ collection_pointer: { id, table: 'collection', spaceId } })

function createStoredCollection(node: DatabaseNode, databases: ReadonlyMap<string, DatabaseNode>): StoredCollection {
  const columns = Object.entries(node.schema).map(([name, spec]) => ({ name, spec, id: columnId(node, name) }))
  const visible = columns.filter(({ id }) => id !== 'title')
  return {
    id: collectionId(node.key),
    version: 1,
    name: rich(node.name),
    ...(node.description && { description: rich(node.description) }),
    ...(node.icon && { icon: node.icon }),
    ...(node.cover && { cover: node.cover }),
    schema: Object.fromEntries(
      columns.map(({ name, spec, id }) => [id, createStoredProperty(node, name, spec, databases)]),
    ),
    format: {
      collection_page_properties: visible.map(({ id }) => ({ visible: true, property: id })),
      property_visibility: visible.map(({ name, id }) => ({ property: id, visibility: node.hidden?.[name] ?? 'show' })),
    },
    parent_id: databaseId(node.key),
    parent_table: 'block',
    space_id: spaceId,
    alive: true,
  }
}
