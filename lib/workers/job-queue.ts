import 'server-only'
import { Backoff } from '../backoff'
import { getRuntime } from '../runtime'

/** What workers do, as health and metrics name it. */
export type WorkerKind = 'pages' | 'pictures' | 'search'

/** How a job ended, for metrics; `crashed` is an end of the worker for any other reason than the deadline. */
export type JobOutcome = 'done' | 'failed' | 'deadline' | 'crashed'

/** A job as a worker (a thread or a child process) receives it. */
export interface JobRequest {
  id: number
  name: string
  input: unknown
}

/** A message of a worker: `ready` once it can take jobs, if its start takes long, and a reply to each job. */
export type Message = 'ready' | Reply
export type Reply = { id: number } & ({ result: unknown } | { failed: string })

/** A thread or child process that was started. */
export interface StartedWorker {
  send(request: JobRequest): void
  /** Stops the worker at once, even during a job. */
  stop(): void
}

/** Starts a worker, which calls `end` with the reason if it ends by itself or cannot be started. */
export type StartWorker = (on: { receive(message: Message): void; end(reason: string): void }) => StartedWorker

export interface QueueOptions {
  kind: WorkerKind
  /** Names a job and the worker in the log and in health: `page` and `page thread`. */
  job: string
  name: string
  start: StartWorker
  /** Deadline of a job, from the moment at which the worker receives it. */
  deadlineMs: number
  /** Deadline of a start, for workers that announce when they are ready. Without it, the worker gets jobs at once. */
  startMs?: number
  /** A worker is stopped after this time without jobs. Without it, the worker keeps running. */
  idleMs?: number
  firstPauseMs: number
  /** The maximum number of jobs that the worker does concurrently. */
  maxConcurrentJobs: number
  /** The maximum number of jobs in progress and waiting. */
  maxJobs: number
}

/** The maximum time that a job waits for its worker to be started again. */
const MAX_WAIT_MS = 5000
/** After a failure the worker counts as failing for this long, unless a job succeeds. */
const FAILING_MS = 60_000
const MAX_LABEL_LENGTH = 200

interface Task extends JobRequest {
  /** For the log. */
  label: string
  wasRetried: boolean
  signal?: AbortSignal
  timer?: NodeJS.Timeout
  resolve(result: unknown): void
  reject(error: Error): void
}

/**
 * Gives jobs to one worker, which the first job starts. A job that exceeds its deadline fails, and the worker is stopped. Its other jobs in
 * progress, and those of a worker that ended by itself, are retried once. A worker that failed is started again with exponential backoff.
 */
export class JobQueue {
  /** See {@link QueueOptions}. */
  deadlineMs: number
  readonly #options: Omit<QueueOptions, 'deadlineMs'>
  readonly #backoff: Backoff
  readonly #waiting: Task[] = []
  /** Jobs in progress, by id. */
  readonly #running = new Map<number, Task>()
  #worker: StartedWorker | undefined
  #isReady = false
  /** Ends a start that takes too long, a pause, or a worker without jobs. */
  #timer: NodeJS.Timeout | undefined
  #failure: { reason: string; until: number } | undefined
  #lastId = 0

  constructor({ deadlineMs, ...options }: QueueOptions) {
    this.deadlineMs = deadlineMs
    this.#options = options
    this.#backoff = new Backoff(options.firstPauseMs)
  }

