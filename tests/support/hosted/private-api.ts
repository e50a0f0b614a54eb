import type { HostedData, HostedRecord, Table } from './data'

export type Nesting = 'old' | 'new' | 'mixed'
type Body = Record<string, unknown>
type RecordMap = Partial<Record<Table | 'space' | 'custom_emoji', Record<string, unknown>>>

/** Implements Notion's private API over the data of a workspace, as `notion-client` expects it. */
export class PrivateApi {
  nesting: Nesting = 'mixed'
  #entries = 0

  constructor(
    readonly data: HostedData,
    /** Signs an address. Returns undefined if there is no such file. */
    readonly sign: (address: string) => string | undefined,
  ) {}

  loadPageChunk({ pageId, limit }: Body): unknown {
    const page = this.data.block.get(String(pageId))
    if (page === undefined) return { cursor: { stack: [] }, recordMap: {} }
    const map: RecordMap = { block: {}, collection: {}, collection_view: {}, notion_user: {}, space: {} }
    this.#put(map, 'block', page.id)
    if (!this.data.isShared(page.id)) return { cursor: { stack: [] }, recordMap: map }
    this.#putRefs(map, page)
    const waiting = listContent(page)
    for (let count = 1; waiting.length > 0 && count < Number(limit); count++) {
      const id = waiting.shift() ?? ''
      const block = this.data.block.get(id)
      this.#put(map, 'block', id)
      if (block === undefined || !this.data.isShared(id)) continue
      this.#putRefs(map, block)
      if (!['page', 'collection_view_page'].includes(String(block.type))) waiting.unshift(...listContent(block))
    }
    this.#putEmojis(map)
    return {
      cursor: { stack: waiting.length > 0 ? [[{ table: 'block', id: page.id, index: 0 }]] : [] },
      recordMap: map,
    }
  }

  syncRecordValuesMain({ requests }: Body): unknown {
    const map: RecordMap = { block: {} }
    for (const { table, id } of readList(requests)) this.#put(map, table as Table, String(id))
    return { recordMap: map }
  }

