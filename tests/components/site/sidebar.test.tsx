import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { SidebarBranch, SidebarEntry, SidebarView } from '@/lib/page/sidebar'
import { site as en } from '@/messages/en'

const assign = vi.fn()
let requests: string[] = []
let respond: () => Response

beforeEach(async () => {
  // The module stores the state of the sidebar.
  vi.resetModules()
  ;({ Sidebar } = await import('@/components/site/sidebar'))
  requests = []
  respond = () => Response.json(MOON)
  vi.stubGlobal('fetch', async (address: string) => {
    requests.push(address)
    return respond()
  })
  vi.stubGlobal('location', { assign })
  assign.mockClear()
})

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const link = (name: string, below?: SidebarEntry['below']): SidebarEntry => ({ path: `/${name}`, title: name, below })
const closed = (name: string) => link(name, null)
const open = (name: string, ...entries: SidebarEntry[]) => link(name, { entries })

const MOON: SidebarBranch = { entries: [link('moon')] }
const ON_BOATS: SidebarView = {
  branch: { entries: [open('boats', link('hulls')), closed('tides')] },
  current: '/boats',
}
const ON_TIDES: SidebarView = {
  branch: { entries: [closed('boats'), open('tides', link('moon'))] },
  current: '/moon',
}

let Sidebar: typeof import('@/components/site/sidebar').Sidebar

function show(view: SidebarView): void {
  cleanup()
  render(<Sidebar view={view} messages={en.sidebar} />)
}

const getBranch = (name: string) => document.querySelector(`a[href="/${name}"] + details`) as HTMLDetailsElement
const toggle = (name: string, open: boolean) =>
  act(async () => {
    getBranch(name).open = open
    await vi.waitFor(() => undefined)
  })
const listLinks = (element: Element) => [...element.querySelectorAll('a')].map((link) => link.getAttribute('href'))

test('loads a branch once, when it is opened or hovered', async () => {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  vi.stubGlobal('fetch', async (address: string) => {
    requests.push(address)
    await released
    return respond()
  })
  show(ON_BOATS)
  expect(requests).toEqual([])
  await act(async () => {
    getBranch('tides')
      .querySelector('summary')
      ?.dispatchEvent(new Event('pointerover', { bubbles: true }))
  })
  expect(listLinks(getBranch('tides'))).toEqual([])
  await toggle('tides', true)
  release()
  await waitFor(() => expect(listLinks(getBranch('tides'))).toEqual(['/moon']))
  await toggle('tides', false)
  await toggle('tides', true)
  expect(requests).toEqual(['/api/branches/tides.json'])
})

test('loads a branch that was opened before the script was loaded', async () => {
  const view = { branch: { entries: [closed('tides')] } }
  document.body.innerHTML = `<div>${renderToString(<Sidebar view={view} messages={en.sidebar} />)}</div>`
  const container = document.body.firstElementChild as HTMLElement
  getBranch('tides').open = true
  render(<Sidebar view={view} messages={en.sidebar} />, { container, hydrate: true })
  await waitFor(() => expect(listLinks(getBranch('tides'))).toEqual(['/moon']))
})

test('keeps branches open on the next page', async () => {
  show(ON_BOATS)
  show(ON_TIDES)
  expect([getBranch('boats').open, listLinks(getBranch('boats'))]).toEqual([true, ['/hulls']])
  expect(document.querySelectorAll('[aria-current]')).toHaveLength(1)
  await toggle('boats', false)
  show(ON_TIDES)
  expect(getBranch('boats').open).toBe(false)
})

test('shows the branch of the current page even if it was closed', async () => {
  show(ON_TIDES)
  await toggle('tides', false)
  show(ON_TIDES)
  expect(getBranch('tides').open).toBe(true)
  expect(requests).toEqual([])
})

test.each([
  ['is missing', () => Response.json({ error: 'There is no such page' }, { status: 404 })],
  ['contains no pages', () => Response.json({ entries: 7 })],
  ['is not JSON', () => new Response('<html>')],
])('opens the page if the response for its branch %s', async (_, response) => {
  respond = response
  show(ON_BOATS)
  await toggle('tides', true)
  await waitFor(() => expect(assign.mock.calls).toEqual([['/tides']]))
})

test('provides the section of the page for the search', async () => {
  show({ ...ON_BOATS, section: { id: '1', title: 'Boats' } })
  expect(screen.getByRole('navigation', { name: 'Pages' }).dataset).toMatchObject({ section: '1', title: 'Boats' })
})
