import type { NumberFormat } from 'notion-types'
import type { RichText } from '../../lib/workspace/record-map'
import type { ViewType } from '../../lib/workspace/supported'
import type { FormulaSpec } from './formula'
import type { Color, User } from './inline'

/** The content of a page, a column or a toggle. */
export type Node = BlockNode | PageNode | DatabaseNode | LinkedDatabaseNode

/** Any block that is not a page and not a database. */
export interface BlockNode {
  node: 'block'
  type: string
  /** Set only for blocks that other blocks refer to. */
  key?: string
  properties?: Record<string, RichText>
  format?: Record<string, unknown>
  children?: Node[]
}

export interface PageOptions {
  /** Identifies the page in links and mentions. Default: its title in lower case with hyphens. */
  key?: string
  icon?: string
  cover?: string
  /** From 0 (bottom of the picture) to 1 (top). Default: 0.5. Null stores none, as in older workspaces. */
  coverPosition?: number | null
  fullWidth?: boolean
  smallText?: boolean
  /** Days such as `2026-03-01`. Default: derived from the key. */
  created?: string
  edited?: string
  by?: User
  /** External objects that the text mentions, but that are not part of the content. */
  attached?: BlockNode[]
}

export interface PageNode extends PageOptions {
  node: 'page'
  key: string
  title: RichText
  /** Only of rows: values by the names of the collection's columns. */
  cells: Record<string, Cell>
  children: Node[]
}

export interface DatabaseOptions {
  key?: string
  icon?: string
  cover?: string
  description?: string
  schema: Record<string, PropertySpec>
  views: ViewSpec[]
  rows: PageNode[]
  /** Whether the database is a full page instead of inline. */
  fullPage?: boolean
  /** Whether the results of the views' queries are stored. Default: true. */
  results?: boolean
  /** Columns that the head of a row's page leaves out: always, or when they are empty. */
  hidden?: Record<string, 'hide' | 'hide_if_empty'>
}

export interface DatabaseNode extends DatabaseOptions {
  node: 'database'
  key: string
  name: string
}

/** Views of a database that lives elsewhere. */
export interface LinkedDatabaseNode {
  node: 'linked'
  key: string
  views: ViewSpec[]
  hideName: boolean
}

/** Options in their order, each with its color. */
export type Options = Record<string, Color | 'default' | 'green'>

type PlainType =
  | 'title'
  | 'text'
  | 'date'
  | 'person'
  | 'file'
  | 'checkbox'
  | 'url'
  | 'email'
  | 'phone_number'
  | 'created_time'
  | 'last_edited_time'
  | 'created_by'
  | 'last_edited_by'

/** A column of a database. */
export type PropertySpec =
  | { type: PlainType }
  /** `shape`: numbers are shown as bars or rings in this color. */
  | { type: 'number'; format?: NumberFormat; shape?: 'bar' | 'ring'; color?: Color | 'default' | 'green' }
  | { type: 'select' | 'multi_select'; options: Options }
  | { type: 'status'; groups: Record<string, Options> }
  | { type: 'formula'; formula: FormulaSpec }
  /** `to` is the key of the other database. */
  | { type: 'relation'; to: string }
  /** Over the rows that the column `relation` names, their column `target`. */
  | { type: 'rollup'; relation: string; target: string; aggregation: string }
  | { type: 'auto_increment_id'; prefix: string }

export interface NamedFile {
  name: string
  source: string
}

/** A row's value: text, a number, yes or no, option names, keys of related pages, people, or files. */
export type Cell = string | number | boolean | string[] | RichText | User[] | NamedFile[]

/** One condition in the workspace's own operators: `enum_is`, `status_is`, `checkbox_is`, `is_not_empty`… */
export interface Condition {
  column: string
  operator: string
  value?: string | boolean
}

/** A chart. The view's `by` is the column of its axis or slices. */
export interface ChartSpec {
  kind: 'column' | 'bar' | 'line' | 'donut' | 'number'
  /** Default: the number of rows. */
  measure?: [column: string, aggregator: string]
  stack?: string
  /** The unit of dates. */
  unit?: 'day' | 'week' | 'month' | 'year'
  /** The settings of `chartFormat`. */
  settings?: Record<string, unknown>
}

export interface WidgetSpec {
  view: ViewSpec
  width?: number
}

/** A view of a database. Columns are identified by name. */
export interface ViewSpec {
  type: ViewType | 'form' | 'dashboard'
  /** Default: the site derives a name from the type. */
  name?: string
  /** The visible columns in order. Default: all. */
  show?: string[]
  /** Widths of a table's columns in pixels. */
  widths?: Record<string, number>
  /** Of a gallery's or board's cards: the row's cover, its first image, or a column of files. */
  cover?: 'page_cover' | 'page_content' | { column: string }
  coverSize?: 'small' | 'medium' | 'large'
  coverAspect?: 'cover' | 'contain'
  /** The column that makes a board's columns, or the dates of a calendar or timeline. */
  by?: string
  /** The column that groups the rows. */
  group?: string
  /** Of a chart. */
  chart?: ChartSpec
  /** Of a dashboard: its rows of views, which have no tabs. */
  widgets?: WidgetSpec[][]
  sort?: [column: string, direction: 'ascending' | 'descending'][]
  where?: Condition[]
  /** Whether one matching condition is enough. */
  any?: boolean
  /** Calculations under a table, such as `{ Cost: 'sum' }`. */
  totals?: Record<string, string>
  wrap?: boolean
  /** The number of rows above "Show more". */
  limit?: number
  /** Hides the name of the database above the view. */
  hideName?: boolean
}
