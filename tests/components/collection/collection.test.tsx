import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { Collection } from '@/islands/collection/collection'
import type { Row } from '@/islands/collection/data'
import { VIEW_TYPES, type ViewType } from '@/lib/workspace/supported'
import { collection, section, view } from './support'

afterEach(() => {
  cleanup()
  localStorage.clear()
  document.documentElement.removeAttribute('dir')
  vi.restoreAllMocks()
})

const getTabs = () => screen.getAllByRole('tab')
const getSelectedTab = () => getTabs().find((tab) => tab.getAttribute('aria-selected') === 'true')?.textContent

describe('tabs of views', () => {
  const views = [
    view({ id: 'one', name: 'Table view' }),
    view({ id: 'two', name: 'Cards', type: 'gallery' }),
    view({ id: 'three', name: 'Board view', type: 'board', sections: [section([0], { label: 'Group' })] }),
  ]
  const data = collection({ title: 'Things', views })

  test('are not shown for one view [N-136]', () => {
    render(<Collection data={collection()} />)
    expect(screen.queryByRole('tablist')).toBeNull()
  })

  test('are labeled by their views and control the panel', () => {
    render(<Collection data={data} />)
    expect(getTabs().map((tab) => tab.textContent)).toEqual(['Table view', 'Cards', 'Board view'])
    const panel = screen.getByRole('tabpanel')
    expect(getTabs().map((tab) => tab.getAttribute('aria-controls'))).toEqual([panel.id, panel.id, panel.id])
    expect(panel.getAttribute('aria-labelledby')).toBe(getTabs()[0]?.id)
    expect(getTabs().map((tab) => tab.tabIndex)).toEqual([0, -1, -1])
  })

  test('store the selected view for the next visit', () => {
    const first = render(<Collection data={data} />)
    expect(screen.getByRole('table')).toBeTruthy()
    fireEvent.click(screen.getByRole('tab', { name: 'Cards' }))
    expect(getSelectedTab()).toBe('Cards')
    expect(screen.queryByRole('table')).toBeNull()
    first.unmount()

    expect(renderToString(<Collection data={data} />)).toContain('<table')
    render(<Collection data={data} />)
    expect(getSelectedTab()).toBe('Cards')
  })

  test('have the icons of their views or, without them, of the view types', () => {
    render(
      <Collection
        data={{ ...data, views: views.map((each, index) => ({ ...each, icon: ['📌', '/files/1/a.png'][index] })) }}
      />,
    )
    expect(getTabs().map((tab) => tab.textContent)).toEqual(['📌Table view', 'Cards', 'Board view'])
    expect(getTabs().map((tab) => tab.querySelector('img, svg')?.tagName)).toEqual([undefined, 'IMG', 'svg'])
    expect(screen.getByRole('tab', { name: 'Table view' })).toBe(getTabs()[0])
  })

  test('have labels that differ from those of other databases, as scroll regions do', () => {
    render(<Collection data={data} />)
    expect(screen.getByRole('tablist', { name: 'Views: Things' })).toBeTruthy()
    expect(screen.getByRole('region', { name: 'Things: Table view' })).toBeTruthy()
  })

  test('are stored per database', () => {
    render(<Collection data={data} />)
    fireEvent.click(screen.getByRole('tab', { name: 'Cards' }))
    cleanup()
    render(<Collection data={{ ...data, id: 'another' }} />)
    expect(getSelectedTab()).toBe('Table view')
  })

  test('ignore a stored view that no longer exists', () => {
    localStorage.setItem('collection:collection', 'gone')
    render(<Collection data={data} />)
    expect(getSelectedTab()).toBe('Table view')
  })

  test('work without storage', () => {
    const refuse = () => {
      throw new DOMException('denied', 'SecurityError')
    }
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(refuse)
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(refuse)
    render(<Collection data={data} />)
    fireEvent.click(screen.getByRole('tab', { name: 'Board view' }))
    expect(getSelectedTab()).toBe('Board view')
  })

  test.each<[direction: 'ltr' | 'rtl', keys: string[], name: string]>([
    ['ltr', ['ArrowRight'], 'Cards'],
    ['ltr', ['ArrowLeft'], 'Board view'],
    ['ltr', ['ArrowRight', 'ArrowRight', 'ArrowRight'], 'Table view'],
    ['ltr', ['End'], 'Board view'],
    ['ltr', ['End', 'Home'], 'Table view'],
    ['rtl', ['ArrowLeft'], 'Cards'],
    ['rtl', ['ArrowRight'], 'Board view'],
  ])('in %s text, %j selects %s', (direction, keys, name) => {
    render(
      <div style={{ direction }}>
        <Collection data={data} />
      </div>,
    )
    getTabs()[0]?.focus()
    for (const key of keys) fireEvent.keyDown(document.activeElement ?? document.body, { key })
    expect(getSelectedTab()).toBe(name)
    expect(document.activeElement?.textContent).toBe(name)
  })

  test('leave other keys to the browser', () => {
    render(<Collection data={data} />)
    for (const pressed of [{ key: 'Tab' }, { key: 'ArrowLeft', altKey: true }, { key: 'ArrowRight', metaKey: true }]) {
      expect(fireEvent.keyDown(screen.getByRole('tablist'), pressed)).toBe(true)
    }
    expect(getSelectedTab()).toBe('Table view')
  })
})

