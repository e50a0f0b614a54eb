import 'server-only'
import { readdir } from 'node:fs/promises'
import { getSiteMessages } from '../../../messages/languages'
import { listInstalledFonts } from '../../branding/image-fonts'
import { getHeicDecoderVersion, getPictureProcess } from '../../pictures/picture-process'
import type { Env } from '../../settings/env'
import { listPublicFiles } from '../../site-folder/public-files'
import { listFolders, listThemes } from '../../site-folder/read-site-folder'
import type { PictureConverter } from '../../snapshot/converted-pictures'
import { type FilesStore, UnwrittenStore } from '../../snapshot/files-store'
import { type Intake, ingest } from '../../snapshot/intake'
import { canReadAny } from '../../snapshot/read-source-file'
import { readRegularFile } from '../../snapshot/regular-file'
import { hashPage, openSource, type Source } from '../../snapshot/source'
import { type Manifest, SnapshotError } from '../../snapshot/store'
import { getVisibility, type Visibility } from '../../snapshot/visibility'
import { isWorkerNotReady } from '../../workers/job-queue'
import { BUDGETS, COSTS } from '../../workspace/budget'
import { arrangeComments, type PageComment, readStoredComments } from '../../workspace/comments'
import type { Id } from '../../workspace/record-map'
import type { ShownCollection } from '../../workspace/stored'
import { mayRead, PUBLIC } from '../access'
import { getSealing } from '../page-locks'
import { Site } from '../site'
import type { SiteIndex, SitePage } from '../site-index'
import { getSnapshotVariant, openWorkingCopy, readSavedIndex } from '../working-copy'
import { type BuildInput, buildSite } from './build-site'
import { type Explanation, explainAccess, findPageByReference } from './explain-access'
import { findProtection } from './findings/protection'
import { createHistory, type History, isHistory, NO_HISTORY, updateHistory } from './history'
import { type Finding, findFindings } from './lint'
import { type Prepared, readSavedPrepared } from './saved-prepared'
import type { BuildSettings } from './site-access'
import { createTree } from './tree'

interface PrepareOptions {
  /** Whether to read all contents, to find damaged ones. */
  verify?: boolean
  /** Prepares pages and returns findings about their content. An option, because `lib/site` may not import `lib/page`. */
  findPageRemarks?: (site: Site, pages: readonly SitePage[]) => Promise<Finding[]>
  converter?: PictureConverter
  /** Called after each file of the workspace folder. */
  onProgress?: (done: number, all: number) => void
}

/**
 * Brings the working copy up to date with the workspace folder and the clock, and saves the site's index last. Rebuilds missing and damaged
 * contents. Of several processes, only the one that began last publishes. Returns whether anything changed. Throws SnapshotError or
 * NoRootError if nothing can be served.
 */
export async function prepareSite(
  env: Env,
  now: number,
  {
    verify = false,
    findPageRemarks = async () => [],
    converter = createPictureConverter(),
    onProgress = () => {},
  }: PrepareOptions = {},
): Promise<Prepared & { changed: boolean }> {
  const store = openWorkingCopy(env)
  return await store.owned(() => prepareStore(store, env, now, { verify, findPageRemarks, converter, onProgress }))
}

