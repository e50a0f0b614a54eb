import { LiveIndex } from '@/lib/search/live-index'
import { searchSite } from '@/lib/search/search-site'
import { createStaticIndex, type FILE_SIZES } from '@/lib/search/static/create-static-index'
import { readEnv } from '@/lib/settings/env'
import { PUBLIC } from '@/lib/site/access'
import { prepareSite } from '@/lib/site/prepare/prepare-site'
import { Site } from '@/lib/site/site'
import { openWorkingCopy, readSavedIndex } from '@/lib/site/working-copy'

interface SearchOptions {
  sizes?: typeof FILE_SIZES
  /** Environment variables. */
  settings?: Record<string, string>
}

/** Prepares a workspace. Returns its site, and the files of the search on its exported site. */
export async function writeStaticSearch(workspaceDir: string, stateDir: string, options: SearchOptions = {}) {
  const env = readEnv({ WORKSPACE_DIR: workspaceDir, STATE_DIR: stateDir, ...options.settings }, process.cwd())
  await prepareSite(env, Date.now())
  const store = openWorkingCopy(env)
  const saved = await readSavedIndex(store)
  if (saved === undefined) throw new Error(`${workspaceDir} could not be prepared`)
  const source = {
    site: new Site(saved),
    store,
    settings: { locale: env.locale, timeZone: env.timeZone },
    getIcon: (icon: string) => icon,
  }
  const files = new Map<string, string>()
  for await (const { path, text } of createStaticIndex(source, options.sizes)) files.set(path, text)
  return { ...source, files }
}

/** Returns the search of a workspace on a server, and the files of the search on its exported site. */
export async function openBothSearches(workspaceDir: string, stateDir: string, options?: SearchOptions) {
  const { site, store, settings, getIcon, files } = await writeStaticSearch(workspaceDir, stateDir, options)
  const live = new LiveIndex(store, async () => site, settings)
  await live.update()
  const index = { throttle: 150, warmUp: () => undefined, search: live.search.bind(live) }
  const searchOnServer = (query: string, limit = 20, ancestorId?: string) =>
    searchSite({ query, limit, ancestorId }, { index, site, viewer: PUBLIC }, getIcon)
  return { files, searchOnServer }
}
