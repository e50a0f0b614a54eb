import 'server-only'
import { setMaxListeners } from 'node:events'
import path from 'node:path'
import type { Env } from '../settings/env'
import type { CallLimits } from './caller'
import { SyncError } from './errors'
import { Downloader } from './files/download'
import { Files } from './files/files'
import { lockFolder } from './lock'
import { OfficialSource } from './official-api/source'
import { Pace } from './pace'
import type { LoaderTools } from './page-loader'
import { PageStore } from './page-store'
import { PrivateSource } from './private-api/private-source'
import { SnapshotFolder } from './snapshot-folder'
import { SyncState } from './state'

/** The objects that a sync consists of. */
export interface SyncTools extends LoaderTools {
  pace: Pace
  downloader: Downloader
  folder: SnapshotFolder
  files: Files
  close(): Promise<void>
}

/**
 * Locks and opens the snapshot folder. Throws {@link SyncError} if there is no root page, another sync is running, or the folder cannot
 * be written to.
 */
export async function openTools(env: Env, limits: CallLimits, signal: AbortSignal): Promise<SyncTools> {
  const root = env.rootId
  if (root === undefined) {
    throw new SyncError(
      'There is nothing to sync: set NOTION_ROOT_PAGE to the address of the root page in Notion (••• → Copy link)',
    )
  }
  const folder = new SnapshotFolder(env.workspaceDir)
  if (!(await folder.isOurs()) && !(await folder.isOfRoot(root))) {
    throw new SyncError(
      `${folder.dir} contains files that no sync wrote: set WORKSPACE_DIR to a new folder, which the sync will create`,
    )
  }
  const unlock = await lockFolder(folder.ownDir)
  try {
    await folder.open()
    const state = await SyncState.load(
      folder,
      root,
      env.languages.slice(1).map(({ page }) => page),
    )
    // Each call and pause adds a listener to this signal.
    setMaxListeners(0, signal)
    const pace = new Pace(env.syncRate, signal, path.join(folder.ownDir, 'pace.json'))
    await pace.resume()
    const store = new PageStore(folder, state)
    const { integrationToken } = env.notion
    const source =
      integrationToken === undefined
        ? new PrivateSource(env, limits, pace, state, store)
        : new OfficialSource(
            { ...env.notion, integrationToken },
            ...([limits, pace, state, store] as const),
            env.comments?.service === 'notion' ? env.comments : undefined,
          )
    const downloader = new Downloader(source.origin, signal)
    return {
      ...{ source, pace, downloader, folder, state, store },
      files: new Files({ source, downloader, folder, state }),
      async close() {
        await pace.save()
        await downloader.close()
        state.close()
        await folder.close()
        await unlock()
      },
    }
  } catch (error) {
    await folder.close()
    await unlock()
    throw error
  }
}
