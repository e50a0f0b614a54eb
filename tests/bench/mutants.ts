import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { createFolder } from '@/tests/support/site'
import { fail } from '@/tools/explain-error.mjs'
import type { Measurement } from './measurements'
import { EDITS } from './mutants/edits'
import type { Check, Durations, LaneResult, Tested, Trial } from './mutants/lane.mjs'
import { applyEdit, type Edit } from './mutants/plan.mjs'

const LANES = 2
const TIMEOUT_MS = 120_000
/** For the check without an edit, which runs each test once. */
const CHECK_TIMEOUT_MS = 20 * 60_000
const MIN_KILLED_PERCENT = 95
/** Folders with code or tests, which are copied so that a lane can edit them. All others are linked. */
const COPIED: ReadonlySet<string> = new Set(['app', 'components', 'lib', 'cli', 'server', 'styles', 'tests', 'tools'])
const EXCLUDED: ReadonlySet<string> = new Set([
  '.git',
  '.next',
  '.state',
  '.snapshot',
  '.cache',
  '.env',
  'test-results',
])
const HOW = `Mutants: each of the hand-chosen edits in tests/bench/mutants is made separately in a copy of the project, and the fast tests that depend on the edited file run until one fails. A time-out after ${TIMEOUT_MS / 1000} s does not count as a detection, because a busy machine can cause it as well.`

/** A copy of the project, and the process that tries edits in it. */
type Lane = { dir: string; process: ChildProcess }
type Outcome = { edit: Edit; killedBy: string | undefined }

/** Measures the share of edits that the fast tests detect, for files under the given paths, or for all. */
export async function measureMutants(under: readonly string[] = []): Promise<Measurement[]> {
  const edits = EDITS.filter(({ file }) => under.length === 0 || under.some((prefix) => file.startsWith(prefix)))
  if (edits.length === 0)
    fail(`There are no edits under ${under.join(', ')}: name paths that tests/bench/mutants lists`)
  for (const edit of edits) applyEdit(readFileSync(edit.file, 'utf8'), edit)
  const lanes = await Promise.all(Array.from({ length: LANES }, openLane))
  const queue = [...edits]
  const outcomes: Outcome[] = []
  try {
    const durations = await checkUnedited(lanes, [...new Set(edits.map(({ file }) => file))])
    await Promise.all(lanes.map((lane) => tryEdits(queue, durations, lane, outcomes)))
  } finally {
    lanes.forEach(closeLane)
  }
  report(outcomes)
  const killed = outcomes.filter(({ killedBy }) => killedBy !== undefined).length
  return [
    {
      name: `mutants: of ${outcomes.length} edits, detected by the fast tests`,
      measured: (killed / outcomes.length) * 100,
      unit: '%',
      limit: MIN_KILLED_PERCENT,
      limitIs: 'least',
      how: HOW,
    },
  ]
}

/** Returns how long each test takes. Throws if a test fails, because it would seem to detect every edit. */
async function checkUnedited(lanes: readonly Lane[], files: string[]): Promise<Durations> {
  const checks = lanes.map((lane, i) => runTests(lane, { files, lane: i, lanes: lanes.length }, CHECK_TIMEOUT_MS))
  const results = await Promise.all(checks)
  const failed = results.flatMap((result) => result?.failed ?? ['a time-out'])
  if (failed.length > 0) throw new Error(`Without an edit, these tests fail: ${failed.join(', ')}`)
  return Object.assign({}, ...results.map((result) => result?.durations))
}

/** Tries edits from the queue, one after the other, until none is left. */
async function tryEdits(queue: Edit[], durations: Durations, lane: Lane, outcomes: Outcome[]): Promise<void> {
  for (let edit = queue.shift(); edit !== undefined; edit = queue.shift()) {
    const started = performance.now()
    const result = await runTests(lane, { edit, durations }, TIMEOUT_MS)
    if (result === undefined) {
      // A test that never ends can only be killed, and the copy may still contain the edit.
      endProcess(lane.process)
      cpSync(edit.file, path.join(lane.dir, edit.file))
      lane.process = await startProcess(lane.dir)
    }
    const killedBy = result?.failed[0]
    outcomes.push({ edit, killedBy })
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    const verdict = result === undefined ? 'TIMED OUT' : killedBy === undefined ? 'SURVIVED' : 'killed'
    const by = killedBy === undefined ? '' : ` (${killedBy})`
    console.log(`${verdict.padEnd(9)} ${seconds} s  ${edit.file}: ${edit.why}${by}`)
  }
}

/** Returns the results of a lane's tests, or undefined if they did not end in time. */
async function runTests(lane: Lane, request: Trial | Check, timeoutMs: number): Promise<Tested | undefined> {
  const reply = once(lane.process, 'message', { signal: AbortSignal.timeout(timeoutMs) })
  lane.process.send(request)
  const [result] = (await reply.catch(() => [undefined])) as [LaneResult | undefined]
  return result && 'failed' in result ? result : undefined
}

async function openLane(): Promise<Lane> {
  const dir = copyProject()
  return { dir, process: await startProcess(dir) }
}

function closeLane(lane: Lane): void {
  endProcess(lane.process)
  rmSync(lane.dir, { recursive: true, force: true })
}

async function startProcess(dir: string): Promise<ChildProcess> {
  // `NODE_ENV` is set as by Vitest's own command. The developer's own settings are left out.
  const { PATH, HOME, TMPDIR } = process.env
  const env = { PATH, HOME, TMPDIR, NODE_ENV: 'test' } as const
  const child = fork('tests/bench/mutants/lane.mjs', { cwd: dir, env, execArgv: [], detached: true })
  process.once('exit', () => endProcess(child))
  const ended = once(child, 'exit').then(() => {
    throw new Error('The lane of a mutation run ended before it was ready: see above')
  })
  await Promise.race([once(child, 'message'), ended])
  ended.catch(() => {})
  return child
}

/** Ends a lane and the test processes that it started, which are in its process group. */
function endProcess({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  } catch {
    // The group has ended already.
  }
}

function copyProject(): string {
  const dir = createFolder('mutants')
  mkdirSync(dir, { recursive: true })
  for (const entry of readdirSync('.', { withFileTypes: true })) {
    const { name } = entry
    if (EXCLUDED.has(name)) continue
    if (entry.isFile() || COPIED.has(name)) cpSync(name, path.join(dir, name), { recursive: true })
    else symlinkSync(path.resolve(name), path.join(dir, name))
  }
  return dir
}

/** Prints the edits that no test detected, and explanations that are no longer true. */
function report(outcomes: readonly Outcome[]): void {
  const survivors = outcomes.filter(({ killedBy }) => killedBy === undefined)
  for (const { edit } of survivors) {
    console.log(
      `Survived: ${edit.file}: ${JSON.stringify(edit.find)} as ${JSON.stringify(edit.replace)}: ${edit.survives ?? 'NOT EXPLAINED'}`,
    )
  }
  for (const { edit, killedBy } of outcomes) {
    if (edit.survives !== undefined && killedBy !== undefined)
      console.log(`Remove the explanation, because ${killedBy} detects it: ${edit.file}: ${JSON.stringify(edit.find)}`)
  }
}
