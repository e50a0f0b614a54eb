import { cleanup, render, screen, within } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { afterEach, describe, expect, test } from 'vitest'
import { Collection } from '@/islands/collection/collection'
import type { Column, Row } from '@/islands/collection/data'
import { VIEW_TYPES, type ViewType } from '@/lib/workspace/supported'
import { collection, section, view } from './support'

afterEach(cleanup)

const COLUMNS: Column[] = [
  { name: 'Name', kind: 'title' },
  { name: 'Note', kind: 'text' },
  { name: 'Price', kind: 'number' },
  { name: 'Tags', kind: 'tags', values: [{ text: 'red one', color: 'red' }, { text: 'plain' }] },
  { name: 'Day', kind: 'date' },
  { name: 'By', kind: 'people', values: [{ text: 'Ada' }, { text: 'Bo' }] },
  { name: 'Files', kind: 'files' },
  { name: 'Done', kind: 'checkbox' },
  { name: 'Site', kind: 'link' },
  { name: 'City', kind: 'pages', values: [{ text: 'Paris', path: '/paris', icon: '🗼' }] },
  { name: '', kind: 'cover' },
]
const FULL: Row = {
  path: '/full',
  icon: '📕',
  cells: [
    [['Bold', 'b', ['a', 'https://example.com/title']], ' title'],
    [['a link', ['a', 'https://example.com/note']]],
    '$4.00',
    [0, 1],
    { text: 'Feb 1, 2020', iso: '2020-02-01' },
    [0, 1],
    [
      { name: 'photo.png', href: '/files/1/photo.png', image: '/files/1/photo.png' },
      { name: 'notes.pdf', href: '/files/2/notes.pdf' },
      { name: 'lost.zip' },
    ],
    true,
    { text: 'example.com', href: 'https://example.com/' },
    [0],
    { src: '/files/3/cover.jpg', position: 30 },
  ],
}
const EMPTY: Row = { path: '/empty', cells: ['Empty', null, null, null, null, null, null, false] }

function createFullCollection(type: ViewType, grouped = false) {
  const cover = { column: 10, size: 'small', aspect: 'contain' } as const
  return collection({
    columns: COLUMNS,
    rows: [FULL, EMPTY],
    views: [
      view({
        type,
        columns: COLUMNS.map((_, index) => index).slice(0, 10),
        widths: COLUMNS.slice(0, 10).map(() => 200),
        sections: [section([0, 1], grouped ? { label: 'Group', color: 'blue' } : {})],
        ...(VIEW_TYPES[type].hasCovers && { cover }),
      }),
    ],
  })
}

describe.each(Object.keys(VIEW_TYPES) as ViewType[])('a %s', (type) => {
  test.each([false, true])('shows every kind of cell and nests no links (grouped: %s)', (grouped) => {
    const { container } = render(<Collection data={createFullCollection(type, grouped)} />)
    expect(container.querySelectorAll('a a, a button, button a')).toHaveLength(0)
    const getLink = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
    expect(getLink('Bold title')).toBe('/full')
    expect(getLink('a link')).toBe('https://example.com/note')
    expect(getLink('photo.png')).toBe('/files/1/photo.png')
    expect(getLink('notes.pdf')).toBe('/files/2/notes.pdf')
    expect(getLink('example.com')).toBe('https://example.com/')
    expect(getLink('Paris')).toBe('/paris')
    expect(screen.getByText('lost.zip').closest('a')).toBeNull()
    expect(screen.getByText('$4.00')).toBeTruthy()
    expect(screen.getByText('red one').className).toBe('tag tag-red')
    expect(screen.getByText('plain').className).toBe('tag tag-default')
    expect(screen.getByText('Feb 1, 2020').getAttribute('datetime')).toBe('2020-02-01')
    expect(screen.getByText('Ada, Bo')).toBeTruthy()
    const ticks = screen.getAllByRole<HTMLInputElement>('checkbox', { name: 'Done' })
    expect(ticks.map((tick) => tick.checked)).toEqual([true, false])
  })

  test('hydration matches the HTML of the server', () => {
    const data = createFullCollection(type, true)
    const container = document.createElement('div')
    document.body.append(container)
    container.innerHTML = renderToString(<Collection data={data} />)
    const before = container.innerHTML
    render(<Collection data={data} />, { container, hydrate: true })
    expect(container.innerHTML).toBe(before)
    container.remove()
  })
})

