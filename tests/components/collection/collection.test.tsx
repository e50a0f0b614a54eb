// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { Collection } from '@/components/page/collection/collection'
import type { Column, Row, ViewType } from '@/lib/page/collection/types'
import { collection, section, view } from './support'

afterEach(() => {
  cleanup()
  localStorage.clear()
  document.documentElement.removeAttribute('dir')
  vi.restoreAllMocks()
})

const tabs = () => screen.getAllByRole('tab')
const selected = () => tabs().find((tab) => tab.getAttribute('aria-selected') === 'true')?.textContent

describe('tabs', () => {
  const views = [
    view({ id: 'one', name: 'Table view' }),
    view({ id: 'two', name: 'Cards', type: 'gallery' }),
    view({ id: 'three', name: 'Board view', type: 'board', sections: [section([0], { label: 'Group' })] }),
  ]
  const data = collection({ title: 'Things', views })

  test('one view needs none', () => {
    render(<Collection data={collection()} />)
    expect(screen.queryByRole('tablist')).toBeNull()
  })

  test('each is labelled by its view and controls the panel', () => {
    render(<Collection data={data} />)
    expect(tabs().map((tab) => tab.textContent)).toEqual(['Table view', 'Cards', 'Board view'])
    const panel = screen.getByRole('tabpanel')
    expect(tabs().map((tab) => tab.getAttribute('aria-controls'))).toEqual([panel.id, panel.id, panel.id])
    expect(panel.getAttribute('aria-labelledby')).toBe(tabs()[0]?.id)
    expect(tabs().map((tab) => tab.tabIndex)).toEqual([0, -1, -1])
  })

  test('a click chooses, and the next visit begins there', () => {
    const first = render(<Collection data={data} />)
    expect(screen.getByRole('table')).toBeTruthy()
    fireEvent.click(screen.getByRole('tab', { name: 'Cards' }))
    expect(selected()).toBe('Cards')
    expect(screen.queryByRole('table')).toBeNull()
    first.unmount()

    expect(renderToString(<Collection data={data} />)).toContain('<table')
    render(<Collection data={data} />)
    expect(selected()).toBe('Cards')
  })

  test('another collection has its own choice', () => {
    render(<Collection data={data} />)
    fireEvent.click(screen.getByRole('tab', { name: 'Cards' }))
    cleanup()
    render(<Collection data={{ ...data, id: 'another' }} />)
    expect(selected()).toBe('Table view')
  })

  test('a remembered view that is gone counts as none', () => {
    localStorage.setItem('collection:collection', 'gone')
    render(<Collection data={data} />)
    expect(selected()).toBe('Table view')
  })

  test('choosing works where the browser keeps nothing', () => {
    const refuse = () => {
      throw new DOMException('denied', 'SecurityError')
    }
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(refuse)
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(refuse)
    render(<Collection data={data} />)
    fireEvent.click(screen.getByRole('tab', { name: 'Board view' }))
    expect(selected()).toBe('Board view')
  })

  test.each<[direction: 'ltr' | 'rtl', keys: string[], name: string]>([
    ['ltr', ['ArrowRight'], 'Cards'],
    ['ltr', ['ArrowLeft'], 'Board view'],
    ['ltr', ['ArrowRight', 'ArrowRight', 'ArrowRight'], 'Table view'],
    ['ltr', ['End'], 'Board view'],
    ['ltr', ['End', 'Home'], 'Table view'],
    ['rtl', ['ArrowLeft'], 'Cards'],
    ['rtl', ['ArrowRight'], 'Board view'],
  ])('in %s text, %j leads to %s', (direction, keys, name) => {
    render(
      <div style={{ direction }}>
        <Collection data={data} />
      </div>,
    )
    tabs()[0]?.focus()
    for (const key of keys) fireEvent.keyDown(document.activeElement ?? document.body, { key })
    expect(selected()).toBe(name)
    expect(document.activeElement?.textContent).toBe(name)
  })

  test('other keys are left to the browser', () => {
    render(<Collection data={data} />)
    expect(fireEvent.keyDown(screen.getByRole('tablist'), { key: 'Tab' })).toBe(true)
    expect(selected()).toBe('Table view')
  })
})

