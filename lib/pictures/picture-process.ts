import 'server-only'
import { type ChildProcess, spawn } from 'node:child_process'
import { Socket } from 'node:net'
import path from 'node:path'
import { Backoff } from '../backoff'
import { pictureEnvironment } from '../env'
import { getRuntime } from '../runtime'
import type { Jobs } from './jobs'

/** A job as the child receives it, and its reply. */
export interface Order {
  name: keyof Jobs
  input: never
}
export type Reply = { result: unknown } | { failed: string }

/** Thrown if a job cannot be done at the moment: the process failed and is not started again yet. */
export class PicturesNotReadyError extends Error {
  override name = 'PicturesNotReadyError'
  constructor() {
    super('The picture process cannot be started at the moment')
  }
}

/** Checks the name of the class, because each bundle has a class of its own. */
export const arePicturesNotReady = (error: unknown): boolean =>
  error instanceof Error && error.name === 'PicturesNotReadyError'

/** How a job ended, for metrics: `failed` is a damaged picture, `crashed` an end of the process for any other reason than the deadline. */
export type PictureOutcome = 'done' | 'failed' | 'deadline' | 'crashed'

const OPTIONS = {
  /** Compiled from `server/workers/pictures.ts`, relative to the project. */
  file: 'dist/pictures.mjs',
  deadlineMs: 20_000,
  idleMs: 10_000,
  firstPauseMs: 1000,
  /** Of JavaScript; pixels are bounded by their number. */
  heapMegabytes: 128,
}
/** A job waits no longer than this for the process to be started again. */
const LONGEST_WAIT_MS = 5000
/** After a failure the process counts as failing for this long, unless a job succeeds. */
const FAILING_MS = 60_000
const LONGEST_LABEL = 200
const LONGEST_REASON = 200
/** What is kept of the errors that the child writes. */
const MOST_ERRORS = 16_000

interface Task extends Order {
  /** For the log. */
  label: string
  wasRetried: boolean
  resolve(result: unknown): void
  reject(error: Error): void
}

declare module '../runtime' {
  interface Runtime {
    pictures?: PictureProcess
  }
}

/**
 * Does all work on pictures in one child process: sharp cannot be interrupted in a thread, and a picture may exhaust the memory of its
 * process. The child is started by the first job, does one job at a time, and ends when idle. A job that exceeds its deadline ends
 * with the child; one whose child ended otherwise is tried again once, after the others.
 */
export class PictureProcess {
  readonly #options: typeof OPTIONS
  readonly #backoff: Backoff
  readonly #waiting: Task[] = []
  #child: ChildProcess | undefined
  /** The job that the child is doing. */
  #task: Task | undefined
  /** Until the deadline of the current job, the end of the pause, or the end of an idle child. */
  #timer: NodeJS.Timeout | undefined
  #failure: { reason: string; until: number } | undefined

  constructor(options: Partial<typeof OPTIONS> = {}) {
    this.#options = { ...OPTIONS, ...options }
    this.#backoff = new Backoff(this.#options.firstPauseMs)
  }

  /**
   * Does a job. `label` names it in the log. Rejects if the picture is damaged or the job exceeds its deadline or its memory, and with
   * {@link PicturesNotReadyError} if it may be done later.
   */
  run<Name extends keyof Jobs>(
    name: Name,
    input: Parameters<Jobs[Name]>[0],
    label: string,
  ): Promise<Awaited<ReturnType<Jobs[Name]>>> {
    return new Promise((resolve, reject) => {
      const task = { name, input: input as never, label: clean(label, LONGEST_LABEL), wasRetried: false }
      this.#waiting.push({ ...task, resolve: resolve as Task['resolve'], reject })
      this.#next()
    })
  }

  /** Why pictures cannot be made reliably at the moment; undefined if they can. */
  get failure(): string | undefined {
    const { reason, until = 0 } = this.#failure ?? {}
    return this.#backoff.remainingMs > 0 || performance.now() < until ? reason : undefined
  }

  get isRunning(): boolean {
    return this.#child !== undefined
  }