describe('a table', () => {
  test('has column and row headers, and scrolls in a focusable region', () => {
    render(<Collection data={createFullCollection('table')} />)
    expect(screen.getAllByRole('columnheader').map((cell) => cell.textContent)).toEqual(
      COLUMNS.slice(0, 10).map((column) => column.name),
    )
    expect(screen.getAllByRole('rowheader').map((cell) => cell.textContent)).toEqual(['📕Bold title', 'Empty'])
    const region = screen.getByRole('region', { name: 'Things: One' })
    expect(region.tabIndex).toBe(0)
    expect(within(region).getByRole('table').style.width).toBe('2000px')
  })

  test('wraps text in all columns or in the configured ones', () => {
    const findWrappedColumns = (wrap: true | number[] | undefined) => {
      const data = createFullCollection('table')
      const { container } = render(
        <Collection data={{ ...data, views: data.views.map((each) => ({ ...each, wrap })) }} />,
      )
      const row = container.querySelector('tbody tr')
      const found = [...(row?.children ?? [])].map((cell) => cell.matches('.wraps, .wraps *'))
      cleanup()
      return found.flatMap((wraps, place) => (wraps ? [place] : []))
    }
    expect(findWrappedColumns(undefined)).toEqual([])
    expect(findWrappedColumns([0, 1])).toEqual([0, 1])
    expect(findWrappedColumns(true)).toHaveLength(10)
  })

  test('shows calculations in its footer [N-150]', () => {
    const totals = [{ label: 'Count', value: '2' }, null, { label: 'Sum', value: '$4.00' }]
    const data = createFullCollection('table')
    const sections = [section([0, 1], { totals })]
    render(<Collection data={{ ...data, views: data.views.map((each) => ({ ...each, sections })) }} />)
    const foot = screen.getByRole('table').querySelector('tfoot')
    expect([...(foot?.querySelectorAll('td') ?? [])].slice(0, 3).map((cell) => cell.textContent)).toEqual([
      'Count 2',
      '',
      'Sum $4.00',
    ])
  })
})

describe('the groups of a view', () => {
  test('are open, with their number of rows', () => {
    render(<Collection data={createFullCollection('list', true)} />)
    const group = screen.getByText('Group').closest('details')
    expect(group?.open).toBe(true)
    expect(group?.querySelector('summary')?.textContent).toBe('Group 2')
  })

  test('label and count all columns of a board, empty ones too', () => {
    const sections = [section([0], { label: 'To do', color: 'red' }), section([], { label: 'Done' })]
    render(<Collection data={collection({ views: [view({ type: 'board', sections })] })} />)
    const columns = document.querySelectorAll('.collection-board > section')
    expect([...columns].map((column) => column.textContent)).toEqual(['To do 1Row 0', 'Done 0'])
    expect(screen.getAllByRole('heading').map((heading) => heading.textContent)).toEqual(['To do', 'Done'])
  })
})

describe('a card', () => {
  test('positions its cover like the cover of the page', () => {
    const { container } = render(<Collection data={createFullCollection('gallery')} />)
    const image = container.querySelector<HTMLImageElement>('.card-cover img')
    expect(image?.getAttribute('src')).toBe('/files/3/cover.jpg')
    expect(image?.style.objectPosition).toBe('50% 30%')
    expect(image?.getAttribute('loading')).toBe('lazy')
  })

  test('with a hidden title is still a link with a name', () => {
    const data = createFullCollection('gallery')
    const views = data.views.map((each) => ({ ...each, columns: [2] }))
    const { container } = render(<Collection data={{ ...data, views }} />)
    expect(screen.getByRole('link', { name: 'Bold title' })).toBeTruthy()
    expect(container.querySelector('.card-title.is-hidden')).toBeTruthy()
  })

  test('shows no icon if the view hides icons', () => {
    const data = createFullCollection('gallery')
    const views = data.views.map((each) => ({ ...each, hideIcons: true as const }))
    const { container } = render(<Collection data={{ ...data, views }} />)
    expect(container.textContent).not.toContain('📕')
  })
})
