import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { ExportError } from './error'

/** Compiled from `server/workers/static-server.ts`, relative to the project. */
const PROGRAM = 'dist/static-server.mjs'
/**
 * Next.js sends late metadata of a page that it renders for each visit by inline scripts, which the policy of a file
 * does not allow, but not to this bot.
 */
const USER_AGENT = 'Bingbot'

/** The compiled site on loopback, as the export reads it. It ends with this process. */
export class ExportServer {
  readonly #child: ChildProcess
  readonly #origin: Promise<string>

  constructor() {
    this.#child = fork(PROGRAM, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
    const started = once(this.#child, 'message').then(([port]) => `http://127.0.0.1:${port}`)
    const ended = once(this.#child, 'exit').then(() => {
      throw new ExportError('The server that renders the pages ended: see above, and run the export again')
    })
    this.#origin = Promise.race([started, ended])
    this.#origin.catch(() => {})
  }

  /** Requests a path. Throws if the server ended. */
  async get(path: string, accept: string): Promise<Response> {
    const origin = await this.#origin
    try {
      return await fetch(origin + path, {
        headers: { accept, 'user-agent': USER_AGENT },
        redirect: 'manual',
        signal: AbortSignal.timeout(60_000),
      })
    } catch (error) {
      if (this.#child.exitCode === null && this.#child.signalCode === null) throw error
      throw new ExportError('The server that renders the pages ended: see above, and run the export again')
    }
  }

  async stop(): Promise<void> {
    const ended = once(this.#child, 'exit')
    this.#child.kill()
    if (this.#child.exitCode === null && this.#child.signalCode === null) await ended
  }
}
