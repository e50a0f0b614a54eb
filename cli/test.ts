/**
 * Runs the checks of the project: `test` runs all of them, two at a time, `test --in-turn` one after the other, and `test PART [ARGUMENT…]` one,
 * with the arguments for its program. The last lines name the failed parts and tests, and count what passed and what failed.
 */

import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { type CloseEvent, concurrently } from 'concurrently'
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

const IN_TURN = '--in-turn'
const REPORTS = 'test-results'
const SERVERS: Program[] = ['nginx', 'openssl', 'ps', 'redis-server']

// The browser tests take longest, so they start first, and all other parts run beside them.
const PARTS: Part[] = [
  { name: 'e2e', command: ['@playwright/test/cli.js', 'test'], programs: ['chromium-headless-shell', ...SERVERS] },
  { name: 'processes', command: createVitestCommand('processes', '--project=processes'), programs: SERVERS },
  { name: 'lint', command: ['@biomejs/biome/bin/biome', 'check', '--error-on-warnings'] },
  { name: 'types', command: ['@typescript/native/bin/tsc', '--noEmit', '--project', '.'] },
  { name: 'unused', command: ['knip/bin/knip.js', '--no-progress'] },
  { name: 'unit', command: createVitestCommand('unit', '--project=!processes') },
]

const [wanted = '', ...more] = process.argv.slice(2)
const isWhole = wanted === '' || wanted === IN_TURN
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
const succeeded = isWhole ? await runParts() : await runPart()
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

/** Returns the names of the parts that succeeded. The output of a part is printed in one piece. */
async function runParts(): Promise<string[]> {
  const commands = PARTS.map(({ name, command }) => ({ name, command: `node node_modules/${command.join(' ')}` }))
  const options = { group: true, timings: true, maxProcesses: wanted === IN_TURN ? 1 : 2 }
  const { result } = concurrently(commands, options)
  // It ends its processes after a signal only, not when npm is stopped.
  stopped.addEventListener('abort', () => process.emit('SIGTERM', 'SIGTERM'))
  const ended = await result.catch((events: CloseEvent[]) => events)
  return ended.filter(({ exitCode }) => exitCode === 0 && !stopped.aborted).map(({ command }) => command.name)
}

async function runPart(): Promise<string[]> {
  const [program, ...args] = selected[0]?.command ?? []
  const code = await runNode([`node_modules/${program}`, ...args, ...more], stopped)
  return code === 0 ? [wanted] : []
}

/** Returns the results of the tests of a part. A check without tests is one test, and so is a failure outside of the tests. */
function listPartResults({ name }: Part): ReturnType<typeof listResults> {
  const file = getReportFile(name)
  const tests = existsSync(file) ? listResults(JSON.parse(readFileSync(file, 'utf8'))) : []
  const hasSucceeded = succeeded.includes(name)
  if (hasSucceeded ? tests.length > 0 : tests.some(({ status }) => status === 'failed')) return tests
  return [...tests, { title: name, status: hasSucceeded ? 'passed' : 'failed', error: 'see its output above' }]
}
