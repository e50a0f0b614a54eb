/** The texts of databases. */
export const collection = {
  interface: {
    views: 'Views',
    untitled: 'Untitled',
    more: 'Load more',
    /** `#` stands for how many there are. */
    all: 'All # rows',
    /** `#` stands for how many a row has. */
    subitems: 'Sub-items: #',
    empty: 'Nothing here yet',
    loading: 'Loading the rows…',
    failed: 'The rows could not be loaded. Try again.',
    filter: 'Filter',
    filterRows: 'Filter rows',
    any: 'Any',
    checked: 'Checked',
    unchecked: 'Unchecked',
    clear: 'Clear',
    noMatch: 'No row matches',
    /** The number of matching rows, and of all rows. */
    matches: '# of #',
  },
  /** In place of a view. */
  missing: 'This view could not be read.',
  /** What a database without a name is called. */
  database: 'Database',
  viewNames: {
    table: 'Table view',
    gallery: 'Gallery view',
    list: 'List view',
    board: 'Board view',
    calendar: 'Calendar view',
    timeline: 'Timeline view',
  },
  calendar: {
    previous: 'Previous month',
    next: 'Next month',
    today: 'Today',
    /** `#` stands for how many more entries a day has. */
    more: '# more',
  },
  /** The group of rows that have no value. */
  without: (property: string) => `No ${property}`,
  totals: {
    count: 'Count',
    count_values: 'Values',
    unique: 'Unique',
    empty: 'Empty',
    not_empty: 'Not empty',
    checked: 'Checked',
    unchecked: 'Unchecked',
    sum: 'Sum',
    average: 'Average',
    median: 'Median',
    min: 'Min',
    max: 'Max',
    range: 'Range',
    earliest_date: 'Earliest',
    latest_date: 'Latest',
  },
}
