import 'server-only'
import { setTimeout as pause } from 'node:timers/promises'
import type { Env } from '../settings/env'
import type { SyncReport } from '../snapshot/sync-report'
import type { Id } from '../workspace/record-map'
import { CALL_LIMITS, type CallLimits } from './caller'
import { Crawl } from './crawl'
import { CallError, SyncError, SyncWriteError } from './errors'
import type { Priority } from './pace'
import type { Loaded } from './page-loader'
import { Progress } from './progress'
import { SnapshotPublisher } from './publisher'
import { endFirstSync, noteUnanswered, queueDamaged, queueFiles, replaceUnanswered, requestUnanswered } from './repairs'
import { sendComments } from './send-comments'
import { countFailure, findShownCollections, findUnknownLeads, isDue, type LossResult, limitLoss } from './state'
import { getSpace } from './tables'
import { openTools, type SyncTools } from './tools'
import type { CheckedPages } from './workspace-source'

export interface SyncOptions {
  /** Whether the root page and any number of others may be removed. */
  acceptLoss?: boolean
  /** Whether another run follows, so that no run has to wait for large files. */
  isWatching?: boolean
  onProgress?: (report: SyncReport) => void
  limits?: CallLimits
}

interface CrawlOptions {
  priority: Priority
  /** Whether pages are published while others are being fetched. */
  showsEarly?: boolean
  /** Pages that an event reported as deleted. */
  deleted?: ReadonlySet<Id>
}

/** How long a run waits for files if another run follows. */
const FILES_WAIT_MS = 20_000

/** Copies a hosted workspace into the snapshot folder: all of it first, then what changed. */
export class Sync {
  readonly #tools: SyncTools
  readonly #env: Env
  readonly #options: SyncOptions
  readonly #publisher: SnapshotPublisher
  /** Parents of pages that changed. Their collections may order the pages differently now. */
  readonly #changedIn = new Set<Id>()
  #space: Id | undefined
  #progress: Progress | undefined

  private constructor(tools: SyncTools, env: Env, options: SyncOptions) {
    this.#tools = tools
    this.#env = env
    this.#options = options
    this.#publisher = new SnapshotPublisher(tools)
    tools.files.onSettled = (pages, address, { failed }) => {
      if (failed === undefined) return
      const { reason } = failed
      const file = removeSignature(address)
      for (const id of pages) this.#progress?.fileFailed({ id, title: tools.state.pages.get(id)?.title, file, reason })
    }
  }

  /** Throws {@link SyncError} if there is nothing to sync, another sync is running, or the folder cannot be written to. */
  static async open(env: Env, options: SyncOptions, signal: AbortSignal): Promise<Sync> {
    return new Sync(await openTools(env, options.limits ?? CALL_LIMITS, signal), env, options)
  }

  close(): Promise<void> {
    return this.#tools.close()
  }

  /** Increases while the sync makes progress: with each call, and with the bytes of responses and files. */
  get activity(): number {
    const { pace, source, files, downloader } = this.#tools
    return pace.calls + source.receivedBytes + files.done + downloader.loadedBytes
  }

  /** Downloads and publishes the files that earlier runs did not wait for. Throws {@link SyncError} if they cannot be written. */
  async settle(): Promise<void> {
    await this.#tools.files.idle()
    await this.#publisher.publish()
  }

  /** Brings the whole snapshot up to date. Failures of the workspace do not throw; they are in the report. */
  async refresh(): Promise<SyncReport> {
    const { state, files, pace } = this.#tools
    const isFirst = !state.marks.has('whole')
    const progress = new Progress(
      isFirst ? 'full' : 'refresh',
      { pace, files },
      this.#options.onProgress,
      this.#env.stateDir,
    )
    this.#progress = progress
    try {
      // A manual sync has no later run, so it retries what failed before at once.
      if (!this.#options.isWatching) {
        for (const [id, { times }] of state.missed) state.set('missed', id, { times, at: 0 })
      }
      await this.#publisher.begin()
      await state.compact()
      files.beginRun()
      const refusal = await this.#run(progress, isFirst)
      await state.compact()
      return await progress.finish(refusal === undefined ? 'done' : 'refused', refusal)
    } catch (error) {
      if (error instanceof SyncError) return await finishFailed(progress, error)
      await progress.finish('failed', 'the sync was stopped')
      throw error
    } finally {
      this.#progress = undefined
    }
  }

