import 'server-only'
import { getEnv } from '../env'
import { getRuntime } from '../runtime'
import type { FilesStore } from '../snapshot/files-store'
import { PUBLIC } from './access'
import { Site } from './site'
import type { SiteIndex } from './types'
import { withhold } from './withhold'
import { savedIndex, workingCopy } from './working-copy'

/** Thrown while nothing has been prepared yet; visitors get a 503. */
class SiteNotReadyError extends Error {
  override name = 'SiteNotReadyError'
  constructor() {
    super('The site has nothing to serve yet: start it with `npm run site`, which prepares the workspace')
  }
}

export interface SiteState {
  store: FilesStore
  /** Undefined: must be loaded. */
  site: Promise<Site> | undefined
  last: Site | undefined
  /** The index that `last` was made of, with what was withdrawn since. */
  index?: SiteIndex
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
  state.site ??= load(state)
  return state.site
}

/** The site as it was prepared last, even if that was not noticed yet. Throws {@link SiteNotReadyError}. */
export async function getNewestSite(): Promise<Site> {
  sharedState().site = undefined
  return getSite()
}

/** For `getSite().catch(ifNotReady)`: undefined while there is nothing to serve; any other error goes on. */
export function ifNotReady(error: unknown): undefined {
  // By its name: whoever waits for what another bundle began to load meets that bundle's class.
  if (!(error instanceof Error && error.name === 'SiteNotReadyError')) throw error
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
  return getRuntime().site ?? openSite(workingCopy(getEnv()))
}

/** Makes this process serve from a store. Called before the first visit, or by it with the store that the environment names. */
export function openSite(store: FilesStore): SiteState {
  const runtime = getRuntime()
  const state: SiteState = { store, site: undefined, last: undefined }
  runtime.site = state
  runtime.reloadSite = () => {
    state.site = undefined
  }
  state.store.watch(runtime.reloadSite)
  runtime.publicVersion = async (page) => (await getSite()).version(page, PUBLIC)
  return state
}

async function load(state: SiteState): Promise<Site> {
  try {
    const before = getRuntime().reader?.withdrawn ?? []
    // A state folder that was deleted under a running site is made again by the next preparation.
    state.index = (await savedIndex(state.store)) ?? state.index
    if (state.index === undefined) throw new SiteNotReadyError()
    // The index may be of the generation that the reader had before, with what was withdrawn since that one.
    const withdrawn = new Set([...before, ...(getRuntime().reader?.withdrawn ?? [])])
    state.last = new Site(withhold(state.index, withdrawn))
    return state.last
  } catch (error) {
    state.site = undefined
    throw error
  }
}
