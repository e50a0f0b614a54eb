import type { HostedRecord } from '../hosted/data'
import { computeRows, toFormulaResult } from './computed'
import { toFile } from './files'
import { encodeProperty, type Fields, getText, type Piece, readString, toMinute } from './records'
import { readFormatValue, toDate, toPlainValue, toRichText } from './rich-text'
import { getRelated, getRollupFunction, listProperties, type Property, readOptions } from './schema'
import type { PagePropertyValue, Text } from './shapes'
import { toPartialUser, toUser } from './users'
import type { VisibleWorkspace } from './visible-workspace'

/** Most references of one property in a page object. All of them are returned only by a request for the property. */
const MAX_REFERENCES = 25

/** The type and complete value of a property. `items` are the parts of a value that is returned in pages. */
export type PropertyContent = { type: string; value: unknown; items?: unknown[] }

/** Returns the properties of a page by name, as a page object contains them. */
export function toPageProperties(page: HostedRecord, workspace: VisibleWorkspace): Record<string, PagePropertyValue> {
  const found: Record<string, PagePropertyValue> = {}
  for (const property of listPageProperties(page, workspace)) {
    const { type, value, items } = readProperty(page, property, workspace)
    const cut = items && cutReferences(type, items)
    const more = type === 'relation' ? { has_more: (items?.length ?? 0) > MAX_REFERENCES } : {}
    found[property.name] = {
      id: encodeProperty(property.key),
      type,
      [type]: cut ?? value,
      ...more,
    } as unknown as PagePropertyValue
  }
  return found
}

/** Returns the properties of a page. A page that is not a row has only a title. */
export function listPageProperties(page: HostedRecord, workspace: VisibleWorkspace): Property[] {
  const collection = page.parent_table === 'collection' ? workspace.collection(page.parent_id) : undefined
  if (collection === undefined) return [{ key: 'title', name: 'title', kind: 'title' }]
  return listProperties(collection, workspace)
}

function cutReferences(type: string, items: unknown[]): unknown[] {
  if (type === 'people' || type === 'relation') return items.slice(0, MAX_REFERENCES)
  let mentions = 0
  const end = (items as Text).findIndex((item) => item.type === 'mention' && ++mentions > MAX_REFERENCES)
  return end === -1 ? items : items.slice(0, end)
}

export function readProperty(page: HostedRecord, property: Property, workspace: VisibleWorkspace): PropertyContent {
  const { key, kind } = property
  const pieces = getText(page, key)
  const listed = (items: unknown[]): PropertyContent => ({ type: kind, value: items, items })
  switch (kind) {
    case 'title':
    case 'rich_text':
      return listed(toRichText(pieces, workspace))
    case 'people':
      return listed(readFormatValue(pieces, 'u').map((id) => toUser(String(id), workspace)))
    case 'relation':
      return listed(listRelated(pieces, property, workspace))
    case 'formula':
      return { type: kind, value: readFormula(page, property, workspace) }
    case 'rollup':
      return { type: kind, value: readRollup(page, property, workspace) }
    default:
      return { type: kind, value: readSimple(page, pieces, property, workspace) }
  }
}

function readSimple(page: HostedRecord, pieces: Piece[], property: Property, workspace: VisibleWorkspace): unknown {
  const text = toPlainValue(pieces)
  switch (property.kind) {
    case 'number':
      return text === null || Number.isNaN(Number(text)) ? null : Number(text)
    case 'select':
    case 'status':
      return readOptions(property).find(({ name }) => name === text) ?? null
    case 'multi_select': {
      const chosen = text?.split(',') ?? []
      const options = readOptions(property)
      return chosen.flatMap((name) => options.find((option) => option.name === name) ?? [])
    }
    case 'date':
      return toDate(readFormatValue(pieces, 'd')[0])
    case 'files':
      return pieces.flatMap(([name, formats]) => {
        const address = readString(formats.find(([kind]) => kind === 'a')?.[1])
        return address === undefined ? [] : [{ name, ...toFile(address, workspace) }]
      })
    case 'checkbox':
      return text === 'Yes'
    case 'url':
    case 'email':
    case 'phone_number':
      return text
    case 'created_time':
    case 'last_edited_time':
      return toMinute(page[property.kind])
    case 'created_by':
    case 'last_edited_by': {
      const id = readString(page[`${property.kind}_id`])
      return id === undefined ? toPartialUser(id) : toUser(id, workspace)
    }
    case 'unique_id':
      return { prefix: readString(property.prefix) ?? null, number: text === null ? null : Number(text) }
    case 'verification':
      return { state: 'unverified', date: null, verified_by: null }
    case 'button':
      return {}
    default:
      return null
  }
}

/** Returns the rows that a relation refers to, without those in the trash. */
function listRelated(pieces: Piece[], property: Property, workspace: VisibleWorkspace): { id: string }[] {
  const rows = new Set(workspace.listRows(getRelated(property)).map(({ id }) => id))
  return readFormatValue(pieces, 'p').flatMap((id) => (rows.has(String(id)) ? [{ id: String(id) }] : []))
}

function readFormula(page: HostedRecord, { key }: Property, workspace: VisibleWorkspace): Fields {
  const collection = workspace.collection(page.parent_id)
  const computed = collection && computeRows(collection, workspace)
  const row = computed?.rows.get(page.id)
  if (computed === undefined || row === undefined) return { type: 'unsupported', unsupported: {} }
  return toFormulaResult(computed.read(row, key), computed.names)
}

/** Returns one number or date, or the values of the related rows. */
function readRollup(page: HostedRecord, property: Property, workspace: VisibleWorkspace): Fields {
  const collection = workspace.collection(page.parent_id)
  const computed = collection && computeRows(collection, workspace)
  const row = computed?.rows.get(page.id)
  const relation =
    collection && listProperties(collection, workspace).find(({ key }) => key === property.relation_property)
  if (computed === undefined || row === undefined || relation === undefined) {
    return { type: 'unsupported', unsupported: {}, function: getRollupFunction(property) }
  }
  const by = { function: getRollupFunction(property) }
  if (!by.function.startsWith('show_')) {
    const value = toFormulaResult(computed.read(row, property.key), computed.names)
    if (value.type === 'date') return { ...value, ...by }
    return { type: 'number', number: value.type === 'number' ? value.number : null, ...by }
  }
  const related = workspace.collection(getRelated(relation))
  const target = related && listProperties(related, workspace).find(({ key }) => key === property.target_property)
  if (target === undefined) return { type: 'array', array: [], ...by }
  const array = listRelated(getText(page, relation.key), relation, workspace).flatMap(({ id }) => {
    const other = workspace.block(id)
    if (other === undefined || target.kind === 'rollup') return []
    const { type, value } = readProperty(other, target, workspace)
    return [{ type, [type]: value }]
  })
  return { type: 'array', array: array.slice(0, MAX_REFERENCES), ...by }
}
