import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { Sidebar } from '@/components/site/sidebar'

const assign = vi.fn()
let requests: string[] = []
let respond: () => Response

beforeEach(() => {
  // The module stores the state of the sidebar.
  vi.resetModules()
  requests = []
  respond = () => Response.json({ markup: MOON })
  vi.stubGlobal('fetch', async (address: string) => {
    requests.push(address)
    return respond()
  })
  sessionStorage.clear()
  vi.stubGlobal('location', { assign, pathname: '/boats' })
  assign.mockClear()
})

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const LABELS = { home: { path: '/', title: 'Harbour' }, messages: { label: 'Pages', close: 'Close' } }
const MOON = '<ul><li><a href="/moon">Moon</a></li></ul>'
const renderClosed = (name: string) => `<li><a href="/${name}">${name}</a><details><summary></summary></details></li>`
const ON_BOATS = `<ul><li><a href="/boats" aria-current="page">boats</a><details open><summary></summary><ul><li><a href="/hulls">hulls</a></li></ul></details></li>${renderClosed('tides')}</ul>`
const ON_TIDES = `<ul>${renderClosed('boats')}<li><a href="/tides">tides</a><details open><summary></summary><ul><li><a href="/moon" aria-current="page">moon</a></li></ul></details></li></ul>`

/** Opens another page, which is a document of its own. */
async function show(markup: string): Promise<void> {
  window.dispatchEvent(new Event('pagehide'))
  cleanup()
  vi.resetModules()
  const isPublic = !location.pathname.startsWith('/members')
  render(<Sidebar view={{ html: markup, isPublic }} {...LABELS} />)
  const { openBranches } = await import('@/islands/site/sidebar-branches')
  openBranches(screen.getByRole('navigation', { name: 'Pages' }))
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
  await show(ON_BOATS)
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
  await show(`<ul>${renderClosed('tides').replace('<details>', '<details open>')}</ul>`)
  await waitFor(() => expect(listLinks(getBranch('tides'))).toEqual(['/moon']))
})

test('keeps branches open on the next page', async () => {
  await show(ON_BOATS)
  await show(ON_TIDES)
  expect([getBranch('boats').open, listLinks(getBranch('boats'))]).toEqual([true, ['/hulls']])
  expect(document.querySelectorAll('[aria-current]')).toHaveLength(1)
  await toggle('boats', false)
  await show(ON_TIDES)
  expect(getBranch('boats').open).toBe(false)
})

test('loads the branches of the members’ site again, and those that may have changed', async () => {
  vi.stubGlobal('location', { assign, pathname: '/members/boats' })
  await show(ON_BOATS)
  await show(ON_TIDES)
  expect(sessionStorage.getItem('sidebar')).not.toContain('hulls')
  await waitFor(() => expect(requests).toEqual(['/api/branches/boats.json']))
  vi.stubGlobal('location', { assign, pathname: '/boats' })
  await show(ON_BOATS)
  await waitFor(() => expect(requests.slice(1)).toEqual(['/api/branches/tides.json']))
  vi.setSystemTime(Date.now() + 6 * 60_000)
  onTestFinished(() => void vi.useRealTimers())
  await show(ON_TIDES)
  await waitFor(() => expect(requests.slice(2)).toEqual(['/api/branches/boats.json']))
})

test('shows the branch of the current page even if it was closed', async () => {
  await show(ON_TIDES)
  await toggle('tides', false)
  await show(ON_TIDES)
  expect(getBranch('tides').open).toBe(true)
  expect(requests).toEqual([])
})

test.each([
  ['is missing', () => Response.json({ error: 'There is no such page' }, { status: 404 })],
  ['contains no markup', () => Response.json({ markup: 7 })],
  ['is not JSON', () => new Response('<html>')],
])('opens the page if the response for its branch %s', async (_, response) => {
  respond = response
  await show(ON_BOATS)
  await toggle('tides', true)
  await waitFor(() => expect(assign.mock.calls).toEqual([['/tides']]))
})

test('closes a branch that was open on the page before if it cannot be loaded now', async () => {
  sessionStorage.setItem('sidebar', JSON.stringify({ isOpen: [['/tides', true]] }))
  respond = () => Response.json({}, { status: 503 })
  await show(ON_BOATS)
  expect(getBranch('tides').open).toBe(true)
  await waitFor(() => expect(getBranch('tides').open).toBe(false))
  expect(assign).not.toHaveBeenCalled()
})

test('begins with the home page and a button that closes the popover, without script', async () => {
  await show(ON_BOATS)
  expect(screen.getByRole('link', { name: 'Harbour' }).getAttribute('href')).toBe('/')
  const close = screen.getByRole('button', { name: 'Close' })
  expect(close.getAttribute('popovertarget')).toBe(screen.getByRole('navigation', { name: 'Pages' }).id)
  expect(close.getAttribute('popovertargetaction')).toBe('hide')
})

test('provides the section of the page for the search', () => {
  render(<Sidebar view={{ html: ON_BOATS, isPublic: true, section: { id: '1', title: 'Boats' } }} {...LABELS} />)
  expect(screen.getByRole('navigation', { name: 'Pages' }).dataset).toMatchObject({ section: '1', title: 'Boats' })
})
