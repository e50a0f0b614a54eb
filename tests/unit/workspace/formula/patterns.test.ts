import { expect, test } from 'vitest'
import { replacePattern, testPattern } from '@/lib/workspace/formula/patterns'

test('a replacement that makes a text far longer fails', () => {
  expect(() => replacePattern('a'.repeat(500), 'a', 'g', 'b'.repeat(500))).toThrow('replacement too long')
  expect(() => replacePattern('a'.repeat(500), 'a', 'g', "$'")).toThrow('replacement too long')
  expect(replacePattern('aa', 'a', 'g', 'bb')).toBe('bbbb')
})

test('a pattern that could keep the process busy fails', () => {
  expect(() => testPattern('a'.repeat(40), '^(a+)+$b')).toThrow('pattern too costly')
  expect(testPattern('a'.repeat(40), 'a+')).toBe(true)
})
