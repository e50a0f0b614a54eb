import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { newFolder } from '@/tests/support/site'
import type { Figure } from './figures'
import { EDITS } from './mutants/edits'
import type { LaneResult } from './mutants/lane.mjs'
import { applyEdit, type Edit } from './mutants/plan.mjs'

const LANES = 2
const TIMEOUT_MS = 120_000
const LEAST_KILLED = 95
/** Folders that hold code or tests are copied, so that a lane can edit them; all others are linked. */
const COPIED: ReadonlySet<string> = new Set(['app', 'components', 'lib', 'styles', 'tests', 'tools'])
const LEFT_OUT: ReadonlySet<string> = new Set([
  '.git',
  '.next',
  '.state',
  '.snapshot',
  '.cache',
  '.env',
  'test-results',
])
const HOW = `Mutants: each of the hand-chosen edits in tests/bench/mutants is made alone in a copy of the project, and the fast tests that the edited file reaches run until one fails. An edit that lasts longer than ${TIMEOUT_MS / 1000} s is killed.`

type Outcome = { edit: Edit; killedBy: string | undefined }

/** The share of edits that the fast tests notice; of the files under these paths, or of all. */
export async function mutantsFigures(under: readonly string[] = []): Promise<Figure[]> {
  const edits = EDITS.filter(({ file }) => under.length === 0 || under.some((prefix) => file.startsWith(prefix)))
  if (edits.length === 0) throw new Error(`There are no edits under ${under.join(', ')}`)
  for (const edit of edits) applyEdit(readFileSync(edit.file, 'utf8'), edit)
  const queue = [...edits]
  const lanes = Array.from({ length: Math.min(LANES, edits.length) }, () => drain(queue))
  const outcomes = (await Promise.all(lanes)).flat()
  report(outcomes)
  const killed = outcomes.filter(({ killedBy }) => killedBy !== undefined).length
  return [
    {
      name: `mutants: of ${outcomes.length} edits, noticed by the fast tests`,
      measured: (killed / outcomes.length) * 100,
      unit: '%',
      limit: LEAST_KILLED,
      limitIs: 'least',
      how: HOW,
    },
  ]
}

/** Tries edits from the queue, one after the other, until none is left. */
async function drain(queue: Edit[]): Promise<Outcome[]> {
  const dir = copyProject()
  const outcomes: Outcome[] = []
  let lane = await startLane(dir)
  for (let edit = queue.shift(); edit !== undefined; edit = queue.shift()) {
    const started = performance.now()
    let failed = await runOn(lane, edit)
    if (failed === undefined) {
      // Only its end stops a test that never returns; the copy may still hold the edit.
      endLane(lane)
      cpSync(edit.file, path.join(dir, edit.file))
      lane = await startLane(dir)
      failed = [`a time-out after ${TIMEOUT_MS / 1000} s`]
    }
    outcomes.push({ edit, killedBy: failed[0] })
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    console.log(
      `${failed[0] === undefined ? 'SURVIVED' : 'killed  '} ${seconds} s  ${edit.file}: ${edit.why}${failed[0] === undefined ? '' : ` (${failed[0]})`}`,
    )
  }
  endLane(lane)
  rmSync(dir, { recursive: true, force: true })
  return outcomes
}

/** Test files that failed, or undefined if they did not end in time. */
async function runOn(lane: ChildProcess, edit: Edit): Promise<string[] | undefined> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS)
  const answered = once(lane, 'message', { signal: timeout })
  lane.send(edit)
  const [result] = (await answered.catch(() => [undefined])) as [LaneResult | undefined]
  return result && 'failed' in result ? result.failed : undefined
}

async function startLane(dir: string): Promise<ChildProcess> {
  const lane = fork('tests/bench/mutants/lane.mjs', { cwd: dir, execArgv: [], detached: true })
  process.once('exit', () => endLane(lane))
  const ended = once(lane, 'exit').then(() => {
    throw new Error('The lane of a mutation run ended before it was ready: see above')
  })
  await Promise.race([once(lane, 'message'), ended])
  ended.catch(() => {})
  return lane
}

/** Ends a lane and the test processes that it started, which are in its process group. */
function endLane({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  } catch {
    // The group has ended already.
  }
}

function copyProject(): string {
  const dir = newFolder('mutants')
  mkdirSync(dir, { recursive: true })
  for (const entry of readdirSync('.', { withFileTypes: true })) {
    const { name } = entry
    if (LEFT_OUT.has(name)) continue
    if (entry.isFile() || COPIED.has(name)) cpSync(name, path.join(dir, name), { recursive: true })
    else symlinkSync(path.resolve(name), path.join(dir, name))
  }
  return dir
}

/** Prints what needs a look: survivors, and explanations that no longer hold. */
function report(outcomes: readonly Outcome[]): void {
  const survivors = outcomes.filter(({ killedBy }) => killedBy === undefined)
  for (const { edit } of survivors) {
    console.log(
      `Survived: ${edit.file}: ${JSON.stringify(edit.find)} as ${JSON.stringify(edit.replace)}: ${edit.survives ?? 'NOT EXPLAINED'}`,
    )
  }
  for (const { edit, killedBy } of outcomes) {
    if (edit.survives !== undefined && killedBy !== undefined)
      console.log(`Remove the explanation, because ${killedBy} notices it: ${edit.file}: ${JSON.stringify(edit.find)}`)
  }
}
