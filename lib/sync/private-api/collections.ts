import type { Id } from '../../workspace/record-map'
import type { Fields } from '../../workspace/values'
import { CallError } from '../errors'
import type { Priority } from '../pace'
import type { PageMap } from '../page-file'
import type { PageStore } from '../page-store'
import type { ShownView } from '../page-walk'
import type { KnownCollection, SyncState } from '../state'
import { addTables, getRecord, type Tables } from '../tables'
import { getRecordStamp, planViews, queryView, type ViewAnswer } from './collection-rows'
import type { HostedWorkspace } from './hosted-workspace'

/** Views that are asked again in one refresh after their collection changed; the site sorts and filters by itself meanwhile. */
const STALE_AT_ONCE = 2

/** Asks for the rows of collections: each view once when a page first shows it, then one view of each collection. */
export class Collections {
  /** Collections of which the workspace would not list all rows, whatever was asked. */
  readonly cutShort = new Set<Id>()

  constructor(
    readonly workspace: HostedWorkspace,
    readonly state: SyncState,
    readonly store: PageStore,
  ) {}

  /**
   * Returns the responses for the views that a page shows, by view. Responses in the former page that are still valid are reused. Adds
   * the records of the others to `tables`. Throws {@link CallError}, but not for a private collection, which is returned in `refused`.
   */
  async answersFor(
    page: Id,
    views: readonly ShownView[],
    tables: Tables,
    before: PageMap | undefined,
    priority: Priority,
  ): Promise<{ answers: Map<Id, unknown>; refused: ReadonlySet<Id> }> {
    const answers = new Map<Id, unknown>()
    const refused = new Set<Id>()
    for (const collection of new Set(views.map((each) => each.collection))) {
      const own = views.filter((each) => each.collection === collection)
      try {
        await this.#answerCollection(collection, { page, shown: own, before }, tables, answers, priority)
      } catch (error) {
        // A private collection on a page that is shared is answered with an error of ours, always.
        if (!(error instanceof CallError) || error.kind !== 'refused') throw error
        refused.add(collection)
      }
    }
    return { answers, refused }
  }

