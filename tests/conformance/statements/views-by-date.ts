import { expect } from 'vitest'
import { createRows, type Section } from '../row'
import { checkDatabase } from '../support/rows'
import { listAttributes, listTexts } from '../support/show'

const createDay = (start_date: string): [string, unknown[]][] => [['‣', [['d', { type: 'date', start_date }]]]]
const checkMonths = (type: string, statement: string) =>
  checkDatabase(
    statement,
    {
      schema: { When: { type: 'date' } },
      rows: { May: { When: createDay('2024-05-02') }, None: {}, March: { When: createDay('2024-03-01') } },
      views: [{ type, query2: { [`${type}_by`]: 'When' } }],
    },
    (body) => {
      expect(listTexts(body, '.collection-group summary')).toEqual(['March 2024 1', 'May 2024 1', 'No When 1'])
      expect(listTexts(body, '.row-title')).toEqual(['March', 'May', 'None'])
      expect(listAttributes(body, 'time', 'datetime')).toEqual(['2024-03-01', '2024-05-02'])
      expect(body.querySelectorAll('.calendar-month')).toHaveLength(type === 'calendar' ? 1 : 0)
    },
  )

/** The specification does not contain these view types. */
export const VIEWS_BY_DATE: Section = {
  name: 'Views by date',
  rows: createRows({
    calendar: {
      ...checkMonths('calendar', 'A calendar is a list of its rows by month, which a script draws as a grid.'),
      reason: 'If the calendar were omitted, its rows would be missing.',
    },
    timeline: {
      ...checkMonths('timeline', 'A timeline is a list of its rows by month.'),
      reason: 'If the timeline were omitted, its rows would be missing.',
    },
  }),
}