async function prepareStore(
  store: FilesStore,
  env: Env,
  now: number,
  { verify, findPageRemarks, converter, onProgress }: Required<PrepareOptions>,
): Promise<Prepared & { changed: boolean }> {
  const source = await openSealedSource(env)
  const root = env.rootId ?? source.root
  const fonts = listInstalledFonts()
  const themes = listThemes()
  const publicFiles = listPublicFiles(listFolders(env, env.theme))
  const key = [
    getSnapshotVariant(env),
    source.fingerprint,
    root,
    env.siteUrl,
    ...fonts,
    ...themes,
    ...publicFiles,
  ].join(' ')
  const saved = await readSavedPrepared(env)
  const before = await store.manifest()
  const isValid = saved?.key === key && saved.builtAt <= now && (saved.due === null || saved.due > now)
  const isCurrent = isValid && !(await canReadAny(source, saved.unread))
  if (isCurrent && (await isComplete(store, before, saved, verify))) return { ...saved, changed: false }

  let past = NO_HISTORY
  const readProtecting = async () => {
    past = await readSavedHistory(store)
    return past.protecting
  }
  const { manifest, protecting, ...intake } = await ingest(source, store, onProgress, readProtecting, converter)
  const [problem] = manifest.problems
  if (intake.pages.size === 0 && problem !== undefined) {
    throw new SnapshotError(`Nothing in ${env.workspaceDir} can be read; ${problem.file}: ${problem.reason}`)
  }
  const input = { ...createInput(manifest, intake, root, env), comments: await readComments(source, env) }
  const settings = {
    ...createSettings(env, now),
    fonts: new Set(fonts),
    themes,
    publicFiles: new Set(publicFiles),
    hasComments: env.comments !== undefined,
  }
  const tree = createTree(input.pages, input.collections)
  const index = buildSite(input, settings, tree)
  const history: History = { ...updateHistory(past, index), protecting }
  const formerPaths = { ...index.formerPaths, ...history.former }
  const prepared = {
    key,
    snapshot: manifest.version,
    pages: index.pages.length,
    publicPages: index.pages.filter((page) => mayRead(page.access, PUBLIC)).length,
    builtAt: now,
    due: index.due,
    problems: manifest.problems,
    unread: intake.unread,
    isUnfinished: intake.isUnfinished,
  }
  await store.putDerived('history', history)
  const remarks = await findPageRemarks(new Site(index), findCostlyPages(input, index))
  const findings = findFindings(input, index, manifest.problems, settings, tree)
  await store.putDerived('lint', [...findings, ...remarks, ...findProtection(input, index, settings, tree)])
  await store.putDerived('index', { ...index, formerPaths, gone: history.gone })
  const withDigests: Prepared = { ...prepared, digests: await store.digests() }
  await store.putDerived('prepared', withDigests)
  await store.sweep(before === undefined ? [manifest] : [manifest, before])
  return { ...withDigests, changed: true }
}

/**
 * Returns who may read what by the newest state of the workspace, without writing anything. For a state folder that cannot be written to.
 * Throws as {@link prepareSite} does.
 */
export async function computeVisibility(env: Env, now: number): Promise<Visibility> {
  const source = await openSealedSource(env)
  const root = env.rootId ?? source.root
  const store = new UnwrittenStore(openWorkingCopy(env).dir)
  const { manifest, ...intake } = await ingest(
    source,
    store,
    undefined,
    async () => (await readSavedHistory(store)).protecting,
  )
  return getVisibility(buildSite(createInput(manifest, intake, root, env), createSettings(env, now)))
}

/** Whether the working copy is complete. Removes damaged files. */
async function isComplete(
  store: FilesStore,
  manifest: Manifest | undefined,
  { snapshot }: Prepared,
  verify: boolean,
): Promise<boolean> {
  if (manifest?.version !== snapshot || !(await store.hasWholeState())) return false
  const missing = verify ? await store.verify(manifest) : await store.missing(store.listOwn(manifest))
  return missing.length === 0
}

/** Reads the saved history, or restores it from the saved index. A new one begins if both are lost. */
async function readSavedHistory(store: FilesStore): Promise<History> {
  const saved = await store.irreplaceable('history', isHistory)
  if (saved !== undefined && saved !== 'damaged') return saved
  const index = await readSavedIndex(store)
  if (index !== undefined) {
    console.error('The history of paths is missing or damaged: it is restored from the index of the site')
    return createHistory(index)
  }
  if (saved === 'damaged') {
    const aside = await store.damage.setAside('history.json.gz')
    console.error(`The history of paths is damaged, and so is the index: former paths are lost. See ${aside}`)
  }
  return NO_HISTORY
}

/** Explains to editors who may read a page of a prepared site; see {@link explainAccess}. */
export async function explainPage(env: Env, now: number, reference: string): Promise<Explanation | undefined> {
  const store = openWorkingCopy(env)
  const source = await openSealedSource(env)
  const root = env.rootId ?? source.root
  const index = await readSavedIndex(store)
  const id = index && findPageByReference(reference, index, env.siteUrl)
  if (index === undefined || id === undefined) return undefined
  const readProtecting = async () => (await readSavedHistory(store)).protecting
  const { manifest, ...intake } = await store.owned(async () => ingest(source, store, undefined, readProtecting))
  return explainAccess(id, createInput(manifest, intake, root, env), index, createSettings(env, now))
}

async function openSealedSource(env: Env): Promise<Source> {
  if (env.rootId !== undefined && (await readdir(env.workspaceDir).catch(() => [])).length === 0) {
    throw new SnapshotError(
      `The workspace was not copied to ${env.workspaceDir} yet: run npm run sync, or npm run site`,
    )
  }
  return { ...(await openSource(env.workspaceDir, env.stateDir)), sealing: getSealing(env) }
}

