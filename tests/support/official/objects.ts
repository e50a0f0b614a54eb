import type { HostedRecord } from '../hosted/data'
import { toParent } from './blocks'
import { toCover, toIcon } from './files'
import { toPageProperties } from './properties'
import { getFormat, readPieces, toMinute, toMoment, toPageUrl } from './records'
import { toRichText } from './rich-text'
import { getCollectionName, listProperties, toConfig } from './schema'
import type { Database, DataSource, Page, Text } from './shapes'
import { toPartialUser } from './users'
import type { VisibleWorkspace } from './visible-workspace'

export function toPage(page: HostedRecord, workspace: VisibleWorkspace): Page {
  const format = getFormat(page)
  return {
    object: 'page',
    id: page.id,
    created_time: toMinute(page.created_time),
    last_edited_time: toMinute(page.last_edited_time),
    created_by: toPartialUser(page.created_by_id),
    last_edited_by: toPartialUser(page.last_edited_by_id),
    cover: toCover(format.page_cover, workspace),
    icon: toIcon(format.page_icon, workspace),
    parent: toParent(page, workspace),
    in_trash: workspace.isTrashed(page),
    is_archived: false,
    is_locked: format.block_locked === true,
    properties: toPageProperties(page, workspace),
    url: toPageUrl(page.id, workspace.getTitle(page)),
    public_url: null,
  }
}

const toTitle = (value: unknown, workspace: VisibleWorkspace): Text => toRichText(readPieces(value), workspace)

/** A database has the name, icon and cover of its first collection. */
export function toDatabase(
  database: HostedRecord,
  sources: readonly HostedRecord[],
  workspace: VisibleWorkspace,
): Database {
  const [first] = sources
  return {
    object: 'database',
    id: database.id,
    title: toTitle(first?.name, workspace),
    description: toTitle(first?.description, workspace),
    parent: toParent(database, workspace) as Database['parent'],
    is_inline: database.type === 'collection_view',
    in_trash: workspace.isTrashed(database),
    is_locked: getFormat(database).block_locked === true,
    created_time: toMoment(database.created_time),
    last_edited_time: toMoment(database.last_edited_time),
    data_sources: sources.map((source) => ({ id: source.id, name: getCollectionName(source) })),
    icon: toIcon(first?.icon, workspace),
    cover: toCover(first?.cover, workspace),
    url: toPageUrl(database.id),
    public_url: null,
  }
}

/** The parent of a collection that is synced from elsewhere is the original one. */
function toSourceParent({ parent_id, synced_from }: HostedRecord): DataSource['parent'] {
  if (synced_from === undefined) return { type: 'database_id', database_id: String(parent_id) }
  const { collection, database } = synced_from as { collection: string; database: string }
  return { type: 'data_source_id', data_source_id: collection, database_id: database }
}

export function toDataSource(collection: HostedRecord, workspace: VisibleWorkspace): DataSource {
  const database = workspace.data.block.get(String(collection.parent_id))
  const properties = listProperties(collection, workspace)
  const edited = toMinute(collection.last_edited_time ?? database?.last_edited_time)
  return {
    object: 'data_source',
    id: collection.id,
    cover: toCover(collection.cover, workspace),
    icon: toIcon(collection.icon, workspace),
    created_time: toMinute(collection.created_time ?? database?.created_time),
    created_by: toPartialUser(database?.created_by_id),
    last_edited_by: toPartialUser(database?.last_edited_by_id),
    last_edited_time: edited,
    title: toTitle(collection.name, workspace),
    description: toTitle(collection.description, workspace),
    is_inline: database?.type === 'collection_view',
    properties: Object.fromEntries(properties.map((each) => [each.name, toConfig(each, properties, workspace)])),
    parent: toSourceParent(collection),
    database_parent: (database === undefined
      ? { type: 'workspace', workspace: true }
      : toParent(database, workspace)) as DataSource['database_parent'],
    url: toPageUrl(String(collection.parent_id)),
    public_url: null,
    in_trash: workspace.isTrashed(collection),
  }
}
