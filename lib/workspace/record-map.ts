/**
 * The vocabulary of a workspace's own data, in the one shape the project uses after reading and cleaning:
 * entries are the records themselves (no `{role, value}` around them), ids are lower-case dashed UUIDs,
 * and every field below has the type it says. Source of the names: the workspace's own record maps.
 */

/** A record's id: a lower-case UUID with dashes. */
export type Id = string

/** One format of a piece of text, as the workspace stores it: `['b']`, `['a', address]`, `['d', date]`… */
export type Format = [kind: string, value?: unknown]

/** A piece of text and its formats. */
export type Piece = [text: string] | [text: string, formats: Format[]]

/** A run of formatted text. */
export type RichText = Piece[]

/** A point or span of time as the workspace stores it; dates are `YYYY-MM-DD`, times `HH:mm`. */
export interface DateValue {
  type: 'date' | 'datetime' | 'daterange' | 'datetimerange'
  start_date: string
  start_time?: string
  end_date?: string
  end_time?: string
  time_zone?: string
}

export type ParentTable = 'block' | 'collection' | 'space' | 'team' | 'unknown'

/** Any block; `properties` and `format` hold only what cleaning let through. */
export interface Block {
  id: Id
  type: string
  parent_id: Id
  parent_table: ParentTable
  alive: boolean
  properties: Record<string, RichText>
  format: Record<string, unknown>
  content: Id[]
  /** Only of `collection_view` and `collection_view_page`. */
  collection_id?: Id
  view_ids?: Id[]
  /** Milliseconds since 1970; 0 when unknown. */
  created_time: number
  last_edited_time: number
  created_by_id?: Id
  last_edited_by_id?: Id
  /** Only of rows that have a password, which is not kept. */
  locked?: true
}

export interface SelectOption {
  id: string
  value: string
  color?: string
}

/** One column of a collection. `more` keeps type-specific settings (formula, rollup, status groups…), cleaned to plain JSON. */
export interface PropertySchema {
  name: string
  type: string
  options?: SelectOption[]
  number_format?: string
  more?: Record<string, unknown>
}

export interface Collection {
  id: Id
  /** Counts its changes; 0 when unknown. Of several copies the one with the highest is the newest. */
  version: number
  name: RichText
  description?: RichText
  icon?: string
  cover?: string
  parent_id: Id
  parent_table: ParentTable
  schema: Record<string, PropertySchema>
  format: Record<string, unknown>
  /** Types of the properties that hold passwords, by id. The schema does not list them. */
  passwords?: Record<string, string>
}

export interface CollectionView {
  id: Id
  type: string
  name: string
  format: Record<string, unknown>
  /** The view's own filter, sort, grouping and aggregations, cleaned to plain JSON. */
  query: Record<string, unknown>
  /** Ids of the rows in the order in which editors dragged them; rows may be missing, and ids may lead nowhere. */
  order: Id[]
}

/** The workspace's answer for one view: row ids in order, and per group where it was grouped. */
export interface QueryAnswer {
  rows: Id[]
  groups: { value: unknown; rows: Id[]; total: number }[]
}

export interface PreviewImage {
  originalWidth: number
  originalHeight: number
  dataURIBase64: string
}

/** A whole record map, clean. */
export interface RecordMap {
  block: Record<Id, Block>
  collection: Record<Id, Collection>
  collection_view: Record<Id, CollectionView>
  /** By collection id, then view id. */
  collection_query: Record<Id, Record<Id, QueryAnswer>>
  /** Display names only; addresses and photographs of people are never kept. */
  notion_user: Record<Id, string>
  /** Address of a file, by the address that a block names, or in older maps by the block's id. */
  signed_urls: Record<string, string>
  /** By the exact source address of the image. */
  preview_images: Record<string, PreviewImage>
  /** Address of a custom emoji's image, by its id. */
  custom_emojis: Record<string, string>
}

/** The block types that are pages of their own. */
export const PAGE_TYPES: ReadonlySet<string> = new Set(['page', 'collection_view_page'])
