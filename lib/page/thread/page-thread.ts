import 'server-only'
import { isDeepStrictEqual } from 'node:util'
import { LRUCache } from 'lru-cache'
import type { SlotPlace } from '../../../components/slots/context'
import type { DrawnScreen, ScreenInput } from '../../../components/slots/parts'
import { getRuntime, type Withheld } from '../../runtime'
import { getEnv } from '../../settings/env'
import { getLogName } from '../../site/log-name'
import type { Finding } from '../../site/prepare/lint'
import type { Site } from '../../site/site'
import type { SitePage, Viewer } from '../../site/site-index'
import { type DrawingFolder, getDrawingFolder } from '../../site-folder/site-folder'
import { isDeadlineError, JobQueue } from '../../workers/job-queue'
import { createThreadStarter } from '../../workers/thread'
import type { Id } from '../../workspace/record-map'
import type { MoreArguments, PageJobs, PageResult, ScreenSlots } from './jobs'
import { SlotWatch } from './slot-watch'

/** A job as it is sent to the thread. */
export interface PageJobRequest {
  /** The state of the site in which the page was found. The thread returns nothing for another state. */
  revision: string
  /** What the serving process hides. The thread has its own runtime. */
  withheld?: Withheld
  folder: DrawingFolder
  page: Id
  viewer: Viewer
  reduced: boolean
  more: unknown[]
  place?: SlotPlace
  without: readonly string[]
}

/** The name of the job for the parts of a screen, and that job as it is sent. */
export const SCREEN = 'screen'
export interface ScreenRequest {
  screen: ScreenInput
  folder: DrawingFolder
  without: readonly string[]
}

/** `isReduced`: components were left out of it, but not of what the version of the site stands for, so that it must not be cached. */
export type DrawnParts = DrawnScreen & { isReduced: boolean }

/** Thrown if the thread has a newer state of the site. The request is then handled again. */
class SiteChangedError extends Error {
  override name = 'SiteChangedError'
}

/** Compares the name, because each bundle has its own copy of the class. */
export const isSiteChanged = (error: unknown): boolean => error instanceof Error && error.name === 'SiteChangedError'

/** Thrown if even the reduced form of a page took too long. */
class PageTooSlowError extends Error {
  override name = 'PageTooSlowError'
  constructor() {
    super('It takes too long, even in its reduced form')
  }
}

/** A version of a page that took too long. `isShown`: its reduced form did not. */
interface SlowPage {
  version: string
  isShown: boolean
}

declare module '../../runtime' {
  interface Runtime {
    pageThread?: PageThread
  }
}

const OPTIONS = {
  /** Compiled from `server/workers/pages.ts`, relative to the project. */
  file: 'dist/pages.mjs',
  /** The deadline of one job: a hundred times what a long article takes, because the processor may be busy. */
  deadlineMs: 5000,
  /** The deadline of the start. Loading the index of 10,000 pages takes a second. */
  startMs: 30_000,
  /** The thread ends after this time without jobs. Also in architecture.md, operating.md and decision 25. */
  idleMs: 15_000,
  firstPauseMs: 250,
  /** The limit of the JavaScript heap: several times what a page and the index of a large site take. */
  heapMegabytes: 512,
  /** A page that took too long is tried again after this time, because the machine may have been busy. */
  retryMs: 600_000,
}
/** These may take longer than the view of their page, which must not be shown in its reduced form for that reason. */
const COPIES = ['markdown', 'feedEntry', 'chapter'] as const satisfies readonly (keyof PageJobs)[]
export type CopyFormat = (typeof COPIES)[number]
const MAX_JOBS = 200
const MAX_SLOW_PAGES = 1000

/**
 * Prepares pages in a thread, so that an expensive page delays no other response. A page that exceeds the deadline is prepared in its
 * reduced form.
 */
export class PageThread extends JobQueue {
  readonly #slots: SlotWatch
  readonly #slow: LRUCache<Id, SlowPage>
  readonly #slowCopies: LRUCache<Id, SlowPage>
  /** The last job of each page. The next job waits for it, to know whether the page is slow. */
  readonly #last = new Map<Id, Promise<unknown>>()

  constructor(options: Partial<typeof OPTIONS> = {}) {
    const { file, heapMegabytes, retryMs, ...rest } = { ...OPTIONS, ...options }
    const slots = new SlotWatch(retryMs)
    const start = createThreadStarter(file, heapMegabytes, slots.threadData)
    super({ kind: 'pages', job: 'page', name: 'page thread', start, maxConcurrentJobs: 1, maxJobs: MAX_JOBS, ...rest })
    this.#slots = slots
    this.#slow = new LRUCache({ max: MAX_SLOW_PAGES, ttl: retryMs })
    this.#slowCopies = new LRUCache({ max: MAX_SLOW_PAGES, ttl: retryMs })
  }

