import { readWidgets } from '../workspace/clean/dashboards'
import { findViewCollection } from '../workspace/clean/view'
import { toUuid } from '../workspace/ids'
import { type Id, PAGE_TYPES } from '../workspace/record-map'
import { type Fields, isObject } from '../workspace/values'
import { getRecord, getSpace, type Tables } from './tables'

/** The maximum number of blocks of one page that are visited. */
const MAX_BLOCKS = 50_000

/** A view of a collection, as a block of the page shows it. */
export interface ShownView {
  collection: Id
  view: Id
  space: Id | undefined
}

/** The objects that a page's content refers to, as far as its blocks are known. */
export interface PageWalk {
  /** Blocks that the page shows, itself first; child pages without their content. */
  shown: Id[]
  /** Blocks that its content names and that were not requested yet. */
  missing: Id[]
  /** Its views, with those of the widgets of dashboards. */
  views: ShownView[]
  dashboards: Id[]
  users: Id[]
}

/** Visits the content of a page, including the synced blocks that it shows, but not the content of child pages. */
export function walkPage(page: Id, tables: Tables): PageWalk {
  const shown = new Set<Id>()
  const missing = new Set<Id>()
  const views: ShownView[] = []
  const dashboards: Id[] = []
  const users = new Set<Id>()
  const waiting = [page]
  for (let id = waiting.pop(); id !== undefined && shown.size < MAX_BLOCKS; id = waiting.pop()) {
    if (shown.has(id)) continue
    const entry = tables.block.get(id)
    const block = getRecord(entry)
    if (block === undefined) {
      if (entry === undefined) missing.add(id)
      continue
    }
    shown.add(id)
    if (block.alive === false && id !== page) continue
    if (PAGE_TYPES.has(String(block.type))) {
      for (const by of [block.created_by_id, block.last_edited_by_id]) add(users, by)
      // A database that is a page of its own is one of the child pages.
      if (id !== page) continue
    }
    const found = findViews(block, getSpace(entry), tables)
    views.push(...found.views)
    dashboards.push(...found.dashboards)
    const { objects, people } = findMentions(block.properties)
    for (const person of people) add(users, person)
    for (const next of [...readIds(block.content), readPointer(block), ...objects])
      if (next !== undefined) waiting.push(next)
  }
  return { shown: [...shown], missing: [...missing], views, dashboards, users: [...users] }
}

function findViews(
  block: Fields,
  space: Id | undefined,
  { collection_view }: Tables,
): Pick<PageWalk, 'views' | 'dashboards'> {
  const { type, collection_id, view_ids, format } = block
  if (type !== 'collection_view' && type !== 'collection_view_page') return { views: [], dashboards: [] }
  const listed = readIds(view_ids)
  const dashboards = listed.filter((id) => getRecord(collection_view.get(id))?.type === 'dashboard')
  const widgets = dashboards.flatMap((id) => readWidgets(getRecord(collection_view.get(id)), NO_LAYOUTS).flat())
  const views = [...new Set([...listed, ...widgets.map(({ view }) => view)])].filter((id) => !dashboards.includes(id))
  const pointed = views.map((id) => findViewCollection(getRecord(collection_view.get(id))))
  const own = toUuid(collection_id) ?? findViewCollection({ format }) ?? pointed.find((id) => id !== undefined)
  const shown = views.flatMap((view, at) => {
    const collection = pointed[at] ?? own
    return collection === undefined ? [] : [{ collection, view, space }]
  })
  return { views: shown, dashboards }
}

/** The sync has put the widgets of a dashboard into its view. */
const NO_LAYOUTS: ReadonlyMap<string, unknown> = new Map()

/** Returns the id of the original that a synced block shows. */
function readPointer({ type, format }: Fields): Id | undefined {
  if (type !== 'transclusion_reference' || !isObject(format)) return undefined
  const pointer = format.transclusion_reference_pointer
  return isObject(pointer) ? toUuid(pointer.id) : undefined
}

/** Returns the external objects and people that texts mention. */
function findMentions(properties: unknown): { objects: Id[]; people: Id[] } {
  const named = { objects: [] as Id[], people: [] as Id[] }
  if (!isObject(properties)) return named
  for (const text of Object.values(properties)) {
    for (const piece of Array.isArray(text) ? text : []) {
      const formats: unknown = Array.isArray(piece) ? piece[1] : undefined
      for (const format of Array.isArray(formats) ? formats : []) {
        const [kind, value]: unknown[] = Array.isArray(format) ? format : []
        const id = toUuid(value)
        if (id !== undefined && kind === 'eoi') named.objects.push(id)
        if (id !== undefined && kind === 'u') named.people.push(id)
      }
    }
  }
  return named
}

function readIds(value: unknown): Id[] {
  return Array.isArray(value) ? value.flatMap((each) => toUuid(each) ?? []) : []
}

function add(ids: Set<Id>, value: unknown): void {
  const id = toUuid(value)
  if (id !== undefined) ids.add(id)
}
