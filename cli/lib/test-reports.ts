import { CONFORMANCE, ON_PURPOSE } from '../../tests/conformance/row'

/** A test in the report of either runner. */
interface Reported {
  /** Titles of the groups that contain the test. */
  groups: string[]
  title: string
  passed: boolean
}

/** The parts of the two runners' reports that name tests. */
export interface UnitTests {
  testResults: { assertionResults: { ancestorTitles: string[]; title: string; status: string }[] }[]
}
export interface BrowserTests {
  suites: BrowserSuite[]
}
interface BrowserSuite {
  title: string
  specs: { title: string; ok: boolean }[]
  suites?: BrowserSuite[]
}

/** Returns one line with the numbers of all statements, of those that hold, and of those that differ from Notion on purpose. */
export function formatConformance(unit: UnitTests, browser: BrowserTests): string {
  const all = [...listUnitTests(unit), ...browser.suites.flatMap((suite) => listBrowserTests(suite, []))]
  const statements = all.filter(({ groups }) => groups.includes(CONFORMANCE))
  const held = statements.filter(({ passed }) => passed).length
  const onPurpose = statements.filter(({ title }) => title.includes(ON_PURPOSE)).length
  return `Conformance: ${held} of ${statements.length} statements hold; ${onPurpose} differ on purpose`
}

function listUnitTests({ testResults }: UnitTests): Reported[] {
  return testResults.flatMap(({ assertionResults }) =>
    assertionResults.map(({ ancestorTitles, title, status }) => ({
      groups: ancestorTitles,
      title,
      passed: status === 'passed',
    })),
  )
}

function listBrowserTests({ title, specs, suites = [] }: BrowserSuite, above: string[]): Reported[] {
  const groups = [...above, title]
  return [
    ...specs.map((spec) => ({ groups, title: spec.title, passed: spec.ok })),
    ...suites.flatMap((suite) => listBrowserTests(suite, groups)),
  ]
}
