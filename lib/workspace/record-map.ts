/**
 * The data of a Notion workspace after reading and cleaning: records are not wrapped in `{role, value}`, ids are lower-case UUIDs with
 * dashes, and every field has the declared type. The names are those of Notion's record maps.
 */

/** A record's id: a lower-case UUID with dashes. */
export type Id = string

/** A format of a piece of text, as Notion stores it: `['b']`, `['a', address]`, `['d', date]`… */
export type Format = [kind: string, value?: unknown]

/** A piece of text and its formats. */
export type Piece = [text: string] | [text: string, formats: Format[]]

/** Formatted text. */
export type RichText = Piece[]

/** A date or date range as Notion stores it. Dates are `YYYY-MM-DD`, times `HH:mm`. */
export interface DateValue {
  type: 'date' | 'datetime' | 'daterange' | 'datetimerange'
  start_date: string
  start_time?: string
  end_date?: string
  end_time?: string
  time_zone?: string
}

export type ParentTable = 'block' | 'collection' | 'space' | 'team' | 'unknown'

/** A block of any type. `properties` and `format` contain only cleaned values. */
export interface Block {
  id: Id
  type: string
  parent_id: Id
  parent_table: ParentTable
  alive: boolean
  properties: Record<string, RichText>
  format: Record<string, unknown>
  content: Id[]
  /** Only for `collection_view` and `collection_view_page`. */
  collection_id?: Id
  view_ids?: Id[]
  /** Milliseconds since 1970; 0 if unknown. */
  created_time: number
  last_edited_time: number
  created_by_id?: Id
  last_edited_by_id?: Id
  /** Only for rows with a password: its seal, or `true` if visitors cannot be asked for it. The password itself is not kept. */
  locked?: true | string
  /** Only for a simple table that was the `Access` table at an earlier preparation: the key of the column that was headed `Access`. */
  accessColumn?: string
  /** Only while a large record map is read: where `PackedTexts` has the properties, times and authors, which are empty then. */
  packed?: number
}

export interface SelectOption {
  id: string
  value: string
  color?: string
}

/** The properties that restrict who may read a row, by their English names in lower case. */
export type ProtectingName = 'access' | 'public' | 'status' | 'publish at' | 'password'

/** A property of a collection. `more` has type-specific settings (formula, rollup, status groups…) as cleaned JSON. */
export interface PropertySchema {
  name: string
  type: string
  options?: SelectOption[]
  number_format?: string
  more?: Record<string, unknown>
  /** Set if the property restricts access although its name is another one, see `markMisnamedProperties`. */
  protects?: ProtectingName
  /** Set for a status that had an option that publishes at an earlier preparation, and has none now. It publishes no row. */
  lacksPublished?: true
}

export interface Collection {
  id: Id
  /** Increases with each change; 0 if unknown. The copy with the highest version is the newest. */
  version: number
  name: RichText
  description?: RichText
  icon?: string
  cover?: string
  parent_id: Id
  parent_table: ParentTable
  schema: Record<string, PropertySchema>
  format: Record<string, unknown>
  /** The types of properties with passwords, by id. The schema does not contain them. */
  passwords?: Record<string, string>
}

export interface CollectionView {
  id: Id
  type: string
  name: string
  format: Record<string, unknown>
  /** The view's filter, sort, grouping and aggregations as cleaned JSON. */
  query: Record<string, unknown>
  /** The ids of rows in the order in which editors dragged them. It may be incomplete, and ids may not exist. */
  order: Id[]
}

/** Notion's query result for a view: the row ids in order, and those of each group. */
export interface QueryResult {
  rows: Id[]
  groups: { value: unknown; rows: Id[]; total: number }[]
}

export interface PreviewImage {
  originalWidth: number
  originalHeight: number
  dataURIBase64: string
}

/** A whole clean record map. */
export interface RecordMap {
  block: Record<Id, Block>
  collection: Record<Id, Collection>
  collection_view: Record<Id, CollectionView>
  /** By collection id, then view id. */
  collection_query: Record<Id, Record<Id, QueryResult>>
  /** Only display names. Email addresses and photos are never kept. */
  notion_user: Record<Id, string>
  /** Signed addresses of files, by the stored address or, in older maps, by the block's id. */
  signed_urls: Record<string, string>
  /** By the exact stored address of the image. */
  preview_images: Record<string, PreviewImage>
  /** The image addresses of custom emoji, by id. */
  custom_emojis: Record<string, string>
}

/** The block types that are pages. */
export const PAGE_TYPES: ReadonlySet<string> = new Set(['page', 'collection_view_page'])