  queryCollection({ collection, collectionView, loader }: Body): unknown {
    const id = String((collection as Body).id)
    const map: RecordMap = { block: {}, collection: {}, collection_view: {}, notion_user: {} }
    this.#put(map, 'collection', id)
    this.#put(map, 'collection_view', String((collectionView as Body).id))
    const rows = this.#sortRows(this.data.listRows(id), String((collectionView as Body).id)).filter(({ id: row }) =>
      this.data.isShared(row),
    )
    const results: Body = {}
    for (const [name, reducer] of Object.entries((loader as { reducers: Record<string, Body> }).reducers)) {
      const kept = rows.filter((row) => matchesFilter(row, reducer.filter))
      if (reducer.type === 'aggregation')
        results[name] = { type: 'aggregation', aggregationResult: { type: 'number', value: kept.length } }
      else if (reducer.type === 'groups')
        results[name] = { type: 'groups', version: 'v2', results: readList(reducer.groupSortPreference), total: 0 }
      else {
        const shown = kept.slice(0, Number(reducer.limit))
        for (const row of shown) this.#put(map, 'block', row.id)
        const blockIds = shown.map((row) => row.id)
        results[name] = { type: 'results', blockIds, total: kept.length, hasMore: shown.length < kept.length }
      }
    }
    return { result: { type: 'reducer', reducerResults: results }, recordMap: map }
  }

  getSignedFileUrls({ urls }: Body): unknown {
    return { signedUrls: readList(urls).map(({ url }) => this.sign(String(url)) ?? null) }
  }

  getRecordValues({ requests }: Body): unknown {
    return {
      results: readList(requests).map(({ id, table }) => {
        const value = this.data[table as Table]?.get(String(id))
        return value === undefined ? { role: 'none' } : { role: 'reader', value }
      }),
    }
  }

  search({ query, ancestorId, limit }: Body): unknown {
    const needle = String(query).toLowerCase()
    const map: RecordMap = { block: {} }
    const found = this.data.pages().filter((page) => needle !== '' && getTitle(page).toLowerCase().includes(needle))
    const results = found.slice(0, Number(limit)).map((page) => {
      this.#put(map, 'block', page.id)
      const text = getTitle(page).replace(new RegExp(escapeRegExp(needle), 'i'), '<gzkNfoUU>$&</gzkNfoUU>')
      return { id: page.id, isNavigable: true, score: 1, highlight: { text }, ancestorId }
    })
    return { results, total: found.length, recordMap: map }
  }

  /** Adds the views and collections that a block shows, and the users that it refers to. */
  #putRefs(map: RecordMap, block: HostedRecord): void {
    for (const view of readList<string>(block.view_ids)) {
      this.#put(map, 'collection_view', view)
    }
    const pointer = (block.format as { collection_pointer?: { id?: string } } | undefined)?.collection_pointer
    const collection = block.collection_id ?? pointer?.id
    if (typeof collection === 'string') this.#put(map, 'collection', collection)
    if (block.parent_table === 'collection') this.#put(map, 'collection', String(block.parent_id))
    for (const user of [block.created_by_id, block.last_edited_by_id]) {
      if (typeof user === 'string' && this.data.notion_user.has(user)) this.#put(map, 'notion_user', user)
    }
  }

  /** Returns rows in the order to which editors dragged them in a view. */
  #sortRows(rows: HostedRecord[], view: string): HostedRecord[] {
    const dragged = readList<string>(this.data.collection_view.get(view)?.page_sort)
    const places = new Map(dragged.map((id, place) => [id, place]))
    const getPosition = ({ id }: HostedRecord) => places.get(id) ?? dragged.length
    return rows.toSorted((a, b) => getPosition(a) - getPosition(b))
  }

  /** Adds the custom emojis that the blocks of a map contain. */
  #putEmojis(map: RecordMap): void {
    if (this.data.custom_emoji.size === 0) return
    const text = JSON.stringify(map.block)
    for (const [id, value] of this.data.custom_emoji) {
      if (text.includes(id)) map.custom_emoji = { ...map.custom_emoji, [id]: { value, role: 'reader' } }
    }
  }

  /** Adds an entry to a map. A record that is missing or not shared has no value. */
  #put(map: RecordMap, table: Table, id: string): void {
    map[table] ??= {}
    const value = this.data[table].get(id)
    const isNew = this.nesting === 'new' || (this.nesting === 'mixed' && this.#entries++ % 2 === 0)
    const isShown = value !== undefined && (table === 'notion_user' || this.data.isShared(id))
    const inner = isShown ? { value, role: 'reader' } : { role: 'none' }
    map[table][id] = isNew ? { spaceId: value?.space_id, value: inner } : inner
  }
}

export const listContent = ({ content }: HostedRecord): string[] => readList<string>(content).slice()

function getTitle({ properties }: HostedRecord): string {
  const title = (properties as { title?: unknown[][] } | undefined)?.title ?? []
  return title.map(([text]) => String(text)).join('')
}

/** Whether a row matches the filter of a group, which compares the values of properties. */
function matchesFilter(row: HostedRecord, filter: unknown): boolean {
  const parts = readList((filter as Body | undefined)?.filters)
  return parts.every((part) => {
    const { operator, value } = (part.filter ?? {}) as { operator?: string; value?: { value?: unknown } }
    const text = (row.properties as Record<string, unknown[][]> | undefined)?.[String(part.property)]?.[0]?.[0]
    if (operator === 'is_empty') return text === undefined
    if (operator === 'checkbox_is') return (text === 'Yes') === (value?.value === true)
    if (operator === 'enum_is') return text === value?.value
    if (operator === 'enum_contains')
      return String(text ?? '')
        .split(',')
        .includes(String(value?.value))
    return true
  })
}

function readList<Item = Body>(value: unknown): Item[] {
  return Array.isArray(value) ? (value as Item[]) : []
}

const escapeRegExp = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
