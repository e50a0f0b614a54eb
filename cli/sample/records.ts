import type { Id, ParentTable, RichText } from '../../lib/workspace/record-map'

/** A block in the format of Notion. */
export interface StoredBlock {
  id: Id
  version: number
  type: string
  properties?: Record<string, RichText>
  format?: Record<string, unknown>
  content?: Id[]
  collection_id?: Id
  view_ids?: Id[]
  parent_id: Id
  parent_table: ParentTable
  space_id: Id
  alive: true
  created_time: number
  created_by_table?: 'notion_user'
  created_by_id?: Id
  last_edited_time: number
  last_edited_by_table?: 'notion_user'
  last_edited_by_id?: Id
}

export interface StoredCollection {
  id: Id
  version: number
  name: RichText
  description?: RichText
  icon?: string
  cover?: string
  schema: Record<string, Record<string, unknown>>
  format: Record<string, unknown>
  parent_id: Id
  parent_table: 'block'
  space_id: Id
  alive: true
}

export interface StoredUser {
  id: Id
  version: number
  name: string
  given_name: string
  family_name: string
  profile_photo: string
}

export interface StoredView {
  id: Id
  version: number
  type: string
  name: string
  format: Record<string, unknown>
  query2: Record<string, unknown>
  page_sort?: Id[]
  parent_id: Id
  parent_table: 'block'
  space_id: Id
  alive: true
}

/** The widgets of a dashboard. */
export interface StoredLayout {
  id: Id
  version: number
  modules: { dashboard_layout_schema: { id: string; type: string; modules: Record<string, unknown>[] }[] }
  parent_id: Id
  parent_table: string
  space_id: Id
}

/** The stored result of a view's query. */
export type StoredResult = Record<string, unknown>