  /**
   * Does a job and returns its result. `label` names the job in the log. A waiting job is dropped when its signal aborts. Rejects if the
   * job fails, with {@link DeadlineError} if it exceeds its deadline, and with {@link WorkerNotReadyError} if a later try may succeed.
   */
  add(name: string, input: unknown, label: string, signal?: AbortSignal): Promise<unknown> {
    const { maxJobs, name: worker } = this.#options
    if (this.#waiting.length + this.#running.size >= maxJobs) return Promise.reject(new WorkerNotReadyError(worker))
    return new Promise((resolve, reject) => {
      const task = { id: ++this.#lastId, name, input, label: toOneLine(label), wasRetried: false, signal }
      this.#waiting.push({ ...task, resolve, reject })
      this.#next()
    })
  }

  /** Starts the worker unless there is one, or a pause after a failure has not ended. */
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

  /** Gives the next jobs to the worker, which it starts if there is none. During a pause after a failure, jobs wait or are rejected. */
  #next(): void {
    // A start has its own timer.
    if (this.#worker !== undefined && !this.#isReady) return
    clearTimeout(this.#timer)
    this.#dropAborted()
    const { idleMs, maxConcurrentJobs, name } = this.#options
    const pause = this.#worker === undefined ? this.#backoff.remainingMs : 0
    if (this.#waiting.length === 0) {
      if (this.#running.size === 0 && idleMs !== undefined) this.#timer = setTimeout(() => this.#stop(), idleMs).unref()
    } else if (pause > MAX_WAIT_MS) {
      for (const { reject } of this.#waiting.splice(0)) reject(new WorkerNotReadyError(name))
    } else if (pause > 0) {
      this.#timer = setTimeout(() => this.#next(), pause)
    } else if (this.#worker === undefined) {
      this.#start()
    } else {
      for (const task of this.#waiting.splice(0, maxConcurrentJobs - this.#running.size)) this.#send(task, this.#worker)
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
      this.#timer = scheduleAfterMessages(startMs, end)
    }
  }

  #send(task: Task, worker: StartedWorker): void {
    this.#running.set(task.id, task)
    const exceed = () => this.#running.get(task.id) === task && this.#exceed(task)
    task.timer = scheduleAfterMessages(this.deadlineMs, exceed)
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
    const { job, name } = this.#options
    this.#take(id)
    const why = `exceeded the deadline of ${this.deadlineMs / 1000} s`
    console.error(`The ${name} was stopped, because this ${why}: ${label || `a ${job}`}`)
    reject(new DeadlineError(`The job ${why}`))
    this.#count('deadline')
    this.#fail(`a ${job} ${why}`)
  }

  /** Handles a worker that ended by itself, or could not be started or reached. */
  #end(why: string): void {
    const { name } = this.#options
    const labels = [...this.#running.values()].map(({ label }) => label)
    for (const _ of labels) this.#count('crashed')
    const pause = this.#fail(`the ${name} ended`)
    const during = labels.length === 1 && labels[0] !== '' ? ` during ${labels[0]}` : ''
    console.error(`The ${name} ended (${why})${during} and may be started again in ${pause / 1000} s`)
  }

  /** Stops the worker, begins the pause before the next one, and queues the jobs that may be retried. Returns the pause in milliseconds. */
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

  /** Stops the worker without counting or logging it as a failure. */
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
    getRuntime().metrics?.countJob(this.#options.kind, outcome)
  }
}

/**
 * Like `setTimeout`, but messages that have arrived are received first: after a pause of this process, a reply may be waiting. The timer
 * keeps the process alive during a job.
 */
const scheduleAfterMessages = (ms: number, act: () => void) => setTimeout(() => setImmediate(act), ms)

/** Returns a text as one line of limited length. */
const toOneLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').slice(0, MAX_LABEL_LENGTH)

/** Thrown if a later try may succeed: the worker of a job failed, or has too many jobs. Visitors get 503. */
export class WorkerNotReadyError extends Error {
  override name = 'WorkerNotReadyError'
  constructor(worker: string) {
    super(`The ${worker} cannot take a job at the moment`)
  }
}

/** Thrown if a job exceeded its deadline; its worker was stopped. */
class DeadlineError extends Error {
  override name = 'DeadlineError'
}

// Each bundle has its own copy of the classes, so the names are compared.
export const isWorkerNotReady = (error: unknown): boolean =>
  error instanceof Error && error.name === 'WorkerNotReadyError'

export const isDeadlineError = (error: unknown): boolean => error instanceof Error && error.name === 'DeadlineError'

interface WorkerState {
  isRunning: boolean
  /** Why jobs cannot be done reliably at the moment. */
  failure?: string
}

/** Returns the workers of this process by the kind of their jobs; undefined before the first job. */
export function getWorkers(): Record<WorkerKind, WorkerState | undefined> {
  const { pageThread, pictures, searchIndex } = getRuntime()
  return { pages: pageThread, pictures, search: searchIndex }
}
