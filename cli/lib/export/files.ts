import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { removeBasePath } from '../../../lib/base-path'
import type { Env } from '../../../lib/settings/env'
import type { SitePage } from '../../../lib/site/site-index'
import { findPublicFile, listPublicFiles } from '../../../lib/site-folder/public-files'
import { listFolders } from '../../../lib/site-folder/read-site-folder'
import { getSiteFolder } from '../../../lib/site-folder/site-folder'
import { STYLE_SHEET } from '../../../lib/site-folder/style-sheet'
import { getActiveSlots } from '../../../lib/slots/active-slots'
import { unescapeHtml } from '../../../lib/workspace/escape-html'
import { getFileName, type OutputFolder } from './output-folder'
import type { PlannedFile } from './plan'
import { type ExportServer, type Rendered, renderFile } from './render'

/** How many files are rendered at a time. */
const AT_A_TIME = 4
/** What every build has for browsers, and where it lies in the export. */
const STATIC_FOLDERS = [
  { from: '.next/static', to: '_next/static' },
  { from: 'public', to: '' },
]

interface WriteOptions {
  env: Env
  stopped: AbortSignal
  /** Renders the Markdown copy of a page. */
  renderCopy: (page: SitePage) => Promise<Rendered>
  startServer: () => Pick<ExportServer, 'get' | 'stop'>
  /** Called with the numbers of files that are done, and of all that are known. */
  onProgress?: (done: number, all: number) => void
}

/** A file that could not be written, and why. */
interface Failure {
  address: string
  reason: string
}

interface WrittenFiles {
  /** Documents that were rendered now, by file. */
  documents: Set<string>
  /** All documents. */
  pages: Set<string>
  failures: Failure[]
}

/**
 * Writes the planned files, and the rows of the databases on their pages. Files of the previous export with the same version are reused.
 * The server starts with the first file that it renders. A file that cannot be rendered keeps its previous copy, unless that copy
 * shows another page.
 */
export async function writeFiles(
  planned: readonly PlannedFile[],
  output: OutputFolder,
  { env, stopped, renderCopy, startServer, onProgress = () => {} }: WriteOptions,
): Promise<WrittenFiles> {
  const waiting = [...planned]
  const known = new Set(planned.map(({ address }) => address))
  const result: WrittenFiles = { documents: new Set(), pages: new Set(), failures: [] }
  let server: ReturnType<typeof startServer> | undefined
  let done = 0

  const render = (each: PlannedFile) => {
    if (each.copiedPage !== undefined) return renderCopy(each.copiedPage)
    server ??= startServer()
    return renderFile(each, { server, env })
  }
  const write = async (each: PlannedFile) => {
    const named = each.file === undefined ? getFileName(each.address) : { file: each.file }
    if ('problem' in named) {
      result.failures.push({ address: each.address, reason: named.problem })
      return
    }
    const { file } = named
    const isDocument = each.kind === 'page' || each.kind === 'missing'
    if (output.has(file, each.version)) output.reuse(file)
    else {
      const rendered = await render(each)
      if (rendered.kind === 'none') return
      if (rendered.kind === 'failed') {
        result.failures.push({ address: each.address, reason: rendered.reason })
        if (!output.reuse(file, each.subject)) return
      } else {
        await output.write(file, rendered.content, rendered.isLasting ? each.version : (each.subject ?? ''))
        if (isDocument) result.documents.add(file)
      }
    }
    if (isDocument) result.pages.add(file)
    if (each.hasRows) addRows(each, (await output.read(file)).toString())
  }
  const addRows = ({ version, subject }: PlannedFile, html: string) => {
    for (const address of listRows(html)) {
      if (known.has(address)) continue
      known.add(address)
      const isPage = PAGE.test(address)
      // A page of rows links to the next one.
      waiting.push({ address, version, subject, kind: isPage ? 'page' : 'document', hasRows: isPage })
    }
  }
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      stopped.throwIfAborted()
      await write(next)
      done += 1
      onProgress(done, known.size)
    }
  }
  try {
    // Pages of rows are found while others are written, so a worker that found nothing looks again.
    while (waiting.length > 0) await Promise.all(Array.from({ length: AT_A_TIME }, work))
  } finally {
    // After an error, the other workers take no more files.
    waiting.length = 0
    await server?.stop()
  }
  return result
}

