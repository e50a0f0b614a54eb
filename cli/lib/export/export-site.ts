import { createHash } from 'node:crypto'
import { readFileSync, realpathSync } from 'node:fs'
import path from 'node:path'
import { addBasePath, getBasePath, removeBasePath, resolveAddress } from '../../../lib/base-path'
import { describeFinding, indexPagesById } from '../../../lib/formats/findings'
import { type Env, getProjectFolder, getSettingsKey } from '../../../lib/settings/env'
import { PUBLIC } from '../../../lib/site/access'
import { getSite, getStore, ignoreNotReady } from '../../../lib/site/get-site'
import { readSavedFindings, readSavedProtection } from '../../../lib/site/prepare/prepare-site'
import { getViewerPath, type Site } from '../../../lib/site/site'
import type { Reason } from '../../../lib/site/site-index'
import { requireCorrectSiteFolder } from '../../../lib/site-folder/site-folder'
import { getEditorsMessages } from '../../../messages/languages'
import { formatCount } from '../../../messages/plural'
import { createFileCounter } from '../../../server/progress-line'
import { getMemoryShare, runChild } from '../../../server/run-child'
import { formatProtection } from '../described-findings'
import { copyStaticFiles, listLinks, writeFiles, writeSiteFiles } from './files'
import type { BelowRedirect, Redirect } from './host-redirects'
import { createHeaderRules, type Host, LIMITS, sendsHeaders, writeHostRules } from './hosts'
import { ExportError, getFileName, hashContent, OutputFolder, REDIRECTS } from './output-folder'
import { getWholeVersion, listHtmlFiles, planFiles, writeFullText } from './plan'
import { type PreviewRules, savePreviewRules } from './preview'
import { listBelowRedirects, listRedirects, renderStub, restoreHistory, stringifyRedirects } from './redirects'
import { ExportServer, renderCopy } from './render'
import { writeSearchIndex } from './search-index'

const PREPARE = { file: 'dist/prepare.mjs', deadlineMs: 20 * 60_000 }
const BUILD_KEY = '.next/build-key'
/** The maximum number of problems of a kind that are listed. */
const MAX_LISTED = 20

interface ExportOptions {
  env: Env
  dir: string
  host: Host | undefined
  force: boolean
  /** Whether names that should protect, but do not, stop the export. */
  strict: boolean
  stopped: AbortSignal
}

/**
 * Exports the public site into a folder. Returns a sentence for each file that could not be written and keeps its previous copy. Throws
 * {@link ExportError} if the folder was not replaced.
 */
export async function exportSite(options: ExportOptions): Promise<string[]> {
  const { env, dir, host, force } = options
  checkFolder(dir, env)
  requireCorrectSiteFolder()
  const basePath = new URL(env.siteUrl).pathname.replace(/\/$/, '')
  if (basePath !== '' && host !== undefined && !LIMITS[host].allowsBasePath) {
    throw new ExportError(
      `SITE_URL has the path ${basePath}, but ${host} serves a folder at the root of a domain: remove the path`,
    )
  }
  const output = await OutputFolder.open(dir, force)
  try {
    await restoreHistory(env, output.dir)
    const prepared = await prepare(options)
    await reportProtection(prepared, options)
    return await write(prepared, output, options)
  } finally {
    await output.close()
  }
}

/** The folder is replaced as a whole, so it must hold nothing else that is needed. */
function checkFolder(dir: string, { workspaceDir, stateDir }: Env): void {
  for (const needed of [getProjectFolder(), workspaceDir, stateDir]) {
    const [replaced, kept] = [findRealPath(dir), findRealPath(needed)]
    if (contains(replaced, kept) || (needed !== getProjectFolder() && contains(kept, replaced)))
      throw new ExportError(`${dir} cannot be replaced, because of ${needed}: name another folder`)
  }
}

const contains = (folder: string, file: string) => path.relative(folder, file).split(path.sep, 1)[0] !== '..'

