import { cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { DashboardScreen, EditorDashboard } from '@/components/site/screens/editor-dashboard'
import type { DashboardView } from '@/lib/formats/dashboard'
import { getEditorsMessages } from '@/messages/languages'

afterEach(cleanup)

const EMPTY = { items: [], more: 0 }
const view: DashboardView = {
  access: { query: { page: '', as: '' }, organizations: ['board'] },
  reasons: ['Redis does not respond'],
  sync: {
    state: 'refused',
    facts: [['Started', { iso: '2026-01-01T12:00:00.000Z', text: 'noon' }]],
    message: '60 of 93 pages are gone',
    changed: EMPTY,
    failed: { items: [{ title: 'Prices', lines: [{ text: 'it timed out' }] }], more: 3 },
  },
  pages: '2 of 2 pages are public.',
  wrong: {
    items: [
      {
        title: 'Tides',
        notion: 'https://www.notion.so/1',
        path: '/tides',
        lines: [{ text: 'Links to /none', help: 'https://handbook.example/addresses' }],
      },
    ],
    more: 0,
  },
  wrongCount: 1,
  notes: EMPTY,
  previews: { lifetimes: [] },
  protection: { items: [{ title: 'Boats', lines: [{ text: 'restricted by “Access”' }] }], more: 0 },
  servesFolder: false,
  tokens: [{ token: 'secret_x', iso: '2026-01-01T12:00:00.000Z', text: 'noon' }],
}
const messages = getEditorsMessages('en')

test('has a form that explains who can read a page, which works without JavaScript', () => {
  const explained = {
    items: [{ title: 'Tides', path: '/tides', lines: [{ text: 'Can be read by a member of board.' }] }],
    more: 0,
  }
  const access = { query: { page: 'tides', as: 'board' }, organizations: ['board'], explained }
  render(<EditorDashboard view={{ ...view, access }} messages={messages} isRequested={false} />)
  const section = within(screen.getByRole('region', { name: 'Who can read a page' }))
  const form = section.getByRole('button', { name: 'Explain' }).closest('form')
  expect([form?.method, form?.getAttribute('action')]).toEqual(['get', '/members/desk'])
  expect(section.getByRole<HTMLInputElement>('textbox').value).toBe('tides')
  expect(section.getByRole<HTMLSelectElement>('combobox').value).toBe('board')
  expect(section.getByText('Can be read by a member of board.')).toBeTruthy()
})

test('shows the last sync, the health of the site and the pages to fix', () => {
  render(<EditorDashboard view={view} messages={messages} isRequested={false} />)
  const sync = screen.getByRole('region', { name: 'Last sync' })
  expect(sync).toHaveProperty('textContent', expect.stringContaining('60 of 93 pages are gone'))
  expect(sync.textContent).toContain('and 3 more')
  expect(sync.textContent).toContain('Nothing changed.')
  const health = screen.getByRole('region', { name: 'The site is degraded' })
  expect(health.textContent).toContain('Redis does not respond')
  const mend = screen.getByRole('region', { name: 'To fix' })
  expect(
    within(mend)
      .getAllByRole<HTMLAnchorElement>('link')
      .map((each) => [each.textContent, each.getAttribute('href')]),
  ).toEqual([
    ['Tides', 'https://www.notion.so/1'],
    ['View page', '/tides'],
    ['Handbook', 'https://handbook.example/addresses'],
  ])
  expect(screen.getByRole('region', { name: 'What protects each database' }).textContent).toContain('Boats')
  expect(mend.textContent).toContain('1 thing is wrong.')
  expect(screen.getByRole('region', { name: /verification token/ }).textContent).toContain('secret_x')
  expect(screen.queryByRole('region', { name: 'Good to know' })).toBeNull()
})

test('shows no health section for a site that is ready', () => {
  render(<EditorDashboard view={{ ...view, reasons: [] }} messages={messages} isRequested={false} />)
  expect(screen.queryByRole('region', { name: 'The site is degraded' })).toBeNull()
})

test('has a refresh button that works without JavaScript, and confirms the request', () => {
  const { container } = render(<EditorDashboard view={view} messages={messages} isRequested />)
  const form = container.querySelector('form')
  expect([form?.method, form?.getAttribute('action')]).toEqual(['post', '/members/desk/refresh'])
  expect(within(container).getByRole('button', { name: 'Refresh now' }).getAttribute('type')).toBe('submit')
  expect(within(container).getAllByRole('status')[0]?.textContent).toContain('Requested.')
})

test('says what the button does on a site that serves a folder', () => {
  const { sync: _, ...unsynced } = view
  const { container } = render(
    <EditorDashboard view={{ ...unsynced, servesFolder: true }} messages={messages} isRequested />,
  )
  expect(screen.getByRole('button', { name: 'Read the folder again' })).toBeTruthy()
  expect(container.textContent).toContain('It copies nothing from Notion')
  expect(within(container).getAllByRole('status')[0]?.textContent).toContain('Changed files of the folder')
  expect(container.textContent).toContain('This site serves a folder, which no sync changes.')
})

test('never has the scripts of the site folder', () => {
  const chrome = {
    home: { path: '/', title: 'Press' },
    navigation: [],
    lists: [],
    hasSignIn: false,
    locale: 'en',
    prefix: '',
  }
  const scripts = [{ src: '/visits-of-members.js', strategy: 'defer' as const, members: true, attributes: {} }]
  const head = { links: [], metas: [], scripts, origins: {} }
  const { container } = render(
    <DashboardScreen chrome={{ ...chrome, head }} view={view} locale="en" isRequested={false} />,
  )
  expect(container.querySelector('h1')).not.toBeNull()
  expect(container.querySelector('script')).toBeNull()
})
