/** The search in English, and the shape that every other language has. Only who searches loads it. */
export const searchEn = {
  title: 'Search',
  clear: 'Clear',
  close: 'Close',
  loading: 'Searching…',
  total: (count: number) => `${count} ${count === 1 ? 'result' : 'results'}`,
  none: 'No results',
  noneHint: 'Try different search terms',
  error: 'Search error',
  recent: 'Recent searches',
  forget: 'Clear recent searches',
  all: 'Show all',
  /** The sheet of keys; each says what pressing it does. */
  shortcuts: {
    title: 'Keys',
    search: 'Search',
    next: 'Go to the next link or field',
    sheet: 'Show these keys',
    close: 'Close what is open',
  },
  keys: { choose: 'choose', open: 'open', close: 'close' },
}

export type SearchMessages = typeof searchEn
