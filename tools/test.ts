import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { runNode, untilStopped } from './lib/children'
import { findChromium } from './lib/chromium'
import { type BrowserTests, conformanceLine, type UnitTests } from './lib/conformance'

/** Every check of the project, one after the other; the last line counts them. */
interface Counts {
  passed: number
  failed: number
  skipped: number
}

/** The parts of the two test runners' reports that are read here. */
interface UnitReport extends UnitTests {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
}
interface BrowserReport extends BrowserTests {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
}

const stopped = untilStopped()
const total: Counts = { passed: 0, failed: 0, skipped: 0 }
rmSync('test-results', { recursive: true, force: true })
mkdirSync('test-results')

/** What the unit tests reported: the browser tests clear the folder in which that lies. */
const unitReports: UnitReport[] = []
await step('Format and lint', () => run('@biomejs/biome/bin/biome', ['check', '--error-on-warnings']))
await step('Types', () => run('typescript/bin/tsc', ['--noEmit', '--project', '.']))
await step('Dead code', () => run('knip/bin/knip.js', ['--no-progress']))
const unitFile = 'test-results/unit.json'
const browserFile = 'test-results/e2e.json'
await step('Unit, component and route tests', async () => {
  const ok = await run('vitest/vitest.mjs', [
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${unitFile}`,
  ])
  const report = readJson(unitFile) as UnitReport
  unitReports.push(report)
  return tally(ok, report.numPassedTests, report.numFailedTests, report.numPendingTests)
})
await step('Browser tests', async () => {
  const ok = await run('@playwright/test/cli.js', ['test'], { CHROMIUM: findChromium() })
  const { stats } = readJson(browserFile) as BrowserReport
  if (stats.flaky > 0) console.log(`${stats.flaky} passed the second time only: see "flaky" above`)
  return tally(ok, stats.expected + stats.flaky, stats.unexpected, stats.skipped)
})

for (const unit of unitReports)
  if (existsSync(browserFile)) console.log(`\n${conformanceLine(unit, readJson(browserFile) as BrowserReport)}`)
console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`)
process.exit(total.failed === 0 ? 0 : 1)

/** Runs one step and adds what it found. A verdict without numbers is one check, and so is an error. */
async function step(heading: string, check: () => Promise<boolean | Counts>): Promise<void> {
  if (stopped.aborted) process.exit(1)
  console.log(`\n── ${heading} ──`)
  const found = await check().catch((error: unknown) => {
    console.error(error)
    return false
  })
  const counts = typeof found === 'boolean' ? tally(found, Number(found), 0, 0) : found
  total.passed += counts.passed
  total.failed += counts.failed
  total.skipped += counts.skipped
}

/** Runs a program of node_modules with this terminal's output. */
async function run(program: string, args: string[], env?: Record<string, string>): Promise<boolean> {
  return (await runNode([`node_modules/${program}`, ...args], stopped, env)) === 0
}

/** A run that failed outside its tests counts as one failure. */
function tally(ok: boolean, passed: number, failed: number, skipped: number): Counts {
  return { passed, failed: ok ? failed : Math.max(failed, 1), skipped }
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'))
}
