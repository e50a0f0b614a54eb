import { collectionMessagesFor } from '../../messages/parts/collection'
import type { Names } from '../../workspace/property-values'
import { viewFilter } from '../../workspace/query/filters'
import type { ReadValue } from '../../workspace/query/row-values'
import { sortRows, viewSorts } from '../../workspace/query/sorts'
import type { Block, Collection, CollectionView, QueryAnswer } from '../../workspace/record-map'
import { isViewType, VIEW_TYPES, type ViewType } from '../../workspace/supported'
import { getIconAddress } from '../icon-address'
import { readRecord, readString } from '../read-values'
import type { ViewContext } from '../view-context'
import type { Cover, View } from '../wire/collection'
import { FIRST_ROWS } from '../wire/first-rows'
import { getShownProperties, type ShownProperty } from './columns'
import type { CoverSource } from './covers'
import { type Group, groupRows } from './groups'
import { prepareTotals } from './totals'

/** A view of one of the types that are shown. */
export type SupportedView = CollectionView & { type: ViewType }

export type ViewSettings = Pick<View, 'id' | 'type' | 'name' | 'icon' | 'hideName' | 'hideIcons' | 'pageSize'>

/** A view with its rows and properties still named by what they are, not by where they stand. */
export interface PlannedView {
  settings: ViewSettings
  properties: ShownProperty[]
  groups: Group[]
  cover?: Pick<Cover, 'size' | 'aspect'> & { source: CoverSource }
}

export interface ViewPlanContext {
  collection: Collection
  rows: Block[]
  answers: Record<string, QueryAnswer>
  read: ReadValue
  /** Reads relations whole, also to pages that do not exist for the viewer. */
  readToFilter: ReadValue
  names: Names
  context: ViewContext
  now: number
}

/** The views that are of a type that is shown; `note` is told of the others. */
export function getShownViews(views: CollectionView[], { note }: ViewContext): SupportedView[] {
  const isShown = (view: CollectionView): view is SupportedView => isViewType(view.type)
  for (const view of views) {
    if (!isShown(view)) note?.(`Collection view of unsupported type "${view.type}" skipped`)
  }
  return views.filter(isShown)
}

/** The name under which a view goes in the browser and in addresses. */
export const getViewName = ({ id }: CollectionView): string => id.slice(0, 8)

/** What a view is, without its rows. */
export function getViewSettings(view: SupportedView, collection: Collection, context: ViewContext): ViewSettings {
  const { type, format, name } = view
  const icon = readString(format.collection_view_icon)
  const address = icon && getIconAddress(icon, view.id, context.fileAddress)
  const hideName = format.hide_linked_collection_name ?? collection.format.hide_linked_collection_name
  return {
    id: getViewName(view),
    type,
    name: name.trim() || collectionMessagesFor(context.locale).viewNames[type],
    ...(address && { icon: address }),
    ...(hideName === true && { hideName: true }),
    ...(format.show_page_icon === false && { hideIcons: true }),
    pageSize: readPageSize(format.inline_collection_first_load_limit),
  }
}

/** As many rows as the view says, but never more at once than a page shows at first. */
function readPageSize(stored: unknown): number {
  const { limit } = readRecord(stored)
  return typeof limit === 'number' && limit >= 1 ? Math.min(Math.floor(limit), FIRST_ROWS) : FIRST_ROWS
}

/** Decides what a view shows, of which rows, in which order. */
export function planView(view: SupportedView, world: ViewPlanContext): PlannedView {
  const { collection, names, read } = world
  const properties = getShownProperties(view, view.type, collection)
  const ids = properties.map(({ id }) => id)
  const groups = groupRows(view, view.type, selectRows(view, world), {
    schema: collection.schema,
    read,
    context: world.context,
  })
  return {
    settings: getViewSettings(view, collection, world.context),
    properties,
    groups:
      view.type === 'table'
        ? groups.map((group) => ({
            ...group,
            totals: prepareTotals(view, ids, collection.schema, group.rows, read, names),
          }))
        : groups,
    cover: planCover(view),
  }
}

/**
 * The rows that the view's own filter keeps, sorted by its sorts, and otherwise in the order of the workspace's answer, then in
 * that in which editors dragged them.
 */
function selectRows(view: SupportedView, world: ViewPlanContext): Block[] {
  const { collection, rows, answers, read, readToFilter, names, now } = world
  const { schema } = collection
  const answer = Object.hasOwn(answers, view.id) ? answers[view.id] : undefined
  const answered = answer ? [...answer.rows, ...answer.groups.flatMap((group) => group.rows)] : []
  const filter = viewFilter(view, { schema, read: readToFilter, names, now })
  for (const { reason, operator = '' } of filter.notes) {
    world.context.note?.(`Filter of a collection view skipped: ${reason} ${JSON.stringify(operator.slice(0, 50))}`)
  }
  const byId = new Map(rows.map((row) => [row.id, row]))
  const inOrder = (ids: Iterable<string>) => [...new Set(ids)].flatMap((id) => byId.get(id) ?? [])
  // Where the filter means nothing to us, the workspace's answer is the best there is.
  const kept =
    !filter.understood && answer !== undefined
      ? inOrder(answered)
      : inOrder([...answered, ...view.order, ...byId.keys()]).filter(filter.keeps)
  return sortRows(kept, viewSorts(view, schema), { schema, read, names })
}

function planCover({ format, type }: SupportedView): PlannedView['cover'] {
  if (!VIEW_TYPES[type].hasCovers) return undefined
  const { type: kind, property } = readRecord(format[`${type}_cover`])
  const source = getCoverSource(kind, readString(property))
  if (source === undefined) return undefined
  const size = format[`${type}_cover_size`]
  const aspect = format[`${type}_cover_aspect`]
  return {
    source,
    size: size === 'small' || size === 'large' ? size : 'medium',
    aspect: aspect === 'contain' ? 'contain' : 'cover',
  }
}

function getCoverSource(kind: unknown, property: string | undefined): CoverSource | undefined {
  if (kind === 'page_cover') return { kind: 'page' }
  if (kind === 'page_content' || kind === 'page_content_first') return { kind: 'content' }
  return (kind === 'property' || kind === 'file') && property !== undefined ? { kind: 'property', property } : undefined
}
