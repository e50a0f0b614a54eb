import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { checkConformance, readStatements } from './check'

const LIST = '# Statements\n\n- N-1 A divider is a rule.\n- N-2 A view has a tab. (On purpose: It has a name.)\n'

test('the ids of the statements are unique and consecutive, and each statement is a sentence', () => {
  const statements = readStatements(readFileSync('tests/conformance/statements.md', 'utf8'))
  expect(statements.size).toBeGreaterThanOrEqual(407)
  for (const [id, text] of statements) expect(text, id).toMatch(/^\p{Lu}[^()]*\.(?: \(On purpose: \p{Lu}.*\.\))?$/u)
})

test.each(['- N-1 A.\n- N-1 B.', '- N-1 A.\n- N-3 C.', '- N-0 A.'])('readStatements rejects %j', (list) => {
  expect(() => readStatements(list)).toThrow(/^Of \d statements?, none has the id N-\d$/)
})

test('checkConformance counts statements by the ids in titles, and lists those without a test', () => {
  const summary = (count: number) => `Conformance: tests show ${count} of 2 statements; 1 deviate on purpose`
  expect(checkConformance(['a [N-2] [N-1]', '[N-2] b', 'N-3'], LIST)).toEqual({ summary: summary(2), missing: [] })
  expect(checkConformance(['a [N-2]'], LIST)).toEqual({ summary: summary(1), missing: ['N-1 A divider is a rule.'] })
})

test('checkConformance rejects an unknown id', () => {
  expect(() => checkConformance(['a [N-1] [N-3]'], LIST)).toThrow('statements.md does not contain N-3')
})
