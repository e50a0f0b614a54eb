import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { Collection } from '@/components/page/collection/collection'
import type { Row } from '@/lib/page/wire/collection'
import { VIEW_TYPES, type ViewType } from '@/lib/workspace/supported'
import { collection, section, view } from './support'

afterEach(() => {
  cleanup()
  localStorage.clear()
  document.documentElement.removeAttribute('dir')
  vi.restoreAllMocks()
})

const tabs = () => screen.getAllByRole('tab')
const selected = () => tabs().find((tab) => tab.getAttribute('aria-selected') === 'true')?.textContent

describe('prepareTabs', () => {
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

  test('have the icons of their views, and else of their types', () => {
    render(
      <Collection
        data={{ ...data, views: views.map((each, index) => ({ ...each, icon: ['📌', '/files/1/a.png'][index] })) }}
      />,
    )
    expect(tabs().map((tab) => tab.textContent)).toEqual(['📌Table view', 'Cards', 'Board view'])
    expect(tabs().map((tab) => tab.querySelector('img, svg')?.tagName)).toEqual([undefined, 'IMG', 'svg'])
    expect(screen.getByRole('tab', { name: 'Table view' })).toBe(tabs()[0])
  })

  test('and the tables that keys reach are called otherwise than those of another database', () => {
    render(<Collection data={data} />)
    expect(screen.getByRole('tablist', { name: 'Views: Things' })).toBeTruthy()
    expect(screen.getByRole('region', { name: 'Things: Table view' })).toBeTruthy()
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
    for (const pressed of [{ key: 'Tab' }, { key: 'ArrowLeft', altKey: true }, { key: 'ArrowRight', metaKey: true }]) {
      expect(fireEvent.keyDown(screen.getByRole('tablist'), pressed)).toBe(true)
    }
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

  test.each(Object.keys(VIEW_TYPES) as ViewType[])('a %s shows 50, and the next 50 when asked', (type) => {
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

  test('groups share the first fifty, and each has its own button', () => {
    const sections = [section(all.slice(0, 60), { label: 'A' }), section(all.slice(60), { label: 'B' })]
    render(<Collection data={collection({ count: 120, views: [view({ type: 'list', sections })] })} />)
    const [first] = screen.getAllByRole('button', { name: 'Load more' })
    if (first) fireEvent.click(first)
    expect(screen.getAllByRole('link')).toHaveLength(60 + 25)
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
