import { createHostedId, type HostedRecord } from '../hosted/data'
import type { EndpointRequest } from './endpoints'
import { createInvalid, createNotFound } from './errors'
import { toDatabase, toDataSource, toPage } from './objects'
import { encodeProperty, type Fields, readFields, readList, readString } from './records'
import { listProperties } from './schema'
import type { VisibleWorkspace } from './visible-workspace'

/** The longest text of one piece that the API takes. */
const MAX_PIECE_LENGTH = 2000

const createRecord = (fields: HostedRecord, { data }: VisibleWorkspace): HostedRecord => {
  const now = Date.now()
  return { version: 1, alive: true, created_time: now, last_edited_time: now, space_id: data.space, ...fields }
}

/** Adds a row to a data source. Other pages cannot be created. */
export function createPage({ body, workspace }: EndpointRequest): unknown {
  const source = readString(readFields(body.parent).data_source_id)
  const collection = workspace.collection(source)
  if (collection === undefined) throw createNotFound('data_source', String(source))
  const properties: Fields = {}
  for (const [name, value] of Object.entries(readFields(body.properties))) {
    const property = listProperties(collection, workspace).find(
      (each) => each.name === name || encodeProperty(each.key) === name,
    )
    if (property === undefined) throw createInvalid(`${name} is not a property that exists.`)
    const given = readFields(value)[property.kind]
    if (given === undefined) throw createInvalid(`${name} is expected to be ${property.kind}.`)
    properties[property.key] = toStored(property.kind, given, workspace)
  }
  const id = createHostedId(`row ${workspace.data.block.size}`)
  const own = { id, type: 'page', properties, content: [], parent_id: collection.id, parent_table: 'collection' }
  const row = createRecord(own, workspace)
  workspace.data.block.set(id, row)
  return toPage(row, workspace)
}

function toStored(kind: string, value: unknown, workspace: VisibleWorkspace): unknown {
  switch (kind) {
    case 'title':
    case 'rich_text':
      return readList(value).map((piece) => toPiece(readFields(piece), workspace))
    case 'relation':
      return readList(value).map((related) => mention(readFields(related).id, workspace))
    case 'select':
    case 'status':
      return [[String(readFields(value).name)]]
    case 'url':
      return [[String(value)]]
    default:
      throw createInvalid(`Unsupported property type ${kind}.`)
  }
}

function toPiece({ text, mention: named }: Fields, workspace: VisibleWorkspace): unknown {
  if (named !== undefined) return mention(readFields(readFields(named).page).id, workspace)
  const content = String(readFields(text).content)
  if (content.length > MAX_PIECE_LENGTH) {
    throw createInvalid(`text.content.length should be ≤ \`${MAX_PIECE_LENGTH}\`, instead was \`${content.length}\`.`)
  }
  return [content]
}

function mention(id: unknown, workspace: VisibleWorkspace): unknown {
  if (workspace.block(id) === undefined) throw createNotFound('page', String(id))
  return ['‣', [['p', String(id)]]]
}

const TYPES: Record<string, string> = { rich_text: 'text' }

/** Returns the stored definition of a property. */
function toColumn(name: string, value: unknown): Fields {
  const fields = readFields(value)
  const [kind = ''] = Object.keys(fields).filter((key) => key !== 'type' && key !== 'name')
  const settings = readFields(fields[kind])
  return {
    name,
    type: TYPES[kind] ?? kind,
    ...(kind === 'select' && {
      options: readList(settings.options).map((option) => {
        const { name: value } = readFields(option)
        return { id: String(value), value, color: 'default' }
      }),
    }),
    ...(kind === 'relation' && { collection_id: settings.data_source_id }),
  }
}

/** Adds a full-page database to a page. */
export function createDatabase({ body, workspace }: EndpointRequest): unknown {
  const parent = workspace.block(readFields(body.parent).page_id)
  if (parent === undefined) throw createNotFound('page', String(readFields(body.parent).page_id))
  const id = createHostedId(`database ${workspace.data.block.size}`)
  const collection = createHostedId(`source ${workspace.data.block.size}`)
  const name = readList(body.title).map((piece) => [String(readFields(readFields(piece).text).content)])
  const schema = Object.fromEntries(
    Object.entries(readFields(readFields(body.initial_data_source).properties)).map(([key, value]) => {
      const column = toColumn(key, value)
      return [column.type === 'title' ? 'title' : key.toLowerCase().replace(/\W/g, ''), column]
    }),
  )
  const place = { parent_id: parent.id, parent_table: 'block' }
  const own = { id, type: 'collection_view_page', collection_id: collection, view_ids: [], ...place }
  const database = createRecord(own, workspace)
  workspace.data.block.set(id, database)
  const source = createRecord({ id: collection, name, schema, parent_id: id, parent_table: 'block' }, workspace)
  workspace.data.collection.set(collection, source)
  parent.content = [...readList(parent.content), id]
  workspace.data.touch(parent.id)
  return toDatabase(database, [source], workspace)
}

/** Adds properties to a data source, or replaces their settings. */
export function updateDataSource({ ids: [id], body, workspace }: EndpointRequest): unknown {
  const collection = workspace.collection(id)
  if (collection === undefined) throw createNotFound('data_source', String(id))
  const schema = readFields(collection.schema)
  for (const [name, value] of Object.entries(readFields(body.properties))) {
    const known = listProperties(collection, workspace).find(
      (each) => each.name === name || encodeProperty(each.key) === name,
    )
    schema[known?.key ?? name.toLowerCase().replace(/\W/g, '')] = toColumn(known?.name ?? name, value)
  }
  collection.schema = schema
  return toDataSource(collection, workspace)
}