/** Reads the comments of readers, by page; none if they are off, or if their file is damaged. */
async function readComments({ comments }: Source, env: Env): Promise<Record<Id, PageComment[]>> {
  if (env.comments?.service !== 'notion' || comments === undefined) return {}
  const text = await readRegularFile(comments.path, { followLinks: true }).then(String, () => undefined)
  if (text === undefined || hashPage(text) !== comments.hash) {
    console.error('The comments of the workspace folder are damaged, so none are shown until the next sync')
    return {}
  }
  return arrangeComments(readStoredComments(parseJson(text)))
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function createInput(
  manifest: Manifest,
  intake: Omit<Intake, 'manifest' | 'protecting'>,
  root: Id | undefined,
  { languages }: Pick<Env, 'languages'>,
): BuildInput {
  return {
    ...intake,
    snapshot: manifest.version,
    syncedAt: manifest.syncedAt,
    root: root ?? manifest.root,
    languages,
    collectionHashes: manifest.collections,
  }
}

function createSettings({ timeZone, signIn, locale, siteSecret, siteUrl }: Env, now: number): BuildSettings {
  const { untitled, unnamed } = getSiteMessages(locale)
  const asksForPasswords = siteSecret !== undefined
  return { timeZone, siteUrl, signIn: signIn !== undefined, asksForPasswords, untitled, unnamed, locale, now }
}

/** Reads the findings of the last preparation. */
export async function readSavedFindings(env: Env): Promise<Finding[]> {
  return (await readSavedLint(env)).filter(({ kind }) => kind !== 'protection')
}

/** Reads what protects each database. */
export async function readSavedProtection(env: Env): Promise<Finding[]> {
  return (await readSavedLint(env)).filter(({ kind }) => kind === 'protection')
}

async function readSavedLint(env: Env): Promise<Finding[]> {
  const found = await openWorkingCopy(env).derived('lint')
  return Array.isArray(found) ? (found as Finding[]) : []
}

/** What a view reads of each row: each property for its cell, total and order, and others to filter, sort and group. */
const READS = { perProperty: 4, others: 20 }
/** Boards with fewer groups in each direction show all of them. */
const FEW_GROUPS = 100
const MAX_COSTLY_PAGES = 5

/** Returns the first pages whose databases may be too large to be shown whole. Only preparing a page shows whether they are. */
function findCostlyPages({ pages, collections }: BuildInput, index: SiteIndex): SitePage[] {
  const rows = new Map<Id, number>()
  for (const { collection } of index.pages) if (collection) rows.set(collection, (rows.get(collection) ?? 0) + 1)
  const countRows = (id: Id) => rows.get(id) ?? 0
  const getProperties = (id: Id) => Object.values(collections.get(id)?.schema ?? {})
  const countGroups = (id: Id) =>
    getProperties(id).reduce((most, { options = [] }) => Math.max(most, options.length), 0) + countRows(id)
  const estimate = ({ collection: id, views }: ShownCollection) => {
    const reads = READS.perProperty * getProperties(id).length + READS.others
    return views * (countRows(id) * (COSTS.row + COSTS.value * reads) + 2 * COSTS.group * countGroups(id))
  }
  const mayHaveManyColumns = ({ collection, hasSubgroups }: ShownCollection) =>
    hasSubgroups && countGroups(collection) > FEW_GROUPS
  const isCostly = ({ id, access }: SitePage) => {
    const shown = pages.get(id)?.remarks?.shown ?? []
    if (access.kind === 'unpublished') return false
    const cost = shown.reduce((sum, each) => sum + estimate(each), 0)
    return cost > BUDGETS.databases || shown.some(mayHaveManyColumns)
  }
  const found: SitePage[] = []
  for (const page of index.pages) if (found.length < MAX_COSTLY_PAGES && isCostly(page)) found.push(page)
  return found
}

/** Returns a converter of HEIC files that uses the picture process. `limitMs` limits the time of one preparation. */
export function createPictureConverter(limitMs = Number.POSITIVE_INFINITY): PictureConverter {
  const version = getHeicDecoderVersion()
  return {
    version: version ?? 'none',
    limitMs,
    convert: async (file) => {
      if (version === undefined) return undefined
      return await getPictureProcess()
        .run('convert', file, 'a HEIC picture')
        .catch((error: unknown) => {
          if (isWorkerNotReady(error)) throw error
          return undefined
        })
    },
  }
}