/** Resolves symbolic links, even if only the beginning of the path exists. */
function findRealPath(file: string): string {
  try {
    return realpathSync(file)
  } catch {
    const parent = path.dirname(file)
    return parent === file ? file : path.join(findRealPath(parent), path.basename(file))
  }
}

async function prepare({ stopped }: ExportOptions) {
  const limits = { heapMegabytes: getMemoryShare(0.5, 4096), deadlineMs: PREPARE.deadlineMs }
  const { outcome, reason } = await runChild([PREPARE.file, '--first'], limits, stopped)
  stopped.throwIfAborted()
  if (outcome !== 'done') throw new ExportError(`The site could not be prepared (${reason}): see above`)
  const site = await getSite().catch(ignoreNotReady)
  if (site === undefined) throw new ExportError('The index that was just prepared is gone: run the export again')
  if (site.index.isFilling)
    throw new ExportError('The first sync is not complete: run `npm run sync`, and then the export')
  if (site.name(PUBLIC) === undefined) {
    throw new ExportError('The root page is not public, so there is nothing to export: `npm run check` says why')
  }
  return { site, store: getStore() }
}

/** Prints what protects each database, and names that should protect. With `strict`, these stop the export. */
export async function reportProtection(
  { site }: { site: Pick<Site, 'index'> },
  { env, strict }: Pick<ExportOptions, 'env' | 'strict'>,
): Promise<void> {
  const pages = indexPagesById(site.index.pages)
  const messages = getEditorsMessages(env.locale)
  for (const line of formatProtection(await readSavedProtection(env), pages, messages)) console.log(line)
  const misnamed = (await readSavedFindings(env)).filter(({ kind }) => kind === 'misnamed')
  const lines = misnamed.map((finding) => describeFinding(finding, pages, messages))
  if (strict && lines.length > 0) {
    throw new ExportError(listProblems('These names are unclear, so nothing was replaced: correct them', lines))
  }
  for (const line of lines) console.warn(`✗ ${line}`)
}

const startServer = () => new ExportServer()

type Prepared = Awaited<ReturnType<typeof prepare>>

async function write(
  { site, store }: Prepared,
  output: OutputFolder,
  { env, host, force, stopped }: ExportOptions,
): Promise<string[]> {
  const build = readFileSync(BUILD_KEY, 'utf8')
  const key = createHash('sha256')
    .update(`${build} ${getSettingsKey(env)}`)
    .digest('hex')
  const files = Object.values((await store.manifest())?.files ?? {})
  const onProgress = createFileCounter('Exporting')
  const planned = planFiles(site, files, { env, key, now: Date.now() })
  const { documents, pages, failures } = await writeFiles(planned, output, {
    env,
    stopped,
    renderCopy: (page) => renderCopy(site, page),
    startServer,
    onProgress,
  })
  await copyStaticFiles(output, key)
  const taken = await writeSiteFiles(output, env)
  if (!env.omittedFormats.includes('markdown')) await writeFullText(site, output, env)
  await writeSearchIndex(site, output, { env, store, key, version: getWholeVersion(site, key) })
  const addresses = planned.flatMap(({ address, kind, file }) =>
    kind === 'page' && !file && address !== '/search' ? [address] : [],
  )
  const { redirected, preview } = await writeRules(site, output, { env, host, addresses })

  const excused = new Set([...redirected, ...failures.map(({ address }) => address)])
  // Reused documents have been checked before, unless a file that they may link to was removed.
  const broken = await findBrokenLinks(output, output.breaksLinks ? pages : documents, {
    siteUrl: env.siteUrl,
    excused,
  })
  if (broken.length > 0) {
    const named = broken.map(({ file, address }) => `${file} links to ${address}`)
    throw new ExportError(
      listProblems('These links lead to no file, so nothing was replaced: correct or remove them', named),
    )
  }
  const exceeded = host === undefined || force ? [] : await findExceededLimits(output, host)
  if (exceeded.length > 0) {
    throw new ExportError(listProblems(`The export exceeds limits of ${host} (--force writes it anyway)`, exceeded))
  }
  const { written, removed } = await output.finish()
  await savePreviewRules(env.stateDir, output.dir, preview)
  const changes = written + removed === 0 ? 'nothing changed' : `${written} written, ${removed} removed`
  console.log(
    `${formatCount(pages.size, 'page')} and ${formatCount(output.files.length - pages.size, 'other file')} are in ${output.dir} (${changes})`,
  )
  reportLeftOut(site)
  const blocks = env.hasHtmlBlocks ? 0 : listHtmlFiles(site, files).length
  if (blocks > 0) {
    console.log(
      `HTML files are links, because ${host ?? 'the host'} may send no headers that protect visitors from them: ${blocks}`,
    )
  }
  return [
    ...failures.map(({ address, reason }) => `${decodeURI(address)} could not be exported: ${reason}`),
    ...taken.map(
      (address) => `The file public${decodeURI(address)} of the site folder is left out: the export has a page there`,
    ),
  ]
}

