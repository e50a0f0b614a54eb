import { contentOf } from './answers'
import { type HostedData, idFor, type Record_ } from './data'

/** What an editor does in the workspace. Every change touches the page that it is made on, as there. */
export class HostedEditor {
  #made = 0

  constructor(readonly data: HostedData) {}

  /** Does what a command from outside says: `{do: 'rename', page, title}`, and so on. */
  run(command: Record<string, unknown>): { id?: string } {
    const { page, title, text, parent } = Object.fromEntries(
      Object.entries(command).map(([key, value]) => [key, String(value)]),
    )
    if (page === undefined) throw new Error('Which page?')
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
      case 'move':
        this.move(page, parent ?? '')
        return {}
      case 'unshare':
        this.unshare(page)
        return {}
      default:
        throw new Error(`Nobody knows how to ${String(command.do)}`)
    }
  }

  rename(page: string, title: string): void {
    const block = this.#get(page)
    block.properties = { ...(block.properties as object), title: [[title]] }
    this.data.touch(page)
  }

  setProperty(page: string, property: string, value: unknown): void {
    const block = this.#get(page)
    block.properties = { ...(block.properties as object), [property]: value }
    this.data.touch(page)
  }

  /** Adds a paragraph at the end of a page; answers its id. */
  write(page: string, text: string): string {
    return this.addBlock(page, { type: 'text', properties: { title: [[text]] } })
  }

  addBlock(page: string, fields: Record<string, unknown>): string {
    const id = this.#newId()
    this.#put({ ...fields, id, parent_id: page, parent_table: 'block' })
    this.#setContent(page, [...contentOf(this.#get(page)), id])
    this.data.touch(page)
    return id
  }

  /** Adds a page with one paragraph below a page, or a row to a collection; answers its id. */
  addPage(parent: string, title: string, text: string): string {
    const id = this.#newId()
    const isRow = this.data.collection.has(parent)
    const own = { id, type: 'page', properties: { title: [[title]] }, content: [] }
    this.#put({ ...own, parent_id: parent, parent_table: isRow ? 'collection' : 'block' })
    this.write(id, text)
    if (!isRow) {
      this.#setContent(parent, [...contentOf(this.#get(parent)), id])
      this.data.touch(parent)
    }
    return id
  }

  /** Puts a page into the bin. */
  delete(page: string): void {
    const block = this.#get(page)
    block.alive = false
    this.data.touch(page)
    this.#leave(block)
  }

  move(page: string, parent: string): void {
    const block = this.#get(page)
    this.#leave(block)
    block.parent_id = parent
    block.parent_table = this.data.collection.has(parent) ? 'collection' : 'block'
    if (this.data.block.has(parent)) {
      this.#setContent(parent, [...contentOf(this.#get(parent)), page])
      this.data.touch(parent)
    }
    this.data.touch(page)
  }

  /** Nobody outside sees the page any more, nor what lies below it. */
  unshare(page: string): void {
    this.data.unshared.add(page)
  }

  #leave({ id, parent_id, parent_table }: Record_): void {
    if (parent_table !== 'block') return
    const parent = String(parent_id)
    this.#setContent(
      parent,
      contentOf(this.#get(parent)).filter((each) => each !== id),
    )
    const page = this.data.pageOf(parent)
    if (page !== undefined) this.data.touch(page)
  }

  #get(id: string): Record_ {
    const block = this.data.block.get(id)
    if (block === undefined) throw new Error(`There is no block ${id}`)
    return block
  }

  #put(block: Record_): void {
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
    this.#made++
    return idFor(`made ${this.#made}`)
  }
}
