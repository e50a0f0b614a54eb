import { describe, expect, test } from 'vitest'
import { BRANDING, type Branding } from '@/lib/branding/branding'

const GOOD: [keyof Branding, string, string?][] = [
  ['accent', '#C8402C', '#c8402c'],
  ['font', 'serif'],
  ['font', 'IBM Plex Sans 2.0'],
  ['font', '思源宋体'],
  ['logo', '/logo.svg'],
  ['logo', 'https://example.com/a%20b.png?c=d'],
]

const BAD: [keyof Branding, string][] = [
  ['accent', 'red'],
  ['accent', '#fff'],
  ['accent', '#c8402c;}body{display:none'],
  ['font', 'Georgia"; color: red'],
  ['font', 'url(https://evil.example)'],
  ['font', 'a\\a'],
  ['font', '</style>'],
  ['font', '-moz-x'],
  ['font', 'a'.repeat(65)],
  ['logo', 'javascript:alert(1)'],
  ['logo', 'data:image/svg+xml,<svg/>'],
  ['logo', '//evil.example/a.png'],
  ['logo', '/\\evil.example'],
  ['logo', 'http://example.com/a.png'],
  ['logo', 'https://example.com/"onerror="x'],
  ['logo', 'https://'],
  ['logo', `/${'a'.repeat(2048)}`],
]

describe('BRANDING', () => {
  test.each(GOOD)('accepts %s %s', (name, text, value = text) => {
    expect(BRANDING[name].parse(text)).toBe(value)
  })

  test.each(BAD)('rejects %s %s', (name, text) => {
    expect(BRANDING[name].parse(text)).toBeUndefined()
  })
})