/** Copies the scripts, style sheets and fonts of the build, and the files of `public`. */
export async function copyStaticFiles(output: OutputFolder, version: string): Promise<void> {
  const own = new Set(Object.values(getActiveSlots()?.islands ?? {}).map(({ script }) => getScriptFolder(script)))
  for (const { from, to } of STATIC_FOLDERS) {
    for (const entry of await readdir(from, { recursive: true, withFileTypes: true })) {
      const folder = path.basename(entry.parentPath) === 'scripts' ? getScriptFolder(entry.name) : undefined
      if (!entry.isFile() || (folder !== undefined && !own.has(folder))) continue
      const source = path.join(entry.parentPath, entry.name)
      const file = path.posix.join(to, ...path.relative(from, source).split(path.sep))
      if (output.has(file, version)) output.reuse(file)
      else await output.write(file, await readFile(source), version)
    }
  }
}

/**
 * Writes what a server sends of the site folder and its theme: the style sheet, fonts, and the files of `public`. Returns the addresses of
 * files in whose place the export has something else, such as a page.
 */
export async function writeSiteFiles(output: OutputFolder, env: Pick<Env, 'siteDir'>): Promise<string[]> {
  const { css, theme } = getSiteFolder()
  if (css !== '') await output.writeVersion(STYLE_SHEET.slice(1), css)
  const folders = listFolders(env, theme)
  const taken: string[] = []
  for (const address of listPublicFiles(folders)) {
    const file = findPublicFile(address, folders)
    const name = decodeURI(address).slice(1)
    // The icons of the site are replaced.
    const isTaken = output.contains(name) && !/^(?:favicon\.ico|apple-touch-icon\.png)$/.test(name)
    if (isTaken) taken.push(address)
    else if (file !== undefined) await output.writeVersion(name, await readFile(file))
  }
  return taken
}

/** Returns what precedes the name of an island's script: it stands for the site folder, of which several may share a build. */
const getScriptFolder = (name: string): string | undefined => /^[0-9a-f]{12}(?=-)/.exec(name)?.[0]

const TAG = /<(\w+)(\s[^>]*)>/g
const ATTRIBUTES = /\s(?:href|src|poster|action|(?:image)?srcset)="([^"]*)"/gi

/**
 * Returns the paths of the site that a document links to or loads: without query, fragment and base path, each once. Of absolute URLs only
 * those in `link` elements count, because the others are content, such as examples.
 */
export function listLinks(html: string, siteUrl: string): Set<string> {
  const { origin } = new URL(siteUrl)
  const found = new Set<string>()
  for (const [, tag = '', attributes = ''] of html.matchAll(TAG)) {
    for (const [, value = ''] of attributes.matchAll(ATTRIBUTES)) {
      for (const part of unescapeHtml(value).split(', ')) {
        const [written = ''] = part.trim().split(' ', 1)
        const isOwn = tag === 'link' && written.startsWith(`${origin}/`)
        const address = isOwn ? written.slice(origin.length) : written
        if (!address.startsWith('/') || address.startsWith('//')) continue
        const path = removeBasePath(address)?.split(/[?#]/, 1)[0]
        if (path !== undefined) found.add(path)
      }
    }
  }
  return found
}

const ROWS =
  /^(?:\/api\/rows\/[0-9a-f]{8}(?:\/.*)?\.json|\/rows\/[0-9a-f]{8}\/[1-9]\d{0,4}(?:\/.*)?|\/comments\/[1-9]\d{0,3}(?:\/.*)?)$/
/** Those that are documents. */
const PAGE = /^\/(?:rows|comments)\//

/** Returns the paths of the rows that a document's databases load or link to, as data and as pages, and of the pages with its comments. */
export function listRows(html: string): Set<string> {
  const found = new Set<string>()
  for (const [, address = ''] of html.matchAll(/"(\/[^"\\\s<>?#]*)/g)) {
    const path = removeBasePath(address)
    if (path !== undefined && ROWS.test(path)) found.add(path)
  }
  return found
}
