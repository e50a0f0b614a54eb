import type { Id } from '../workspace/record-map'
import type { CallError, SyncError } from './errors'
import type { Priority } from './pace'
import type { PageWalk } from './page-walk'
import type { Tables } from './tables'

/** A page as a source returns it, with everything that it shows. */
export interface FetchedPage {
  /** The records of the page, its content and its databases. */
  tables: Tables
  walk: Omit<PageWalk, 'missing'>
  /** The rows of each view that the page shows, by view, as a file of a page contains them. */
  queryResults: ReadonlyMap<Id, unknown>
  /** Changes with each edit, move or deletion of the page. */
  stamp: string
  /** Stamps of the collections that the page shows, if the source compares them for each page. */
  sources?: ReadonlyMap<Id, string>
  /** Blocks that the content names and no response contains. They are requested again later. */
  unanswered: ReadonlySet<Id>
  /** Collections that the page shows and whose rows were refused. */
  refused: ReadonlySet<Id>
  /** Known pages that are no longer inside the page. They are fetched to find out where they are. */
  left: readonly Id[]
}

/** `bin`: in the trash, or no longer a page. `nothing`: the response does not contain it. */
export type Missing = 'bin' | 'nothing'

/** The state of the known pages at the beginning of a refresh. */
export interface CheckedPages {
  /** Pages that changed or may have changed, with the new stamp if it is known. */
  changed: Map<Id, string | undefined>
  /** In the trash, or certainly no longer shared. */
  gone: Set<Id>
  /** Known pages that are missing from the response. */
  unlisted: Set<Id>
  /** Pages about which a call failed. */
  unknown: { id: Id; reason: string }[]
  /** The records in the responses. */
  tables: Tables
  /** Pages that are new below known pages or collections. */
  added: readonly Id[]
}

export interface PersonName {
  given: string
  family: string
}

/** A file whose address is requested, and a block that shows it. */
export interface FileOfBlock {
  url: string
  block: Id
}

/**
 * A hosted workspace, read through one API. Methods that call it throw {@link CallError} unless documented otherwise. The sync decides
 * what to store, publish and remove, in the same way for all sources. See `docs/sources.md`.
 */
export interface WorkspaceSource {
  /** The only origin that may be at a private address. */
  readonly origin: string
  /** Bytes of all responses so far. */
  readonly receivedBytes: number
  /** Collections of which the workspace does not list all rows. */
  readonly cutShort: ReadonlySet<Id>

  fetchPage(id: Id, priority: Priority): Promise<FetchedPage | Missing>
  /** Finds the known pages that changed. `others` are ids of unknown objects, which may be included if that costs no extra call. */
  checkPages(others: readonly Id[]): Promise<CheckedPages>
  /** Returns the blocks of ids. Those without a record are not shared; those that are missing are requested again later. */
  getBlocks(ids: readonly Id[], priority: Priority): Promise<Tables>
  /** Of pages that `fetchPage` did not find, returns those that are certainly gone. Never throws. */
  confirmGone(ids: readonly Id[]): Promise<Id[]>

  /** Updates the rows of a collection in the state and in the pages that show it. Returns the records; undefined if it is not shared. */
  checkRows(collection: Id, priority: Priority): Promise<Tables | undefined>
  /** Is called after a row of a collection changed. */
  rowChanged(collection: Id): Promise<void>
  /** Updates a few of the views that may be out of date. */
  updateViews(): Promise<void>

  /** Returns addresses from which the files can be loaded now, in the same order; undefined where there is none. */
  getFileAddresses(files: readonly FileOfBlock[], priority: Priority): Promise<(string | undefined)[]>
  getUserNames(ids: readonly Id[], priority: Priority): Promise<Map<Id, PersonName>>

  /** Is called before and after each page, so that a source can join the calls for several pages. */
  pageBegins?(): void
  pageEnds?(): void

  /** Returns why the first call failed, with a sentence on what to do. */
  explainFailedStart(error: CallError): SyncError
  /** Returns why a first sync could not fetch the root page. */
  explainMissingRoot(): Promise<SyncError>
}