  /** Findings for editors: the components that failed, and the pages that took too long. */
  get findings(): Finding[] {
    const slow = [...this.#slow.entries()].map(([page, { isShown }]): Finding => ({ kind: 'slow-page', page, isShown }))
    return [...this.#slots.findings, ...slow]
  }

  /** Renders the parts of a screen of a site that components of the site folder draw. A component that fails is left out. */
  async drawScreen(site: Site, screen: ScreenInput): Promise<DrawnParts> {
    const { result, without } = await this.#slots.try((without) => {
      const request: ScreenRequest = { screen, folder: getDrawingFolder(), without }
      return this.add(SCREEN, request, 'the site') as Promise<ScreenSlots>
    })
    this.#slots.report(result.failures)
    return { ...result.drawn, isReduced: !isKnown(without, site) }
  }

  /**
   * Does a job as {@link runPageJob} does. Components of the site folder draw parts of a page that has a place. `isReduced`: the result is
   * of the reduced form, or lacks components that the version of the site does not lack, so that it must not be cached.
   */
  async run<Name extends keyof PageJobs>(
    name: Name,
    [site, page, viewer, ...more]: [Site, SitePage, Viewer, ...MoreArguments<Name>],
    place?: SlotPlace,
  ): Promise<PageResult<Name> & { isReduced: boolean }> {
    const { id, version } = page
    const request = {
      revision: site.revision,
      withheld: getRuntime().withheld,
      folder: getDrawingFolder(),
      page: id,
      viewer,
      more,
      place,
    }
    const make = async (reduced: boolean) => {
      const { result, without } = await this.#slots.try((without) =>
        this.add(name, { ...request, reduced, without } satisfies PageJobRequest, `page ${getLogName(page)}`),
      )
      const made = result as PageResult<Name> | undefined
      if (made === undefined) throw new SiteChangedError('The site changed since the page was found')
      this.#slots.report(made.failures)
      return { ...made, isReduced: reduced || (place !== undefined && !isKnown(without, site)) }
    }
    return this.#afterOthers(id, async () => {
      const slowPages = COPIES.some((copy) => copy === name) ? this.#slowCopies : this.#slow
      const slow = slowPages.get(id)
      const known = slow?.version === version ? slow : undefined
      if (known === undefined) {
        try {
          return await make(false)
        } catch (error) {
          if (!isDeadlineError(error)) throw error
          slowPages.set(id, { version, isShown: true })
        }
      }
      if (known?.isShown === false) throw new PageTooSlowError()
      try {
        return await make(true)
      } catch (error) {
        if (!isDeadlineError(error)) throw error
        slowPages.set(id, { version, isShown: false })
        throw new PageTooSlowError()
      }
    })
  }

  async #afterOthers<Made>(id: Id, make: () => Promise<Made>): Promise<Made> {
    const before = this.#last.get(id) ?? Promise.resolve()
    const made = before.then(make, make)
    this.#last.set(id, made)
    try {
      return await made
    } finally {
      if (this.#last.get(id) === made) this.#last.delete(id)
    }
  }
}

/** Whether the versions of the site stand for pages without these components. */
const isKnown = (without: readonly string[], { index: { slowComponents = [] } }: Site) =>
  isDeepStrictEqual(without, slowComponents)

/**
 * Runs a job for a page that the viewer may read, in the page thread. Rejects if the content cannot be read or the page takes too long. For
 * other reasons see `isSiteChanged` and `isWorkerNotReady`.
 */
export function runPageJob<Name extends keyof PageJobs>(
  name: Name,
  ...input: [Site, SitePage, Viewer, ...MoreArguments<Name>]
): Promise<PageResult<Name> & { isReduced: boolean }> {
  return getPageThread().run(name, input)
}

/** Does a job for a page as {@link runPageJob} does, in which components of the site folder draw parts of a page that has a place. */
export function runDrawingJob<Name extends 'allRows' | 'rowsPage' | 'view'>(
  place: SlotPlace | undefined,
  name: Name,
  ...input: [Site, SitePage, Viewer, ...MoreArguments<Name>]
): Promise<PageResult<Name> & { isReduced: boolean }> {
  return getPageThread().run(name, input, place)
}

/** Renders the parts of a screen of a site that components of the site folder draw. Rejects if the thread cannot do it now. */
export const drawScreenParts = (site: Site, screen: ScreenInput): Promise<DrawnParts> =>
  getPageThread().drawScreen(site, screen)

/** Starts the page thread before its first job. */
export function warmUpPageThread(): void {
  getPageThread().warmUp()
}

function getPageThread(): PageThread {
  const runtime = getRuntime()
  // In development each page has a thread with the current code.
  runtime.pageThread ??= new PageThread(getEnv().development ? { idleMs: 0 } : {})
  return runtime.pageThread
}

/** Returns what the page thread of this process found for editors. */
export const getPageFindings = (): Finding[] => getRuntime().pageThread?.findings ?? []
