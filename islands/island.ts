/** What a module of `islands` gets with the content that it makes operable. */
export interface IslandOptions {
  /** Aborts when the content is removed. */
  signal: AbortSignal
  /** The properties of the islands, by their numbers. */
  properties: readonly unknown[]
}

/** Ids that React generates in an island are unique in the document. */
export const getIdPrefix = (number: number): string => `island-${number}-`

/** Screens that are wide enough for the grid of a calendar. The same condition is in `styles/collection-views.css`. */
export const WIDE = '(min-width: 48rem)'