  async #answerCollection(
    collection: Id,
    { page, shown, before }: { page: Id; shown: ShownView[]; before: PageMap | undefined },
    tables: Tables,
    answers: Map<Id, unknown>,
    priority: Priority,
  ): Promise<void> {
    const known = this.state.collections.get(collection)
    const { asked, whole } = planViews(
      shown.map(({ view }) => view),
      tables,
    )
    const rows = new Set<Id>(known?.rows)
    const expected = known?.rows.length ?? 0
    const take = (answer: ViewAnswer) => {
      this.#noteExtent(collection, answer)
      addTables(tables, answer.tables)
      for (const row of answer.rows) rows.add(row)
    }
    for (const view of shown.filter((each) => asked.includes(each.view))) {
      const settings = getRecord(tables.collection_view.get(view.view))
      const old = before?.collection_query[collection]?.[view.view]
      const isSame =
        known !== undefined &&
        old !== undefined &&
        getRecordStamp(before?.collection_view[view.view]?.value) === getRecordStamp(settings)
      if (isSame) {
        answers.set(view.view, old)
        continue
      }
      const answer = await queryView(this.workspace, view, settings, { expected, priority })
      answers.set(view.view, answer.results)
      take(answer)
    }
    const [first] = shown
    if (first === undefined) return
    const isAsked = known !== undefined && (await this.#isShown(known.asked.view, collection, { page, shown }))
    if (!isAsked && whole === undefined) {
      take(await queryView(this.workspace, first, undefined, { expected, priority }))
    }
    const record = getRecord(tables.collection.get(collection))
    this.state.set('collections', collection, {
      space: first.space,
      asked: isAsked ? known.asked : { view: whole ?? first.view, bare: whole === undefined },
      rows: [...rows],
      stamp: record === undefined ? (known?.stamp ?? '') : getRecordStamp(record),
      stale: known?.stale ?? [],
    })
  }

  /**
   * Asks one view for the rows and brings the pages that show the collection up to date. Returns the records in the response; undefined
   * if the collection is not shared. Throws {@link CallError}.
   */
  async check(collection: Id, priority: Priority): Promise<Tables | undefined> {
    const known = this.state.collections.get(collection)
    if (known === undefined) return undefined
    const { view, bare } = known.asked
    const settings = bare ? undefined : await this.#settingsOf(collection, view)
    const answer = await this.#ask({ collection, view, space: known.space }, settings, known, priority)
    if (answer === undefined) return undefined
    this.#noteExtent(collection, answer)
    const record = getRecord(answer.tables.collection.get(collection))
    const stamp = record === undefined ? known.stamp : getRecordStamp(record)
    const isChanged = stamp !== known.stamp || answer.rows.join() !== known.rows.join()
    // A list that was cut short takes nothing away.
    const rows = answer.isComplete ? answer.rows : [...new Set([...answer.rows, ...known.rows])]
    const stale = isChanged ? await this.#otherViews(collection, view) : known.stale
    if (isChanged) this.state.set('collections', collection, { ...known, rows, stamp, stale })
    await this.#patch(collection, answer, bare ? undefined : view)
    return answer.tables
  }

  /** Queries some of the views whose responses may be stale. Throws {@link CallError}. */
  async freshen(): Promise<void> {
    let left = STALE_AT_ONCE
    for (const [collection, known] of this.state.collections) {
      for (const view of known.stale.slice(0, left)) {
        left--
        const settings = await this.#settingsOf(collection, view)
        const answer = await this.#ask({ collection, view, space: known.space }, settings, known, 'normal')
        if (answer !== undefined) await this.#patch(collection, answer, view)
        this.#noLongerStale(collection, view)
      }
    }
  }

  /** Marks views as stale after a row was fetched, because views that sort by its properties may order it differently. */
  async rowChanged(collection: Id): Promise<void> {
    const known = this.state.collections.get(collection)
    if (known === undefined || known.stale.length > 0) return
    const stale = await this.#otherViews(collection, known.asked.view)
    if (stale.length > 0) this.state.set('collections', collection, { ...known, stale })
  }

  #noteExtent(collection: Id, { isComplete }: ViewAnswer): void {
    if (isComplete) this.cutShort.delete(collection)
    else this.cutShort.add(collection)
  }

  #noLongerStale(collection: Id, view: Id): void {
    const known = this.state.collections.get(collection)
    if (known === undefined) return
    this.state.set('collections', collection, { ...known, stale: known.stale.filter((each) => each !== view) })
  }

  async #ask(shown: ShownView, settings: Fields | undefined, known: KnownCollection, priority: Priority) {
    try {
      return await queryView(this.workspace, shown, settings, { expected: known.rows.length, priority })
    } catch (error) {
      if (error instanceof CallError && error.kind === 'refused') return undefined
      throw error
    }
  }

  async #patch(collection: Id, { tables, results }: ViewAnswer, view: Id | undefined): Promise<void> {
    const record = getRecord(tables.collection.get(collection))
    for (const page of this.#pagesThatShow(collection)) {
      await this.store.patch(page, (map) => {
        if (record !== undefined) map.collection[collection] = { value: record }
        for (const id of Object.keys(map.collection_query[collection] ?? {})) {
          const settings = getRecord(tables.collection_view.get(id))
          if (settings !== undefined) map.collection_view[id] = { value: settings }
        }
        const answers = map.collection_query[collection]
        if (view !== undefined && answers?.[view] !== undefined) answers[view] = results
      })
    }
  }

  #pagesThatShow(collection: Id): Id[] {
    return [...this.state.pages].flatMap(([id, { collections }]) => (collections.includes(collection) ? [id] : []))
  }

  async #otherViews(collection: Id, view: Id): Promise<Id[]> {
    const others = new Set<Id>()
    for (const page of this.#pagesThatShow(collection)) {
      const map = await this.store.read(page)
      for (const id of Object.keys(map?.collection_query[collection] ?? {})) if (id !== view) others.add(id)
    }
    return [...others]
  }

  /** Whether a view is still there: on the page as it is now, or on another one. */
  async #isShown(view: Id, collection: Id, now: { page: Id; shown: readonly ShownView[] }): Promise<boolean> {
    if (now.shown.some((each) => each.view === view)) return true
    return (await this.#settingsOf(collection, view, now.page)) !== undefined
  }

  async #settingsOf(collection: Id, view: Id, except?: Id): Promise<Fields | undefined> {
    for (const page of this.#pagesThatShow(collection)) {
      if (page === except) continue
      const settings = (await this.store.read(page))?.collection_view[view]?.value
      if (settings !== undefined) return settings
    }
    return undefined
  }
}
