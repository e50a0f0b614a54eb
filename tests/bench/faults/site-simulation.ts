import { createHash } from 'node:crypto'
import { rmSync, unwatchFile } from 'node:fs'
import path from 'node:path'
import { openFile } from '@/lib/page/open-file'
import { openPage } from '@/lib/page/open-page'
import { getRuntime } from '@/lib/runtime'
import { type Env, readEnv } from '@/lib/settings/env'
import { PUBLIC } from '@/lib/site/access'
import { ignoreNotReady, openSite, reloadSite } from '@/lib/site/get-site'
import { prepareSite } from '@/lib/site/prepare/prepare-site'
import { getStatus } from '@/lib/site/resolve/resolution'
import { openWorkingCopy } from '@/lib/site/working-copy'
import { Sync } from '@/lib/sync/sync'
import { isObject, parseObject } from '@/lib/workspace/values'
import type { HostedData } from '@/tests/support/hosted/data'
import { runPictureJobsInProcess } from '@/tests/support/pictures'
import { WorkspaceServer } from '@/tests/support/workspace-server'
import { readIfExists, readTree, writeTree } from './disk'
import { createWorkspace } from './hosted'

/** Short timeouts, so that a case with hanging calls takes only seconds. */
const LIMITS = { timeout: 500, attempts: 2, baseBackoff: 1, maxBackoff: 5, cooldown: 40, rows: 999 }
/** Without faults, calls may take long on a busy machine. */
const UNDISTURBED_TIMEOUT_MS = 20_000
const TABLES = ['block', 'collection', 'collection_view', 'notion_user'] as const

/** Prefix of the workspace folder's files among the outputs. */
const SNAPSHOT_PREFIX = 'snapshot:'

/** The response that a visitor gets. */
export interface Output {
  status: number
  body: string
  /** The expected hash of each file, and the received one, or the status of an error. */
  files: [expected: string, received: string][]
}

/** A small hosted workspace, the folders into which it is synced, and the site that serves them, all in this process. */
export class SiteSimulation {
  readonly env: Env
  readonly #data = new Map<string, HostedData['block']>()
  /** Number of preparations since the simulated start. */
  #prepared = 0
  #disk: ReturnType<typeof readTree> = new Map()
  /** Public paths of the first sync. */
  paths: string[] = []

  private constructor(
    readonly dir: string,
    readonly server: WorkspaceServer,
  ) {
    this.env = this.#createEnv(this.disk)
    for (const name of TABLES) this.#data.set(name, structuredClone(server.data[name]))
  }

  static async start(dir: string): Promise<SiteSimulation> {
    runPictureJobsInProcess()
    const simulation = new SiteSimulation(dir, await WorkspaceServer.start(await createWorkspace(dir)))
    writeTree(simulation.disk, new Map())
    simulation.restart()
    await simulation.refresh()
    simulation.#disk = readTree(simulation.disk)
    simulation.paths = [...(await simulation.getOutputs()).keys()].filter((name) => !name.startsWith(SNAPSHOT_PREFIX))
    return simulation
  }

  async stop(): Promise<void> {
    this.#unwatch()
    delete getRuntime().site
    await this.server.stop()
  }

  /** The folder that crashes and faults affect. It contains the workspace folder and the state folder. */
  get disk(): string {
    return path.join(this.dir, 'disk')
  }

