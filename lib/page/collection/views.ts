import { viewFilter } from '../../workspace/filters'
import type { Names } from '../../workspace/property-values'
import type { Block, Collection, CollectionView, QueryAnswer } from '../../workspace/record-map'
import type { ReadValue } from '../../workspace/row-values'
import { sortRows, viewSorts } from '../../workspace/sorts'
import { record, string } from '../read'
import type { ViewContext } from '../types'
import { type ShownProperty, shownProperties } from './columns'
import type { CoverSource } from './covers'
import { type Group, groupRows } from './groups'
import { labelsFor } from './labels'
import { prepareTotals } from './totals'
import type { Cover, Total, View, ViewType } from './types'

/** A view with its rows and properties still named by what they are, not by where they stand. */
export interface PlannedView {
  type: ViewType
  settings: Pick<View, 'id' | 'type' | 'name' | 'wrap' | 'hideName' | 'hideIcons'>
  properties: ShownProperty[]
  groups: (Group & { totals?: (Total | null)[] })[]
  cover?: Pick<Cover, 'size' | 'aspect'> & { source: CoverSource }
}

export interface ViewWorld {
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

const TYPES: ReadonlySet<string> = new Set(['table', 'gallery', 'list', 'board'] satisfies ViewType[])

function isViewType(type: string): type is ViewType {
  return TYPES.has(type)
}

/** Decides what a view shows, of which rows, in which order; undefined, with a warning, for a type that is not shown. */
export function planView(view: CollectionView, world: ViewWorld): PlannedView | undefined {
  const { type, format } = view
  if (!isViewType(type)) {
    console.warn(`Collection view of unsupported type "${type}" skipped`)
    return undefined
  }
  const { collection, names, read, context } = world
  const properties = shownProperties(view, type, collection)
  const groups = groupRows(view, type, viewRows(view, world), { schema: collection.schema, read, context })
  const ids = properties.map(({ id }) => id)
  const hideName = format.hide_linked_collection_name ?? collection.format.hide_linked_collection_name
  return {
    type,
    settings: {
      id: view.id.slice(0, 8),
      type,
      name: view.name.trim() || labelsFor(context.locale).viewNames[type],
      ...(format.table_wrap === true && { wrap: true }),
      ...(hideName === true && { hideName: true }),
      ...(format.show_page_icon === false && { hideIcons: true }),
    },
    properties,
    groups:
      type === 'table'
        ? groups.map((group) => ({ ...group, totals: prepareTotals(view, ids, group.rows, read, names) }))
        : groups,
    cover: planCover(view, type),
  }
}

/** The rows that the view's own filter keeps, sorted by its sorts, and otherwise in the order of the workspace's answer. */
function viewRows(view: CollectionView, world: ViewWorld): Block[] {
  const { collection, rows, answers, read, readToFilter, names, now } = world
  const { schema } = collection
  const answer = Object.hasOwn(answers, view.id) ? answers[view.id] : undefined
  const answered = answer ? [...answer.rows, ...answer.groups.flatMap((group) => group.rows)] : []
  const filter = viewFilter(view, { schema, read: readToFilter, names, now })
  const byId = new Map(rows.map((row) => [row.id, row]))
  const inOrder = [...new Set(answered)].flatMap((id) => byId.get(id) ?? [])
  const known = new Set(inOrder)
  // Where the filter means nothing to us, the workspace's answer is the best there is.
  const trusted = !filter.understood && answer !== undefined
  const kept = trusted ? inOrder : [...inOrder, ...rows.filter((row) => !known.has(row))].filter(filter.keeps)
  return sortRows(kept, viewSorts(view, schema), { schema, read, names })
}

function planCover({ format }: CollectionView, type: ViewType): PlannedView['cover'] {
  if (type !== 'gallery' && type !== 'board') return undefined
  const { type: kind, property } = record(format[`${type}_cover`])
  const source = coverSource(kind, string(property))
  if (source === undefined) return undefined
  const size = format[`${type}_cover_size`]
  const aspect = format[`${type}_cover_aspect`]
  return {
    source,
    size: size === 'small' || size === 'large' ? size : 'medium',
    aspect: aspect === 'contain' ? 'contain' : 'cover',
  }
}

function coverSource(kind: unknown, property: string | undefined): CoverSource | undefined {
  if (kind === 'page_cover') return { kind: 'page' }
  if (kind === 'page_content' || kind === 'page_content_first') return { kind: 'content' }
  return (kind === 'property' || kind === 'file') && property !== undefined ? { kind: 'property', property } : undefined
}
