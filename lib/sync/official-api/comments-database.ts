import { toUuid } from '../../workspace/ids'
import type { Id } from '../../workspace/record-map'
import { type Fields, isObject } from '../../workspace/values'
import { CallError } from '../errors'
import { findObject, type OfficialClient } from './client'

/** The name of the database if the settings name none. */
export const DATABASE_NAME = 'Comments'
/** The properties of the database, in lower case, with the types that they may have. The name of the reader is the title. */
const PROPERTIES = {
  text: ['rich_text'],
  page: ['rich_text', 'relation', 'url'],
  status: ['select', 'status'],
  'reply to': ['relation'],
  'comment id': ['rich_text'],
} as const
export type PropertyName = keyof typeof PROPERTIES

/** The database of comments. Its data source is requested once until {@link forget}. All methods throw {@link CallError}. */
export class CommentsDatabase {
  #found: Promise<Fields[]> | undefined

  /** `database` is the id of the database, otherwise it is found by its name. */
  constructor(
    readonly client: OfficialClient,
    readonly database: Id | undefined,
  ) {}

  /** Returns its data source. Throws with what to do if there is none, or several. */
  async getSource(): Promise<Fields> {
    const [source, ...others] = await this.#find()
    if (source !== undefined && others.length === 0) return source
    if (this.database !== undefined) {
      throw new CallError(
        'refused',
        'the connection does not see the database of COMMENTS: share it in Notion, or correct COMMENTS',
      )
    }
    const count = source === undefined ? 'no database' : 'several databases'
    throw new CallError('refused', `the connection sees ${count} called Comments: set COMMENTS to notion: and an id`)
  }

  /** Whether the connection sees no such database. */
  async isMissing(): Promise<boolean> {
    return (await this.#find()).length === 0
  }

  /** Whether a block is this database, or may be it. */
  async isBlock(id: Id): Promise<boolean> {
    const sources = await this.#find()
    return id === this.database || sources.some(({ parent }) => isObject(parent) && toUuid(parent.database_id) === id)
  }

  /** Makes the next call request the data source again. */
  forget(): void {
    this.#found = undefined
  }

  #find(): Promise<Fields[]> {
    this.#found ??= this.#request().catch((error: unknown) => {
      this.#found = undefined
      throw error
    })
    return this.#found
  }

  async #request(): Promise<Fields[]> {
    const { client, database } = this
    if (database !== undefined) {
      const object = await findObject(client, `databases/${database}`, 'normal')
      const [first] = Array.isArray(object?.data_sources) ? object.data_sources : []
      const id = (isObject(first) && toUuid(first.id)) || database
      const source = await findObject(client, `data_sources/${id}`, 'normal')
      return source === undefined ? [] : [source]
    }
    const body = { query: DATABASE_NAME, filter: { property: 'object', value: 'data_source' } }
    const { results } = await client.post('search', body, 'normal')
    const found = (Array.isArray(results) ? results : []).filter(isObject)
    return found.filter((source) => findProperty(source, 'status') && readText(source.title) === DATABASE_NAME)
  }
}

/** Whether a data source has the properties of a database that the setup made, whose rows must never be pages. */
export const isCommentsSource = (source: Fields): boolean =>
  (['comment id', 'status', 'text'] as const).every((name) => findProperty(source, name) !== undefined)

/** Returns the definition of a property of a data source, or the value of a row; undefined if it has another type. */
export function findProperty({ properties }: Fields, name: PropertyName): Fields | undefined {
  if (!isObject(properties)) return undefined
  const types: readonly string[] = PROPERTIES[name]
  const [, found] = Object.entries(properties).find(([key]) => key.trim().toLowerCase() === name) ?? []
  return isObject(found) && types.includes(String(found.type)) ? found : undefined
}

/** Returns the name of an option of `Status` as the owner wrote it; undefined if there is none. `name` is in lower case. */
export function findOption(status: Fields, name: string): string | undefined {
  const { options } = (status[String(status.type)] ?? {}) as Fields
  const names = (Array.isArray(options) ? options : []).flatMap((option) =>
    isObject(option) ? String(option.name) : [],
  )
  return names.find((each) => each.trim().toLowerCase() === name)
}

export const readText = (pieces: unknown): string =>
  (Array.isArray(pieces) ? pieces : [])
    .map((piece) => (isObject(piece) && typeof piece.plain_text === 'string' ? piece.plain_text : ''))
    .join('')