  /** Gives the next job to the child, or waits until there may be one. */
  #next(): void {
    if (this.#task !== undefined) return
    clearTimeout(this.#timer)
    const pause = this.#child === undefined ? this.#backoff.remainingMs : 0
    if (this.#waiting.length === 0) {
      this.#timer = setTimeout(() => this.#kill(), this.#options.idleMs).unref()
    } else if (pause > LONGEST_WAIT_MS) {
      for (const { reject } of this.#waiting.splice(0)) reject(new PicturesNotReadyError())
    } else if (pause > 0) {
      this.#timer = setTimeout(() => this.#next(), pause)
    } else {
      this.#child ??= this.#start()
      this.#task = this.#waiting.shift()
      this.#timer = setTimeout(() => this.#exceed(), this.#options.deadlineMs)
      const { name, input } = this.#task as Task
      // A child that cannot be reached says by its end why.
      this.#child.send({ name, input } satisfies Order, () => {})
    }
  }

  #start(): ChildProcess {
    const { file, heapMegabytes } = this.#options
    const args = [`--max-old-space-size=${heapMegabytes}`, path.resolve(/*turbopackIgnore: true*/ file)]
    const child = spawn(process.execPath, args, {
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      serialization: 'advanced',
      env: pictureEnvironment(),
    })
    // A job keeps this process alive by its deadline, an idle child does not.
    child.unref()
    child.channel?.unref()
    if (child.stderr instanceof Socket) child.stderr.unref()
    const kill = () => child.kill('SIGKILL')
    process.once('exit', kill)
    let errors = ''
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      if (errors.length < MOST_ERRORS) errors += text
    })
    child.on('message', (reply: Reply) => this.#child === child && this.#settle(reply))
    child.on('error', ({ message }) => this.#end(child, message))
    child.once('close', (code, signal) => {
      process.off('exit', kill)
      const [reason = ''] = /^(?:FATAL ERROR|\w*Error).*/m.exec(errors) ?? []
      this.#end(child, [signal ?? `exit code ${code}`, clean(reason, LONGEST_REASON)].filter(Boolean).join(', '))
    })
    return child
  }

  /** Ends the child without a trace, because `process.exit` in it waits for native code. */
  #kill(): void {
    const child = this.#child
    this.#child = undefined
    child?.kill('SIGKILL')
  }

  #settle(reply: Reply): void {
    const task = this.#take()
    this.#backoff.succeed()
    this.#failure = undefined
    if ('result' in reply) task?.resolve(reply.result)
    else task?.reject(new Error(reply.failed))
    count('result' in reply ? 'done' : 'failed')
    this.#next()
  }

  #exceed(): void {
    const task = this.#take()
    this.#kill()
    const why = `exceeded the deadline of ${this.#options.deadlineMs / 1000} s`
    this.#fail(`a picture ${why}`)
    console.error(`The picture process was stopped, because this ${why}: ${task?.label}`)
    task?.reject(new Error(`The job ${why}`))
    count('deadline')
    this.#next()
  }

  /** The child ended by itself, or could not be started or reached. */
  #end(child: ChildProcess, why: string): void {
    if (this.#child !== child) return
    this.#kill()
    const task = this.#take()
    const pause = this.#fail('the picture process ended')
    const during = task && ` during this: ${task.label}`
    console.error(`The picture process ended (${why}) and may be started again in ${pause / 1000} s${during ?? ''}`)
    if (task?.wasRetried) task.reject(new Error('The picture process ended during the job'))
    else if (task) this.#waiting.push({ ...task, wasRetried: true })
    count('crashed')
    this.#next()
  }

  #take(): Task | undefined {
    const task = this.#task
    this.#task = undefined
    return task
  }

  #fail(reason: string): number {
    this.#failure = { reason, until: performance.now() + FAILING_MS }
    return this.#backoff.fail()
  }
}

const count = (outcome: PictureOutcome): void => getRuntime().metrics?.picture(outcome)

/** One line of a limited length. */
const clean = (text: string, longest: number): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').slice(0, longest)

/** Returns the picture process of this process. */
export function getPictureProcess(): PictureProcess {
  const runtime = getRuntime()
  runtime.pictures ??= new PictureProcess()
  return runtime.pictures
}
