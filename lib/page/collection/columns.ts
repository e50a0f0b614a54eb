import type { ColumnKind } from '../../../islands/collection/data'
import { type DateFormats, readDateFormats } from '../../workspace/dates'
import { isReadable, readListedProperties } from '../../workspace/read/shown-properties'
import type { Collection, CollectionView, PropertySchema } from '../../workspace/record-map'
import type { ViewType } from '../../workspace/supported'
import type { Fields } from '../../workspace/values'

const KINDS: Record<string, ColumnKind> = {
  title: 'title',
  number: 'number',
  select: 'tags',
  status: 'tags',
  multi_select: 'tags',
  date: 'date',
  created_time: 'date',
  last_edited_time: 'date',
  person: 'people',
  created_by: 'people',
  last_edited_by: 'people',
  file: 'files',
  checkbox: 'checkbox',
  url: 'link',
  email: 'link',
  phone_number: 'link',
  relation: 'pages',
}

const TITLE_WIDTH = 280
const COLUMN_WIDTH = 200
const [MIN_WIDTH, MAX_WIDTH] = [32, 2000]

/** Returns how a stored property is shown. Unknown types are text. For formulas and rollups the results decide. */
export function getColumnKind(schema: PropertySchema): ColumnKind {
  return (Object.hasOwn(KINDS, schema.type) && KINDS[schema.type]) || 'text'
}

/** Returns the id of the title property. */
export function findTitleProperty(collection: Collection): string {
  return Object.entries(collection.schema).find(([, { type }]) => type === 'title')?.[0] ?? 'title'
}

export interface ShownProperty {
  id: string
  width: number
  /** Whether long text wraps. */
  wraps: boolean
  /** How the view shows the values; undefined if it follows the property. */
  settings?: ColumnSettings
}

/** How a view shows the values of a property: the formats of dates, and whether a status is shown as a checkbox. */
export interface ColumnSettings extends DateFormats {
  asCheckbox?: true
}

/**
 * Returns the properties that a view shows, in order. The title comes first, unless a table has it elsewhere or a gallery hides it.
 * `by` is the property by whose dates or places the view shows its rows; it follows the title.
 */
export function getShownProperties(
  view: CollectionView,
  type: ViewType,
  collection: Collection,
  by?: string,
): ShownProperty[] {
  const title = findTitleProperty(collection)
  const configured = readListedProperties(view, type)
  // A table without configured properties shows all of them; other views show only titles.
  const all = configured.length === 0 && type === 'table' ? Object.keys(collection.schema) : []
  const wanted = [...configured, ...all.map((property): Record<string, unknown> => ({ property }))]
  const shown = new Map<string, ShownProperty>()
  const wrapsAll = view.format.table_wrap === true
  if (by !== undefined && Object.hasOwn(collection.schema, by)) {
    const settings = readDateFormats(configured.find(({ property }) => property === by))
    shown.set(by, { id: by, width: COLUMN_WIDTH, wraps: false, settings })
  }
  for (const { property: id, visible, width, wrap, ...settings } of wanted) {
    if (typeof id !== 'string' || !Object.hasOwn(collection.schema, id) || shown.has(id)) continue
    const schema = collection.schema[id]
    if (!isReadable(schema)) continue
    if (visible === false && id !== title) continue
    shown.set(id, {
      id,
      width: readColumnWidth(width, id === title),
      wraps: typeof wrap === 'boolean' ? wrap : wrapsAll,
      settings: readColumnSettings(settings, schema),
    })
  }
  const titled = shown.get(title) ?? { id: title, width: TITLE_WIDTH, wraps: wrapsAll }
  if (type === 'table' && shown.has(title)) return [...shown.values()]
  shown.delete(title)
  return type === 'gallery' && view.format.gallery_title_visible === false
    ? [...shown.values()]
    : [titled, ...shown.values()]
}

function readColumnSettings(stored: Fields, { type }: PropertySchema): ColumnSettings | undefined {
  return type === 'status' && stored.status_show_as === 'checkbox' ? { asCheckbox: true } : readDateFormats(stored)
}

function readColumnWidth(width: unknown, isTitle: boolean): number {
  const isWidth = typeof width === 'number' && width >= MIN_WIDTH && width <= MAX_WIDTH
  return isWidth ? Math.round(width) : isTitle ? TITLE_WIDTH : COLUMN_WIDTH
}
