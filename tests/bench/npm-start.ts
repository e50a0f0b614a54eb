import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { killAll, memoryBelow, type ProcessMemory } from '../support/processes'
import { freePort } from '../support/site'

export interface NpmStart {
  url: string
  /** Seconds from the start of npm to the whole home page. */
  firstPage: number
  /** The server's process. */
  pid: number
  /** The processes of the site, without npm. */
  memory(): ProcessMemory[]
  /** Shuts the site down; this site only once the search has its index, so that the next start finds all that was saved. */
  stop(): Promise<void>
}

const STARTS_WITHIN_MS = 120_000
const SEARCH_WITHIN_MS = 60_000

/** Starts a built site as operators do, by `npm start`. Resolves with the first page. */
export async function npmStart(
  folders: { workspaceDir: string; stateDir: string },
  more: Record<string, string> = {},
): Promise<NpmStart> {
  const env = { ...more, WORKSPACE_DIR: folders.workspaceDir, STATE_DIR: folders.stateDir }
  const site = await startWithNpm(process.cwd(), env)
  return {
    ...site,
    async stop() {
      const question = { method: 'POST', body: JSON.stringify({ query: '' }) }
      await untilAnswered(() => fetch(`${site.url}/api/search`, question), SEARCH_WITHIN_MS)
      await site.stop()
    },
  }
}

/** Starts the built site in a folder by `npm start`, which must listen on `PORT`. Resolves with the first page. */
export async function startWithNpm(cwd: string, more: Record<string, string>): Promise<NpmStart> {
  const port = await freePort()
  const url = `http://localhost:${port}`
  const { PATH, HOME, TMPDIR } = process.env
  const env = { PATH, HOME, TMPDIR, NODE_ENV: 'production', PORT: String(port), SITE_URL: url, ...more }
  const started = performance.now()
  const npm = spawn('npm', ['start'], { cwd, stdio: ['ignore', 'ignore', 'inherit'], env: env as NodeJS.ProcessEnv })
  const ended = once(npm, 'close')
  const root = npm.pid ?? 0
  const kill = () => killAll(root)
  process.once('exit', kill)
  await untilAnswered(() => fetch(url), STARTS_WITHIN_MS)
  const firstPage = (performance.now() - started) / 1000
  const pid = memoryBelow(root)[0]?.pid ?? root
  return {
    url,
    firstPage,
    pid,
    memory: () => memoryBelow(root),
    async stop() {
      process.kill(pid)
      await ended
      process.off('exit', kill)
    },
  }
}

/** Sums up the memory of processes, in megabytes. */
export function totalOf(memory: readonly ProcessMemory[]): { resident: number; proportional: number } {
  const sum = (name: 'resident' | 'proportional') => memory.reduce((total, each) => total + each[name], 0)
  return { resident: sum('resident'), proportional: sum('proportional') }
}

async function untilAnswered(request: () => Promise<Response>, limit: number): Promise<void> {
  for (const until = Date.now() + limit; Date.now() < until; await pause(5)) {
    const response = await request().catch(() => undefined)
    await response?.arrayBuffer()
    if (response?.status === 200) return
  }
  throw new Error(`The site did not respond within ${limit} ms`)
}
