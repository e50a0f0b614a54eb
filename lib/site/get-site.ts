import 'server-only'
import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { getRuntime, type Withheld } from '../runtime'
import { getEnv } from '../settings/env'
import { refreshSiteFolder } from '../site-folder/site-folder'
import type { FilesStore } from '../snapshot/files-store'
import { findWithdrawn, getVisibility, type Visibility } from '../snapshot/visibility'
import { PUBLIC } from './access'
import { applySiteFolder } from './apply-site-folder'
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
  /** Changes whenever the file is replaced, see `derivedFingerprint`. */
  fingerprint: string
}

export interface SiteState {
  store: FilesStore
  /** The current site, or its load in progress; undefined if it must be loaded. */
  site: Promise<Site> | undefined
  /** The resolved value of `site`; undefined while it loads. */
  loaded?: Site | undefined
  /** The site that was loaded last. It remains while a newer one loads. */
  last: Site | undefined
  /** The index of `last`, before withdrawn pages were closed. */
  saved?: SavedIndex
}

declare module '../runtime' {
  interface Runtime {
    /** The loaded site and its store. Set by the first caller of `getSite()`. */
    site?: SiteState
  }
}

/** Returns the current site, which is loaded once for each state of the snapshot. Throws {@link SiteNotReadyError}. */
export async function getSite(): Promise<Site> {
  const state = getState()
  // The server watches the site folder. In development, Next.js runs in another process.
  if (getEnv().development) refreshSiteFolder(getEnv())
  state.site ??= startLoading(state)
  return state.site
}

/** Always reloads the site, and returns it as it was last prepared. Throws {@link SiteNotReadyError}. */
export async function reloadSite(): Promise<Site> {
  expire(getState())
  return getSite()
}

/** Returns the site, and reloads it first, once for all callers, if it was prepared again. Throws {@link SiteNotReadyError}. */
export async function refreshSite(): Promise<Site> {
  await getSite()
  const state = getState()
  const { site, saved } = state
  const fingerprint = await state.store.derivedFingerprint('index')
  // Another caller may have started to load it meanwhile.
  if (saved?.fingerprint !== fingerprint && state.site === site) expire(state)
  return getSite()
}

/** Returns the site with this revision; undefined if the newest has another one. Throws {@link SiteNotReadyError}. */
export async function getSiteAt(revision: string): Promise<Site | undefined> {
  const site = await getSite()
  if (site.revision === revision) return site
  const newest = await refreshSite()
  return newest.revision === revision ? newest : undefined
}

/** Hides pages and collections from now on. Threads call this with what the serving process hides. Returns whether that is a change. */
export function setWithheld(withheld: Withheld | undefined): boolean {
  const runtime = getRuntime()
  if (isDeepStrictEqual(runtime.withheld, withheld)) return false
  runtime.withheld = withheld
  runtime.expireSite?.()
  return true
}

/** Hides what the saved index shows, and a newer index that cannot be saved does not. Replaces what was hidden before. */
export async function withholdWithdrawn(newest: Visibility): Promise<void> {
  await refreshSite().catch(ignoreNotReady)
  const { saved } = getState()
  if (saved !== undefined) setWithheld(new Set(findWithdrawn(getVisibility(saved.index), newest)))
}

/** For `getSite().catch(ignoreNotReady)`: returns undefined while there is nothing to serve, and rethrows any other error. */
export function ignoreNotReady(error: unknown): undefined {
  // Compares the name, because each bundle has its own copy of the class.
  if (!(error instanceof Error && error.name === 'SiteNotReadyError')) throw error
}

/** Returns the current site if it is already loaded; undefined while it loads. Never starts a load. */
export function getLoadedSite(): Site | undefined {
  return getRuntime().site?.loaded
}

/** Returns the site that was loaded last, which may be out of date; undefined before the first load. */
export function getLastSite(): Site | undefined {
  return getState().last
}

/** Returns the store with the site's content. */
export function getStore(): FilesStore {
  return getState().store
}

function getState(): SiteState {
  return getRuntime().site ?? openSite(openWorkingCopy(getEnv()))
}

/** Makes this process serve from a store. By default, the first request opens the store that the environment names. */
export function openSite(store: FilesStore): SiteState {
  const runtime = getRuntime()
  const state: SiteState = { store, site: undefined, last: undefined }
  runtime.site = state
  runtime.expireSite = () => expire(state)
  state.store.watch(runtime.expireSite)
  runtime.publicVersion = async (page) => (await getSite()).version(page, PUBLIC)
  return state
}

/** Makes the next caller of `getSite()` load the site again. */
function expire(state: SiteState): void {
  state.site = undefined
  state.loaded = undefined
}

/** Starts to load the site. The result is not kept if another load starts before it is complete. */
function startLoading(state: SiteState): Promise<Site> {
  const site = loadSite(state)
  site.then(
    (loaded) => {
      if (state.site === site) state.loaded = loaded
    },
    () => {
      if (state.site === site) state.site = undefined
    },
  )
  return site
}

async function loadSite(state: SiteState): Promise<Site> {
  const before = getRuntime().withheld ?? []
  // If the state folder was deleted, the last index is served until the next preparation has recreated it.
  state.saved = (await readIndex(state.store)) ?? state.saved
  const now = getRuntime().withheld ?? []
  if (state.saved === undefined || before === 'all' || now === 'all') throw new SiteNotReadyError()
  // The index may belong to the previous generation, so pages that were withdrawn before and during the load are closed.
  const withdrawn = new Set([...before, ...now])
  const { index, fingerprint } = state.saved
  const shown = applySiteFolder(withhold(index, withdrawn))
  state.last = new Site(shown.index, hashRevision(fingerprint, withdrawn, shown.version))
  return state.last
}

/** Reads the saved index and its fingerprint. Reads again if the file is replaced meanwhile, so that they belong together. */
async function readIndex(store: FilesStore): Promise<SavedIndex | undefined> {
  for (;;) {
    const fingerprint = await store.derivedFingerprint('index')
    const index = await readSavedIndex(store)
    if (fingerprint !== (await store.derivedFingerprint('index'))) continue
    // An index that cannot be read may be of another version of Colophon. Marked as damaged, it is prepared again.
    if (index === undefined && fingerprint !== undefined) await store.damage.createMarker()
    return index && fingerprint ? { index, fingerprint } : undefined
  }
}

/** Returns a hash of everything that the content of the site depends on. */
function hashRevision(fingerprint: string, withdrawn: ReadonlySet<string>, folder: string): string {
  return createHash('sha256')
    .update([fingerprint, folder, ...[...withdrawn].sort()].join())
    .digest('base64url')
}
