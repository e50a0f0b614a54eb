/** The search; only who searches loads these words. */
export const search = {
  title: 'Search',
  clear: 'Clear',
  close: 'Close',
  total: (count: number) => `${count} ${count === 1 ? 'result' : 'results'}`,
  none: 'No results',
  noneHint: 'Try different search terms',
  error: 'Search error',
  recent: 'Recent searches',
  forget: 'Clear recent searches',
  all: 'Show all',
  /** Before a question. */
  sections: 'Sections',
  newest: 'Newest pages',
  /** The sheet of keys; each says what pressing it does. */
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
