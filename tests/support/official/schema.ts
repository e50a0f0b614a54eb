import type { HostedRecord } from '../hosted/data'
import { encodeProperty, type Fields, readFields, readList, readPieces, readString, toPlain } from './records'
import { toColor } from './rich-text'
import type { PropertyConfig } from './shapes'
import type { VisibleWorkspace } from './visible-workspace'

export interface Option {
  id: string
  name: string
  color: 'default'
}

export interface Property extends Fields {
  key: string
  name: string
  /** The type as the API calls it. */
  kind: string
}

/** Types that the API calls differently. */
const KINDS: Record<string, string> = {
  text: 'rich_text',
  person: 'people',
  file: 'files',
  auto_increment_id: 'unique_id',
}
const KNOWN = new Set(
  'title rich_text number select multi_select status date people files checkbox url email phone_number formula relation rollup created_time created_by last_edited_time last_edited_by unique_id button verification place'.split(
    ' ',
  ),
)

/** Returns the properties of a collection. Relations to collections that are not shared are silently omitted, as are their rollups. */
export function listProperties(collection: HostedRecord, workspace: VisibleWorkspace): Property[] {
  const all = Object.entries(readFields(collection.schema)).flatMap(([key, value]): Property[] => {
    const column = readFields(value)
    const type = String(column.type)
    const kind = KINDS[type] ?? type
    return KNOWN.has(kind) ? [{ ...column, key, name: String(column.name), kind }] : []
  })
  const lost = new Set(
    all
      .filter((each) => each.kind === 'relation' && workspace.collection(getRelated(each)) === undefined)
      .map(({ key }) => key),
  )
  return all.filter(({ key, kind, relation_property }) => {
    return !lost.has(key) && !(kind === 'rollup' && lost.has(String(relation_property)))
  })
}

export function getRelated(property: Fields): string {
  return String(property.collection_id ?? readFields(property.collection_pointer).id)
}

export function readOptions(property: Fields): Option[] {
  return readList(property.options).map((option) => {
    const { id, value, color } = readFields(option)
    return { id: String(id), name: String(value), color: toColor(color) as 'default' }
  })
}

export const getCollectionName = (collection: HostedRecord): string => toPlain(readPieces(collection.name))

export function toConfig(
  property: Property,
  properties: readonly Property[],
  workspace: VisibleWorkspace,
): PropertyConfig {
  const { key, name, kind } = property
  const config = toSettings(property, properties, workspace)
  return { id: encodeProperty(key), name, description: null, type: kind, [kind]: config } as unknown as PropertyConfig
}

function toSettings(property: Property, properties: readonly Property[], workspace: VisibleWorkspace): Fields {
  const options = () => readOptions(property).map((option) => ({ ...option, description: null }))
  switch (property.kind) {
    case 'number':
      return { format: readString(property.number_format) ?? 'number' }
    case 'select':
    case 'multi_select':
      return { options: options() }
    case 'status':
      return {
        options: options(),
        groups: readList(property.groups).map((group) => {
          const { id, name, color, optionIds } = readFields(group)
          return { id: String(id), name: String(name), color: toColor(color), option_ids: readList<string>(optionIds) }
        }),
      }
    case 'formula':
      // An opaque text, because the API's formula language is not that of the stored tree.
      return { expression: JSON.stringify(property.formula ?? property.formula2 ?? '') }
    case 'unique_id':
      return { prefix: readString(property.prefix) ?? null }
    case 'relation':
      return toRelation(property, workspace)
    case 'rollup': {
      const relation = properties.find(({ key }) => key === property.relation_property)
      const related = relation && workspace.collection(getRelated(relation))
      const target = related && readFields(readFields(related.schema)[String(property.target_property)])
      return {
        rollup_property_name: String(target?.name ?? ''),
        relation_property_name: relation?.name ?? '',
        rollup_property_id: String(property.target_property),
        relation_property_id: String(property.relation_property),
        function: getRollupFunction(property),
      }
    }
    default:
      return {}
  }
}

export const getRollupFunction = (property: Fields): string => readString(property.aggregation) ?? 'show_original'

function toRelation(property: Property, workspace: VisibleWorkspace): Fields {
  const data_source_id = getRelated(property)
  const related = workspace.collection(data_source_id)
  const ends = { database_id: String(related?.parent_id), data_source_id }
  const synced = readString(property.property)
  const other = synced && related ? readFields(readFields(related.schema)[synced]) : undefined
  if (synced === undefined || other === undefined) {
    return { ...ends, type: 'single_property', single_property: {} }
  }
  const dual_property = { synced_property_name: String(other.name), synced_property_id: encodeProperty(synced) }
  return { ...ends, type: 'dual_property', dual_property }
}
