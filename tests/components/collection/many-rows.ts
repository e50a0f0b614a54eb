import { prepare, shown } from '../../unit/page/collection/support'

const rows = Object.fromEntries(
  Array.from({ length: 120 }, (_, index) => [
    `Row ${index}`,
    { N: String(119 - index), P: index % 2 ? 'odd' : 'even' },
  ]),
)
/** The input of a database with a table and a list of 120 rows. */
export const INPUT = {
  schema: {
    N: { type: 'number' },
    P: { type: 'select', options: ['odd', 'even'].map((value) => ({ id: value, value })) },
  },
  rows,
  views: [
    { format: { table_properties: shown('title', 'N', 'P') } },
    { id: 'second!!', type: 'list', name: 'List', query: { sort: [{ property: 'N', direction: 'ascending' }] } },
  ],
}

export const ALL_ROWS = prepare(INPUT)

/** Returns the titles that a table shows. A query by role computes the styles of all cells, each time that a test checks it. */
export const listNames = () => [...document.querySelectorAll('th[scope="row"]')].map((cell) => cell.textContent)
