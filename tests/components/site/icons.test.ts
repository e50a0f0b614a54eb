import { expect, test } from 'vitest'
import { type IconKind, parseIcon } from '@/lib/page/icons'
import { getMediaAddress } from '@/lib/page/media-address'

test.each<[icon: string | undefined, expected: IconKind | undefined]>([
  ['📖', { kind: 'emoji', text: '📖' }],
  ['👩🏽‍🚀', { kind: 'emoji', text: '👩🏽‍🚀' }],
  ['https://example.com/a.png', { kind: 'image', address: 'https://example.com/a.png' }],
  ['/files/abc/icon.png', { kind: 'image', address: '/files/abc/icon.png' }],
  [
    getMediaAddress('/icons/book_gray.svg', '', {}),
    {
      kind: 'pair',
      light: 'https://www.notion.so/icons/book_gray.svg?mode=light',
      dark: 'https://www.notion.so/icons/book_gray.svg?mode=dark',
    },
  ],
  [
    'https://www.notion.so/icons/book_gray.svg?mode=dark',
    { kind: 'image', address: 'https://www.notion.so/icons/book_gray.svg?mode=dark' },
  ],
  ['attachment:6a1f0c1e-0000-4000-8000-000000000000:icon.png', undefined],
  ['//example.com/a-picture-elsewhere.png', undefined],
  ['🏴󠁧󠁢󠁥󠁮󠁧󠁿', { kind: 'emoji', text: '🏴󠁧󠁢󠁥󠁮󠁧󠁿' }],
  ['1️⃣', { kind: 'emoji', text: '1️⃣' }],
  ['</text>', undefined],
  ['javascript:1', undefined],
  ['', undefined],
  [undefined, undefined],
])('parseIcon parses %s', (icon, expected) => {
  expect(parseIcon(icon)).toEqual(expected)
})
