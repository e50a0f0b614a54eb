/** Screens that are wide enough for the grid of a calendar. The same condition is in `styles/collection-views.css`. */
export const WIDE = '(min-width: 48rem)'
