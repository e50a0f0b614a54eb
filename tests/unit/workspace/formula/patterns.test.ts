import { expect, test } from 'vitest'
import { Budget } from '@/lib/workspace/budget'
import { replacePattern, testPattern } from '@/lib/workspace/formula/patterns'

const enough = new Budget(1_000_000)

test('a replacement with a very long result fails', () => {
  expect(() => replacePattern('a'.repeat(500), 'a', 'g', 'b'.repeat(500), enough)).toThrow('replacement too long')
  expect(() => replacePattern('a'.repeat(500), 'a', 'g', "$'", enough)).toThrow('replacement too long')
  expect(replacePattern('aa', 'a', 'g', 'bb', enough)).toBe('bbbb')
})

test('a pattern that is too costly fails', () => {
  expect(() => testPattern('a'.repeat(40), '^(a+)+$b', enough)).toThrow('pattern too costly')
  expect(testPattern('a'.repeat(40), 'a+', enough)).toBe(true)
})
