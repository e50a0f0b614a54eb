import { createHash } from 'node:crypto'
import { rmSync, unwatchFile } from 'node:fs'
import path from 'node:path'
import { type Env, readEnv } from '@/lib/env'
import { openFile } from '@/lib/page/open-file'
import { openPage } from '@/lib/page/open-page'
import { getRuntime } from '@/lib/runtime'
import { PUBLIC } from '@/lib/site/access'
import { ifNotReady, openSite, reloadSite } from '@/lib/site/get-site'
import { prepareSite } from '@/lib/site/prepare/prepare-site'
import { getStatus } from '@/lib/site/status'
import { openWorkingCopy } from '@/lib/site/working-copy'
import { Sync } from '@/lib/sync/sync'
import { isObject, parseObject } from '@/lib/workspace/values'
import type { HostedData } from '@/tests/support/hosted/data'
import { makePicturesHere } from '@/tests/support/pictures'
import { WorkspaceServer } from '@/tests/support/workspace-server'
import { readIfThere, readTree, writeTree } from './disk'
import { makeWorkspace } from './hosted'

/** A call that hangs is given up soon, so that a case takes seconds; where nothing fails, a call may take long. */
const LIMITS = { timeout: 500, attempts: 2, backOff: 1, longestBackOff: 5, coolDown: 40 }
const UNDISTURBED_TIMEOUT_MS = 20_000
const TABLES = ['block', 'collection', 'collection_view', 'notion_user'] as const

/** What a file of the workspace folder is called among the outputs. */
const IN_SNAPSHOT = 'snapshot:'

/** What a visitor gets. */
export interface Seen {
  status: number
  body: string
  /** Hash that was promised, and what came: a status, or the hash of the bytes. */
  files: [promised: string, got: string][]
}

/** A small hosted workspace, a site's folders that it is synced into, and what the site serves of them: all in this process. */
export class World {
  readonly env: Env
  readonly #data = new Map<string, HostedData['block']>()
  /** How often this process prepared since its start. */
  #prepared = 0
  #disk: ReturnType<typeof readTree> = new Map()
  /** Public paths of the first sync. */
  paths: string[] = []

  private constructor(
    readonly dir: string,
    readonly server: WorkspaceServer,
  ) {
    this.env = this.#envOf(this.disk)
    for (const name of TABLES) this.#data.set(name, structuredClone(server.data[name]))
  }

  static async start(dir: string): Promise<World> {
    makePicturesHere()
    const world = new World(dir, await WorkspaceServer.start(await makeWorkspace(dir)))
    writeTree(world.disk, new Map())
    world.restart()
    await world.refresh()
    world.#disk = readTree(world.disk)
    world.paths = [...(await world.outputs()).keys()].filter((name) => !name.startsWith(IN_SNAPSHOT))
    return world
  }

  async stop(): Promise<void> {
    this.#unwatch()
    delete getRuntime().site
    await this.server.stop()
  }

  /** What a crash or a fault meets: the workspace folder and the state folder. */
  get disk(): string {
    return path.join(this.dir, 'disk')
  }

  /** Makes everything as it was after the first sync. */
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

  /** Serves from the disk as a new process would. */
  restart(env = this.env): void {
    this.#unwatch()
    this.#prepared = 0
    openSite(openWorkingCopy(env))
  }

  /** One refresh, as the site does it at each interval. Returns whether both steps went well. */
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

  /** What a sync that nothing disturbs makes of the workspace as it is now. */
  async undisturbed(): Promise<Map<string, Seen>> {
    const dir = path.join(this.dir, 'undisturbed')
    const env = this.#envOf(dir)
    rmSync(dir, { recursive: true, force: true })
    await this.refresh(env)
    const served = getRuntime().site
    this.restart(env)
    const outputs = await this.outputs(env)
    this.#unwatch()
    getRuntime().site = served
    return outputs
  }

  /** What visitors get at the address of each public page, and what the workspace folder holds. */
  async outputs(env = this.env): Promise<Map<string, Seen>> {
    const site = await reloadSite().catch(ifNotReady)
    const shown = (site?.index.pages ?? []).filter(({ access }) => access.kind === 'public')
    const outputs = new Map<string, Seen>()
    for (const { path: page } of shown.sort((a, b) => (a.path < b.path ? -1 : 1)))
      outputs.set(page, await this.visit(page))
    for (const [name, hash] of snapshotOf(env.workspaceDir)) outputs.set(name, { status: 200, body: hash, files: [] })
    return outputs
  }

  /** What a visitor gets at a path. */
  async visit(at: string): Promise<Seen> {
    const site = await reloadSite().catch(ifNotReady)
    if (site === undefined) return { status: 503, body: '', files: [] }
    const found = site.resolve(at, PUBLIC)
    if (found.kind !== 'page') return { status: getStatus(found), body: '', files: [] }
    try {
      const { stored, row } = await openPage(site, found.page, PUBLIC)
      const files: Seen['files'] = []
      for (const hash of found.page.files) files.push([hash, await fileOf(hash)])
      const { title, access, tags } = found.page
      return { status: 200, body: JSON.stringify({ title, access, tags, stored, row: row?.row }), files }
    } catch {
      return { status: 503, body: '', files: [] }
    }
  }

  #envOf(dir: string): Env {
    const folders = { WORKSPACE_DIR: path.join(dir, 'snapshot'), STATE_DIR: path.join(dir, 'state') }
    return readEnv({ ...this.server.env, ...folders, SYNC_RATE: '1000', SYNC_INTERVAL: '5' }, dir)
  }

  #unwatch(): void {
    const store = getRuntime().site?.store
    if (store !== undefined) unwatchFile(path.join(store.dir, 'index.json.gz'))
  }
}

/** The hash of a file's bytes, or the status that its address responds with. */
async function fileOf(hash: string): Promise<string> {
  const opened = await openFile(hash, PUBLIC, new Request('http://localhost/'))
  if (opened === undefined) return '404'
  const bytes = opened.body === null ? Buffer.alloc(0) : Buffer.from(await new Response(opened.body).arrayBuffer())
  return opened.status === 200 ? createHash('sha256').update(bytes).digest('hex') : String(opened.status)
}

/** The hashes of the files that a workspace folder lists. */
function snapshotOf(dir: string): Map<string, string> {
  const listed = parseObject(readIfThere(path.join(dir, 'manifest.json'))?.toString() ?? '')
  const entries = [listed.pages, listed.files].flatMap((each) => (isObject(each) ? Object.values(each) : []))
  return new Map(
    entries.flatMap((entry) => {
      if (!isObject(entry) || typeof entry.file !== 'string') return []
      const bytes = readIfThere(path.join(dir, entry.file))
      const hash = bytes === undefined ? 'none' : createHash('sha256').update(bytes).digest('hex')
      return [[IN_SNAPSHOT + entry.file, hash] as const]
    }),
  )
}
