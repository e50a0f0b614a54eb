import { readFileSync } from 'node:fs'
import path from 'node:path'
import { indexPagesById } from '../../../lib/formats/findings'
import { createFileAddress } from '../../../lib/page/create-view-context'
import { getIconAddress } from '../../../lib/page/icons'
import type { PageDocument } from '../../../lib/search/documents'
import { createStaticIndex, readDocuments } from '../../../lib/search/static/create-static-index'
import { MANIFEST, TEXTS_FOLDER } from '../../../lib/search/static/format'
import type { Env } from '../../../lib/settings/env'
import { PUBLIC } from '../../../lib/site/access'
import type { Site } from '../../../lib/site/site'
import type { SitePage } from '../../../lib/site/site-index'
import type { FilesStore } from '../../../lib/snapshot/files-store'
import type { Id } from '../../../lib/workspace/record-map'
import { hashContent, type OutputFolder, UNLINKED } from './output-folder'

interface SearchOptions {
  env: Pick<Env, 'locale' | 'timeZone'>
  store: FilesStore
  /** Identifies the build and the settings. */
  key: string
  /** Changes with everything that the index contains. */
  version: string
}

/** Writes the search index of the public site, or reuses that of the previous export. Only the documents of changed pages are read. */
export async function writeSearchIndex(site: Site, output: OutputFolder, options: SearchOptions): Promise<void> {
  const { env, store, key } = options
  const version = UNLINKED + options.version
  if (output.has(MANIFEST, version)) {
    for (const file of output.listPrevious(path.dirname(MANIFEST))) output.reuse(file)
    return
  }
  const { locale, timeZone } = env
  const fileAddress = createFileAddress(site, PUBLIC, (await store.manifest())?.files ?? {})
  const getIcon = (icon: string, page: { id: string }) => getIconAddress(icon, page.id, fileAddress)
  const known = readUnchangedDocuments(site, output, key)
  const source = { site, store, settings: { locale, timeZone }, getIcon, known }
  for await (const { path, text, pages } of createStaticIndex(source)) {
    const own = pages === undefined ? UNLINKED + hashContent(text) : getTextsVersion(pages, key)
    await output.writeVersion(path, text, path === MANIFEST ? version : own)
  }
}

/** Returns the version of a file with the documents of pages. A document changes only with the version of its page. */
const getTextsVersion = (pages: readonly SitePage[], key: string): string =>
  UNLINKED + hashContent(JSON.stringify([key, pages.map(({ id, version }) => [id, version])]))

/** Returns the documents in the search index of the previous export whose pages did not change, by the ids of the pages. */
function readUnchangedDocuments({ index }: Site, output: OutputFolder, key: string): Map<Id, PageDocument> {
  const pagesById = indexPagesById(index.pages)
  const unchanged = new Map<Id, PageDocument>()
  for (const file of output.listPrevious(TEXTS_FOLDER)) {
    const found = readDocuments(file, readFileSync(path.join(output.dir, file), 'utf8'))
    const pages = found?.ids.flatMap((id) => pagesById.get(id) ?? []) ?? []
    if (found === undefined || !output.has(file, getTextsVersion(pages, key))) continue
    for (const document of found.complete) unchanged.set(document.id, document)
  }
  return unchanged
}
