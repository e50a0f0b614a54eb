import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { CONFORMANCE, ON_PURPOSE } from '../../tests/conformance/row'

/** A test in the report of either runner. */
interface Reported {
  /** The file of the test and the titles of the groups that contain it. */
  groups: string[]
  title: string
  /** Vitest: `passed`, `failed`, or one of tests that did not run. Playwright: `expected`, `unexpected`, `flaky` or `skipped`. */
  status: string
  /** The message of the first error. */
  error?: string | undefined
}

/** The parts of Vitest's report that name tests. A file can also fail outside of its tests: while it is loaded, or in a hook. */
export interface UnitTests {
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: { ancestorTitles: string[]; title: string; status: string; failureMessages: string[] }[]
  }[]
}
/** The parts of Playwright's report that name tests. */
export interface BrowserTests {
  suites: BrowserSuite[]
}
interface BrowserSuite {
  title: string
  specs: { title: string; tests: { status: string; results: { error?: { message?: string } }[] }[] }[]
  suites?: BrowserSuite[]
}

const PASSED = ['passed', 'expected', 'flaky']
const FAILED = ['failed', 'unexpected', 'flaky']

/** Returns one line with the numbers of all statements, of those that hold, and of those that differ from Notion on purpose. */
export function formatConformance(unit: UnitTests, browser: BrowserTests): string {
  const all = [...listUnitTests(unit), ...listBrowserTests(browser)]
  const statements = all.filter(({ groups }) => groups.includes(CONFORMANCE))
  const held = statements.filter(({ status }) => PASSED.includes(status)).length
  const onPurpose = statements.filter(({ title }) => title.includes(ON_PURPOSE)).length
  return `Conformance: ${held} of ${statements.length} statements hold; ${onPurpose} differ on purpose`
}

/**
 * Returns the file, groups and title of each test that failed, or passed only when it was repeated, with the first line of its first error.
 */
export function listFailures(report: UnitTests | BrowserTests): string[] {
  const tests = 'suites' in report ? listBrowserTests(report) : listUnitTests(report)
  return tests
    .filter(({ status }) => FAILED.includes(status))
    .map(({ groups, title, status, error = '' }) => {
      const [firstLine = ''] = stripVTControlCharacters(error).split('\n')
      return `${[...groups, title].join(' › ')}${status === 'flaky' ? ' (flaky)' : ''}: ${firstLine}`
    })
}

function listUnitTests({ testResults }: UnitTests): Reported[] {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = path.relative('', name)
    const tests: Reported[] = assertionResults.map((test) => ({
      groups: [file, ...test.ancestorTitles],
      title: test.title,
      status: test.status,
      error: test.failureMessages[0],
    }))
    const isExplained = status !== 'failed' || tests.some((test) => test.status === 'failed')
    return isExplained
      ? tests
      : [...tests, { groups: [file], title: 'failed outside of its tests', status, error: message }]
  })
}

function listBrowserTests({ suites }: BrowserTests, above: string[] = []): Reported[] {
  return suites.flatMap(({ title, specs, suites = [] }) => {
    const groups = [...above, title]
    return [
      ...specs.flatMap((spec) =>
        spec.tests.map(({ status, results }) => {
          const error = results.find((result) => result.error !== undefined)?.error?.message
          return { groups, title: spec.title, status, error }
        }),
      ),
      ...listBrowserTests({ suites }, groups),
    ]
  })
}
