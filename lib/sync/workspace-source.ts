import type { WaitingComment } from '../comments/waiting-comments'
import type { StoredComment } from '../workspace/comments'
import type { Id } from '../workspace/record-map'
import type { CallError, SyncError } from './errors'
import type { Priority } from './pace'
import type { PageWalk } from './page-walk'
import type { Tables } from './tables'

/** A comment that a reader sent. */
export type NewComment = Pick<WaitingComment, 'id' | 'page' | 'replyTo' | 'name' | 'text' | 'verdict'>

/** A page as a source returns it, with everything that it shows. */
export interface FetchedPage {
  /** The records of the page, its content and its databases. */
  tables: Tables
  walk: Omit<PageWalk, 'missing'>
  /** The query results of the views that the page shows, by view, in the format of a record map. */
  queryResults: ReadonlyMap<Id, unknown>
  /** Changes with each edit, move or deletion of the page. */
  stamp: string
  /** Stamps of the collections that the page shows, if the source compares them for each page. */
  sources?: ReadonlyMap<Id, string>
  /** Blocks that the content names but no response contained. They are requested again later. */
  missingBlocks: ReadonlySet<Id>
  /** Collections that the page shows, but whose rows the workspace refuses to return. */
  refusedCollections: ReadonlySet<Id>
  /** Known pages that were removed from this page. They are fetched to find out where they are. */
  formerChildren: readonly Id[]
}

/** `trashed`: the object is in the trash, or no longer a page. `not-found`: the response does not contain it. */
export type MissingReason = 'trashed' | 'not-found'

/** The state of the known pages at the beginning of a refresh. */
export interface CheckedPages {
  /** Pages that changed or may have changed, with the new stamp if it is known. */
  changed: Map<Id, string | undefined>
  /** Pages in the trash, or that are certainly no longer shared. */
  gone: Set<Id>
  /** Known pages that are missing from the response. */
  unlisted: Set<Id>
  /** Pages whose state is unknown because a call failed. */
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
  /** The only origin to which the sync connects even at a private IP address. */
  readonly origin: string
  /** Bytes of all responses so far. */
  readonly receivedBytes: number
  /** Collections of which the workspace does not list all rows. */
  readonly incompleteCollections: ReadonlySet<Id>

  fetchPage(id: Id, priority: Priority): Promise<FetchedPage | MissingReason>
  /** Finds the known pages that changed. `others` are ids of unknown objects, which may be included if that costs no extra call. */
  checkPages(others: readonly Id[]): Promise<CheckedPages>
  /** Returns blocks by id. An entry without a record is not shared. Ids without an entry are requested again later. */
  getBlocks(ids: readonly Id[], priority: Priority): Promise<Tables>
  /** Returns which of the pages that `fetchPage` did not find are certainly gone. Never throws. */
  confirmGone(ids: readonly Id[]): Promise<Id[]>

  /** Updates the rows of a collection in the state and in the pages that show it. Returns the records; undefined if it is not shared. */
  checkRows(collection: Id, priority: Priority): Promise<Tables | undefined>
  /** Called after a row changed, because views that filter or sort by its properties may be out of date. */
  markViewsStale(collection: Id): Promise<void>
  /** Updates some of the views that may be out of date. Called once in each run. */
  updateStaleViews(): Promise<void>

  /** Returns addresses from which the files can be loaded now, in the same order; undefined where there is none. */
  getFileAddresses(files: readonly FileOfBlock[], priority: Priority): Promise<(string | undefined)[]>
  getUserNames(ids: readonly Id[], priority: Priority): Promise<Map<Id, PersonName>>

  /** Returns the approved comments in the database of the settings. Only a source that can has these methods. */
  fetchComments?(): Promise<StoredComment[]>
  /** Returns whether the database has a row for the id of a new comment. */
  hasComment?(id: Id): Promise<boolean>
  /** Adds a row for a new comment, with one attempt. If it fails, the row may exist nevertheless. */
  writeComment?(comment: NewComment): Promise<void>

  /** Called before and after each page, so that a source can combine the requests of several pages. */
  beginPage?(): void
  endPage?(): void

  /** Returns an error with the reason why the first call failed and what to do. */
  explainFailedStart(error: CallError): SyncError
  /** Returns an error with the reason why a first sync could not fetch the root page. */
  explainMissingRoot(): Promise<SyncError>
}