/** Writes the redirects and the rules of the host. Returns the addresses that are redirected, and the rules for a preview. */
async function writeRules(
  site: Site,
  output: OutputFolder,
  { env, host, addresses }: Pick<ExportOptions, 'env' | 'host'> & { addresses: readonly string[] },
): Promise<{ redirected: string[]; preview: PreviewRules }> {
  const former = listRedirects(site)
  const below = listBelowRedirects(site)
  const files = new Set(output.files)
  const isTaken = (pattern: RegExp) =>
    site.index.pages.some(({ path }) => pattern.test(getViewerPath(path, PUBLIC)) && files.has(`${path}.html`))
  const rules = writeHostRules({
    host,
    redirects: former.map(addBasePaths),
    below: below.map((each) => ({ ...addBasePaths(each), known: each.known.map(addBasePaths) })),
    basePath: getBasePath(),
    pages: addresses.map(addBasePath),
    isTaken,
  })
  for (const stub of rules.stubs) await writeStub(stub, output, env)
  // Operators put former versions of these in the folder, or edit them, so their bytes are compared.
  for (const [file, content] of [[REDIRECTS, stringifyRedirects(site)] as const, ...rules.files]) {
    await output.write(file, content, hashContent(content))
  }
  reportRows(rules.left, host)
  return {
    redirected: [...former, ...below.flatMap(({ known }) => known)].map(({ from }) => from),
    preview: {
      host,
      basePath: getBasePath(),
      ruleFiles: [...rules.files.keys()],
      redirects: rules.included,
      headers: sendsHeaders(host) ? createHeaderRules(getBasePath()) : [],
    },
  }
}

function addBasePaths<Each extends Redirect | BelowRedirect>(each: Each): Each {
  return { ...each, from: addBasePath(each.from), to: resolveAddress(each.to) }
}

