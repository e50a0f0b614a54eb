import { toUuid } from '../../workspace/ids'
import type { Id } from '../../workspace/record-map'
import { type Fields, isObject } from '../../workspace/values'
import { CallError } from '../errors'
import type { OfficialClient } from './client'
import { CommentsDatabase, DATABASE_NAME, findOption, findProperty, type PropertyName } from './comments-database'

/** The names of the properties as the command writes them. */
const NAMES: Record<PropertyName, string> = {
  text: 'Text',
  page: 'Page',
  status: 'Status',
  'reply to': 'Reply to',
  'comment id': 'Comment ID',
}
const PLAIN = (Object.keys(NAMES) as PropertyName[]).filter((name) => name !== 'reply to')
const OPTIONS = ['New', 'Approved', 'Spam']

/** The database of comments, and what the command did with it. */
interface SetUpDatabase {
  id: Id
  outcome: 'created' | 'completed' | 'unchanged'
}

/**
 * Creates the database of comments below the root page, or adds what an existing one lacks. `database` is the id of the settings. Throws
 * {@link CallError}, with what to do if there are several, or if a property has another type.
 */
export async function setUpComments(
  client: OfficialClient,
  root: Id,
  database: Id | undefined,
): Promise<SetUpDatabase> {
  const comments = new CommentsDatabase(client, database)
  const found = database === undefined && (await comments.isMissing()) ? undefined : await comments.getSource()
  const source = found ?? (await createDatabase(client, root))
  const hasChanged = await addProperties(client, source)
  const { parent } = source
  const id = (isObject(parent) && toUuid(parent.database_id)) || toUuid(source.id)
  if (id === undefined) throw new CallError('broken', 'the response names no database')
  return { id, outcome: found === undefined ? 'created' : hasChanged ? 'completed' : 'unchanged' }
}

async function createDatabase(client: OfficialClient, root: Id): Promise<Fields> {
  const created = await client.write('POST', 'databases', {
    parent: { type: 'page_id', page_id: root },
    title: [{ text: { content: DATABASE_NAME } }],
    is_inline: false,
    // A setup that ends before it adds the relation, which needs the id of the data source, finds the database again.
    initial_data_source: { properties: { Name: { title: {} }, ...defineAll(PLAIN) } },
  })
  const [first] = Array.isArray(created.data_sources) ? created.data_sources : []
  const id = isObject(first) ? toUuid(first.id) : undefined
  if (id === undefined) throw new CallError('broken', 'the response names no data source')
  return client.get(`data_sources/${id}`, 'normal')
}

/** Adds the properties and options that a data source lacks. Returns whether it lacked any. */
async function addProperties(client: OfficialClient, source: Fields): Promise<boolean> {
  const names = Object.keys(NAMES) as PropertyName[]
  const missing = names.filter((name) => findProperty(source, name) === undefined)
  const taken = new Set(
    Object.keys(isObject(source.properties) ? source.properties : {}).map((key) => key.trim().toLowerCase()),
  )
  const wrong = missing.find((name) => taken.has(name))
  if (wrong !== undefined) {
    throw new CallError('refused', `the property ${NAMES[wrong]} has another type: rename or delete it in Notion`)
  }
  const properties: Record<string, unknown> = defineAll(missing, source)
  const status = findProperty(source, 'status')
  if (status?.type === 'select') {
    const { options } = status.select as { options?: { id: string; name: string }[] }
    const lacking = OPTIONS.filter((name) => findOption(status, name.toLowerCase()) === undefined)
    const all = [...(options ?? []).map(({ id, name }) => ({ id, name })), ...lacking.map((name) => ({ name }))]
    if (lacking.length > 0) properties[String(status.id)] = { select: { options: all } }
  }
  if (Object.keys(properties).length === 0) return false
  await client.write('PATCH', `data_sources/${toUuid(source.id)}`, { properties })
  return true
}

const defineAll = (names: readonly PropertyName[], source: Fields = {}): Fields =>
  Object.fromEntries(names.map((name) => [NAMES[name], define(name, source)]))

function define(name: PropertyName, source: Fields): Fields {
  switch (name) {
    case 'status':
      return { select: { options: OPTIONS.map((option) => ({ name: option })) } }
    case 'reply to':
      return { relation: { data_source_id: toUuid(source.id), type: 'single_property', single_property: {} } }
    default:
      return { rich_text: {} }
  }
}
