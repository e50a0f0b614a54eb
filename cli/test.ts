/**
 * Runs the checks of the project: `test` runs all of them, one after the other, and `test PART [ARGUMENT…]` one, with the arguments for its
 * program. The last lines name the failed parts and tests, and count what passed and what failed.
 */

import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { createStopSignal, runNode } from '../server/children'
import { checkConformance } from '../tests/conformance/check'
import { fail } from '../tools/explain-error.mjs'
import { installMissingPrograms, type Program } from './lib/programs'
import { listResults } from './lib/test-reports'

interface Part {
  name: string
  /** A program of node_modules, and its arguments. */
  command: string[]
  /** Programs of the machine that the tests start. */
  programs?: Program[]
}

const REPORTS = 'test-results'
const SERVERS: Program[] = ['caddy', 'nginx', 'openssl', 'ps', 'redis-server']

// Each part uses all processors, so running two at a time would only make tests exceed their timeouts.
const PARTS: Part[] = [
  { name: 'lint', command: ['@biomejs/biome/bin/biome', 'check', '--error-on-warnings'] },
  { name: 'types', command: ['@typescript/native/bin/tsc', '--noEmit', '--project', '.'] },
  { name: 'unused', command: ['knip/bin/knip.js', '--no-progress'] },
  { name: 'unit', command: createVitestCommand('unit', '--project=!processes'), programs: ['git'] },
  { name: 'processes', command: createVitestCommand('processes', '--project=processes'), programs: SERVERS },
  { name: 'e2e', command: ['@playwright/test/cli.js', 'test'], programs: ['chromium-headless-shell', ...SERVERS] },
]

const [wanted = '', ...more] = process.argv.slice(2)
const isWhole = wanted === ''
const selected = PARTS.filter(({ name }) => isWhole || name === wanted)
if (selected.length === 0) fail(`There is no part "${wanted}": ${PARTS.map(({ name }) => name).join(', ')}`)
try {
  installMissingPrograms([...new Set(selected.flatMap(({ programs = [] }) => programs))])
} catch (error) {
  fail(error)
}
rmSync(REPORTS, { recursive: true, force: true })
mkdirSync(REPORTS)
const stopped = createStopSignal()
const succeeded: string[] = []
for (const part of selected) if (await run(part)) succeeded.push(part.name)
const results = selected.flatMap(listPartResults)
const count = (status: string) => results.filter((result) => result.status === status).length
if (isWhole) {
  const passed = results.filter(({ status }) => status === 'passed').map(({ title }) => title)
  const { summary, missing } = checkConformance(passed)
  console.log(`\n${summary}`)
  for (const id of missing) results.push({ title: id, status: 'failed', error: 'no test of this statement passed' })
}
for (const { title, error, status } of results) if (status === 'failed') console.log(`Failed: ${title}: ${error}`)
console.log(`${count('passed')} passed, ${count('failed')} failed, ${count('skipped')} skipped`)
process.exit(count('failed') === 0 ? 0 : 1)

function createVitestCommand(name: string, project: string): string[] {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${getReportFile(name)}`]
  return ['vitest/vitest.mjs', 'run', project, ...reporters]
}

function getReportFile(name: string): string {
  return `${REPORTS}/${name}.json`
}

/** Returns whether the program of a part succeeded. */
async function run({ name, command: [program, ...args] }: Part): Promise<boolean> {
  console.log(`\n── ${name} ──`)
  return (await runNode([`node_modules/${program}`, ...args, ...more], stopped)) === 0
}

/** Returns the results of the tests of a part. A check without tests is one test, and so is a failure outside of the tests. */
function listPartResults({ name }: Part): ReturnType<typeof listResults> {
  const file = getReportFile(name)
  const tests = existsSync(file) ? listResults(JSON.parse(readFileSync(file, 'utf8'))) : []
  const hasSucceeded = succeeded.includes(name)
  if (hasSucceeded ? tests.length > 0 : tests.some(({ status }) => status === 'failed')) return tests
  return [...tests, { title: name, status: hasSucceeded ? 'passed' : 'failed', error: 'see its output above' }]
}