/** Writes the document that takes the place of a redirect. A feed at an old address is a copy, because its readers follow no document. */
async function writeStub({ from, to }: Redirect, output: OutputFolder, { siteUrl }: Pick<Env, 'siteUrl'>) {
  const address = removeBasePath(from) ?? ''
  const extension = /\.[a-z\d]+$/i.exec(address)?.[0].toLowerCase() ?? ''
  const target = removeBasePath(to)
  const own = target === undefined || !target.startsWith('/') || /[?#]/.test(target) ? undefined : getFileName(target)
  if (extension !== '' && own && 'file' in own && own.file.endsWith(extension) && output.contains(own.file)) {
    const named = getFileName(address)
    if ('file' in named && !output.contains(named.file)) {
      await output.writeVersion(named.file, await output.read(own.file))
    }
    return
  }
  // A host sends a file with another extension as a download, but the page of a folder as a document.
  const named = getFileName(extension === '' || extension === '.html' ? address : `${address}/`)
  if ('file' in named && !output.contains(named.file)) {
    await output.writeVersion(named.file, renderStub(to, new URL(siteUrl).origin))
  }
}

/** Logs the rows of the `Redirects` table that the host cannot respond to as a server does. */
function reportRows(left: ReturnType<typeof writeHostRules>['left'], host: Host | undefined): void {
  const named = host ?? 'a host without rules'
  const reasons = {
    query: 'it does not read queries',
    gone: 'it has no status 410, so the address is missing',
    below: 'it cannot redirect all addresses below a path',
    known: 'it redirects only those addresses below the path that lead to something of the site',
    sign: 'its rules cannot contain all signs of the address',
  }
  const lines = left.map(({ row, why }) => `${row}: ${reasons[why]}`)
  if (lines.length > 0)
    console.warn(listProblems(`Rows of the Redirects table that ${named} cannot do as a server`, lines))
}

/** Logs how many pages are left out because a static host does not know who reads them. */
function reportLeftOut({ index }: Site): void {
  const count = (reason: Reason['why']) =>
    index.pages.filter(({ access }) => access.kind === 'unpublished' && access.reason.why === reason).length
  const [members, locked] = [count('no-sign-in'), count('password')]
  if (members > 0) console.log(`Pages for members are left out, because an export has no sign-in: ${members}`)
  if (locked > 0) console.log(`Pages with a password are left out, because an export cannot ask for it: ${locked}`)
}

function listProblems(sentence: string, problems: readonly string[]): string {
  const more = problems.length - MAX_LISTED
  const lines = [...problems.slice(0, MAX_LISTED), ...(more > 0 ? [`and ${more} more`] : [])]
  return `${sentence}:\n${lines.map((line) => `  - ${line}`).join('\n')}`
}

/** A link of a document that leads to no file. */
interface BrokenLink {
  file: string
  address: string
}

interface LinkOptions {
  siteUrl: string
  /** Addresses that are redirected, or whose files are missing for a reason that was already reported. */
  excused: ReadonlySet<string>
}

/** Returns the links of documents that lead to no file of the export. */
async function findBrokenLinks(
  output: OutputFolder,
  documents: Iterable<string>,
  { siteUrl, excused }: LinkOptions,
): Promise<BrokenLink[]> {
  const hasTarget = (address: string): boolean => {
    if (excused.has(address)) return true
    try {
      const named = getFileName(address)
      return 'file' in named && output.contains(named.file)
    } catch {
      // A malformed escape sequence.
      return false
    }
  }
  const broken: BrokenLink[] = []
  for (const file of documents) {
    for (const address of listLinks((await output.read(file)).toString(), siteUrl)) {
      if (!hasTarget(address)) broken.push({ file, address })
    }
  }
  return broken
}

/** Returns a sentence for each limit of the host that the export exceeds. */
export async function findExceededLimits(output: Pick<OutputFolder, 'files' | 'size'>, host: Host): Promise<string[]> {
  const { files: maxFiles, fileBytes, bytes } = LIMITS[host]
  const { files } = output
  const problems: string[] = []
  if (maxFiles !== undefined && files.length > maxFiles) {
    problems.push(
      `${files.length} files, but ${host} takes ${maxFiles}: leave out some with --without social,markdown,epub`,
    )
  }
  let total = 0
  for (const file of files) {
    const size = await output.size(file)
    total += size
    if (fileBytes !== undefined && size > fileBytes) {
      problems.push(
        `${file} has ${size} bytes, but ${host} takes ${fileBytes} in a file: store it elsewhere, and link to it`,
      )
    }
  }
  if (bytes !== undefined && total > bytes) {
    problems.push(`${total} bytes, but ${host} takes ${bytes}: leave out some with --without social`)
  }
  return problems
}
