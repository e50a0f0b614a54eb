import { toSafeIcon } from '../address'
import type { CollectionView, Id } from '../record-map'
import { type Fields, isObject, isSafeKey, readIdentifier, readNumberWithin } from '../values'
import { cleanIds } from './block'
import type { Note } from './changes'
import { cleanSettings } from './json'
import { cleanName } from './string'

const ALLOWED_VALUES: Readonly<Record<string, readonly string[]>> = {
  cover_size: ['small', 'medium', 'large'],
  cover_aspect: ['cover', 'contain'],
}

/** Cleans a view of a collection. Returns undefined if it is in the trash. The default type is a table. */
export function cleanView(id: Id, record: Fields, note: Note): CollectionView | undefined {
  if (record.alive === false) {
    note('deleted')
    return undefined
  }
  const type = readIdentifier(record.type)
  if (type === undefined) note('wrong-type', 'type')
  return {
    id,
    type: type ?? 'table',
    name: cleanName(record.name) ?? '',
    format: cleanDisplay(record.format, note),
    query: { ...cleanSettings(record.query, note, 'query'), ...cleanSettings(record.query2, note, 'query2') },
    order: cleanIds(record.page_sort, 'page_sort', note),
  }
}

/** Cleans the display settings of a view or a collection. Known settings have valid values in the result. */
export function cleanDisplay(value: unknown, note: Note): Record<string, unknown> {
  const settings = cleanSettings(value, note, 'format')
  const display: Record<string, unknown> = {}
  for (const [key, setting] of Object.entries(settings)) {
    const cleaned = cleanSetting(key, setting, settings)
    if (cleaned !== undefined) display[key] = cleaned
    else note('wrong-type', `format/${key}`)
  }
  return display
}

function cleanSetting(key: string, value: unknown, settings: Fields): unknown {
  if (/_properties$|^property_visibility$/.test(key)) return cleanListedProperties(value)
  if (key === 'collection_view_icon') return toSafeIcon(value)
  if (key === 'collection_groups') return cleanGroups(value, settings.collection_group_by)
  if (/^board_(?:columns|groups)\d*$/.test(key)) return cleanGroups(value, settings.board_columns_by)
  if (/^(?:collection_group_by|board_columns_by)$|_cover$/.test(key)) return isObject(value) ? value : undefined
  if (key.endsWith('_cover_position')) return readNumberWithin(value, 0, 1)
  const words = ALLOWED_VALUES[/cover_(?:size|aspect)$/.exec(key)?.[0] ?? '']
  return words === undefined ? value : words.find((word) => word === value)
}

/** Cleans the properties that a view lists, with their widths in pixels. */
function cleanListedProperties(value: unknown): unknown[] | undefined {
  if (!Array.isArray(value)) return undefined
  return value.flatMap((entry) => {
    if (!isObject(entry) || typeof entry.property !== 'string' || !isSafeKey(entry.property)) return []
    const { width, ...rest } = entry
    const pixels = readNumberWithin(width, 1, 5000)
    return [pixels === undefined ? rest : { ...rest, width: pixels }]
  })
}

/** Cleans the groups that a view lists. A group without a value holds the rows without a value, and gets the type of the grouping. */
function cleanGroups(value: unknown, groupedBy: unknown): unknown[] | undefined {
  if (!Array.isArray(value)) return undefined
  const type = isObject(groupedBy) ? readIdentifier(groupedBy.type) : undefined
  return value.flatMap((group) => {
    if (!isObject(group)) return []
    if (isObject(group.value) && readIdentifier(group.value.type) !== undefined) return [group]
    return type === undefined ? [] : [{ ...group, value: { type } }]
  })
}
