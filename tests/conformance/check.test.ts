import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { checkConformance, readStatements } from './check'

const LIST = '# Statements\n\n- N-1 A divider is a rule.\n- N-2 A view has a tab. (On purpose: It has a name.)\n'

test('the ids of the statements are unique and consecutive, and each statement is a sentence', () => {
  const statements = readStatements(readFileSync('tests/conformance/statements.md', 'utf8'))
  expect(statements.size).toBeGreaterThanOrEqual(407)
  for (const [id, text] of statements)
    expect(text, id).toMatch(/^\p{Lu}[^()]*\.(?: \(On purpose: \p{Lu}.*\.\)| \(Nightly\))?$/u)
})

test.each(['- N-1 A.\n- N-1 B.', '- N-1 A.\n- N-3 C.', '- N-0 A.'])('readStatements rejects %j', (list) => {
  expect(() => readStatements(list)).toThrow(/^Of \d statements?, none has the id N-\d$/)
})

test('checkConformance counts statements by the ids in titles, and lists those without a test', () => {
  const summary = (count: number) => `Conformance: tests show ${count} of 2 statements; 1 deviate on purpose`
  const check = (...titles: string[]) => checkConformance(titles, { list: LIST })
  expect(check('a [N-2] [N-1]', '[N-2] b', 'N-3')).toEqual({ summary: summary(2), missing: [] })
  expect(check('a [N-2]')).toEqual({ summary: summary(1), missing: ['N-1 A divider is a rule.'] })
})

test('checkConformance requires a nightly statement only in a complete run', () => {
  const list = '- N-1 A screen is shown. (Nightly)\n'
  const countMissing = (isNightly: boolean) => checkConformance([], { list, isNightly }).missing.length
  expect([countMissing(false), countMissing(true)]).toEqual([0, 1])
})

test('checkConformance rejects an unknown id', () => {
  expect(() => checkConformance(['a [N-1] [N-3]'], { list: LIST })).toThrow('statements.md does not contain N-3')
})
