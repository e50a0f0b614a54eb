import { expect, test } from 'vitest'
import {
  EDITOR_SETTINGS,
  type EditorSettings,
  fillPattern,
  findEditorSetting,
  findNearestRow,
  getRowName,
  parseEditorSettings,
} from '@/lib/branding/editor-settings'

const VALUES = { id: '0123', path: 'guides/tides & boats', title: 'Tides & “boats”', url: 'https://a.example/b?c=d' }

test.each<[keyof EditorSettings, string, string]>([
  ['navigation', 'Sidebar', 'sidebar'],
  ['navigation', 'header', 'header'],
  ['edit', 'https://www.notion.so/{id}', 'https://www.notion.so/{id}'],
  ['edit', 'https://example.com?page={path}', 'https://example.com?page={path}'],
  ['feedback', 'mailto:docs@example.com?subject={title}', 'mailto:docs@example.com?subject={title}'],
  ['theme', 'Magazine', 'magazine'],
  ['announcementLink', '/news', '/news'],
  ['cover', 'Banner', 'banner'],
  ['width', 'Wide', 'wide'],
  ['width', '640 px', '640'],
  ['madeWith', 'No', 'no'],
  ['social', 'https://github.com/ann, mailto:ann@example.com', 'https://github.com/ann mailto:ann@example.com'],
  ['postOrder', 'View', 'view'],
  ['googleVerification', 'rXOxyZounnZasA8Z7oaD3c14JdjS9aKSWvsR1EbUSIQ', 'rXOxyZounnZasA8Z7oaD3c14JdjS9aKSWvsR1EbUSIQ'],
  ['naverVerification', '<meta name="naver-site-verification" content="0123abcd" />', '0123abcd'],
  ['assistants', 'No-Training', 'no training'],
  ['pinnedTag', 'Top', 'Top'],
  ['spamWords', 'casino, free money', 'casino, free money'],
  ['notFoundPage', '/lost', '/lost'],
  ['notFoundPage', `https://www.notion.so/${'0'.repeat(32)}`, `https://www.notion.so/${'0'.repeat(32)}`],
])('EDITOR_SETTINGS and parseEditorSettings accept %s %s', (name, text, value) => {
  expect(EDITOR_SETTINGS[name].parse(text)).toBe(value)
  expect(parseEditorSettings({ [name]: text })).toMatchObject({ [name]: value })
})

test.each<[keyof EditorSettings, string]>([
  ['navigation', 'left'],
  ['postOrder', 'newest'],
  ['bingVerification', 'a"><script>'],
  ['yandexVerification', '<meta content="a b">'],
  ['baiduVerification', 'x'.repeat(200)],
  ['assistants', 'some'],
  ['spamWords', 'x'.repeat(2049)],
  ['theme', '../secret'],
  ['logoDark', 'javascript:alert(1)'],
  ['announcement', 'x'.repeat(501)],
  ['announcementLink', 'javascript:alert(1)'],
  ['cover', 'large'],
  ['width', '99999'],
  ['width', '640px; color: red'],
  ['madeWith', 'perhaps'],
  ['social', 'https://github.com/ann, ftp://example.com'],
  ['social', Array.from({ length: 21 }, (_, at) => `https://example.com/${at}`).join(' ')],
  ['notFoundPage', 'https://example.com/lost'],
  ['notFoundPage', '/lost?a'],
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

test.each([
  ['ACCENT', 'accent'],
  ['Made with', 'madeWith'],
  ['dark logo', 'logoDark'],
  ['madeWith', undefined],
  ['constructor', undefined],
])('findEditorSetting finds the setting of the row %s', (row, name) => {
  expect(findEditorSetting(row)).toBe(name)
})

test.each([
  ['Colour', 'Accent'],
  ['Fnot', 'Font'],
  ['Social link', 'Social links'],
  ['404', 'Not found page'],
])('findNearestRow finds the row that %s means', (row, name) => {
  expect(findNearestRow(row).name).toBe(name)
})

test('getRowName returns the name that the documentation has', () => {
  expect([getRowName('accent'), getRowName('madeWith')]).toEqual(['Accent', 'Made with'])
})
