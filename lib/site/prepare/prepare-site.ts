import 'server-only'
import type { Env } from '../../env'
import { getSiteMessages } from '../../messages/parts/site'
import { namesIn } from '../../snapshot/contents'
import type { FilesStore } from '../../snapshot/files-store'
import { type Intake, takeIn } from '../../snapshot/intake'
import { openSource } from '../../snapshot/source'
import { type Manifest, type Problem, SnapshotError, STORE_FORMAT } from '../../snapshot/store'
import { findPageId } from '../../workspace/ids'
import type { Id } from '../../workspace/record-map'
import { mayRead, PUBLIC } from '../access'
import { INDEX_FORMAT, openWorkingCopy, readSavedIndex } from '../working-copy'
import { type BuildInput, buildSite, NoRootError } from './build-site'
import type { BuildSettings } from './decisions'
import { type Explanation, explainAccess, findMeantPage } from './explain-access'
import { createHistory, type History, NO_HISTORY, updateHistory } from './history'
import { type Finding, findFindings } from './lint'

/** What is known of a prepared site without loading it. */
export interface Prepared {
  /** What the index was made from; with the same key it need not be made again. */
  key: string
  snapshot: string
  pages: number
  publicPages: number
  /** When the index was made, and the earliest moment at which it changes by itself; by the wall clock. It is right only in between. */
  builtAt: number
  due: number | null
  problems: Problem[]
}

/**
 * Brings the working copy up to date with the workspace folder and the clock, and saves the site's index last. What is missing of the
 * working copy is made again; with `verify`, all of it is read first to find what is damaged. Only the process that began last publishes.
 * Returns whether anything changed. Throws SnapshotError or NoRootError when there is nothing that can be served.
 */
export async function prepareSite(
  env: Env,
  now: number,
  { verify = false } = {},
): Promise<Prepared & { changed: boolean }> {
  const store = openWorkingCopy(env)
  return await store.owned(() => prepareIn(store, env, now, verify))
}

async function prepareIn(
  store: FilesStore,
  env: Env,
  now: number,
  verify: boolean,
): Promise<Prepared & { changed: boolean }> {
  const source = await openSource(env.workspaceDir, env.stateDir)
  const root = env.rootPage === undefined ? source.root : parseRoot(env.rootPage)
  const key = [
    INDEX_FORMAT,
    STORE_FORMAT,
    source.fingerprint,
    root,
    env.timeZone,
    env.locale,
    env.signIn !== undefined,
  ].join(' ')
  const saved = await readSavedPrepared(env)
  const isCurrent = saved?.key === key && saved.builtAt <= now && (saved.due === null || saved.due > now)
  const before = await store.manifest()
  if (isCurrent && (await isComplete(store, before, saved, verify))) return { ...saved, changed: false }

  const { manifest, ...intake } = await takeIn(source, store)
  const [problem] = manifest.problems
  if (intake.pages.size === 0 && problem !== undefined) {
    throw new SnapshotError(`Nothing in ${env.workspaceDir} can be read; ${problem.file}: ${problem.reason}`)
  }
  const input = createInput(manifest, intake, root)
  const settings = createSettings(env, now)
  const index = buildSite(input, settings)
  const history = updateHistory(await readSavedHistory(store), index)
  const formerPaths = { ...index.formerPaths, ...history.former }
  const prepared: Prepared = {
    key,
    snapshot: manifest.version,
    pages: index.pages.length,
    publicPages: index.pages.filter((page) => mayRead(page.access, PUBLIC)).length,
    builtAt: now,
    due: index.due,
    problems: manifest.problems,
  }
  await store.putDerived('history', history)
  await store.putDerived('lint', findFindings(input, index, manifest.problems, settings))
  await store.putDerived('index', { ...index, formerPaths, gone: history.gone })
  await store.putDerived('prepared', prepared)
  await store.sweep(before === undefined ? [manifest] : [manifest, before])
  return { ...prepared, changed: true }
}

/** Whether the working copy is complete. Removes damaged files. */
async function isComplete(
  store: FilesStore,
  manifest: Manifest | undefined,
  { snapshot }: Prepared,
  verify: boolean,
): Promise<boolean> {
  if (manifest?.version !== snapshot || (await readSavedIndex(store)) === undefined) return false
  const missing = verify ? await store.verify(manifest) : await store.missing(namesIn({ ...manifest, files: {} }))
  return missing.length === 0
}

/** Reads the saved history, or restores it from the saved index. Throws SnapshotError if neither can be read. */
async function readSavedHistory(store: FilesStore): Promise<History> {
  try {
    return ((await store.memory('history')) as History | undefined) ?? NO_HISTORY
  } catch (error) {
    const index = await readSavedIndex(store)
    if (index === undefined) throw error
    console.error('The history of paths is damaged: it is restored from the index of the site')
    return createHistory(index)
  }
}

/** Explains to editors who may read a page of a prepared site; see {@link explainAccess}. */
export async function explainPage(env: Env, now: number, words: string): Promise<Explanation | undefined> {
  const store = openWorkingCopy(env)
  const source = await openSource(env.workspaceDir, env.stateDir)
  const root = env.rootPage === undefined ? source.root : parseRoot(env.rootPage)
  const index = await readSavedIndex(store)
  const id = index && findMeantPage(words, index, env.siteUrl)
  if (index === undefined || id === undefined) return undefined
  const { manifest, ...intake } = await store.owned(() => takeIn(source, store))
  return explainAccess(id, createInput(manifest, intake, root), index, createSettings(env, now))
}

function createInput(manifest: Manifest, intake: Omit<Intake, 'manifest'>, root: Id | undefined): BuildInput {
  return {
    ...intake,
    snapshot: manifest.version,
    syncedAt: manifest.syncedAt,
    root: root ?? manifest.root,
    collectionHashes: manifest.collections,
  }
}

function createSettings({ timeZone, signIn, locale }: Env, now: number): BuildSettings {
  const { untitled, unnamed } = getSiteMessages(locale)
  return { timeZone, signIn: signIn !== undefined, untitled, unnamed, now }
}

function parseRoot(named: string): Id {
  const id = findPageId(named)
  if (id !== undefined) return id
  throw new NoRootError(
    `NOTION_ROOT_PAGE is "${named}", which is neither the id of a page nor its address in the workspace`,
  )
}

/** Reads the findings of the last preparation. */
export async function readSavedFindings(env: Env): Promise<Finding[]> {
  return ((await openWorkingCopy(env).derived('lint')) as Finding[] | undefined) ?? []
}

/** Reads the summary of the last preparation; undefined before the first one. */
export async function readSavedPrepared(env: Env): Promise<Prepared | undefined> {
  return (await openWorkingCopy(env).derived('prepared')) as Prepared | undefined
}
