import { rmSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { createHostedId } from '@/tests/support/hosted/data'
import { killAll, listDescendants } from '@/tests/support/processes'
import { createFolder, type RunningSite, startSite } from '@/tests/support/site'
import { WorkspaceServer } from '@/tests/support/workspace-server'
import { createRandom } from '../workspace'
import type { CaseResult } from './cases'
import { createWorkspace } from './hosted'
import { describeDifference } from './watch'

const CONVERGES_WITHIN_MS = 60_000
/** An edit is fetched, prepared and shown within about this time, so all processes are working then. */
const AT_WORK_MS = 2500
const PATHS = ['/', '/tides', '/springs', '/boats', '/oars', '/charts', '/row-1']
const ENDINGS = ['SIGKILL', 'SIGTERM', 'SIGSTOP'] as const
const PAUSED_MS = 4000

/** A built site with all its processes, on a hosted workspace. */
export class BuiltSiteHarness {
  #site: RunningSite
  #edits = 0

  private constructor(
    readonly dir: string,
    readonly server: WorkspaceServer,
    site: RunningSite,
  ) {
    this.#site = site
  }

  static async start(): Promise<BuiltSiteHarness> {
    const dir = createFolder('fault-site')
    const server = await WorkspaceServer.start(await createWorkspace(dir))
    const harness = new BuiltSiteHarness(dir, server, await startInFolder(`${dir}/site`, server))
    await harness.#waitForText((text) => text !== undefined)
    return harness
  }

  /** Ends one process of the site, or all of them, at a moment of a refresh. */
  async run(seed: number): Promise<CaseResult> {
    const random = createRandom(seed)
    const failures = new Set<string>()
    const text = `Edit ${++this.#edits}.`
    this.server.editor.write(createHostedId('Tides'), text)
    const withdrawn = this.server.editor.addPage(
      createHostedId('Boats'),
      `Withdrawn ${this.#edits}`,
      'Not for everyone',
    )
    this.server.editor.delete(withdrawn)
    let isOver = false
    const visiting = this.#visit(failures, () => isOver)
    await pause(random(AT_WORK_MS))
    const name = await this.#end(random)
    const isShown = await this.#waitForText((seen) => seen?.includes(text) === true)
    isOver = true
    await visiting
    if (!isShown) failures.add('it did not converge: an edit is not shown')
    return { seed, name, failures: [...failures] }
  }

  /** Returns the differences between the site and one that was never disturbed. */
  async findDifferences(): Promise<string[]> {
    const other = await startInFolder(`${this.dir}/undisturbed`, this.server)
    try {
      let found: string[] = []
      // The other site is incomplete during its first sync.
      await waitUntil(async () => {
        const pairs = await Promise.all(
          PATHS.map(async (at) => [at, await fetchMarkdown(this.#site, at), await fetchMarkdown(other, at)] as const),
        )
        found = pairs.flatMap(([at, got, want]) => (got === want ? [] : [`${at} has ${describeDifference(got, want)}`]))
        return found.length === 0
      })
      return found
    } finally {
      await other.kill()
    }
  }

  async stop(): Promise<void> {
    await this.#site.kill()
    await this.server.stop()
    rmSync(this.dir, { recursive: true, force: true })
  }

  async #end(random: (limit: number) => number): Promise<string> {
    const below = listDescendants(this.#site.pid)
    const at = random(below.length + 1)
    const target = below[at]
    const signal = ENDINGS[random(ENDINGS.length)] ?? 'SIGKILL'
    if (target === undefined) {
      killAll(this.#site.pid)
      await this.#site.kill()
      this.#site = await startInFolder(`${this.dir}/site`, this.server)
      return 'all processes are killed'
    }
    try {
      process.kill(target.pid, signal)
      if (signal === 'SIGSTOP') {
        await pause(PAUSED_MS)
        process.kill(target.pid, 'SIGCONT')
      }
    } catch {
      return 'a process ended by itself'
    }
    return `${signal} of ${target.program}`
  }

  /** Visits pages until the case is over. The site cannot be reached while it restarts. */
  async #visit(failures: Set<string>, isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      for (const at of PATHS) {
        const status = await fetchStatus(this.#site, at).catch(() => undefined)
        if (status !== undefined && status !== 200 && status !== 503) failures.add(`${at} responded with ${status}`)
      }
      await pause(20)
    }
  }

  #waitForText(isRight: (text: string | undefined) => boolean): Promise<boolean> {
    return waitUntil(async () => {
      if ((await fetchStatus(this.#site, '/tides')) !== 200) return false
      return isRight(await fetchBody(this.#site, '/tides'))
    })
  }
}

async function waitUntil(isTrue: () => Promise<boolean>): Promise<boolean> {
  for (const end = performance.now() + CONVERGES_WITHIN_MS; performance.now() < end; await pause(100))
    if (await isTrue().catch(() => false)) return true
  return false
}

function startInFolder(dir: string, { env }: WorkspaceServer): Promise<RunningSite> {
  return startSite({
    workspaceDir: `${dir}/snapshot`,
    stateDir: `${dir}/state`,
    // Both compared sites have the same address.
    env: { ...env, SITE_URL: 'http://localhost:3000', SYNC_INTERVAL: '1', SYNC_RATE: '1000' },
    expectedOutput: [/./],
  })
}

const fetchStatus = async ({ url }: RunningSite, at: string) => (await fetch(url + at, { redirect: 'manual' })).status
const fetchBody = async ({ url }: RunningSite, at: string) => (await fetch(url + at)).text()
/** Pages are compared as Markdown, because Next.js does not always render the tags of a head in the same order. */
const fetchMarkdown = async ({ url }: RunningSite, at: string) =>
  (await fetch(url + at, { headers: { accept: 'text/markdown' } })).text()
