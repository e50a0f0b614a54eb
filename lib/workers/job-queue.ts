import 'server-only'
import { Backoff } from '../backoff'
import { getRuntime } from '../runtime'
import { DeadlineError, WorkerNotReadyError } from './errors'
import type { Message, Order, Reply } from './messages'

/** What workers do, as health and metrics name it. */
export type WorkerKind = 'pages' | 'pictures' | 'search'

/** How a job ended, for metrics; `crashed` is an end of the worker for any other reason than the deadline. */
export type JobOutcome = 'done' | 'failed' | 'deadline' | 'crashed'

/** A started thread or child process. */
export interface StartedWorker {
  send(order: Order): void
  /** Stops the worker at once, whatever it does. */
  stop(): void
}

/** Starts a worker, which calls `end` with the reason if it ends by itself or cannot be started. */
export type StartWorker = (on: { receive(message: Message): void; end(reason: string): void }) => StartedWorker

export interface QueueOptions {
  kind: WorkerKind
  /** One job and the worker, for the log and health: `page` and `page thread`. */
  job: string
  name: string
  start: StartWorker
  /** For one job, since the worker received it. */
  deadlineMs: number
  /** For a start, if the worker announces that it is ready; without it the worker takes jobs at once. */
  startMs?: number
  /** A worker without a job ends after this time; without it the worker stays. */
  idleMs?: number
  firstPauseMs: number
  /** The most jobs that the worker does at a time, and that are done or wait. */
  mostAtOnce: number
  mostJobs: number
}

/** A job waits no longer than this for its worker to be started again. */
const LONGEST_WAIT_MS = 5000
/** After a failure the worker counts as failing for this long, unless a job succeeds. */
const FAILING_MS = 60_000
const LONGEST_LABEL = 200

interface Task extends Order {
  /** For the log. */
  label: string
  wasRetried: boolean
  signal?: AbortSignal
  timer?: NodeJS.Timeout
  resolve(result: unknown): void
  reject(error: Error): void
}

/**
 * Gives jobs to one worker, which the first job starts. A job that exceeds its deadline ends with the worker; the others that the worker
 * was doing, and those of a worker that ended by itself, are done once more. A worker that failed is started again with exponential backoff.
 */
export class JobQueue {
  readonly #options: QueueOptions
  readonly #backoff: Backoff
  readonly #waiting: Task[] = []
  /** What the worker is doing. */
  readonly #running = new Map<number, Task>()
  #worker: StartedWorker | undefined
  #isReady = false
  /** Until the end of a start, of a pause, or of an idle worker. */
  #timer: NodeJS.Timeout | undefined
  #failure: { reason: string; until: number } | undefined
  #lastId = 0

  constructor(options: QueueOptions) {
    this.#options = options
    this.#backoff = new Backoff(options.firstPauseMs)
  }

