import { describe, expect, test } from 'vitest'
import {
  findCustomEmojiId,
  toSafeAddress,
  toSafeFileAddress,
  toSafeIcon,
  toSafeImageAddress,
} from '@/lib/workspace/address'

const PIXEL = 'data:image/png;base64,iVBORw0KGgo='
const ATTACHMENT = 'attachment:5e1cf909-0d12-44d6-9896-f3200cc4568a:my (own) photo.jpeg'
const EMOJI = 'notion://custom_emoji/38d99029-c0b4-818b-86d0-000301744da7/28799029-c0b4-81c6-9c30-000bf1a25527'

describe('toSafeAddress', () => {
  test.each([
    ['https://example.com', 'https://example.com'],
    ['HTTP://Example.com/a_(b)', 'HTTP://Example.com/a_(b)'],
    ['https://example.com/a b"c', 'https://example.com/a%20b%22c'],
    ['https://例え.jp/路径?q=é#x', 'https://例え.jp/路径?q=é#x'],
    ['  https://example.com\n', 'https://example.com'],
    ['mailto:someone@example.com?subject=a', 'mailto:someone@example.com?subject=a'],
    ['tel:+44123', 'tel:+44123'],
    ['/a/b', '/a/b'],
    ['a/b:c', 'a/b:c'],
    ['?q=1:2', '?q=1:2'],
    ['#x', '#x'],
  ])('accepts %o', (value, expected) => {
    expect(toSafeAddress(value)).toBe(expected)
  })

  test.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' javascript:alert(1)',
    '\u0001javascript:alert(1)',
    'java\tscript:alert(1)',
    'java\nscript:alert(1)',
    'javascript&#58;alert(1)',
    'https://example.com/\uFDD0',
    'javascript&colon;alert(1)',
    'vbscript:msgbox(1)',
    'data:text/html,<script>alert(1)</script>',
    PIXEL,
    'file:///etc/passwd',
    'blob:https://example.com/1',
    'view-source:https://example.com',
    'intent://x#Intent;end',
    'filesystem:https://example.com/x',
    ATTACHMENT,
    EMOJI,
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'https:\\\\evil.example',
    'https:evil.example',
    'https:/evil.example',
    'https://',
    'https:///evil.example',
    'http://[',
    'https://example.com/\ud800',
    'https://exa\u0000mple.com',
    'https://example.com/\u0085',
    'mailto:',
    'tel:/x',
    '',
    '   ',
    `https://example.com/${'a'.repeat(70_000)}`,
    5,
    null,
    undefined,
    ['https://example.com'],
    { href: 'https://example.com' },
  ])('refuses %o', (value) => {
    expect(toSafeAddress(value)).toBeUndefined()
  })

  test('trims spaces, and encodes those within the address', () => {
    expect(toSafeAddress(' \t/a b\n')).toBe('/a%20b')
    expect(toSafeAddress('https://example.com/a  b')).toBe('https://example.com/a%20%20b')
  })

  test('returns accepted addresses unchanged', () => {
    const once = toSafeAddress('https://example.com/a b"c')
    expect(toSafeAddress(once)).toBe(once)
  })
})

describe('toSafeFileAddress', () => {
  test('returns attachments unchanged', () => expect(toSafeFileAddress(ATTACHMENT)).toBe(ATTACHMENT))
  test.each(['attachment:x:y', 'attachment:', PIXEL, 'javascript:1'])('refuses %s', (value) => {
    expect(toSafeFileAddress(value)).toBeUndefined()
  })
})

describe('toSafeImageAddress', () => {
  test.each([PIXEL, ATTACHMENT, '/images/page-cover/a.jpg'])('accepts %s', (value) => {
    expect(toSafeImageAddress(value)).toBe(value)
  })

  test('escapes characters that would end a CSS url()', () => {
    expect(toSafeImageAddress('https://example.com/x);position:fixed;inset:0;\'"')).toBe(
      'https://example.com/x%29;position:fixed;inset:0;%27%22',
    )
  })

  test.each([
    'x);position:fixed;inset:0;',
    'data:image/svg+xml;base64,PHN2Zz4=',
    'data:image/png;base64,iVBO)RK',
    'data:image/png,<svg>',
    'data:text/html;base64,aaaa',
    'mailto:someone@example.com',
    'tel:1',
    '#x',
    '?x',
    5,
  ])('refuses %s', (value) => {
    expect(toSafeImageAddress(value)).toBeUndefined()
  })
})

describe('toSafeIcon', () => {
  test.each(['💡', '👩‍👩‍👧‍👦', 'A', '/icons/pot_gray.svg', 'https://example.com/i.png', EMOJI, ATTACHMENT])(
    'keeps %s',
    (icon) => {
      expect(toSafeIcon(icon)).toBe(icon)
    },
  )

  test.each([5, {}, '', 'javascript:alert(1)', 'x'.repeat(33), 'notion://custom_emoji/1/2', '//evil.example/x'])(
    'refuses %o',
    (icon) => {
      expect(toSafeIcon(icon)).toBeUndefined()
    },
  )
})

test('findCustomEmojiId returns the emoji id of an icon', () => {
  expect(findCustomEmojiId(EMOJI)).toBe('28799029-c0b4-81c6-9c30-000bf1a25527')
  expect(findCustomEmojiId('💡')).toBeUndefined()
})
