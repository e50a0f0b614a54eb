import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { HeaderBar } from '@/components/site/header-bar'
import { THEME_SCRIPT } from '@/components/site/theme'
import { mountHeader } from '@/islands/site/header'
import { getPageMessages } from '@/messages/languages'

const labels = getPageMessages('en').theme
const getTheme = () => document.documentElement.dataset.theme
const header = (
  <HeaderBar start={null} navigation={{ line: [], groups: [] }} current="/" messages={getPageMessages('en')} />
)
const getButton = () => screen.getByRole('button', { name: /^Colors/ })
const runThemeScript = () => new Function(THEME_SCRIPT)()

beforeAll(mountHeader)

beforeEach(() => {
  localStorage.clear()
  delete document.documentElement.dataset.theme
})

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

/** Waits for the observer of the document's theme, which runs in a microtask. */
const press = () => act(async () => void fireEvent.click(getButton()))

test('switches from the device’s theme to light, dark and back, and stores the theme', async () => {
  render(header)
  expect(getButton().getAttribute('aria-label')).toBe(labels.system)
  await press()
  expect([getTheme(), localStorage.getItem('theme'), getButton().getAttribute('aria-label')]).toEqual([
    'light',
    'light',
    labels.light,
  ])
  await press()
  expect([getTheme(), localStorage.getItem('theme'), getButton().getAttribute('aria-label')]).toEqual([
    'dark',
    'dark',
    labels.dark,
  ])
  await press()
  expect([getTheme(), localStorage.getItem('theme')]).toEqual([undefined, null])
})

test('applies a stored theme before the first paint, and ignores invalid values', () => {
  runThemeScript()
  expect(getTheme()).toBeUndefined()
  localStorage.setItem('theme', 'dark')
  runThemeScript()
  expect(getTheme()).toBe('dark')
  delete document.documentElement.dataset.theme
  localStorage.setItem('theme', '"><script>')
  runThemeScript()
  expect(getTheme()).toBeUndefined()
})

test('renders the same HTML with any stored theme', () => {
  const fromServer = renderToString(header)
  document.documentElement.dataset.theme = 'dark'
  expect(renderToString(header)).toBe(fromServer)
})

test('follows a change in another tab', async () => {
  render(header)
  await act(async () => window.dispatchEvent(new StorageEvent('storage', { key: 'theme', newValue: 'dark' })))
  expect([getTheme(), getButton().getAttribute('aria-label')]).toEqual(['dark', labels.dark])
  await act(async () => window.dispatchEvent(new StorageEvent('storage', { key: 'other', newValue: 'light' })))
  expect(getTheme()).toBe('dark')
})

test('works without storage', async () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError')
  })
  render(header)
  await press()
  expect(getTheme()).toBe('light')
})
