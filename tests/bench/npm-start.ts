import { setTimeout as pause } from 'node:timers/promises'
import { PORT_IN_USE, startOnFreePort } from '../support/ports'
import { measureDescendants, type ProcessMemory, sendSignal } from '../support/processes'
import { spawnGroup } from './process-group'

export interface NpmSite {
  url: string
  /** Seconds from the start of npm to the whole home page. */
  firstPage: number
  /** The server's process. */
  pid: number
  /** The processes of the site, without npm. */
  memory(): ProcessMemory[]
  /** Shuts the site down. {@link startOwnSite} first waits for the search index, so that the next start finds it on the disk. */
  stop(): Promise<void>
}

/** The public address of all sites, because a start with another one prepares the workspace again. */
const ORIGIN = 'http://localhost:3000'
const STARTS_WITHIN_MS = 300_000
const STOPS_WITHIN_MS = 30_000
const SEARCH_WITHIN_MS = 60_000

/** Starts this project's built site by `npm start`, as operators do. Resolves after the first page. */
export async function startOwnSite(
  folders: { workspaceDir: string; stateDir: string },
  more: Record<string, string> = {},
): Promise<NpmSite> {
  const env = { SITE_URL: ORIGIN, ...more, WORKSPACE_DIR: folders.workspaceDir, STATE_DIR: folders.stateDir }
  const site = await startWithNpm(process.cwd(), env)
  return {
    ...site,
    async stop() {
      await waitForSearch(site)
      await site.stop()
    },
  }
}

/** Waits until the search of a site responds, which saves its index for the next start. */
export async function waitForSearch({ url }: Pick<NpmSite, 'url'>): Promise<void> {
  const search = { method: 'POST', body: JSON.stringify({ query: 'a' }) }
  await waitForResponse(() => fetch(`${url}/api/search`, search), SEARCH_WITHIN_MS)
}

/** Starts the site in a folder by an npm script. It must listen on `PORT`. Resolves after the first page. */
export const startWithNpm = (cwd: string, more: Record<string, string>, script = 'start'): Promise<NpmSite> =>
  startOnFreePort((port) => startOnPort(port, cwd, more, script))

/** Returns undefined if the port is in use. */
async function startOnPort(
  port: number,
  cwd: string,
  more: Record<string, string>,
  script: string,
): Promise<NpmSite | undefined> {
  const url = `http://localhost:${port}`
  const { PATH, HOME, TMPDIR } = process.env
  const env = { PATH, HOME, TMPDIR, PORT: String(port), SITE_URL: url, ...more }
  const started = performance.now()
  const npm = spawnGroup('npm', ['run', script], {
    cwd,
    stdio: ['ignore', 'ignore', 'pipe'],
    // With it, `npm run site` would install no packages for the build.
    env: { ...env, NODE_ENV: script === 'site' ? process.env.NODE_ENV : 'production' },
  })
  let errors = ''
  npm.child.stderr?.on('data', (chunk: Buffer) => {
    errors += chunk.toString()
  })
  const response = waitForResponse(() => fetch(url), STARTS_WITHIN_MS)
  // It is rejected later if npm has ended.
  response.catch(() => {})
  const code = await Promise.race([response, npm.exited.then((exited) => exited ?? 1)]).catch((error: unknown) => {
    npm.end()
    throw error
  })
  if (code !== undefined) {
    npm.end()
    if (PORT_IN_USE.test(errors)) return undefined
    throw new Error(`npm run ${script} in ${cwd} exited with ${code} before the first page:\n${errors}`)
  }
  const firstPage = (performance.now() - started) / 1000
  const root = npm.child.pid ?? 0
  const pid = measureDescendants(root)[0]?.pid ?? root
  return {
    url,
    firstPage,
    pid,
    memory: () => measureDescendants(root),
    async stop() {
      sendSignal(pid, 'SIGTERM')
      await Promise.race([npm.exited, pause(STOPS_WITHIN_MS, undefined, { ref: false })])
      npm.end()
    },
  }
}

/** Sums up the memory of processes, in megabytes. */
export function sumMemory(memory: readonly ProcessMemory[]): { resident: number; proportional: number } {
  const sum = (name: 'resident' | 'proportional') => memory.reduce((total, each) => total + each[name], 0)
  return { resident: sum('resident'), proportional: sum('proportional') }
}

async function waitForResponse(request: () => Promise<Response>, limit: number): Promise<void> {
  for (const until = Date.now() + limit; Date.now() < until; await pause(5)) {
    const response = await request().catch(() => undefined)
    await response?.arrayBuffer()
    if (response?.status === 200) return
  }
  throw new Error(`The site did not respond within ${limit} ms`)
}