  /**
   * Brings some pages up to date, ahead of all other work. `deleted` are pages that an event reported as deleted: if they are not found,
   * they are removed at once. Returns the report of the running refresh, if there is one. A report of its own is not written, because
   * health and the writer read from the file how the last refresh of the whole workspace ended.
   */
  async refreshPages(ids: readonly Id[], deleted: readonly Id[] = []): Promise<SyncReport> {
    const { state, files, pace } = this.#tools
    const running = this.#progress
    const progress = running ?? new Progress('refresh', { pace, files }, this.#options.onProgress)
    let refusal: string | undefined
    try {
      refusal = await this.#runPages(ids, new Set(deleted), progress)
    } catch (error) {
      if (!(error instanceof SyncError || error instanceof CallError)) throw error
      return running?.report ?? (await finishFailed(progress, error))
    }
    if (running !== undefined) return running.report
    await state.compact()
    return await progress.finish(refusal === undefined ? 'done' : 'refused', refusal)
  }

  /** Returns why pages that are gone were kept, if they were. */
  async #run(progress: Progress, isFirst: boolean): Promise<string | undefined> {
    const sending = this.#sendComments(progress)
    // It is awaited later.
    sending.catch(() => {})
    try {
      return await this.#runAll(progress, isFirst, sending)
    } finally {
      await sending
    }
  }

