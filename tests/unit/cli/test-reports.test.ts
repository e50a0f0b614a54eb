import path from 'node:path'
import { expect, test } from 'vitest'
import { type BrowserReport, listResults, type UnitReport } from '@/cli/lib/test-reports'

const UNIT: UnitReport = {
  testResults: [
    {
      name: path.resolve('tests/row.test.ts'),
      status: 'failed',
      message: '',
      assertionResults: ['passed', 'pending', 'failed'].map((status) => ({
        ancestorTitles: ['a group'],
        title: `is ${status}`,
        status,
        failureMessages: status === 'failed' ? ['Error: 1 is not 2\n    at row.test.ts:1'] : [],
      })),
    },
    { name: path.resolve('tests/broken.test.ts'), status: 'failed', message: 'No module\nthere', assertionResults: [] },
  ],
}

const createSpec = (status: string) => ({
  title: `is ${status}`,
  tests: [
    {
      status,
      results: status === 'unexpected' ? [{}, { error: { message: '\u001B[31mNot visible\u001B[0m\nthere' } }] : [{}],
    },
  ],
})
const BROWSER: BrowserReport = {
  suites: [
    {
      title: 'page.test.ts',
      specs: ['expected', 'unexpected'].map(createSpec),
      suites: [{ title: 'a group', specs: [createSpec('skipped')] }],
    },
  ],
}

test('listResults reads the report of Vitest, with files that failed outside of their tests', () => {
  expect(listResults(UNIT)).toEqual([
    { title: 'tests/row.test.ts › a group › is passed', status: 'passed', error: '' },
    { title: 'tests/row.test.ts › a group › is pending', status: 'skipped', error: '' },
    { title: 'tests/row.test.ts › a group › is failed', status: 'failed', error: 'Error: 1 is not 2' },
    { title: 'tests/broken.test.ts › failed outside of its tests', status: 'failed', error: 'No module' },
  ])
})

test('listResults reads the report of Playwright', () => {
  expect(listResults(BROWSER)).toEqual([
    { title: 'page.test.ts › is expected', status: 'passed', error: '' },
    { title: 'page.test.ts › is unexpected', status: 'failed', error: 'Not visible' },
    { title: 'page.test.ts › a group › is skipped', status: 'skipped', error: '' },
  ])
})
