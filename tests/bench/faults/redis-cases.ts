import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Reader } from '@/lib/instances/reader'
import { openSharedSnapshot } from '@/lib/instances/shared-snapshot'
import { getRuntime } from '@/lib/runtime'
import { readEnv } from '@/lib/settings/env'
import { PUBLIC } from '@/lib/site/access'
import { getStore, ignoreNotReady, openSite, reloadSite } from '@/lib/site/get-site'
import { getStatus } from '@/lib/site/resolve/resolution'
import { FilesStore } from '@/lib/snapshot/files-store'
import { killAll } from '@/tests/support/processes'
import { RedisServer } from '@/tests/support/redis'
import { createFolder, type StartedCommand } from '@/tests/support/site'
import { writePage } from '@/tests/support/workspaces'
import { startWriter } from '@/tests/support/writer'
import { createRandom } from '../workspace'
import type { CaseResult } from './cases'

const ROOT = '20000000-0000-4000-8000-000000000001'
const CHILD = '20000000-0000-4000-8000-000000000002'
const CONVERGES_WITHIN_MS = 60_000
const FROZEN_MS = 3000

/** A Redis server, a writer in a separate process, and a reader in this process. */
export class RedisHarness {
  #edits = 0
  #writer: StartedCommand

  private constructor(
    readonly dir: string,
    readonly redis: RedisServer,
    readonly reader: Reader,
  ) {
    this.#writer = this.#startWriter()
  }

  static async start(): Promise<RedisHarness> {
    const dir = createFolder('fault-redis')
    mkdirSync(path.join(dir, 'workspace'))
    const redis = await RedisServer.start()
    const env = readEnv(
      { WORKSPACE_DIR: path.join(dir, 'workspace'), STATE_DIR: path.join(dir, 'reader'), REDIS_URL: redis.url },
      dir,
    )
    const { store } = openSite(new FilesStore(path.join(dir, 'copy')))
    const runtime = getRuntime()
    runtime.reader = { generation: 0, problems: [] }
    const reader = new Reader(openSharedSnapshot(env, await redis.client()), store, (state) => {
      runtime.reader = state
      runtime.expireSite?.()
    })
    const harness = new RedisHarness(dir, redis, reader)
    harness.#write()
    await reader.start()
    await harness.#waitForEdit()
    return harness
  }

  async stop(): Promise<void> {
    killAll(this.#writer.pid)
    await this.reader.stop()
    await this.redis.stop()
    for (const key of ['reader', 'site'] as const) delete getRuntime()[key]
  }

  /** Disturbs Redis or the writer around an edit. */
  async run(seed: number): Promise<CaseResult> {
    const random = createRandom(seed)
    const failures = new Set<string>()
    const faults = Object.entries(this.#faults)
    const [name, disturb] = faults[random(faults.length)] ?? ['', async () => {}]
    let isOver = false
    const visiting = this.#visit(failures, () => isOver)
    this.#edits++
    const early = random(2) === 0
    if (early) this.#write()
    await pause(random(1000))
    await disturb()
    if (!early) this.#write()
    if (!(await this.#waitForEdit())) failures.add('it did not converge: an edit is not shown')
    isOver = true
    await visiting
    return { seed, name, failures: [...failures] }
  }

  get #faults(): Record<string, () => Promise<void>> {
    const { redis } = this
    return {
      'Redis is killed': async () => {
        process.kill(redis.pid, 'SIGKILL')
        await redis.interrupt()
        await pause(500)
        await redis.resume()
      },
      'Redis is emptied': async () => void (await (await redis.client()).flushAll()),
      'Redis is frozen': async () => {
        process.kill(redis.pid, 'SIGSTOP')
        await pause(FROZEN_MS)
        process.kill(redis.pid, 'SIGCONT')
      },
      'Redis is full': async () => {
        const client = await redis.client()
        await client.configSet('maxmemory', '1mb')
        await pause(FROZEN_MS)
        await client.configSet('maxmemory', '0')
      },
      'the writer is killed': async () => {
        killAll(this.#writer.pid)
        this.#writer = this.#startWriter()
      },
    }
  }

  #startWriter(): StartedCommand {
    const workspaceDir = path.join(this.dir, 'workspace')
    return startWriter(this.redis, { workspaceDir, stateDir: path.join(this.dir, 'writer') })
  }

  /** Writes the workspace. The child page exists after every second edit. */
  #write(): void {
    const dir = path.join(this.dir, 'workspace')
    const children = this.#hasChild ? [CHILD] : []
    writePage(dir, { id: CHILD, title: 'Tides', parent: ROOT, text: 'High at noon' })
    writePage(dir, { id: ROOT, title: 'Harbour', text: this.#text, children })
  }

  get #text(): string {
    return `Edit ${this.#edits}.`
  }

  get #hasChild(): boolean {
    return this.#edits % 2 === 0
  }

  async #visit(failures: Set<string>, isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      const { status } = await visitRoot()
      if (status !== 200 && status !== 503) failures.add(`/ responded with ${status}`)
      await pause(20)
    }
  }

  async #waitForEdit(): Promise<boolean> {
    for (const end = performance.now() + CONVERGES_WITHIN_MS; performance.now() < end; await pause(50)) {
      const { body } = await visitRoot()
      if (body.includes(this.#text)) return true
    }
    return false
  }
}

/** Returns the response that a visitor of the reader gets at the home page. */
async function visitRoot(): Promise<{ status: number; body: string }> {
  const site = await reloadSite().catch(ignoreNotReady)
  const found = site?.resolve('', PUBLIC)
  if (found?.kind !== 'page') return { status: found === undefined ? 503 : getStatus(found), body: '' }
  try {
    return { status: 200, body: JSON.stringify(await getStore().page(found.page.id, found.page.hash)) }
  } catch {
    return { status: 503, body: '' }
  }
}
