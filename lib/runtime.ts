/**
 * State of one process. The server, the middleware bundle and the app bundle are separate instances of each module, so state that they
 * share is kept here. Values may come from another bundle: never test them with `instanceof`.
 *
 * A module that keeps an object here declares its property with `declare module '../runtime'`, so that this file does not import the
 * modules that import it.
 */
export interface Runtime {
  /** The current version of a page for the public; undefined if it is not public. Set by the first caller of `getSite()`. */
  publicVersion?: (pageId: string) => Promise<string | undefined>
  /** Makes the next request load the newest site. Set by the first caller of `getSite()`. */
  expireSite?: () => void
  /** Hash of the settings that rendered pages depend on. Set by the server. */
  settingsKey?: string
  /** The server is shutting down. */
  isStopping?: boolean
  /** Set by the server if it is one of several readers. */
  reader?: ReaderState
  /** What the saved index shows, but this process must not show. Set by the server, which sends it to its threads. */
  withheld?: Withheld
  /** Sends the remaining spans. Set if tracing is enabled. */
  flushTraces?: () => Promise<void>
}

/** The short-lived child processes of the server. */
export type ChildName = 'prepare' | 'sync'

/** What one of several readers serves. */
export interface ReaderState {
  /** The generation of the shared snapshot; 0 before the first. */
  generation: number
  /** Why this snapshot is outdated, or will soon be. For operators. */
  problems: readonly string[]
}

/** Pages and collections that were withdrawn after the saved index was built; `all` if nothing of the index may be shown. */
export type Withheld = ReadonlySet<string> | 'all'

const KEY = Symbol.for('colophon.runtime')

/** Returns the shared state of this process. */
export function getRuntime(): Runtime {
  const holder = globalThis as { [KEY]?: Runtime }
  holder[KEY] ??= {}
  return holder[KEY]
}
