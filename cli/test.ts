/**
 * Runs the checks of the project: `test` runs all of them in two lanes, `test --in-turn` one after the other, and `test PART [ARGUMENT…]`
 * one, and passes the arguments to its program. The last lines name the failed parts and tests, and count what passed and what failed.
 */

import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { createStopSignal, runNode } from '../server/children'
import { fail } from '../tools/explain-error.mjs'
import { OrderedOutput, type OutputPart } from './lib/ordered-output'
import { installMissingPrograms, type Program } from './lib/programs'
import { type BrowserTests, formatConformance, listFailures, type UnitTests } from './lib/test-reports'

interface Counts {
  passed: number
  failed: number
  skipped: number
}

/** The counts of a test runner and the names of the failed tests. */
interface TestResult extends Counts {
  failures: string[]
}

interface Part {
  name: string
  heading: string
  /** Returns the result of a test runner, or whether a check without tests passed. */
  check(run: Run): Promise<boolean | TestResult>
}

/** Runs a program of node_modules, with its output in the place of the part. Returns whether it exited with 0. */
type Run = (program: string, args: string[], env?: Record<string, string>) => Promise<boolean>

/** The parts of the reports of Vitest and Playwright that are read here. */
interface UnitReport extends UnitTests {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
}
interface BrowserReport extends BrowserTests {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
}

/** Time limits in seconds, on two cores with packages installed. They are printed with the measured times, and are not enforced. */
const LIMITS: Record<string, number> = { unit: 60, all: 360 }

/** Programs that the tests of a part start. */
const PROGRAMS: Record<string, Program[]> = {
  processes: ['nginx', 'openssl', 'ps', 'redis-server'],
  e2e: ['chromium-headless-shell', 'nginx', 'openssl', 'ps', 'redis-server'],
}

/** The option that runs all parts one after the other. */
const IN_TURN = '--in-turn'

const RESULTS = 'test-results'
const E2E_REPORT = `${RESULTS}/e2e.json`
const getReportFile = (project: string) => `${RESULTS}/${project}.json`

const [wanted, ...more] = process.argv.slice(2)
const stopped = createStopSignal()
const output = new OrderedOutput(process.stdout)
const totals: Counts = { passed: 0, failed: 0, skipped: 0 }
/** The names of failed parts and of their failed tests. */
const failures: string[] = []
const durations: [name: string, seconds: number][] = []

const STATIC: Part[] = [
  {
    name: 'lint',
    heading: 'Format and lint',
    check: (run) => run('@biomejs/biome/bin/biome', ['check', '--error-on-warnings', ...more]),
  },
  {
    name: 'types',
    heading: 'Types',
    check: (run) => run('@typescript/native/bin/tsc', ['--noEmit', '--project', '.']),
  },
  { name: 'unused', heading: 'Dead code', check: (run) => run('knip/bin/knip.js', ['--no-progress']) },
]
const UNIT = createVitestPart('unit', 'Unit, component and route tests')
const PROCESSES = createVitestPart('processes', 'Tests that start processes')
const E2E: Part = {
  name: 'e2e',
  heading: 'Browser tests',
  async check(run) {
    const ok = await run('@playwright/test/cli.js', ['test', ...more])
    const report = readJson(E2E_REPORT) as BrowserReport
    const { expected, unexpected, flaky, skipped } = report.stats
    const counts = countFailure(ok, { passed: expected, failed: unexpected + flaky, skipped })
    return { ...counts, failures: listFailures(report) }
  },
}
const PARTS = [PROCESSES, ...STATIC, UNIT, E2E]

