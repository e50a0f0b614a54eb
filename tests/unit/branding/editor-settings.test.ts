import { expect, test } from 'vitest'
import { EDITOR_SETTINGS, type EditorSettings, fillPattern, parseEditorSettings } from '@/lib/branding/editor-settings'

const VALUES = { id: '0123', path: 'guides/tides & boats', title: 'Tides & “boats”', url: 'https://a.example/b?c=d' }

test.each<[keyof EditorSettings, string, string]>([
  ['navigation', 'Sidebar', 'sidebar'],
  ['navigation', 'header', 'header'],
  ['edit', 'https://www.notion.so/{id}', 'https://www.notion.so/{id}'],
  ['edit', 'https://example.com?page={path}', 'https://example.com?page={path}'],
  ['feedback', 'mailto:docs@example.com?subject={title}', 'mailto:docs@example.com?subject={title}'],
])('EDITOR_SETTINGS and parseEditorSettings accept %s %s', (name, text, value) => {
  expect(EDITOR_SETTINGS[name].parse(text)).toBe(value)
  expect(parseEditorSettings({ [name]: text })).toMatchObject({ [name]: value })
})

test.each<[keyof EditorSettings, string]>([
  ['navigation', 'left'],
  ['navigation', '__proto__'],
  ['edit', 'javascript:alert({id})'],
  ['edit', 'http://example.com/{id}'],
  ['edit', '//example.com/{id}'],
  ['edit', '{url}'],
  ['edit', 'https://{title}/page'],
  ['edit', 'https://example.com@{title}'],
  ['edit', 'https://example.com/{name}'],
  ['edit', 'https://example.com/"onclick="x'],
  ['feedback', 'mailto:a@example.com\n?subject={title}'],
  ['feedback', `https://example.com/${'a'.repeat(2048)}`],
])('EDITOR_SETTINGS and parseEditorSettings reject %s %s', (name, text) => {
  expect(EDITOR_SETTINGS[name].parse(text)).toBeUndefined()
  expect(parseEditorSettings({ [name]: text })[name]).toBeUndefined()
})

test('fillPattern encodes values, so that they cannot add parameters', () => {
  expect(fillPattern('https://e.example/{path}?t={title}&u={url}#{id}', VALUES)).toBe(
    'https://e.example/guides/tides%20%26%20boats?t=Tides%20%26%20%E2%80%9Cboats%E2%80%9D&u=https%3A%2F%2Fa.example%2Fb%3Fc%3Dd#0123',
  )
})
