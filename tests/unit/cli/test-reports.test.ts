import { expect, test } from 'vitest'
import { formatConformance } from '@/cli/lib/conformance'
import { CONFORMANCE, ON_PURPOSE } from '../../conformance/row'

test('formatConformance does not count skipped statements as held', () => {
  const tests = ['passed', 'skipped', 'failed'].map((status) => ({
    ancestorTitles: [CONFORMANCE],
    title: status,
    status,
  }))
  const other = { ancestorTitles: ['another'], title: 'other', status: 'passed' }
  const unit = { testResults: [{ assertionResults: [...tests, other] }] }
  const specs = [{ title: `held ${ON_PURPOSE}`, ok: true }]
  const browser = { suites: [{ title: 'file', specs: [], suites: [{ title: CONFORMANCE, specs }] }] }
  expect(formatConformance(unit, browser)).toBe('Conformance: 2 of 4 statements hold; 1 differ on purpose')
})