  async #runAll(progress: Progress, isFirst: boolean, sending: Promise<void>): Promise<string | undefined> {
    const { state, files, source, store } = this.#tools
    const gone = new Set<Id>()
    let unlisted: ReadonlySet<Id> = new Set()
    const crawl = this.#createCrawl(progress, { priority: 'normal', showsEarly: isFirst }, gone)
    await queueDamaged(crawl, this.#tools)
    const before = new Map(state.pages)
    for (const root of state.roots) if (!before.has(root)) crawl.add(root)
    if (before.size > 0) {
      const checked = await checkKnownPages(crawl, this.#tools, progress, {
        isFirst,
        onRoot: (entry) => {
          this.#space ??= getSpace(entry)
        },
      })
      for (const id of checked.gone) gone.add(id)
      unlisted = checked.unlisted
      await checkCollections(crawl, this.#tools, progress)
    }
    await crawl.drain()
    if (!state.pages.has(state.root)) throw await source.explainMissingRoot()
    for (const id of state.roots) if (!state.pages.has(id)) progress.failed({ id, reason: NO_LANGUAGE_ROOT })

    const loss = this.#limitLoss(before, gone, unlisted)
    for (const id of loss.kept) await store.restore(id, before.get(id))
    progress.unchanged(loss.kept)
    this.#remove([...state.pages.keys(), ...gone], loss, progress)
    await this.#publisher.publish()

    await queueFiles(this.#tools)
    await files.flush('normal')
    await this.#noteChangedRows()
    await source.updateStaleViews().catch((error: unknown) => {
      // They stay in the list of the next run.
      if (!(error instanceof CallError)) throw error
    })
    await this.#awaitFiles()
    if (isFirst) endFirstSync(state, this.#options.isWatching)
    await sending
    await this.#fetchComments(progress)
    await this.#publisher.publish()
    for (const id of source.incompleteCollections)
      progress.failed({ id, reason: 'the workspace does not list all rows of this database' })
    return loss.refusal
  }

  async #runPages(ids: readonly Id[], deleted: ReadonlySet<Id>, progress: Progress): Promise<string | undefined> {
    const { state, files, source } = this.#tools
    const before = new Map(state.pages)
    const gone = new Set<Id>()
    const crawl = this.#createCrawl(progress, { priority: 'urgent', deleted }, gone)
    for (const id of ids) {
      if (state.collections.has(id)) {
        const tables = await source.checkRows(id, 'urgent')
        if (tables !== undefined) crawl.queueNewPages(state.collections.get(id)?.rows ?? [], tables)
      } else crawl.add(id)
    }
    await crawl.drain()
    const loss = this.#limitLoss(before, gone, new Set())
    this.#remove([...gone], loss, progress)
    // A request may name a page that does not belong to the site.
    for (const id of state.pages.keys()) if (!before.has(id) && !loss.reached.has(id)) state.delete('pages', id)
    await this.#publisher.publish()
    // The next refresh runs in another process, and updates the pages that show these.
    await this.#noteChangedRows()
    await files.flush('urgent')
    await this.#awaitFiles()
    await this.#publisher.publish()
    return loss.refusal
  }

  /** Writes new comments of readers into the workspace. Those that cannot be written wait for the next run. */
  async #sendComments(progress: Progress): Promise<void> {
    if (this.#env.comments?.service !== 'notion') return
    const failure = await sendComments(this.#tools.source, this.#env)
    if (failure !== undefined) progress.commentsFailed(`new ones wait, because ${failure}`)
  }

  /** Fetches the comments of readers. If that fails, the former ones stay. */
  async #fetchComments(progress: Progress): Promise<void> {
    const { source, folder } = this.#tools
    const { comments } = this.#env
    if (comments?.service !== 'notion') return folder.putComments(undefined)
    try {
      await folder.putComments(await source.fetchComments?.())
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      progress.commentsFailed(error.message)
    }
  }

  async #noteChangedRows(): Promise<void> {
    for (const id of this.#changedIn) await this.#tools.source.markViewsStale(id)
    this.#changedIn.clear()
  }

  /** Files that take longer are published by a later run, if there is one. */
  async #awaitFiles(): Promise<void> {
    const idle = this.#tools.files.idle()
    const enough = pause(FILES_WAIT_MS, undefined, { ref: false })
    await (this.#options.isWatching ? Promise.race([idle, enough]) : idle)
  }

  #createCrawl(progress: Progress, { priority, showsEarly, deleted }: CrawlOptions, gone: Set<Id>): Crawl {
    const { state } = this.#tools
    const crawl: Crawl = new Crawl(
      this.#tools,
      {
        loaded: async (id, loaded) => {
          await this.#handleLoaded(id, loaded, progress, { gone, deleted })
          progress.pages++
          progress.pagesKnown = Math.max(progress.pagesKnown, progress.pages + crawl.waiting)
          if (showsEarly) await this.#publisher.publishAtIntervals()
        },
        failed: (id, reason) => {
          progress.failed({ id, title: state.pages.get(id)?.title, reason })
          if (!state.pages.has(id)) state.set('missed', id, countFailure(state.missed.get(id)))
        },
        onMissing: (id) => noteUnanswered(state, id),
      },
      priority,
      () => this.#space,
    )
    return crawl
  }

