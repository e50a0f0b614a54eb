import type { CollectionMessages } from '@/messages/languages'
import type { PreparedText } from '../../lib/page/prepared-text'
import type { ViewType } from '../../lib/workspace/supported'

/** How the cells of a column are shown. Every property type becomes one of these. */
export type ColumnKind = keyof CellOf

/** A value that several rows share, sent once: a tag and its color, a person's name, or a page's title, path and icon. */
export interface SharedValue {
  text: string
  color?: string
  path?: string
  icon?: string
}

/** A column in the browser. For tags, people and pages, the cells are indexes into `values`. */
export interface Column {
  name: string
  kind: ColumnKind
  values?: SharedValue[]
  /**
   * For a table with all its rows: the rank of each row in the sort order. Equal rows have the same rank, rows without a value have -1.
   * So the browser sorts without knowing types and languages.
   */
  ranks?: number[]
  /** For numbers that are shown as bars or rings: the shape, its color, and whether the number itself is hidden. */
  meter?: { shape: 'bar' | 'ring'; color?: string; hidesNumber?: true }
}

/** The content of a cell of each kind. */
export interface CellOf {
  title: PreparedText
  text: PreparedText
  number: string
  /** A number that is shown as a bar or ring: the formatted number, and which share of the shape it fills, in percent. */
  meter: { text: string; share: number }
  /** Tags, people and pages: indexes into the column's values. */
  tags: number[]
  people: number[]
  pages: number[]
  /** The displayed text, and ISO 8601 if the date exists. */
  date: { text: string; iso?: string }
  files: FileCell[]
  checkbox: boolean
  /** Without `href` the link is not safe. */
  link: { text: string; href?: string }
  /** An image and its vertical position in percent, 50 by default. */
  cover: { src: string; position?: number }
}

/** A file. Without `href` it must not be loaded. `image` is the address at which a picture is shown. */
export interface FileCell {
  name: string
  href?: string
  image?: string
}

/** A prepared cell; null if it is empty. The column's kind determines its type. */
export type Cell = CellOf[ColumnKind] | null

export interface Row {
  /** The path of its page. */
  path: string
  icon?: string
  /** In the order of the columns, without trailing nulls. */
  cells: Cell[]
}

/** A calculation in a table's footer: its name and its formatted result. */
export interface Total {
  label: string
  value: string
}

/** Rows shown together: a group, a board's column or, without a label, an ungrouped view. */
export interface Section {
  /** Indexes into the collection's rows, in order. */
  rows: number[]
  /** The number of rows, including those that have not been loaded. */
  total: number
  label?: string
  color?: string
  /** For a calendar or timeline: its rows have no date, so that no month and no bar shows them. */
  isUndated?: true
  /** The calculations, in the order of the view's columns. */
  totals?: (Total | null)[]
  /** For a board with sub-groups: the columns of the section, which contain its rows. */
  columns?: Section[]
}

export interface Cover {
  /** The index of the column of kind `cover`. */
  column: number
  size: 'small' | 'medium' | 'large'
  aspect: 'cover' | 'contain'
}

export interface CalendarEntry {
  /** The index of its row. */
  row: number
  first: number
  /** Its last day, if that is not the first. */
  last?: number
}

/** A row with sub-items, by their indexes. */
export interface NestedRows {
  row: number
  subitems: number[]
}

/** What the month grid of a calendar needs. Days are counted from 1970-01-01. */
export interface CalendarGrid {
  locale: string
  /** From 1 for Monday to 7 for Sunday. */
  firstWeekday: number
  labels: CollectionMessages['calendar']
  /** The days between which there are entries, including those that have not been loaded. */
  first: number
  last: number
  /** In the order of the view. */
  entries: CalendarEntry[]
}

/** A label of a timeline's axis. `at` counts days from the first one. */
export interface TimelineTick {
  at: number
  label: string
}

/** What the bars of a timeline are drawn from. */
export interface Timeline {
  /** The first day of the axis, counted from 1970-01-01, and the number of days. */
  first: number
  days: number
  /** Pixels of a day. */
  scale: number
  /** The rows of the axis, with larger units first. */
  ticks: TimelineTick[][]
  /** The days of each row: the first one, counted from that of the axis, and their number. In the order of the view. */
  entries: { row: number; at: number; days: number }[]
  /** Pairs of rows of which the second depends on the first. */
  arrows?: [from: number, to: number][]
}

export interface View {
  /** A stable key, by which the visitor's choice is stored. */
  id: string
  type: ViewType
  name: string
  /** The indexes of the columns that it shows, in order. A view that hides titles does not list the title's column. */
  columns: number[]
  /** For a table: the width of each shown column in pixels. */
  widths?: number[]
  /** For a table: the columns in which long text wraps; `true` for all. */
  wrap?: true | number[]
  /** The view's icon: an emoji or an address. */
  icon?: string
  /** The view hides the collection's name, or the rows' icons. */
  hideName?: true
  hideIcons?: true
  /** Its cards show their properties in one line. */
  isCompact?: true
  cover?: Cover
  /** For a feed: the index of the column with the beginnings of the pages of rows. */
  beginnings?: number
  /** For a calendar with dates. */
  calendar?: CalendarGrid
  /** For a timeline with dates. */
  timeline?: Timeline
  /** For a chart: its drawing and the table of its values, as HTML. */
  chart?: string
  /** For a chart in a Markdown copy: the table of its values, with its header first. */
  chartTable?: string[][]
  /** The markup of its rows by their indexes, if a component of the site folder draws them. */
  cards?: Readonly<Record<number, string>>
  /** The rows with sub-items, and their sub-items, which are shown below them in a closed toggle. No section lists them. */
  nested?: NestedRows[]
  /** The number of rows in each section before “Show more”, and that it adds. */
  pageSize: number
  /** Empty until the rest is loaded, except in the first view. */
  sections: Section[]
  /** In a view other than the first: the path of its rows for visitors without script, if they are public. */
  pages?: string
  /** The number of sections that have not been loaded. */
  sectionsLeft?: number
}

/** The addresses of the rest of a collection. */
export interface Rest {
  /** The address of the whole {@link CollectionData} as JSON; undefined if everything has been sent. */
  data?: string
  /** The path of the first page of all rows of the first view, if they are public. */
  pages?: string
}

/** A collection in one viewer's browser. */
export interface CollectionData {
  /** A stable key, by which the visitor's choice of view is stored. */
  id: string
  /** The accessible name. It is unique on the page and exists even if the title is hidden. */
  name: string
  /** Undefined on the collection's own page, whose title it is. */
  title?: PreparedText
  icon?: string
  columns: Column[]
  /** The index of the title's column. */
  titleColumn: number
  rows: Row[]
  views: View[]
  /** The number of rows in all views or, until the rest is loaded, in the first view. */
  total: number
  /** The addresses of the rows that the first view does not show initially. */
  rest?: Rest
  labels: CollectionLabels
}

/** The texts of the interface, in the page's language. */
export type CollectionLabels = CollectionMessages['interface']

/** A property in the header of a row's page. */
export interface PreparedProperty {
  column: Column
  cell: Cell
}
