import { expect } from 'vitest'
import { rowsFor, type Section } from '../row'
import { database } from '../support/rows'
import { attributes, texts } from '../support/show'

const day = (start_date: string): [string, unknown[]][] => [['‣', [['d', { type: 'date', start_date }]]]]
const byMonth = (type: string, says: string) =>
  database(
    says,
    {
      schema: { When: { type: 'date' } },
      rows: { May: { When: day('2024-05-02') }, None: {}, March: { When: day('2024-03-01') } },
      views: [{ type, query2: { [`${type}_by`]: 'When' } }],
    },
    (body) => {
      expect(texts(body, '.collection-group summary')).toEqual(['March 2024 1', 'May 2024 1', 'No When 1'])
      expect(texts(body, '.row-title')).toEqual(['March', 'May', 'None'])
      expect(attributes(body, 'time', 'datetime')).toEqual(['2024-03-01', '2024-05-02'])
      expect(body.querySelectorAll('.calendar-month')).toHaveLength(type === 'calendar' ? 1 : 0)
    },
  )

/** The specification leaves these types out. */
export const VIEWS_BY_DATE: Section = {
  name: 'Views by date',
  rows: rowsFor({
    calendar: {
      ...byMonth('calendar', 'A calendar is a list of its rows by month, which a script draws as a grid.'),
      because: 'If the calendar were omitted, its rows would be missing.',
    },
    timeline: {
      ...byMonth('timeline', 'A timeline is a list of its rows by month.'),
      because: 'If the timeline were omitted, its rows would be missing.',
    },
  }),
}