describe('the name of a collection', () => {
  test('is a heading', () => {
    render(<Collection data={collection({ title: 'Things', icon: '📦' })} />)
    expect(screen.getByRole('heading', { level: 2 }).textContent).toContain('Things')
  })

  test('is not shown if the view hides it, or there is none [N-139]', () => {
    render(<Collection data={collection({ title: 'Things', views: [view({ hideName: true })] })} />)
    expect(screen.queryByRole('heading')).toBeNull()
    cleanup()
    render(<Collection data={collection()} />)
    expect(screen.queryByRole('heading')).toBeNull()
  })
})

describe('a collection with many rows', () => {
  const all = Array.from({ length: 120 }, (_, index) => index)

  test.each(Object.keys(VIEW_TYPES) as ViewType[])('a %s shows 50, and the next 50 on request [N-155]', (type) => {
    const sections = [section(all, type === 'board' ? { label: 'All' } : {})]
    render(<Collection data={collection({ count: 120, views: [view({ type, sections })] })} />)
    const getRows = () => screen.getAllByRole('link').map((link) => link.textContent)
    expect(getRows()).toHaveLength(50)
    fireEvent.click(screen.getByRole('button', { name: 'Show more' }))
    expect(getRows()).toHaveLength(100)
    fireEvent.click(screen.getByRole('button', { name: 'Show more' }))
    expect(getRows()).toHaveLength(120)
    expect(new Set(getRows()).size).toBe(120)
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
  })

  test('groups share the first 50 rows, and each has a button', () => {
    const sections = [section(all.slice(0, 60), { label: 'A' }), section(all.slice(60), { label: 'B' })]
    render(<Collection data={collection({ count: 120, views: [view({ type: 'list', sections })] })} />)
    const [first] = screen.getAllByRole('button', { name: 'Show more' })
    if (first) fireEvent.click(first)
    expect(screen.getAllByRole('link')).toHaveLength(60 + 25)
    expect(screen.getAllByRole('button', { name: 'Show more' })).toHaveLength(1)
  })

  test('the server renders only the first rows of the first view', () => {
    const views = [view({ sections: [section(all)] }), view({ id: 'two', type: 'list', sections: [section(all)] })]
    const html = renderToString(<Collection data={collection({ count: 120, views })} />)
    expect(html.match(/href="\/row-/g)).toHaveLength(50)
  })
})

describe('a collection with missing data', () => {
  test('shows a message without rows', () => {
    render(<Collection data={collection({ views: [view({ sections: [section([])] })] })} />)
    expect(screen.getByText('Nothing here yet')).toBeTruthy()
    expect(screen.queryByRole('table')).toBeNull()
  })

  test('renders nothing without views', () => {
    const { container } = render(<Collection data={collection({ title: 'Things', views: [] })} />)
    expect(container.innerHTML).toBe('')
  })

  test('renders a row without a title, and ignores invalid indexes [N-157]', () => {
    const rows: Row[] = [{ path: '/a', cells: [] }]
    const views = [view({ columns: [0, 9], widths: [280, 200], sections: [section([0, 7])] })]
    render(<Collection data={collection({ rows, views })} />)
    expect(screen.getAllByRole('link').map((link) => link.textContent)).toEqual(['Untitled'])
  })
})
