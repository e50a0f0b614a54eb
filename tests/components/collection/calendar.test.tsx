import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Collection } from '@/islands/collection/collection'
import type { CalendarEntry, CalendarGrid } from '@/islands/collection/data'
import { getCollectionMessages } from '@/messages/languages'
import { collection, section, view } from './support'

const toDay = (day: string) => Date.parse(day) / 86_400_000

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2024, 1, 20, 12) })
  setWide(true)
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function setWide(matches: boolean) {
  vi.stubGlobal('matchMedia', () => ({ matches, addEventListener: () => {}, removeEventListener: () => {} }))
}

/** Creates a calendar with rows named Row 0, Row 1 and so on. */
function createCalendar(entries: [first: string, last?: string][], init: Partial<CalendarGrid> = {}) {
  const days = entries.map(
    ([first, last], row): CalendarEntry => ({ row, first: toDay(first), ...(last && { last: toDay(last) }) }),
  )
  const all = days.flatMap(({ first, last = first }) => [first, last])
  const grid: CalendarGrid = {
    locale: 'en',
    firstWeekday: 7,
    labels: getCollectionMessages('en').calendar,
    first: Math.min(...all),
    last: Math.max(...all),
    entries: days,
    ...init,
  }
  const rows = entries.map((_, row) => row)
  return collection({
    count: entries.length,
    views: [view({ type: 'calendar', calendar: grid, sections: [section(rows, { label: 'All' })] })],
  })
}

const findMonth = () => screen.findByRole('region', { name: 'Things: One' })
const getTitle = (region: HTMLElement) => region.querySelector('.calendar-title')?.textContent
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

test('shows the current month, and navigates to other months with entries', async () => {
  render(<Collection data={createCalendar([['2024-01-09'], ['2024-02-10'], ['2024-03-01']])} />)
  const region = await findMonth()
  expect(getTitle(region)).toBe('February 2024')
  expect(within(region).getByRole('link', { name: 'Row 1' }).getAttribute('href')).toBe('/row-1')
  press('Next month')
  expect(getTitle(region)).toBe('March 2024')
  const next = screen.getByRole('button', { name: 'Next month' })
  expect(next.getAttribute('aria-disabled')).toBe('true')
  fireEvent.click(next)
  expect(getTitle(region)).toBe('March 2024')
  press('Previous month')
  press('Previous month')
  expect(getTitle(region)).toBe('January 2024')
  press('Today')
  expect(getTitle(region)).toBe('February 2024')
})

test.each([
  [['2019-05-01'], 'May 2019'],
  [['2031-05-01'], 'May 2031'],
] as const)('begins with the nearest month that has entries: %j', async (entry, title) => {
  render(<Collection data={createCalendar([[...entry]])} />)
  expect(getTitle(await findMonth())).toBe(title)
  // No month with entries is today's.
  expect(screen.queryByRole('button', { name: 'Today' })).toBeNull()
})

test('shows three entries of a day, and shows and focuses the others on request', async () => {
  render(<Collection data={createCalendar(Array.from({ length: 6 }, () => ['2024-02-10'] as [string]))} />)
  const region = await findMonth()
  expect(within(region).getAllByRole('link')).toHaveLength(3)
  const more = within(region).getByRole('button', { name: '3 more' })
  more.focus()
  fireEvent.click(more)
  expect(within(region).getAllByRole('link')).toHaveLength(6)
  expect(document.activeElement?.textContent).toBe('Row 3')
})

test('renders a limited number of entries', async () => {
  render(
    <Collection
      data={createCalendar(Array.from({ length: 2000 }, () => ['0000-01-01', '9999-12-31'] as [string, string]))}
    />,
  )
  const region = await findMonth()
  expect(within(region).getAllByRole('link')).toHaveLength(6 * 3)
})

test('shows a list on narrow screens without loading rows', async () => {
  setWide(false)
  const fetched = vi.fn()
  vi.stubGlobal('fetch', fetched)
  const data = createCalendar([['2024-02-10']])
  render(<Collection data={{ ...data, rest: { data: '/api/rows/x.json' } }} />)
  expect(await screen.findByRole('link', { name: 'Row 0' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Next month' })).toBeNull()
  expect(fetched).not.toHaveBeenCalled()
})

test('loads the remaining rows and is marked as busy meanwhile', async () => {
  const complete = createCalendar([['2024-02-10'], ['2024-02-11']])
  let respond = (_: Response) => {}
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (respond = resolve)))
  render(<Collection data={{ ...createCalendar([['2024-02-10']]), rest: { data: '/api/rows/x.json' } }} />)
  const region = await findMonth()
  expect(region.getAttribute('aria-busy')).toBe('true')
  respond(Response.json(complete))
  await within(region).findByRole('link', { name: 'Row 1' })
  expect(region.hasAttribute('aria-busy')).toBe(false)
})

test('the HTML of the server contains the list and a placeholder for the month', () => {
  const html = renderToString(<Collection data={createCalendar([['2024-02-10']])} />)
  expect(html).toContain('<div class="calendar-month"></div>')
  expect(html).toContain('href="/row-0"')
})