describe('the name', () => {
  test('is a heading of the level that is asked for', () => {
    render(<Collection data={collection({ title: 'Things', icon: '📦' })} headingLevel={3} />)
    expect(screen.getByRole('heading', { level: 3 }).textContent).toContain('Things')
  })

  test('is not there when the view hides it, or there is none', () => {
    render(<Collection data={collection({ title: 'Things', views: [view({ hideName: true })] })} />)
    expect(screen.queryByRole('heading')).toBeNull()
    cleanup()
    render(<Collection data={collection()} />)
    expect(screen.queryByRole('heading')).toBeNull()
  })
})

describe('many rows', () => {
  const all = Array.from({ length: 120 }, (_, index) => index)

  test.each<ViewType>(['table', 'gallery', 'list', 'board'])('a %s shows 50, and the next 50 when asked', (type) => {
    const sections = [section(all, type === 'board' ? { label: 'All' } : {})]
    render(<Collection data={collection({ count: 120, views: [view({ type, sections })] })} />)
    const rows = () => screen.getAllByRole('link').map((link) => link.textContent)
    expect(rows()).toHaveLength(50)
    fireEvent.click(screen.getByRole('button', { name: 'Load more' }))
    expect(rows()).toHaveLength(100)
    fireEvent.click(screen.getByRole('button', { name: 'Load more' }))
    expect(rows()).toHaveLength(120)
    expect(new Set(rows()).size).toBe(120)
    expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull()
  })

  test('each group has its own', () => {
    const sections = [section(all.slice(0, 60), { label: 'A' }), section(all.slice(60), { label: 'B' })]
    render(<Collection data={collection({ count: 120, views: [view({ type: 'list', sections })] })} />)
    const [first] = screen.getAllByRole('button', { name: 'Load more' })
    if (first) fireEvent.click(first)
    expect(screen.getAllByRole('link')).toHaveLength(60 + 50)
    expect(screen.getAllByRole('button', { name: 'Load more' })).toHaveLength(1)
  })

  test('the server sends no more than the first ones of the first view', () => {
    const views = [view({ sections: [section(all)] }), view({ id: 'two', type: 'list', sections: [section(all)] })]
    const html = renderToString(<Collection data={collection({ count: 120, views })} />)
    expect(html.match(/href="\/row-/g)).toHaveLength(50)
  })
})

describe('nothing', () => {
  test('no rows: it says so', () => {
    render(<Collection data={collection({ views: [view({ sections: [section([])] })] })} />)
    expect(screen.getByText('Nothing here yet')).toBeTruthy()
    expect(screen.queryByRole('table')).toBeNull()
  })

  test('no views: nothing at all', () => {
    const { container } = render(<Collection data={collection({ title: 'Things', views: [] })} />)
    expect(container.innerHTML).toBe('')
  })

  test('a row without title, and indexes that lead nowhere', () => {
    const rows: Row[] = [['/a', null, []]]
    const views = [view({ columns: [0, 9], widths: [280, 200], sections: [section([0, 7])] })]
    render(<Collection data={collection({ rows, views })} />)
    expect(screen.getAllByRole('link').map((link) => link.textContent)).toEqual(['Untitled'])
  })
})

const COLUMNS: Column[] = [
  { name: 'Name', kind: 'title' },
  { name: 'Note', kind: 'text' },
  { name: 'Price', kind: 'number' },
  { name: 'Tags', kind: 'tags', values: [['red one', 'red'], ['plain']] },
  { name: 'Day', kind: 'date' },
  { name: 'By', kind: 'people', values: [['Ada'], ['Bo']] },
  { name: 'Files', kind: 'files' },
  { name: 'Done', kind: 'checkbox' },
  { name: 'Site', kind: 'link' },
  { name: 'City', kind: 'pages', values: [['Paris', '/paris', '🗼']] },
  { name: '', kind: 'cover' },
]
const FULL: Row = [
  '/full',
  '📕',
  [
    [['Bold', 'b', ['a', 'https://example.com/title']], ' title'],
    [['a link', ['a', 'https://example.com/note']]],
    '$4.00',
    [0, 1],
    ['Feb 1, 2020', '2020-02-01'],
    [0, 1],
    [['photo.png', '/files/1/photo.png', 1], ['notes.pdf', '/files/2/notes.pdf'], ['lost.zip']],
    true,
    ['example.com', 'https://example.com/'],
    [0],
    ['/files/3/cover.jpg', 30],
  ],
]
const EMPTY: Row = ['/empty', null, ['Empty', null, null, null, null, null, null, false]]

function full(type: ViewType, grouped = false) {
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
        ...((type === 'gallery' || type === 'board') && { cover }),
      }),
    ],
  })
}