  async #handleLoaded(
    id: Id,
    loaded: Loaded,
    progress: Progress,
    { gone, deleted }: { gone: Set<Id>; deleted?: ReadonlySet<Id> },
  ): Promise<void> {
    const { state, files } = this.#tools
    state.delete('missed', id)
    if (loaded.found === 'page') {
      state.delete('removed', id)
      replaceUnanswered(state, id, loaded)
      if (id === state.root) this.#space ??= getSpace(loaded.tables.block.get(id))
      files.add(id, loaded.facts.files)
      if (loaded.kind === undefined) return
      progress.changed({ id, title: loaded.facts.title, kind: loaded.kind })
      // A first sync queries all views anyway.
      if (loaded.kind !== 'added' || state.marks.has('whole')) this.#changedIn.add(state.pages.get(id)?.parent ?? '')
    } else {
      const isGone = loaded.found === 'trashed' || deleted?.has(id) || (await this.#isGone(id))
      if (isGone) gone.add(id)
    }
  }

  async #isGone(id: Id): Promise<boolean> {
    const { state, source } = this.#tools
    return state.pages.has(id) && (await source.confirmGone([id])).length > 0
  }

  #limitLoss(known: ReadonlyMap<Id, unknown>, gone: ReadonlySet<Id>, unlisted: ReadonlySet<Id>): LossResult {
    const acceptLoss = this.#options.acceptLoss === true
    return limitLoss(this.#tools.state, known, { gone, unlisted, acceptLoss })
  }

  /** Removes the given pages, except those that are reached or kept. */
  #remove(ids: readonly Id[], { reached, kept }: LossResult, progress: Progress): void {
    const { state } = this.#tools
    for (const id of ids) {
      if (reached.has(id) || kept.has(id)) continue
      // The manifest may still list it if the state was lost.
      if (!state.marks.has('whole')) state.set('removed', id, true)
      if (!state.pages.has(id)) continue
      progress.changed({ id, title: state.pages.get(id)?.title ?? '', kind: 'removed' })
      state.delete('pages', id)
    }
  }
}

const NO_LANGUAGE_ROOT = 'NOTION_ROOT_PAGE names it for a language, but the workspace shows no such page'

const finishFailed = (progress: Progress, error: SyncError | CallError) =>
  progress.finish('failed', error.message, error instanceof SyncWriteError ? error.reason : undefined)

/** Returns a file's address without its signature. */
const removeSignature = (address: string) => address.replace(/\?.*$/s, '').slice(0, 200)

/**
 * Queues the known pages that changed, and those that could not be fetched and are due for another attempt. Throws {@link SyncError} if
 * the workspace cannot be read at all.
 */
async function checkKnownPages(
  crawl: Crawl,
  tools: SyncTools,
  progress: Progress,
  { isFirst, onRoot }: { isFirst: boolean; onRoot: (entry: unknown) => void },
): Promise<CheckedPages> {
  const { state, source } = tools
  const unknown = findUnknownLeads(state)
  try {
    const checked = await source.checkPages(unknown)
    // The caller reads the root page's space from it: pages of other spaces do not belong to the site.
    onRoot(checked.tables.block.get(state.root))
    for (const { id, reason } of checked.unknown) progress.failed({ id, title: state.pages.get(id)?.title, reason })
    for (const [id, stamp] of checked.changed) crawl.add(id, stamp)
    for (const [id, attempts] of state.missed) {
      if (isDue(attempts)) crawl.add(id)
      else progress.failed({ id, reason: 'it could not be fetched, and is tried again later' })
    }
    // After an interrupted run, all pages that known pages link to are checked again.
    crawl.queueNewPages(isFirst ? unknown : unknown.filter((id) => checked.tables.block.has(id)), checked.tables)
    crawl.queueNewPages(checked.added, checked.tables)
    await requestUnanswered(crawl, tools, checked.tables)
    progress.pages = state.pages.size - checked.changed.size
    progress.pagesKnown = state.pages.size
    return checked
  } catch (error) {
    throw error instanceof CallError ? source.explainFailedStart(error) : error
  }
}

/** Requests the rows of each collection that a known page shows, and queues new rows. */
async function checkCollections(crawl: Crawl, { state, source }: SyncTools, progress: Progress): Promise<void> {
  await Promise.all(
    [...findShownCollections(state)].map(async (id) => {
      try {
        const tables = await source.checkRows(id, 'normal')
        if (tables !== undefined) crawl.queueNewPages(state.collections.get(id)?.rows ?? [], tables)
      } catch (error) {
        if (!(error instanceof CallError)) throw error
        progress.failed({ id, reason: `the rows of a database: ${error.message}` })
      }
    }),
  )
}
