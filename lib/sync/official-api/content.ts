import { findSections } from '../../workspace/clean/shown-as'
import type { Id } from '../../workspace/record-map'
import type { Fields } from '../../workspace/values'
import type { Priority } from '../pace'
import { getRecord } from '../tables'
import { convertBlock } from './blocks'
import type { OfficialClient } from './client'
import type { Conversion } from './conversion'
import { isNotFound } from './find-object'

/** Levels of nested blocks. Content is not nested deeper in practice. */
const MAX_LEVELS = 40
const MAX_BLOCKS = 50_000

type BlockRecord = Fields & { id: Id; type: string }

/** Adds a database that the content shows. Returns its blocks; a full-page database is only linked from there. */
export type AddDatabase = (block: BlockRecord, parent: { id: Id; table: string }) => Promise<BlockRecord[]>

/**
 * Requests the content of a page and adds its blocks to the tables, one request for each block with children. Child pages are not
 * entered. Throws {@link CallError}; 404 means that the page is not shared.
 */
export class ContentReader {
  #count = 0

  constructor(
    readonly client: OfficialClient,
    readonly conversion: Conversion,
    readonly priority: Priority,
    readonly addDatabase: AddDatabase,
  ) {}

  /** Returns the ids of a page's or block's children. Of the notes of a meeting, the transcript is not read, because it is never shown. */
  async read(parent: Id, level = 0, meeting?: BlockRecord): Promise<Id[]> {
    const found: { raw: Fields; record: BlockRecord }[] = []
    const path = `blocks/${parent}/children`
    for await (const { results } of this.client.pages({ path, priority: this.priority })) {
      for (const raw of results) {
        const record = convertBlock(raw, this.conversion)
        if (record !== undefined) found.push({ raw, record })
      }
      this.#count += results.length
      if (this.#count > MAX_BLOCKS) break
    }
    const sections = meeting && findSections({ ...meeting, content: found.map(({ record }) => record.id) })
    const read = sections === undefined ? found : found.filter(({ record }) => sections.includes(record.id))
    const shown = await Promise.all(read.map((block) => this.#readBlock(block, parent, level)))
    return shown.flat()
  }

  /** Adds a block with its content. Returns its id, and those of blocks that are shown beside it. */
  async #readBlock({ raw, record }: { raw: Fields; record: BlockRecord }, parent: Id, level: number): Promise<Id[]> {
    const { block } = this.conversion.tables
    if (record.type === 'page') {
      block.set(record.id, record)
      return [record.id]
    }
    if (raw.type === 'child_database') {
      const records = await this.addDatabase(record, { id: parent, table: 'block' })
      for (const each of records) block.set(each.id, each)
      return records.map(({ id }) => id)
    }
    const hasContent = raw.has_children === true && level < MAX_LEVELS && this.#count <= MAX_BLOCKS
    block.set(record.id, record)
    if (record.type === 'transclusion_reference') await this.#readOriginal(record, level)
    else if (hasContent) block.set(record.id, { ...record, content: await this.read(record.id, level + 1, record) })
    return [record.id]
  }

  /** Adds the block that a synced block repeats, which may lie on another page. An original that is not shared stays empty. */
  async #readOriginal({ id, format }: BlockRecord, level: number): Promise<void> {
    const { block } = this.conversion.tables
    const pointer = (format as { transclusion_reference_pointer?: { id: Id } } | undefined)
      ?.transclusion_reference_pointer
    if (pointer === undefined || getRecord(block.get(pointer.id)) !== undefined) return
    // Another reference on the same page does not request it again.
    const original = {
      id: pointer.id,
      type: 'transclusion_container',
      alive: true,
      parent_id: id,
      parent_table: 'block',
    }
    block.set(pointer.id, { ...original, content: [] })
    try {
      const content = await this.read(pointer.id, level + 1)
      const read = getRecord(block.get(pointer.id))
      if (read?.parent_id === id) block.set(pointer.id, { ...original, content })
    } catch (error) {
      if (!isNotFound(error)) throw error
      block.set(pointer.id, null)
    }
  }
}