describe.each<ViewType>(['table', 'gallery', 'list', 'board'])('a %s', (type) => {
  test.each([false, true])('shows every kind of cell and nests no link (grouped: %s)', (grouped) => {
    const { container } = render(<Collection data={full(type, grouped)} />)
    expect(container.querySelectorAll('a a, a button, button a')).toHaveLength(0)
    const link = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
    expect(link('Bold title')).toBe('/full')
    expect(link('a link')).toBe('https://example.com/note')
    expect(link('photo.png')).toBe('/files/1/photo.png')
    expect(link('notes.pdf')).toBe('/files/2/notes.pdf')
    expect(link('example.com')).toBe('https://example.com/')
    expect(link('Paris')).toBe('/paris')
    expect(screen.getByText('lost.zip').closest('a')).toBeNull()
    expect(screen.getByText('$4.00')).toBeTruthy()
    expect(screen.getByText('red one').className).toBe('tag tag-red')
    expect(screen.getByText('plain').className).toBe('tag')
    expect(screen.getByText('Feb 1, 2020').getAttribute('datetime')).toBe('2020-02-01')
    expect(screen.getByText('Ada, Bo')).toBeTruthy()
    const ticks = screen.getAllByRole<HTMLInputElement>('checkbox', { name: 'Done' })
    expect(ticks.map((tick) => tick.checked)).toEqual([true, false])
  })

  test('the browser takes up what the server sent', () => {
    const data = full(type, true)
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
  test('has headed columns and rows, and scrolls in a region that keys reach', () => {
    render(<Collection data={full('table')} />)
    expect(screen.getAllByRole('columnheader').map((cell) => cell.textContent)).toEqual(
      COLUMNS.slice(0, 10).map((column) => column.name),
    )
    expect(screen.getAllByRole('rowheader').map((cell) => cell.textContent)).toEqual(['📕Bold title', 'Empty'])
    const region = screen.getByRole('region', { name: 'One' })
    expect(region.tabIndex).toBe(0)
    expect(within(region).getByRole('table').style.width).toBe('2000px')
  })

  test('has its calculations at its foot', () => {
    const totals = [['Count', '2'] as [string, string], null, ['Sum', '$4.00'] as [string, string]]
    const data = full('table')
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

describe('groups', () => {
  test('open by themselves and say how many rows they have', () => {
    render(<Collection data={full('list', true)} />)
    const group = screen.getByText('Group').closest('details')
    expect(group?.open).toBe(true)
    expect(group?.querySelector('summary')?.textContent).toBe('Group 2')
  })

  test('a board’s columns are named and counted, empty ones too', () => {
    const sections = [section([0], { label: 'To do', color: 'red' }), section([], { label: 'Done' })]
    render(<Collection data={collection({ views: [view({ type: 'board', sections })] })} />)
    expect(screen.getByRole('region', { name: 'To do' }).textContent).toBe('To do 1Row 0')
    expect(screen.getByRole('region', { name: 'Done' }).textContent).toBe('Done 0')
  })
})

describe('a card', () => {
  test('has its picture where its page wants it', () => {
    const { container } = render(<Collection data={full('gallery')} />)
    const image = container.querySelector<HTMLImageElement>('.card-cover img')
    expect(image?.getAttribute('src')).toBe('/files/3/cover.jpg')
    expect(image?.style.objectPosition).toBe('50% 30%')
    expect(image?.getAttribute('loading')).toBe('lazy')
  })

  test('whose title is hidden still is a link with a name', () => {
    const data = full('gallery')
    const views = data.views.map((each) => ({ ...each, columns: [2] }))
    const { container } = render(<Collection data={{ ...data, views }} />)
    expect(screen.getByRole('link', { name: 'Bold title' })).toBeTruthy()
    expect(container.querySelector('.card-title.is-hidden')).toBeTruthy()
  })

  test('shows no icon where the view hides icons', () => {
    const data = full('gallery')
    const views = data.views.map((each) => ({ ...each, hideIcons: true as const }))
    const { container } = render(<Collection data={{ ...data, views }} />)
    expect(container.textContent).not.toContain('📕')
  })
})
