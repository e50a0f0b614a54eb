import path from 'node:path'
import { expect, test } from 'vitest'
import { type BrowserTests, formatConformance, listFailures, type UnitTests } from '@/cli/lib/test-reports'
import { CONFORMANCE, ON_PURPOSE } from '../../conformance/row'

const createUnitTest = (group: string, status: string) => ({
  ancestorTitles: [group],
  title: status,
  status,
  failureMessages: status === 'failed' ? ['Error: 1 is not 2\n    at row.test.ts:1'] : [],
})
const UNIT: UnitTests = {
  testResults: [
    {
      name: path.resolve('tests/row.test.ts'),
      status: 'failed',
      message: '',
      assertionResults: [
        ...['passed', 'skipped', 'failed'].map((status) => createUnitTest(CONFORMANCE, status)),
        createUnitTest('another', 'passed'),
      ],
    },
    { name: path.resolve('tests/broken.test.ts'), status: 'failed', message: 'No module\nthere', assertionResults: [] },
  ],
}

const createBrowserTest = (title: string, status: string) => ({
  title,
  tests: [{ status, results: [{ error: { message: '\u001B[31mNot visible\u001B[0m\nin the page' } }, {}] }],
})
const BROWSER: BrowserTests = {
  suites: [
    {
      title: 'page.test.ts',
      specs: ['expected', 'unexpected', 'flaky', 'skipped'].map((status) => createBrowserTest(status, status)),
      suites: [{ title: CONFORMANCE, specs: [createBrowserTest(`held ${ON_PURPOSE}`, 'expected')] }],
    },
  ],
}

test('formatConformance does not count skipped statements as held', () => {
  expect(formatConformance(UNIT, BROWSER)).toBe('Conformance: 2 of 4 statements hold; 1 differ on purpose')
})

test('listFailures names failed and flaky tests, and files that failed outside of their tests', () => {
  expect(listFailures(UNIT)).toEqual([
    `tests/row.test.ts › ${CONFORMANCE} › failed: Error: 1 is not 2`,
    'tests/broken.test.ts › failed outside of its tests: No module',
  ])
  expect(listFailures(BROWSER)).toEqual([
    'page.test.ts › unexpected: Not visible',
    'page.test.ts › flaky (flaky): Not visible',
  ])
})
