import { createHostedId, type HostedData, type HostedRecord } from './data'
import { listContent } from './private-api'

/** A change of an object, as a webhook of the workspace describes it. */
export interface Change {
  type: string
  entity: { id: string; type: 'page' | 'database' | 'data_source' | 'view' }
  data: { parent: { id: string; type: string; data_source_id?: string } } & Partial<
    Record<'updated_blocks' | 'updated_properties' | 'updated_fields', readonly unknown[]>
  >
}

/** Changes the workspace like an editor. As in Notion, every change updates the edit time of its page. */
export class HostedEditor {
  #created = 0
  /** Called with each change. */
  onChange: (change: Change) => void = () => {}

  constructor(readonly data: HostedData) {}

  /** Runs a command of another process, such as `{do: 'rename', page, title}`. */
  run(command: Record<string, unknown>): { id?: string } {
    const { page, title, text, parent } = Object.fromEntries(
      Object.entries(command).map(([key, value]) => [key, String(value)]),
    )
    if (page === undefined) throw new Error('The command names no page')
    switch (command.do) {
      case 'rename':
        this.rename(page, title ?? '')
        return {}
      case 'write':
        return { id: this.write(page, text ?? '') }
      case 'add':
        return { id: this.addPage(page, title ?? '', text ?? '') }
      case 'delete':
        this.delete(page)
        return {}
      case 'restore':
        this.restore(page)
        return {}
      case 'move':
        this.move(page, parent ?? '')
        return {}
      case 'unshare':
        this.unshare(page)
        return {}
      default:
        throw new Error(`There is no command ${String(command.do)}`)
    }
  }

  rename(page: string, title: string): void {
    const block = this.#get(page)
    block.properties = { ...(block.properties as object), title: [[title]] }
    this.data.touch(page)
    this.#notify('properties_updated', page, { updated_properties: ['title'] })
  }

  setProperty(page: string, property: string, value: unknown): void {
    const block = this.#get(page)
    block.properties = { ...(block.properties as object), [property]: value }
    this.data.touch(page)
    this.#notify('properties_updated', page, { updated_properties: [encodeURIComponent(property)] })
  }

  /** Changes the settings of a view. */
  setView(view: string, fields: Record<string, unknown>): void {
    const record = this.data.collection_view.get(view)
    if (record === undefined) throw new Error(`There is no view ${view}`)
    Object.assign(record, fields)
    record.version = Number(record.version ?? 0) + 1
    const database = this.data.block.get(String(record.parent_id))
    const parent = { id: String(record.parent_id), type: 'database', data_source_id: String(database?.collection_id) }
    const data = { parent, updated_fields: ['configuration'] }
    this.onChange({ type: 'view.updated', entity: { id: view, type: 'view' }, data })
  }

  /** Adds a paragraph at the end of a page. Returns its id. */
  write(page: string, text: string): string {
    return this.addBlock(page, { type: 'text', properties: { title: [[text]] } })
  }

  addBlock(page: string, fields: Record<string, unknown>): string {
    const id = this.#newId()
    this.#put({ ...fields, id, parent_id: page, parent_table: 'block' })
    this.#setContent(page, [...listContent(this.#get(page)), id])
    this.data.touch(page)
    this.#notify('content_updated', this.data.findPageId(page) ?? page, { updated_blocks: [{ id, type: 'block' }] })
    return id
  }

  /** Adds a page with one paragraph below a page, or as a row of a collection. Returns its id. */
  addPage(parent: string, title: string, text: string): string {
    const id = this.#newId()
    const isRow = this.data.collection.has(parent)
    const own = { id, type: 'page', properties: { title: [[title]] }, content: [] }
    this.#put({ ...own, parent_id: parent, parent_table: isRow ? 'collection' : 'block' })
    this.write(id, text)
    if (!isRow) {
      this.#setContent(parent, [...listContent(this.#get(parent)), id])
      this.data.touch(parent)
    }
    this.#notify('created', id)
    if (isRow) {
      const data = {
        parent: this.#describeParent(this.data.collection.get(parent)),
        updated_blocks: [{ id, type: 'block' }],
      }
      this.onChange({ type: 'data_source.content_updated', entity: { id: parent, type: 'data_source' }, data })
    } else
      this.#notify('content_updated', this.data.findPageId(parent) ?? parent, {
        updated_blocks: [{ id, type: 'page' }],
      })
    return id
  }

  /** Moves a page to the trash. */
  delete(page: string): void {
    const block = this.#get(page)
    block.alive = false
    this.data.touch(page)
    this.#removeFromParent(block)
    this.#notify('deleted', page)
  }

  /** Restores a page from the trash, at the end of its parent. */
  restore(page: string): void {
    const block = this.#get(page)
    block.alive = true
    this.data.touch(page)
    if (block.parent_table === 'block')
      this.#setContent(String(block.parent_id), [...listContent(this.#get(String(block.parent_id))), page])
    this.#notify('undeleted', page)
  }

  move(page: string, parent: string): void {
    const block = this.#get(page)
    this.#removeFromParent(block)
    block.parent_id = parent
    block.parent_table = this.data.collection.has(parent) ? 'collection' : 'block'
    if (this.data.block.has(parent)) {
      this.#setContent(parent, [...listContent(this.#get(parent)), page])
      this.data.touch(parent)
    }
    this.data.touch(page)
    this.#notify('moved', page)
  }

  /** Ends the sharing of a page and of all pages below it. */
  unshare(page: string): void {
    this.data.unshared.add(page)
  }

  #notify(what: string, id: string, more: Partial<Change['data']> = {}): void {
    const block = this.#get(id)
    const type = block.type === 'page' ? 'page' : 'database'
    this.onChange({
      type: `${type}.${what}`,
      entity: { id, type },
      data: { parent: this.#describeParent(block), ...more },
    })
  }

  #describeParent(record: HostedRecord | undefined): Change['data']['parent'] {
    const { parent_id, parent_table }: Partial<HostedRecord> = record ?? {}
    const id = String(parent_id)
    if (parent_table === 'collection') {
      return { id: String(this.data.collection.get(id)?.parent_id), type: 'database', data_source_id: id }
    }
    const parent = parent_table === 'block' ? this.data.block.get(id) : undefined
    if (parent === undefined) return { id: String(this.data.space), type: 'space' }
    return { id, type: parent.type === 'page' ? 'page' : parent.collection_id === undefined ? 'block' : 'database' }
  }

  #removeFromParent({ id, parent_id, parent_table }: HostedRecord): void {
    if (parent_table !== 'block') return
    const parent = String(parent_id)
    this.#setContent(
      parent,
      listContent(this.#get(parent)).filter((each) => each !== id),
    )
    const page = this.data.findPageId(parent)
    if (page !== undefined) this.data.touch(page)
  }

  #get(id: string): HostedRecord {
    const block = this.data.block.get(id)
    if (block === undefined) throw new Error(`There is no block ${id}`)
    return block
  }

  #put(block: HostedRecord): void {
    const now = Date.now()
    this.data.block.set(block.id, {
      ...{ version: 1, alive: true, created_time: now, last_edited_time: now, space_id: this.data.space },
      ...block,
    })
  }

  #setContent(id: string, content: string[]): void {
    this.#get(id).content = content
  }

  #newId(): string {
    this.#created++
    return createHostedId(`made ${this.#created}`)
  }
}
