import type { HostedData, HostedRecord } from '../hosted/data'
import { getFormat, getText, readPieces, readString, toPlain } from './records'

export interface SignedFile {
  url: string
  expiry_time: string
}

/** The connection that the token belongs to. */
export const BOT = {
  id: 'b0700000-0000-4000-8000-000000000001',
  name: 'Loopback connection',
  workspace: 'Loopback workspace',
}

const PAGES: readonly unknown[] = ['page']
const DATABASES: readonly unknown[] = ['collection_view', 'collection_view_page']

export const isPageBlock = ({ type }: HostedRecord): boolean => PAGES.includes(type)
export const isDatabaseBlock = ({ type }: HostedRecord): boolean => DATABASES.includes(type)

/** The part of the workspace that a connection can see, during one request. */
export class VisibleWorkspace {
  readonly #cache = new Map<string, unknown>()

  constructor(
    readonly data: HostedData,
    readonly sign: (address: string) => SignedFile,
  ) {}

  /** Caches a value until the request ends, since computed properties read whole collections. */
  cache<Value>(key: string, compute: () => Value): Value {
    if (!this.#cache.has(key)) this.#cache.set(key, compute())
    return this.#cache.get(key) as Value
  }

  /** Returns a block if it exists and is shared. */
  block(id: unknown): HostedRecord | undefined {
    const record = this.data.block.get(String(id))
    return record !== undefined && this.data.isShared(record.id) ? record : undefined
  }

  collection(id: unknown): HostedRecord | undefined {
    const record = this.data.collection.get(String(id))
    return record !== undefined && this.data.isShared(record.id) ? record : undefined
  }

  /** Whether a record or one of its ancestors is in the trash. */
  isTrashed(record: HostedRecord): boolean {
    let at: HostedRecord | undefined = record
    for (let depth = 0; at !== undefined && depth < 100; depth++) {
      if (at.alive === false) return true
      at = this.data.getParent(at)
    }
    return false
  }

  /** Returns the visible children of a block. */
  listContent(block: HostedRecord): HostedRecord[] {
    const ids = Array.isArray(block.content) ? block.content : []
    return ids.flatMap((id) => {
      const child = this.block(id)
      return child === undefined || child.alive === false ? [] : [child]
    })
  }

  /** Returns the collections that belong to a database. A linked database has none. */
  listSources(database: HostedRecord): HostedRecord[] {
    return [...this.data.collection.values()].filter(
      ({ parent_id, alive }) => parent_id === database.id && alive !== false,
    )
  }

  listRows(collection: string): HostedRecord[] {
    return this.cache(`rows ${collection}`, () =>
      this.data
        .listRows(collection)
        .filter((row) => this.data.isShared(row.id) && !this.isTrashed(row))
        .sort((a, b) => (a.id < b.id ? -1 : 1)),
    )
  }

  getTitle(record: HostedRecord): string {
    if (!isDatabaseBlock(record)) return toPlain(getText(record, 'title'))
    const [source] = this.listSources(record)
    return source === undefined ? 'Untitled' : toPlain(readPieces(source.name))
  }

  /** Returns the database and collection that a view shows. */
  findPlace(view: HostedRecord): { database: HostedRecord; collection: HostedRecord } | undefined {
    const database = this.block(view.parent_id)
    const pointer = getFormat(view).collection_pointer as { id?: unknown } | undefined
    const collection = this.collection(
      readString(pointer?.id) ?? database?.collection_id ?? this.getPointer(database)?.id,
    )
    return database === undefined || collection === undefined ? undefined : { database, collection }
  }

  getPointer(block: HostedRecord | undefined): { id?: unknown } | undefined {
    return block && (getFormat(block).collection_pointer as { id?: unknown } | undefined)
  }
}
