import type { RichText } from '../../lib/workspace/record-map'
import type { User } from './inline'
import type { Cell, PropertySpec } from './schema'
import type { ViewSpec } from './views'

/** What a page, a column or a toggle can hold. */
export type Node = BlockNode | PageNode | DatabaseNode | LinkedDatabaseNode

/** Any block that is not a page and not a database. */
export interface BlockNode {
  node: 'block'
  type: string
  /** Only of blocks that others point at. */
  key?: string
  properties?: Record<string, RichText>
  format?: Record<string, unknown>
  children?: Node[]
}

export interface PageOptions {
  /** Names the page in links and mentions; its title in lower case with hyphens when not given. */
  key?: string
  icon?: string
  cover?: string
  /** From 0, the picture's bottom, to 1, its top; 0.5 by default. Null writes none, as in older workspaces. */
  coverPosition?: number | null
  fullWidth?: boolean
  smallText?: boolean
  /** Days such as `2026-03-01`; made from the key when not given. */
  created?: string
  edited?: string
  by?: User
  /** Blocks that the page's text mentions but its content does not show: external objects. */
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
  /** True for a database that is a page of its own; otherwise it stands in its page's content. */
  fullPage?: boolean
  /** False leaves out the workspace's stored answers to the views' queries. */
  answers?: boolean
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