  /**
   * Does a job. `label` names it in the log. A job that still waits when the signal aborts is dropped. Rejects if the job fails, with {@link DeadlineError} if it exceeds its deadline, and with
   * {@link WorkerNotReadyError} if it may be done later.
   */
  add(name: string, input: unknown, label: string, signal?: AbortSignal): Promise<unknown> {
    const { mostJobs, name: worker } = this.#options
    if (this.#waiting.length + this.#running.size >= mostJobs) return Promise.reject(new WorkerNotReadyError(worker))
    return new Promise((resolve, reject) => {
      const task = { id: ++this.#lastId, name, input, label: oneLine(label), wasRetried: false, signal }
      this.#waiting.push({ ...task, resolve, reject })
      this.#next()
    })
  }

  /** Starts the worker if there is none and none is to be awaited. */
  warmUp(): void {
    if (this.#worker === undefined && this.#backoff.remainingMs === 0) this.#start()
  }

  /** Why jobs cannot be done reliably at the moment; undefined if they can. */
  get failure(): string | undefined {
    const { reason, until = 0 } = this.#failure ?? {}
    return this.#backoff.remainingMs > 0 || performance.now() < until ? reason : undefined
  }

  get isRunning(): boolean {
    return this.#worker !== undefined
  }

  /** Gives the next jobs to the worker, or waits until there may be one. */
  #next(): void {
    // A start has a timer of its own.
    if (this.#worker !== undefined && !this.#isReady) return
    clearTimeout(this.#timer)
    this.#dropAborted()
    const { idleMs, mostAtOnce, name } = this.#options
    const pause = this.#worker === undefined ? this.#backoff.remainingMs : 0
    if (this.#waiting.length === 0) {
      if (this.#running.size === 0 && idleMs !== undefined) this.#timer = setTimeout(() => this.#stop(), idleMs).unref()
    } else if (pause > LONGEST_WAIT_MS) {
      for (const { reject } of this.#waiting.splice(0)) reject(new WorkerNotReadyError(name))
    } else if (pause > 0) {
      this.#timer = setTimeout(() => this.#next(), pause)
    } else if (this.#worker === undefined) {
      this.#start()
    } else {
      for (const task of this.#waiting.splice(0, mostAtOnce - this.#running.size)) this.#send(task, this.#worker)
    }
  }

  #dropAborted(): void {
    for (const task of this.#waiting.splice(0)) {
      if (task.signal?.aborted) task.reject(task.signal.reason)
      else this.#waiting.push(task)
    }
  }

  #start(): void {
    clearTimeout(this.#timer)
    const { start, startMs } = this.#options
    const isCurrent = () => this.#worker === worker
    let worker: StartedWorker | undefined
    try {
      worker = start({
        receive: (message) => isCurrent() && this.#receive(message),
        end: (reason) => isCurrent() && this.#end(reason),
      })
    } catch (error) {
      this.#end(error instanceof Error ? error.message : String(error))
      return
    }
    this.#worker = worker
    this.#isReady = startMs === undefined
    if (startMs === undefined) {
      this.#next()
    } else {
      const end = () => isCurrent() && !this.#isReady && this.#end(`not ready within ${startMs / 1000} s`)
      this.#timer = afterMessages(startMs, end)
    }
  }

  #send(task: Task, worker: StartedWorker): void {
    this.#running.set(task.id, task)
    task.timer = afterMessages(
      this.#options.deadlineMs,
      () => this.#running.get(task.id) === task && this.#exceed(task),
    )
    const { id, name, input } = task
    worker.send({ id, name, input })
  }

  #receive(message: Message): void {
    if (message === 'ready') this.#isReady = true
    else this.#settle(message)
    this.#next()
  }

  #settle(reply: Reply): void {
    const task = this.#take(reply.id)
    this.#backoff.succeed()
    this.#failure = undefined
    if ('result' in reply) task?.resolve(reply.result)
    else task?.reject(new Error(reply.failed))
    this.#count('result' in reply ? 'done' : 'failed')
  }

  #exceed({ id, label, reject }: Task): void {
    const { job, name, deadlineMs } = this.#options
    this.#take(id)
    const why = `exceeded the deadline of ${deadlineMs / 1000} s`
    console.error(`The ${name} was stopped, because this ${why}: ${label || `a ${job}`}`)
    reject(new DeadlineError(`The job ${why}`))
    this.#count('deadline')
    this.#fail(`a ${job} ${why}`)
  }

  /** The worker ended by itself, or could not be started or reached. */
  #end(why: string): void {
    const { name } = this.#options
    const labels = [...this.#running.values()].map(({ label }) => label)
    for (const _ of labels) this.#count('crashed')
    const pause = this.#fail(`the ${name} ended`)
    const during = labels.length === 1 && labels[0] !== '' ? ` during this: ${labels[0]}` : ''
    console.error(`The ${name} ended (${why}) and may be started again in ${pause / 1000} s${during}`)
  }

  /** Stops the worker and begins the pause before the next, with the jobs that may be tried again. Returns the pause. */
  #fail(reason: string): number {
    const { name } = this.#options
    this.#stop()
    clearTimeout(this.#timer)
    this.#failure = { reason, until: performance.now() + FAILING_MS }
    const pause = this.#backoff.fail()
    for (const { id } of [...this.#running.values()]) {
      const task = this.#take(id)
      if (task?.wasRetried) task.reject(new Error(`The ${name} ended during the job`))
      else if (task !== undefined) this.#waiting.push({ ...task, wasRetried: true })
    }
    this.#next()
    return pause
  }

  /** Ends the worker without a trace. */
  #stop(): void {
    const worker = this.#worker
    this.#worker = undefined
    worker?.stop()
  }

  #take(id: number): Task | undefined {
    const task = this.#running.get(id)
    this.#running.delete(id)
    clearTimeout(task?.timer)
    return task
  }

  #count(outcome: JobOutcome): void {
    getRuntime().metrics?.job(this.#options.kind, outcome)
  }
}

/**
 * Like `setTimeout`, but what arrived meanwhile is received first: after a pause of this process a reply may be waiting. It keeps the
 * process alive, because a job does.
 */
const afterMessages = (ms: number, act: () => void) => setTimeout(() => setImmediate(act), ms)

/** One line of a limited length. */
const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').slice(0, LONGEST_LABEL)
