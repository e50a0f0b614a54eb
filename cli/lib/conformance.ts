import { CONFORMANCE, ON_PURPOSE } from '../../tests/conformance/row'

/** A test as either runner reports it: the names around it, its own, and whether it passed. */
interface Reported {
  around: string[]
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

/** How many statements the site is held to, how many hold, and how many of them it answers otherwise on purpose; in one line. */
export function formatConformance(unit: UnitTests, browser: BrowserTests): string {
  const all = [...unitTests(unit), ...browser.suites.flatMap((suite) => browserTests(suite, []))]
  const statements = all.filter(({ around }) => around.includes(CONFORMANCE))
  const held = statements.filter(({ passed }) => passed).length
  const otherwise = statements.filter(({ title }) => title.includes(ON_PURPOSE)).length
  return `Conformance: ${held} of ${statements.length} statements hold; ${otherwise} are answered otherwise on purpose`
}

function unitTests({ testResults }: UnitTests): Reported[] {
  return testResults.flatMap(({ assertionResults }) =>
    assertionResults.map(({ ancestorTitles, title, status }) => ({
      around: ancestorTitles,
      title,
      passed: status === 'passed',
    })),
  )
}

function browserTests({ title, specs, suites = [] }: BrowserSuite, above: string[]): Reported[] {
  const around = [...above, title]
  return [
    ...specs.map((spec) => ({ around, title: spec.title, passed: spec.ok })),
    ...suites.flatMap((suite) => browserTests(suite, around)),
  ]
}
