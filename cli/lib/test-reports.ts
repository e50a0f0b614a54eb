import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'

interface TestResult {
  /** The file, the groups and the title of the test. */
  title: string
  status: 'passed' | 'failed' | 'skipped'
  /** The first line of the first error. */
  error: string
}

/** The parts of Vitest's report that are read here. A file can also fail outside of its tests: while it is loaded, or in a hook. */
export interface UnitReport {
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: { ancestorTitles: string[]; title: string; status: string; failureMessages: string[] }[]
  }[]
}
/** The parts of Playwright's report that are read here. */
export interface BrowserReport {
  suites: BrowserSuite[]
}
interface BrowserSuite {
  title: string
  specs: { title: string; tests: { status: string; results: { error?: { message?: string } }[] }[] }[]
  suites?: BrowserSuite[]
}

/** Returns the results of all tests in the report of either runner. */
export function listResults(report: UnitReport | BrowserReport): TestResult[] {
  return 'suites' in report
    ? report.suites.flatMap((suite) => listBrowserResults(suite, []))
    : report.testResults.flatMap(listUnitResults)
}

function listUnitResults({ name, status, message, assertionResults: tests }: UnitReport['testResults'][number]) {
  const file = path.relative('', name)
  const results = tests.map((test) =>
    createResult([file, ...test.ancestorTitles, test.title], test.status, test.failureMessages[0]),
  )
  const isExplained = status !== 'failed' || tests.some((test) => test.status === 'failed')
  return isExplained ? results : [...results, createResult([file, 'failed outside of its tests'], status, message)]
}

function listBrowserResults({ title, specs, suites = [] }: BrowserSuite, above: string[]): TestResult[] {
  const groups = [...above, title]
  const results = specs.flatMap((spec) =>
    spec.tests.map((test) => {
      const error = test.results.find((result) => result.error !== undefined)?.error?.message
      return createResult([...groups, spec.title], test.status, error)
    }),
  )
  return [...results, ...suites.flatMap((suite) => listBrowserResults(suite, groups))]
}

function createResult(titles: string[], status: string, error = ''): TestResult {
  const [firstLine = ''] = stripVTControlCharacters(error).split('\n')
  const isPassed = status === 'passed' || status === 'expected'
  const isFailed = status === 'failed' || status === 'unexpected'
  return {
    title: titles.join(' › '),
    status: isPassed ? 'passed' : isFailed ? 'failed' : 'skipped',
    error: firstLine,
  }
}
