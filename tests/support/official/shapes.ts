import type {
  BlockObjectResponse,
  DatabaseObjectResponse,
  DataSourceObjectResponse,
  DataSourceViewObjectResponse,
  PageObjectResponse,
  RichTextItemResponse,
} from '@notionhq/client'

/** Since version 2026-03-11 the API leaves `archived` out. The client's types still contain it. */
type Current<Shape> = Shape extends unknown ? Omit<Shape, 'archived'> : never

/** The fields that blocks of all types have. */
type Common =
  | 'object'
  | 'id'
  | 'parent'
  | 'created_time'
  | 'created_by'
  | 'last_edited_time'
  | 'last_edited_by'
  | 'has_children'
  | 'in_trash'
type WithoutCommon<Shape> = Shape extends unknown ? Omit<Shape, Common> : never

export type Text = RichTextItemResponse[]
export type OfficialBlock = Current<BlockObjectResponse>
export type BlockContent = WithoutCommon<OfficialBlock>
export type Page = Current<PageObjectResponse>
export type Parent = Page['parent']
export type Icon = NonNullable<Page['icon']>
export type Cover = NonNullable<Page['cover']>
export type PropertyValue = PageObjectResponse['properties'][string]
/** Relations have a field `has_more`, which the client's types lack. */
export type PagePropertyValue = PropertyValue & { has_more?: boolean }
export type Database = Current<DatabaseObjectResponse>
export type DataSource = Current<DataSourceObjectResponse>
export type PropertyConfig = DataSourceObjectResponse['properties'][string]
export type View = DataSourceViewObjectResponse
export type ViewConfiguration = NonNullable<View['configuration']>
export type ViewFilter = NonNullable<View['filter']>
