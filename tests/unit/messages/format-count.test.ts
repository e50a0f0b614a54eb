import { expect, test } from 'vitest'
import { formatCount } from '@/messages/plural'

test.each([
  [0, '0 public pages'],
  [1, '1 public page'],
  [2, '2 public pages'],
])('formatCount(%s) returns the number with the noun in its form', (count, text) => {
  expect(formatCount(count, 'public page')).toBe(text)
})
