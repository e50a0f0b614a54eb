import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { Collection } from '@/islands/collection/collection'
import { prepare, shown } from '../../unit/page/collection/support'
import { ALL_ROWS, INPUT, listNames } from './many-rows'

afterEach(() => {
  cleanup()
  localStorage.clear()
})

describe('a table', () => {
  test('is sorted by its headers: ascending, descending, and in the order of the view', async () => {
    render(<Collection data={ALL_ROWS} />)
    const getSortOrder = () => screen.getByRole('columnheader', { name: 'N' }).getAttribute('aria-sort')
    const press = () => fireEvent.click(document.activeElement ?? document.body)
    screen.getByRole('button', { name: 'N' }).focus()
    expect([getSortOrder(), listNames()[0]]).toEqual([null, 'Row 0'])
    press()
    expect([getSortOrder(), listNames()[0]]).toEqual(['ascending', 'Row 119'])
    press()
    expect([getSortOrder(), listNames()[0]]).toEqual(['descending', 'Row 0'])
    press()
    expect(getSortOrder()).toBeNull()
    await waitFor(() => expect(listNames()).toHaveLength(50))
  })

  test('is filtered by words and values, and shows the number of matches', async () => {
    render(<Collection data={ALL_ROWS} />)
    expect(screen.queryByRole('searchbox')).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Filter' }))
    expect(screen.getByRole('button', { name: 'Filter' }).getAttribute('aria-expanded')).toBe('true')
    expect(document.activeElement).toBe(screen.getByRole('searchbox', { name: 'Filter rows' }))
    fireEvent.change(screen.getByRole('searchbox', { name: 'Filter rows' }), { target: { value: '119' } })
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe('2 of 120'))
    const choice = screen.getByRole<HTMLSelectElement>('combobox', { name: 'P' })
    const odd = [...choice.options].find((option) => option.text === 'odd')
    fireEvent.change(choice, { target: { value: odd?.value } })
    await waitFor(() => expect(listNames()).toEqual(['Row 119']))
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'nothing like it' } })
    await waitFor(() => expect(screen.getByText('No row matches')).toBeTruthy())
    fireEvent.click(screen.getByRole('button', { name: 'Clear' }))
    await waitFor(() => expect(listNames()).toHaveLength(50))
    expect(document.activeElement).toBe(screen.getByRole('searchbox'))
  })

  test('keeps its filter and order by name after it is rendered again with other columns', async () => {
    const { rerender } = render(<Collection data={ALL_ROWS} />)
    fireEvent.click(screen.getByRole('button', { name: 'N' }))
    fireEvent.click(screen.getByRole('button', { name: 'Filter' }))
    const getChoice = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'P' })
    const getChosen = () => getChoice().selectedOptions[0]?.text
    const odd = [...getChoice().options].find((option) => option.text === 'odd')
    fireEvent.change(getChoice(), { target: { value: odd?.value } })
    await waitFor(() => expect(listNames()[0]).toBe('Row 119'))
    // The order of values depends on the rows, and the order of columns on the views, so both change here.
    const [view, list] = INPUT.views
    const other = {
      ...INPUT,
      rows: { Odd: { N: '2', P: 'odd' }, Even: { N: '0', P: 'even' }, Last: { N: '1', P: 'odd' } },
    }
    rerender(
      <Collection
        data={prepare({
          ...other,
          views: [{ ...view, format: { table_properties: shown('title', 'P', 'N') } }, ...(list ? [list] : [])],
        })}
      />,
    )
    expect(getChosen()).toBe('odd')
    expect(screen.getByRole('columnheader', { name: 'N' }).getAttribute('aria-sort')).toBe('ascending')
    await waitFor(() => expect(listNames()).toEqual(['Last', 'Odd']))
  })

  test('shows the first rows of a new order, however many were shown before', async () => {
    render(<Collection data={ALL_ROWS} />)
    fireEvent.click(screen.getByRole('button', { name: 'Show more' }))
    await waitFor(() => expect(listNames()).toHaveLength(100))
    fireEvent.click(screen.getByRole('button', { name: 'N' }))
    expect(listNames()).toHaveLength(10)
    // The button would move while rows are added above it.
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
    await waitFor(() => expect(listNames()).toHaveLength(50))
    expect(listNames()[0]).toBe('Row 119')
    expect(screen.getByRole('button', { name: 'Show more' })).toBeTruthy()
  })

  test('discards the order when another view is selected', () => {
    render(<Collection data={ALL_ROWS} />)
    fireEvent.click(screen.getByRole('button', { name: 'N' }))
    fireEvent.click(screen.getByRole('tab', { name: 'List' }))
    fireEvent.click(screen.getByRole('tab', { name: 'Table view' }))
    expect(listNames()[0]).toBe('Row 0')
  })

  test('with one row cannot be sorted or filtered', () => {
    render(<Collection data={prepare({ ...INPUT, rows: { Only: {} }, views: [{}] })} />)
    expect(screen.queryByRole('button')).toBeNull()
  })
})

describe('a board with subgroups', () => {
  const data = prepare({
    schema: { P: { type: 'select', options: [{ id: 'x', value: 'x' }] }, Q: { type: 'checkbox' } },
    rows: { A: { P: 'x', Q: 'Yes' }, B: {} },
    views: [
      {
        type: 'board',
        format: { board_columns_by: { property: 'P' }, collection_group_by: { property: 'Q' } },
      },
    ],
  })

  test('shows one labeled board per group', () => {
    render(<Collection data={data} />)
    const boards = screen.getAllByRole('region').filter((region) => region.classList.contains('collection-scroll'))
    expect(boards.map((board) => board.getAttribute('aria-label'))).toEqual([
      'Things: Board view: Unchecked',
      'Things: Board view: Checked',
    ])
    expect(screen.getAllByRole('heading').map((heading) => `${heading.tagName} ${heading.textContent}`)).toEqual([
      'H2 Things',
      'H3 Unchecked',
      'H4 x',
      'H4 No P',
      'H3 Checked',
      'H4 x',
      'H4 No P',
    ])
    expect(
      within(boards[1] as HTMLElement)
        .getAllByRole('link')
        .map((link) => link.textContent),
    ).toEqual(['A'])
  })
})
