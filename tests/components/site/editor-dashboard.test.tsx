import { cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { EditorDashboard } from '@/components/site/screens/editor-dashboard'
import type { DashboardView } from '@/lib/formats/dashboard'
import { getEditorsMessages } from '@/messages/languages'

afterEach(cleanup)

const EMPTY = { items: [], more: 0 }
const view: DashboardView = {
  reasons: ['Redis does not respond'],
  sync: {
    state: 'refused',
    facts: [['Started', { iso: '2026-01-01T12:00:00.000Z', text: 'noon' }]],
    message: '60 of 93 pages are gone',
    changed: EMPTY,
    failed: { items: [{ title: 'Prices', lines: ['it timed out'] }], more: 3 },
  },
  pages: '2 of 2 pages are public.',
  wrong: { items: [{ title: 'Tides', path: '/tides', lines: ['Links to /none'] }], more: 0 },
  wrongCount: 1,
  notes: EMPTY,
  notesCount: 0,
  tokens: [{ token: 'secret_x', iso: '2026-01-01T12:00:00.000Z', text: 'noon' }],
}
const messages = getEditorsMessages('en')

test('shows the last sync, the health of the site and the pages to fix', () => {
  render(<EditorDashboard view={view} messages={messages} isRequested={false} />)
  const sync = screen.getByRole('region', { name: 'Last sync' })
  expect(sync).toHaveProperty('textContent', expect.stringContaining('60 of 93 pages are gone'))
  expect(sync.textContent).toContain('and 3 more')
  expect(sync.textContent).toContain('Nothing changed.')
  const health = screen.getByRole('region', { name: 'The site is degraded' })
  expect(health.textContent).toContain('Redis does not respond')
  const mend = screen.getByRole('region', { name: 'To fix' })
  expect(within(mend).getByRole('link', { name: 'Tides' }).getAttribute('href')).toBe('/tides')
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
  expect(within(container).getByRole('status').textContent).toContain('Requested.')
})
