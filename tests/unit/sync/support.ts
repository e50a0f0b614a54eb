import { readFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { onTestFinished } from 'vitest'
import { readEnv } from '@/lib/settings/env'
import type { SyncReport } from '@/lib/snapshot/sync-report'
import { CALL_LIMITS, type CallLimits } from '@/lib/sync/caller'
import { Sync, type SyncOptions } from '@/lib/sync/sync'
import { createTemporaryFolder } from '@/tests/support/folders'
import { createHostedId, type HostedData } from '@/tests/support/hosted/data'
import { runPictureJobsInProcess } from '@/tests/support/pictures'
import { WorkspaceServer } from '@/tests/support/workspace-server'

/** Pauses that are short enough for tests. The timeout is long enough for a call on a busy machine. */
export const SHORT_LIMITS: CallLimits = {
  ...CALL_LIMITS,
  ...{ timeout: 10_000, attempts: 3, baseBackoff: 1, maxBackoff: 5, cooldown: 40 },
}

/** Limits for tests in which every call hangs until its timeout. */
export const ALL_HANGING: SyncOptions = { limits: { ...SHORT_LIMITS, timeout: 50, attempts: 2 } }

/** Limits for tests in which a call hangs until its timeout, and others respond. */
export const HANGING: SyncOptions = { limits: { ...SHORT_LIMITS, timeout: 800, attempts: 2 } }

/** The API of Notion that a sync reads. */
export type Api = 'private' | 'official'

export interface Manifest {
  root: string
  syncedAt: string
  pages: Record<string, { file: string; edited: number }>
  files: Record<string, { file: string; hash: string; type: string; width?: number; height?: number }>
  failed?: Record<string, string>
}

/** A hosted workspace and the folder that it is synced into. */
export class Bench {
  readonly dir = createTemporaryFolder()
  readonly snapshot = path.join(this.dir, 'snapshot')
  readonly stateDir = path.join(this.dir, 'state')

  constructor(
    readonly server: WorkspaceServer,
    readonly api: Api,
  ) {}

  static async start(source: string | HostedData, api: Api = 'private'): Promise<Bench> {
    runPictureJobsInProcess()
    const server = await WorkspaceServer.start(source)
    onTestFinished(() => server.stop())
    return new Bench(server, api)
  }

  /** Returns the environment variables for a sync of this workspace. */
  variables(more: Record<string, string> = {}): Record<string, string> {
    const folders = { WORKSPACE_DIR: this.snapshot, STATE_DIR: this.stateDir }
    const env = this.api === 'official' ? this.server.officialEnv : this.server.env
    return { ...env, ...folders, SYNC_RATE: '1000', ...more }
  }

  /** Opens a sync, calls `work` and closes the sync. */
  async with<Result>(
    work: (sync: Sync) => Promise<Result>,
    { env = {}, ...options }: SyncOptions & { env?: Record<string, string> } = {},
  ): Promise<Result> {
    const controller = new AbortController()
    const settings = readEnv(this.variables(env), this.dir)
    const sync = await Sync.open(settings, { limits: SHORT_LIMITS, ...options }, controller.signal)
    try {
      return await work(sync)
    } finally {
      await sync.close()
      controller.abort()
    }
  }

  sync(options: SyncOptions & { env?: Record<string, string> } = {}): Promise<SyncReport> {
    return this.with((sync) => sync.refresh(), options)
  }

  manifest(): Manifest {
    return JSON.parse(readFileSync(path.join(this.snapshot, 'manifest.json'), 'utf8')) as Manifest
  }

  /** Returns the sorted ids of the pages in the snapshot. */
  pages(): string[] {
    return Object.keys(this.manifest().pages).sort()
  }

  /** Returns the path of the page's file in the manifest. */
  getFile(id: string): string {
    return path.join(this.snapshot, this.manifest().pages[id]?.file ?? 'not listed')
  }

  /** Returns the content of the page's file. */
  page(id: string): string {
    return readFileSync(this.getFile(id), 'utf8')
  }
}

export { createHostedId }

/** Starts a server on the loopback interface. `urls` contains the URLs of its requests. */
export async function listen(handler: RequestListener): Promise<{ origin: string; urls: string[] }> {
  const urls: string[] = []
  const server = createServer((request, response) => {
    urls.push(request.url ?? '')
    handler(request, response)
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, urls }
}
