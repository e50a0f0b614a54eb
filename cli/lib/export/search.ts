import path from 'node:path'
import { createFileAddress } from '../../../lib/page/create-view-context'
import { getIconAddress } from '../../../lib/page/icons'
import { createStaticIndex } from '../../../lib/search/static/create-static-index'
import { MANIFEST } from '../../../lib/search/static/format'
import type { Env } from '../../../lib/settings/env'
import { PUBLIC } from '../../../lib/site/access'
import type { Site } from '../../../lib/site/site'
import type { FilesStore } from '../../../lib/snapshot/files-store'
import { type OutputFolder, UNLINKED } from './output-folder'

interface SearchOptions {
  env: Pick<Env, 'locale' | 'timeZone'>
  store: FilesStore
  /** Changes with everything that the index contains. */
  version: string
}

/** Writes the search index of the public site, or reuses that of the previous export. */
export async function writeSearchIndex(
  site: Site,
  output: OutputFolder,
  { env, store, version: whole }: SearchOptions,
): Promise<void> {
  const version = UNLINKED + whole
  if (await output.has(MANIFEST, version)) {
    await output.reuseFolder(path.dirname(MANIFEST))
    return
  }
  const { locale, timeZone } = env
  const fileAddress = createFileAddress(site, PUBLIC, (await store.manifest())?.files ?? {})
  const getIcon = (icon: string, page: { id: string }) => getIconAddress(icon, page.id, fileAddress)
  for await (const { path, text } of createStaticIndex({
    site,
    store,
    settings: { locale, timeZone },
    getIcon,
  })) {
    await output.write(path, text, version)
  }
}