const started = performance.now()
const selected = PARTS.filter(({ name }) => wanted === undefined || wanted === IN_TURN || wanted === name)
try {
  installMissingPrograms([...new Set(selected.flatMap(({ name }) => PROGRAMS[name] ?? []))])
} catch (error) {
  fail(error)
}
rmSync(RESULTS, { recursive: true, force: true })
mkdirSync(RESULTS)
if (wanted === undefined || wanted === IN_TURN) {
  // The browser tests take longest, so all other parts run beside them. Of these, the one that mostly waits is first: those that use the
  // processor run when the browser tests are nearly done.
  // Continuous integration runs one part after the other: its machine may be slow, and a test that competes for it may exceed a time limit.
  const outputs = new Map(PARTS.map((part) => [part, output.open()]))
  const lanes = wanted === IN_TURN ? [PARTS] : [[PROCESSES, ...STATIC, UNIT], [E2E]]
  await Promise.all(lanes.map((parts) => runInOrder(parts, outputs)))
  printSummary()
} else {
  const part = PARTS.find(({ name }) => name === wanted)
  if (part !== undefined) await runPart(part, output.open())
  if (durations.length === 0) fail(`There is no part "${wanted}": ${PARTS.map(({ name }) => name).join(', ')}`)
}
for (const [name, seconds] of durations) console.log(formatDuration(name, seconds))
for (const line of failures) console.log(line)
console.log(`${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped`)
process.exit(totals.failed === 0 ? 0 : 1)

function createVitestPart(project: string, heading: string): Part {
  return {
    name: project,
    heading,
    async check(run) {
      const file = getReportFile(project)
      const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
      const ok = await run('vitest/vitest.mjs', ['run', ...projectOptions(project), ...reporters, ...more])
      const report = readJson(file) as UnitReport
      const { numPassedTests: passed, numFailedTests: failed, numPendingTests: skipped } = report
      return { ...countFailure(ok, { passed, failed, skipped }), failures: listFailures(report) }
    },
  }
}

/** Every project but `processes` is part of the unit tests. */
function projectOptions(project: string): string[] {
  return project === 'unit' ? ['--project=!processes'] : [`--project=${project}`]
}

async function runInOrder(parts: readonly Part[], outputs: ReadonlyMap<Part, OutputPart>): Promise<void> {
  for (const part of parts) {
    const partOutput = outputs.get(part)
    if (stopped.aborted || partOutput === undefined) process.exit(1)
    await runPart(part, partOutput)
  }
}

/** Runs one part, and adds its counts and failures. A check without tests is one check, and so is an error. */
async function runPart({ name, heading, check }: Part, partOutput: OutputPart): Promise<void> {
  partOutput.write(`\n── ${heading} ──\n`)
  const began = performance.now()
  const run: Run = async (program, args, env) =>
    (await runNode([`node_modules/${program}`, ...args], stopped, env, (chunk) => partOutput.write(chunk))) === 0
  const found = await check(run).catch((error: unknown) => {
    partOutput.write(`${error instanceof Error ? error.stack : error}\n`)
    return false
  })
  const counts =
    typeof found === 'boolean' ? countFailure(found, { passed: Number(found), failed: 0, skipped: 0 }) : found
  totals.passed += counts.passed
  totals.failed += counts.failed
  totals.skipped += counts.skipped
  if (counts.failed > 0) failures.push(`Failed: ${name}`)
  if (typeof found !== 'boolean') failures.push(...found.failures.map((failure) => `  ${failure}`))
  durations.push([name, (performance.now() - began) / 1000])
  partOutput.close()
}

/** A run that failed outside its tests counts as one failure. */
function countFailure(ok: boolean, counts: Counts): Counts {
  return { ...counts, failed: ok ? counts.failed : Math.max(counts.failed, 1) }
}

function printSummary(): void {
  durations.push(['all', (performance.now() - started) / 1000])
  const reports = [getReportFile('unit'), E2E_REPORT]
  if (!reports.every((file) => existsSync(file))) return
  const [unit, browser] = reports.map(readJson)
  console.log(`\n${formatConformance(unit as UnitReport, browser as BrowserReport)}\n`)
}

function formatDuration(name: string, seconds: number): string {
  const limit = LIMITS[name]
  return `${name.padEnd(10)} ${seconds.toFixed(0).padStart(4)} s${limit === undefined ? '' : ` (limit ${limit} s on two cores)`}`
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'))
}
