import { readEnv } from '@/lib/env'
import { answerSearch } from '@/lib/search/answer'
import { LiveIndex } from '@/lib/search/live-index'
import { createStaticIndex, FILE_SIZES } from '@/lib/search/static/create-static-index'
import { PUBLIC } from '@/lib/site/access'
import { prepareSite } from '@/lib/site/prepare/prepare-site'
import { Site } from '@/lib/site/site'
import { openWorkingCopy, readSavedIndex } from '@/lib/site/working-copy'

/** A workspace's search on a server, and the files of the search on its exported site. */
export async function openBothSearches(
  workspaceDir: string,
  stateDir: string,
  { sizes = FILE_SIZES, settings: more = {} }: { sizes?: typeof FILE_SIZES; settings?: Record<string, string> } = {},
) {
  const env = readEnv({ WORKSPACE_DIR: workspaceDir, STATE_DIR: stateDir, ...more }, process.cwd())
  await prepareSite(env, Date.now())
  const store = openWorkingCopy(env)
  const saved = await readSavedIndex(store)
  if (saved === undefined) throw new Error(`${workspaceDir} could not be prepared`)
  const site = new Site(saved)
  const settings = { locale: env.locale, timeZone: env.timeZone }
  const index = new LiveIndex(store, async () => site, settings)
  await index.update()
  const iconOf = (icon: string) => icon
  const contract = { throttle: 150, warmUp: () => undefined, search: index.search.bind(index) }
  const files = new Map<string, string>()
  const source = { site, store, settings, iconOf }
  for await (const { path, text } of createStaticIndex(source, sizes)) files.set(path, text)
  return {
    site,
    files,
    askServer: (query: string, limit = 20) =>
      answerSearch({ query, limit }, { index: contract, site, viewer: PUBLIC }, iconOf),
  }
}
