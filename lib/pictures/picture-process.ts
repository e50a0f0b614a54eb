import 'server-only'
import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { Socket } from 'node:net'
import path from 'node:path'
import { getRuntime } from '../runtime'
import { getPictureEnvironment } from '../settings/env'
import { JobQueue, type StartWorker } from '../workers/job-queue'
import type { Jobs } from './jobs'

const OPTIONS = {
  /** Compiled from `server/workers/pictures.ts`, relative to the project. */
  file: 'dist/pictures.mjs',
  deadlineMs: 20_000,
  idleMs: 10_000,
  firstPauseMs: 1000,
  /** The JavaScript heap. Memory for pixels is limited by their number. */
  heapMegabytes: 128,
}
const MAX_JOBS = 10_000
const MAX_REASON_LENGTH = 200
/** The maximum number of characters that are kept of the error output of the child. */
const MAX_ERROR_OUTPUT = 16_000

declare module '../runtime' {
  interface Runtime {
    pictures?: PictureProcess
  }
}

/**
 * Does all work on pictures in one child process: sharp cannot be interrupted in a thread, and a picture may exhaust the memory of its
 * process. The child does one job at a time and ends when idle.
 */
export class PictureProcess extends JobQueue {
  constructor(options: Partial<typeof OPTIONS> = {}) {
    const { file, heapMegabytes, ...rest } = { ...OPTIONS, ...options }
    const start = createChildStarter(file, heapMegabytes)
    super({
      kind: 'pictures',
      job: 'picture',
      name: 'picture process',
      start,
      maxConcurrentJobs: 1,
      maxJobs: MAX_JOBS,
      ...rest,
    })
  }

  /** Runs a job like {@link JobQueue.add}. Also rejects if the picture is damaged. */
  run<Name extends keyof Jobs>(
    name: Name,
    input: Parameters<Jobs[Name]>[0],
    label: string,
  ): Promise<Awaited<ReturnType<Jobs[Name]>>> {
    return this.add(name, input, label) as Promise<Awaited<ReturnType<Jobs[Name]>>>
  }
}

const createChildStarter =
  (file: string, heapMegabytes: number): StartWorker =>
  ({ receive, end }) => {
    const args = [`--max-old-space-size=${heapMegabytes}`, path.resolve(/*turbopackIgnore: true*/ file)]
    const child = spawn(process.execPath, args, {
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      serialization: 'advanced',
      env: getPictureEnvironment(),
    })
    // The deadline timer of a job keeps this process alive; an idle child must not.
    child.unref()
    child.channel?.unref()
    if (child.stderr instanceof Socket) child.stderr.unref()
    const stop = () => void child.kill('SIGKILL')
    process.once('exit', stop)
    let errors = ''
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      if (errors.length < MAX_ERROR_OUTPUT) errors += text
    })
    child.on('message', receive)
    child.on('error', ({ message }) => end(message))
    child.once('close', (code, signal) => {
      process.off('exit', stop)
      const [reason = ''] = /^(?:FATAL ERROR|\w*Error).*/m.exec(errors) ?? []
      end([signal ?? `exit code ${code}`, reason.slice(0, MAX_REASON_LENGTH)].filter(Boolean).join(', '))
    })
    // Errors of `send` are ignored: the `close` event gives the reason. SIGKILL, because `process.exit` would wait for native code.
    return { send: (request) => void child.send(request, () => {}), stop }
  }

/** Returns the picture process of this process. */
export function getPictureProcess(): PictureProcess {
  const runtime = getRuntime()
  runtime.pictures ??= new PictureProcess()
  return runtime.pictures
}

/** The version of the decoder, which is an optional dependency; undefined if it is not installed. */
export function getHeicDecoderVersion(): string | undefined {
  try {
    return (createRequire(import.meta.url)('heic-decode/package.json') as { version: string }).version
  } catch {
    return undefined
  }
}
