import { expect, test } from 'vitest'
import { Budget, LIMITS } from '@/lib/workspace/budget'
import { replacePattern, testPattern } from '@/lib/workspace/formula/patterns'
import { lowerLimits } from '@/tests/support/lower-limits'

const createBudget = () => new Budget(1_000_000)
const TIDES = 'high tide, low tide'

test('replacePattern throws for a result that may be too long', () => {
  const replace = (by: string) => replacePattern(TIDES, 'tide', 'g', by, createBudget())
  expect(replace('water')).toBe('high water, low water')
  expect(replace('<$&>')).toBe('high <tide>, low <tide>')
  lowerLimits(LIMITS, { replacement: TIDES.length + 9 })
  expect(replace('ebb')).toBe('high ebb, low ebb')
  expect(() => replace('water')).toThrow('replacement too long')
  expect(() => replace('<$&>')).toThrow('replacement too long')
})

test.each(["$'", '$`'])('replacePattern throws for %s, which refers to the text around a match', (by) => {
  expect(() => replacePattern(TIDES, 'tide', '', by, createBudget())).toThrow('replacement too long')
})

// The estimate assumes the worst case, so it refuses patterns that take few steps on a short text.
test.each<[what: string, pattern: string, cost: number]>([
  ['the length of the text', 'tide', 20],
  ['the square of the length for a repetition', 'tides*', 20 ** 2],
  ['another factor for each further repetition', 'l*o+w{1}', 20 ** 4],
  ['twice as much for each option', 'tides?', 40],
  ['twice as much for each alternative', 'low|high|ebb', 80],
  ['a repeated group like another repetition', '(ab)+', 20 ** 2],
  ['no repetition in a class', '[*+?]', 20],
  ['no repetition that is escaped', '\\*\\+', 20],
  ['no option for a lookahead', 'low(?= tide)', 20],
])('testPattern spends %s', (_, pattern, cost) => {
  const budget = createBudget()
  testPattern(TIDES, pattern, budget)
  expect(1_000_000 - budget.left).toBe(cost)
  lowerLimits(LIMITS, { pattern: cost - 1 })
  expect(() => testPattern(TIDES, pattern, createBudget())).toThrow('pattern too costly')
})

test.each([
  ['a repeated group and another repetition', '(ab)+c*'],
  ['a repeated group and an option', '(ab)+c?'],
  ['a repeated group with an alternative', '(ab|cd)*'],
  ['a repeated group with a repetition', '(ab+)*'],
  ['a repeated group with a counted repetition', '(ab{2}){2}'],
  ['a repeated group behind an empty class', '[]|(ab)+c+]'],
  ['a reference to a group', '(t)\\1'],
  ['a reference to a named group', '(?<first>t)\\k<first>'],
])('testPattern throws for %s', (_, pattern) => {
  expect(() => testPattern(TIDES, pattern, createBudget())).toThrow('pattern too costly')
})
