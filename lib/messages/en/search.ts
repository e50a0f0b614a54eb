import { formatCount } from '../format-count'

/** Texts of the search dialog. They are loaded with the dialog. */
export const search = {
  title: 'Search',
  clear: 'Clear',
  close: 'Close',
  total: (count: number) => formatCount(count, 'result'),
  none: 'No results',
  noneHint: 'Try different search terms',
  error: 'Search error',
  /** On an exported site, which has no server to search on. */
  needsScript: 'Searching this site needs JavaScript. Turn it on and reload the page, or use the links above.',
  /** Limits a search to a page and the pages below it. */
  only: (title: string) => `Only in “${title}”`,
  recent: 'Recent searches',
  forget: 'Clear recent searches',
  all: 'Show all',
  /** Before a query. */
  sections: 'Sections',
  newest: 'Newest pages',
  /** The list of keyboard shortcuts, each with its effect. */
  shortcuts: {
    title: 'Keys',
    search: 'Search',
    next: 'Go to the next link or field',
    sheet: 'Show these keys',
    pictures: 'Go through the pictures, once one is enlarged',
    use: 'Use the ? key',
    close: 'Close what is open',
  },
  keys: { choose: 'choose', open: 'open', close: 'close' },
}