  /** Resets everything to the state after the first sync. */
  reset(): void {
    const { data, faults } = this.server
    faults.length = 0
    data.unshared.clear()
    for (const name of TABLES) {
      data[name].clear()
      for (const [id, record] of structuredClone(this.#data.get(name)) ?? []) data[name].set(id, record)
    }
    writeTree(this.disk, this.#disk)
    this.restart()
  }

  /** Serves the content of the disk as a new process would. */
  restart(env = this.env): void {
    this.#unwatch()
    this.#prepared = 0
    openSite(openWorkingCopy(env))
  }

  /** Runs one refresh, as the site does at each interval. Returns whether both steps succeeded. */
  async refresh(env = this.env): Promise<boolean> {
    const isSynced = await this.sync(env)
    return (await this.prepare(env)) && isSynced
  }

  async sync(env = this.env): Promise<boolean> {
    const stop = new AbortController()
    try {
      const timeout = env === this.env ? LIMITS.timeout : UNDISTURBED_TIMEOUT_MS
      const sync = await Sync.open(env, { limits: { ...LIMITS, timeout }, isWatching: true }, stop.signal)
      try {
        const { state } = await sync.refresh()
        await sync.settle()
        return state === 'done'
      } finally {
        await sync.close()
      }
    } catch {
      return false
    } finally {
      stop.abort()
    }
  }

  async prepare(env = this.env): Promise<boolean> {
    try {
      // A site verifies its working copy some seconds after its start.
      await prepareSite(env, Date.now(), { verify: this.#prepared++ === 1 })
      return true
    } catch {
      return false
    }
  }

  /** Returns the outputs of an undisturbed sync of the current workspace. */
  async getUndisturbedOutputs(): Promise<Map<string, Output>> {
    const dir = path.join(this.dir, 'undisturbed')
    const env = this.#createEnv(dir)
    rmSync(dir, { recursive: true, force: true })
    await this.refresh(env)
    const served = getRuntime().site
    this.restart(env)
    const outputs = await this.getOutputs(env)
    this.#unwatch()
    getRuntime().site = served
    return outputs
  }

  /** Returns the output of each public page by path, and the files of the workspace folder. */
  async getOutputs(env = this.env): Promise<Map<string, Output>> {
    const site = await reloadSite().catch(ignoreNotReady)
    const shown = (site?.index.pages ?? []).filter(({ access }) => access.kind === 'public')
    const outputs = new Map<string, Output>()
    for (const { path: page } of shown.sort((a, b) => (a.path < b.path ? -1 : 1)))
      outputs.set(page, await this.visit(page))
    for (const [name, hash] of hashSnapshot(env.workspaceDir)) outputs.set(name, { status: 200, body: hash, files: [] })
    return outputs
  }

  /** Returns the response that a visitor gets at a path. */
  async visit(at: string): Promise<Output> {
    const site = await reloadSite().catch(ignoreNotReady)
    if (site === undefined) return { status: 503, body: '', files: [] }
    const found = site.resolve(at, PUBLIC)
    if (found.kind !== 'page') return { status: getStatus(found), body: '', files: [] }
    try {
      const { stored, row } = await openPage(site, found.page, PUBLIC)
      const files: Output['files'] = []
      for (const hash of found.page.files) files.push([hash, await fetchFile(hash)])
      const { title, access, tags } = found.page
      return { status: 200, body: JSON.stringify({ title, access, tags, stored, row: row?.row }), files }
    } catch {
      return { status: 503, body: '', files: [] }
    }
  }

  #createEnv(dir: string): Env {
    const folders = { WORKSPACE_DIR: path.join(dir, 'snapshot'), STATE_DIR: path.join(dir, 'state') }
    return readEnv({ ...this.server.env, ...folders, SYNC_RATE: '1000', SYNC_INTERVAL: '5' }, dir)
  }

  #unwatch(): void {
    const store = getRuntime().site?.store
    if (store !== undefined) unwatchFile(path.join(store.dir, 'index.json.gz'))
  }
}

/** Returns the hash of a file's bytes, or the status of its response. */
async function fetchFile(hash: string): Promise<string> {
  const opened = await openFile(hash, PUBLIC, new Request('http://localhost/'))
  if (opened === undefined) return '404'
  const bytes = opened.body === null ? Buffer.alloc(0) : Buffer.from(await new Response(opened.body).arrayBuffer())
  return opened.status === 200 ? createHash('sha256').update(bytes).digest('hex') : String(opened.status)
}

/** Returns the hashes of the files that a workspace folder's manifest lists. */
function hashSnapshot(dir: string): Map<string, string> {
  const listed = parseObject(readIfExists(path.join(dir, 'manifest.json'))?.toString() ?? '')
  const entries = [listed.pages, listed.files].flatMap((each) => (isObject(each) ? Object.values(each) : []))
  return new Map(
    entries.flatMap((entry) => {
      if (!isObject(entry) || typeof entry.file !== 'string') return []
      const bytes = readIfExists(path.join(dir, entry.file))
      const hash = bytes === undefined ? 'none' : createHash('sha256').update(bytes).digest('hex')
      return [[SNAPSHOT_PREFIX + entry.file, hash] as const]
    }),
  )
}
