interface ViewTraits {
  /** Whether its rows are cards, which may have covers. */
  hasCovers: boolean
  /** Whether a query with this view and no filter returns all rows of the collection. */
  listsAllRows: boolean
  /** Whether it shows its rows by date. */
  isByDate?: boolean
}

/** The supported types of collection views. Other views are neither queried nor shown, and editors get a remark. */
export const VIEW_TYPES = {
  table: { hasCovers: false, listsAllRows: true },
  gallery: { hasCovers: true, listsAllRows: true },
  list: { hasCovers: false, listsAllRows: true },
  // The query returns rows by group, and editors can hide groups.
  board: { hasCovers: true, listsAllRows: false },
  // The query may leave out rows without a date.
  calendar: { hasCovers: false, listsAllRows: false, isByDate: true },
  timeline: { hasCovers: false, listsAllRows: false, isByDate: true },
  // Rows as posts, with the beginning of their pages.
  feed: { hasCovers: false, listsAllRows: true },
  // Rows with their places.
  map: { hasCovers: false, listsAllRows: false },
  // It is drawn from all rows, and the query may return groups only.
  chart: { hasCovers: false, listsAllRows: false },
} as const satisfies Record<string, ViewTraits>

export type ViewType = keyof typeof VIEW_TYPES

/** Returns the traits of a type of view. */
export const getViewTraits = (type: ViewType): ViewTraits => VIEW_TYPES[type]

/** Whether views of a type are supported. */
export function isViewType(type: unknown): type is ViewType {
  return typeof type === 'string' && Object.hasOwn(VIEW_TYPES, type)
}
