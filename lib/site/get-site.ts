import 'server-only'
import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { getEnv } from '../env'
import { getRuntime, type ReaderState } from '../runtime'
import type { FilesStore } from '../snapshot/files-store'
import { PUBLIC } from './access'
import { Site } from './site'
import type { SiteIndex } from './site-index'
import { withhold } from './withhold'
import { openWorkingCopy, readSavedIndex } from './working-copy'

/** Thrown while nothing has been prepared yet; visitors get a 503. */
class SiteNotReadyError extends Error {
  override name = 'SiteNotReadyError'
  constructor() {
    super('The site has nothing to serve yet: start it with `npm run site`, which prepares the workspace')
  }
}

interface SavedIndex {
  index: SiteIndex
  /** Names the file that it was read from. */
  mark: string
}

export interface SiteState {
  store: FilesStore
  /** Undefined: must be loaded. */
  site: Promise<Site> | undefined
  /** What `site` resolved to; undefined while it is loading. */
  current?: Site | undefined
  last: Site | undefined
  /** The index that `last` was made of, without what was withdrawn since. */
  saved?: SavedIndex
}

declare module '../runtime' {
  interface Runtime {
    /** The loaded site and its store. Set by the first caller of `getSite()`. */
    site?: SiteState
  }
}

/** The site as it is now, loaded once for each state of the snapshot. Throws {@link SiteNotReadyError}. */
export async function getSite(): Promise<Site> {
  const state = sharedState()
  state.site ??= start(state)
  return state.site
}

/** The site as it was prepared last, even if that was not noticed yet. Throws {@link SiteNotReadyError}. */
export async function getNewestSite(): Promise<Site> {
  forget(sharedState())
  return getSite()
}

/** The site as it was prepared last, loaded once for all callers if that was not noticed yet. Throws {@link SiteNotReadyError}. */
export async function getCurrentSite(): Promise<Site> {
  await getSite()
  const state = sharedState()
  const { site, saved } = state
  const mark = await state.store.derivedMark('index')
  // Another caller may have begun to load it meanwhile.
  if (saved?.mark !== mark && state.site === site) forget(state)
  return getSite()
}

/** The site with this revision; undefined if the newest is another one. Throws {@link SiteNotReadyError}. */
export async function getSiteAt(revision: string): Promise<Site | undefined> {
  const site = await getSite()
  if (site.revision === revision) return site
  const newest = await getCurrentSite()
  return newest.revision === revision ? newest : undefined
}

/** Makes the site of this thread hide what the serving process hides. */
export function setReader(reader: ReaderState | undefined): void {
  const runtime = getRuntime()
  if (isDeepStrictEqual(runtime.reader, reader)) return
  runtime.reader = reader
  runtime.reloadSite?.()
}

/** For `getSite().catch(ifNotReady)`: undefined while there is nothing to serve; any other error goes on. */
export function ifNotReady(error: unknown): undefined {
  // By its name: whoever waits for what another bundle began to load meets that bundle's class.
  if (!(error instanceof Error && error.name === 'SiteNotReadyError')) throw error
}

/** The site as it is now, without waiting; undefined while it is loading. */
export function currentSite(): Site | undefined {
  return getRuntime().site?.current
}

/** The site that was shown last; undefined before the first visit. */
export function lastSite(): Site | undefined {
  return sharedState().last
}

/** The store that the site's content is read from. */
export function getStore(): FilesStore {
  return sharedState().store
}

function sharedState(): SiteState {
  return getRuntime().site ?? openSite(openWorkingCopy(getEnv()))
}

/** Makes this process serve from a store. Called before the first visit, or by it with the store that the environment names. */
export function openSite(store: FilesStore): SiteState {
  const runtime = getRuntime()
  const state: SiteState = { store, site: undefined, last: undefined }
  runtime.site = state
  runtime.reloadSite = () => forget(state)
  state.store.watch(runtime.reloadSite)
  runtime.publicVersion = async (page) => (await getSite()).version(page, PUBLIC)
  return state
}

function forget(state: SiteState): void {
  state.site = undefined
  state.current = undefined
}

/** Loads the site. A load that ends after the site was reloaded changes nothing for later requests. */
function start(state: SiteState): Promise<Site> {
  const site = load(state)
  site.then(
    (loaded) => {
      if (state.site === site) state.current = loaded
    },
    () => {
      if (state.site === site) state.site = undefined
    },
  )
  return site
}

async function load(state: SiteState): Promise<Site> {
  const before = getRuntime().reader?.withdrawn ?? []
  // A state folder that was deleted under a running site is made again by the next preparation.
  state.saved = (await readIndex(state.store)) ?? state.saved
  if (state.saved === undefined) throw new SiteNotReadyError()
  // The index may be of the generation that the reader had before, with what was withdrawn since that one.
  const withdrawn = new Set([...before, ...(getRuntime().reader?.withdrawn ?? [])])
  const { index, mark } = state.saved
  state.last = new Site(withhold(index, withdrawn), revisionOf(mark, withdrawn))
  return state.last
}

/** Reads the saved index; again if it is replaced meanwhile, so that the mark belongs to it. */
async function readIndex(store: FilesStore): Promise<SavedIndex | undefined> {
  for (;;) {
    const mark = await store.derivedMark('index')
    const index = await readSavedIndex(store)
    if (mark !== (await store.derivedMark('index'))) continue
    // It may be that of another version, which is prepared again.
    if (index === undefined && mark !== undefined) await store.damage.mark()
    return index && mark ? { index, mark } : undefined
  }
}

function revisionOf(mark: string, withdrawn: ReadonlySet<string>): string {
  return createHash('sha256')
    .update([mark, ...[...withdrawn].sort()].join())
    .digest('base64url')
}
