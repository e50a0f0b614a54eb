import { expect, test } from 'vitest'
import { Budget } from '@/lib/workspace/budget'
import { replacePattern, testPattern } from '@/lib/workspace/formula/patterns'

const BUDGET = new Budget(1_000_000)

test('replacePattern throws for a very long result', () => {
  expect(() => replacePattern('a'.repeat(500), 'a', 'g', 'b'.repeat(500), BUDGET)).toThrow('replacement too long')
  expect(() => replacePattern('a'.repeat(500), 'a', 'g', "$'", BUDGET)).toThrow('replacement too long')
  expect(replacePattern('aa', 'a', 'g', 'bb', BUDGET)).toBe('bbbb')
})

test('testPattern throws for a pattern that needs too many steps', () => {
  expect(() => testPattern('a'.repeat(40), '^(a+)+$b', BUDGET)).toThrow('pattern too costly')
  expect(testPattern('a'.repeat(40), 'a+', BUDGET)).toBe(true)
})
