import { type ChildProcess, spawn } from 'node:child_process'
import { totalmem } from 'node:os'
import { createInterface } from 'node:readline'
import { clearProblem, reportProblem } from '../lib/problems'
import { type ChildName, getRuntime } from '../lib/runtime'
import type { Visibility } from '../lib/snapshot/visibility'
import { isObject } from '../lib/workspace/values'
import { getErrorCode } from './children'

export interface ChildLimits {
  /** Memory for JavaScript. */
  heapMegabytes: number
  /** The maximum time until the child ends or sends a message, and then between two messages. Pauses of this process do not count. */
  deadlineMs: number
}

/**
 * How a child ended. `failed`: with an exit code other than 0, after a message on stderr. `crashed`: by a signal or without memory, or it
 * could not be started.
 */
type ChildOutcome = 'done' | 'failed' | 'deadline' | 'crashed' | 'stopped'

export interface ChildEnd {
  outcome: ChildOutcome
  /** For the log. */
  reason: string
  /** Set if the child sent that it could not write its folder. */
  writeFailure?: WriteFailure | undefined
}

/** How often the deadline of a child is checked, at least. */
const STEP_MS = 1000
/** How long a child may take to end after it was asked to. The shutdown of a site takes 10 s at most. */
const GRACE_MS = 3000
const MAX_REASON_LENGTH = 200
/** Descriptions for operators. They omit the reasons, which may name files. */
const FAILURES = {
  failed: 'the process ended with an error',
  deadline: 'the process exceeded its deadline',
  crashed: 'the process ended',
}
/** How Node.js begins its report of a crash: many lines, of which one is the reason. */
const CRASH = /^(?:<--- Last few GCs|FATAL ERROR: |#$)/

/** Returns a share of the memory of the machine or the container, in megabytes. */
export function getMemoryShare(share: number, maxMegabytes: number): number {
  const bytes = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY)
  return Math.max(64, Math.min(maxMegabytes, Math.floor((bytes * share) / 2 ** 20)))
}

/**
 * Runs a compiled program to its end, with limits: it is killed at its deadline, and when this process exits. If the signal aborts, it is
 * asked to end, and killed after some seconds. Its output goes to this process's output. Never throws.
 */
export function runChild(
  [file = '', ...args]: readonly string[],
  { heapMegabytes, deadlineMs }: ChildLimits,
  stopped: AbortSignal,
  env: Record<string, string> = {},
): Promise<ChildEnd> {
  if (stopped.aborted) return Promise.resolve({ outcome: 'stopped', reason: '' })
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [`--max-old-space-size=${heapMegabytes}`, file, ...args], {
      stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
      env: { ...process.env, ...env },
    })
    const crash = forwardErrors(child)
    let isLate = false
    let writeFailure: WriteFailure | undefined
    const kill = () => child.kill('SIGKILL')
    // A platform may freeze the container between two requests, and the child with it, so only time in which this process runs counts.
    const step = Math.min(STEP_MS, deadlineMs / 4)
    let left = deadlineMs
    const deadline = setInterval(() => {
      left -= step
      isLate = left <= 0
      if (isLate) kill()
    }, step)
    let grace: NodeJS.Timeout | undefined
    const stop = () => {
      child.kill()
      grace = setTimeout(kill, GRACE_MS)
    }
    const end = (outcome: ChildOutcome, reason: string) => {
      clearInterval(deadline)
      clearTimeout(grace)
      stopped.removeEventListener('abort', stop)
      process.off('exit', kill)
      resolve(stopped.aborted ? { outcome: 'stopped', reason } : { outcome, reason, writeFailure })
    }
    stopped.addEventListener('abort', stop)
    process.once('exit', kill)
    child.on('message', (message) => {
      left = deadlineMs
      if (isWriteFailure(message)) writeFailure = message
    })
    child.on('error', (error) => {
      if (child.pid === undefined) end('crashed', `it could not be started: ${getErrorCode(error)}`)
    })
    child.once('close', (code, signal) => {
      if (isLate) end('deadline', `it exceeded the deadline of ${deadlineMs / 1000} s`)
      else if (signal !== null) end('crashed', [signal, crash()].filter(Boolean).join(', '))
      else end(code === 0 ? 'done' : 'failed', `exit code ${code}`)
    })
  })
}

/** Records how a run ended, for health and metrics. `failure` is a reason for health that is known better than by the outcome. */
export function recordEnd(name: ChildName, { outcome }: ChildEnd, failure?: string): void {
  if (outcome === 'stopped') return
  getRuntime().metrics?.countChildRun(name, outcome === 'done' && failure !== undefined ? 'failed' : outcome)
  if (failure !== undefined) reportProblem(name, failure)
  else if (outcome === 'done') clearProblem(name)
  else reportProblem(name, `${name}: ${FAILURES[outcome]}`)
}

/** Passes on what the child writes to stderr, without the report of a crash. Returns a function that returns the reason of the crash. */
function forwardErrors({ stderr }: ChildProcess): () => string {
  let isCrashing = false
  let reason = ''
  if (stderr === null) return () => reason
  createInterface({ input: stderr }).on('line', (line) => {
    isCrashing ||= CRASH.test(line)
    if (isCrashing && line.startsWith('FATAL ERROR: ')) reason = line.slice(0, MAX_REASON_LENGTH)
    // The report begins with an empty line.
    if (!isCrashing && line !== '') process.stderr.write(`${line}\n`)
  })
  return () => reason
}

/** Sent by a preparation or a sync that could not write its folder. */
export interface WriteFailure {
  /** Why it could not write, as a part of a sentence that names no file. */
  unwritten: string
  /** Who may read what by the newest state of the workspace; undefined if that is not known. */
  visibility?: Visibility | undefined
}

/** Whether a message of a child is a {@link WriteFailure}. Children also send messages that only report progress. */
const isWriteFailure = (message: unknown): message is WriteFailure =>
  isObject(message) && typeof message.unwritten === 'string'

/** Sends a failure to the parent, if there is one. Resolves when it was sent, so that the process may end. */
export function sendWriteFailure(failure: WriteFailure): Promise<void> {
  return new Promise((resolve) => {
    if (process.send === undefined) resolve()
    else process.send(failure, undefined, undefined, () => resolve())
  })
}
