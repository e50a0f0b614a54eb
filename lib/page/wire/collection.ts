import type { CollectionMessages } from '../../messages/messages'
import type { ViewType } from '../../workspace/supported'
import type { WireText } from './text'

/** How a column's cells look; every property type becomes one of these. */
export type ColumnKind = keyof CellOf

/** A value that many rows share, sent once: a tag and its colour, a person's name, or a page's title, path and icon. */
export type SharedValue = [text: string, colorOrPath?: string, icon?: string]

/** A column as the browser gets it. `values` is there for tags, people and pages; their cells are indexes into it. */
export interface Column {
  name: string
  kind: ColumnKind
  values?: SharedValue[]
  /**
   * Of a table's column, once all rows are here: where each row stands among the others, equal ones in the same place and those
   * without a value at -1. So a browser sorts without knowing what is compared, or in which language.
   */
  ranks?: number[]
}

/** What a cell of each kind carries. */
export interface CellOf {
  title: WireText
  text: WireText
  number: string
  /** Tags, people and pages: indexes into the column's values. */
  tags: number[]
  people: number[]
  pages: number[]
  /** Shown text, and ISO 8601 where the date exists. */
  date: [text: string, iso?: string]
  /** An image is shown small, from an address for that where it has one. Without an address the file must not be loaded. */
  files: [name: string, href?: string, image?: 1 | string][]
  checkbox: boolean
  /** Without an address it is not a safe link. */
  link: [text: string, href?: string]
  /** An image and its vertical position in percent (50 without). */
  cover: [src: string, y?: number]
}

/** A prepared cell; its column's kind says which member it is. Null: empty. */
export type Cell = CellOf[ColumnKind] | null

/** A row: where its page is, its icon, and its cells in the order of the collection's columns (trailing nulls left out). */
export type Row = [path: string, icon: string | null, cells: Cell[]]

/** The calculation under a table's column: its name and its formatted result. */
export type Total = [label: string, value: string]

/** Rows shown together: a group, a board's column, or (without label) all of an ungrouped view. */
export interface Section {
  /** Indexes into the collection's rows, in order. */
  rows: number[]
  /** How many rows there are; more than `rows` holds while the rest is not here. */
  total: number
  label?: string
  color?: string
  /** Calculations by the view's columns. */
  totals?: (Total | null)[]
  /** Of a board that is divided once more: the section's own columns, which hold the rows in its place. */
  columns?: Section[]
}

export interface Cover {
  /** Index of the column of kind `cover`. */
  column: number
  size: 'small' | 'medium' | 'large'
  aspect: 'cover' | 'contain'
}

export interface View {
  /** Stable across renders: the visitor's choice is remembered by it. */
  id: string
  type: ViewType
  name: string
  /** Indexes of the columns it shows, in order. A view that hides titles does not list the title's column. */
  columns: number[]
  /** Of a table: width of each shown column in pixels. */
  widths?: number[]
  /** Of a table: in which places long text goes on in further lines; `true` for all. */
  wrap?: true | number[]
  /** The view's own icon: an emoji or an address. */
  icon?: string
  /** The collection's name and the rows' icons are not shown with this view. */
  hideName?: true
  hideIcons?: true
  cover?: Cover
  /** Rows shown before `Load more`, in each section, and added by it. */
  pageSize: number
  /** None while the rest is not here, but for the first view. */
  sections: Section[]
  /** How many sections come with the rest. */
  sectionsLeft?: number
}

/** Where the rest of a collection is. */
export interface Rest {
  /** Address of the whole {@link CollectionData} as JSON; left out where the whole is here. */
  data?: string
  /** Path of the first of the pages that show all rows of the first view, where those are public. */
  pages?: string
}

/** A collection as one viewer's browser gets it. */
export interface CollectionData {
  /** Stable key under which the visitor's choice of view is remembered. */
  id: string
  /** What it is called to those who cannot see where it stands: unlike any other on the page, also where its title is not shown. */
  name: string
  /** Left out on the collection's own page, where it is the page's title. */
  title?: WireText
  icon?: string
  columns: Column[]
  /** Index of the title's column. */
  titleColumn: number
  rows: Row[]
  views: View[]
  /** How many rows there are, in all views together or, where the rest is not here, in the first view. */
  total: number
  /** Where the rows are that the first view does not show at first. */
  rest?: Rest
  labels: CollectionLabels
}

/** The interface's own words, in the site's language. */
export type CollectionLabels = CollectionMessages['interface']

/** A property at the head of a row's own page. */
export interface PreparedProperty {
  column: Column
  cell: Cell
}
