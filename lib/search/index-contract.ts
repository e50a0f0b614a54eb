import type { Viewer } from '../site/site-index'
import type { Id } from '../workspace/record-map'

/** What somebody asks. */
export interface Question {
  /** Up to {@link LONGEST_QUERY} characters; not blank. */
  query: string
  /** Only this page and those below it. */
  ancestorId?: Id
  /** How many results at most. */
  limit: number
}

/** A page that answers, as an index tells of it. */
export interface Hit {
  /** The page itself, whichever of its blocks was found. */
  id: Id
  /** Words around what was found, with marks; see `highlight.ts`. */
  text: string
  /** The page's title with marks, where the index marks it. */
  title?: string
  /** The heading under which it was found. */
  section?: { title: string; anchor: string }
}

export interface Found {
  /** Best first. */
  hits: Hit[]
  /** How many pages answer that the viewer may read. */
  total: number
}

/** What can be asked: the embedded index, or one elsewhere. Tells a viewer of nothing that the viewer may not read. */
export interface SearchIndex {
  /** How long a browser waits between two questions, in milliseconds. */
  throttle: number
  /**
   * Throws {@link SearchNotReadyError} while there is no index yet, or too many questions wait. A question whose signal is aborted is
   * dropped, if it still waits.
   */
  search(question: Question, viewer: Viewer, signal?: AbortSignal): Promise<Found>
  /** Says that somebody is about to ask. */
  warmUp(): void
}

export const LONGEST_QUERY = 200

/** Thrown while the first index is being made, and while too many ask at once; visitors get a 503 and may come back in some seconds. */
export class SearchNotReadyError extends Error {
  override name = 'SearchNotReadyError'
  constructor() {
    super('The search cannot answer yet: ask again in some seconds')
  }
}

/** Whether an error says that there is no answer yet. By its name: every bundle asks one index, whose errors are of its own bundle's class. */
export const isNotReady = (error: unknown): boolean => error instanceof Error && error.name === 'SearchNotReadyError'
