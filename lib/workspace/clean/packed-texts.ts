import { getBlockTraits } from '../block-traits'
import type { Block, Id } from '../record-map'
import { type Fields, isObject } from '../values'
import { cleanBlock } from './block'
import type { Note } from './changes'
import { unwrap } from './read-record-map'

const CHUNK_BYTES = 4 * 1024 * 1024
/** The bytes before each record that contain its length. */
const HEAD_BYTES = 4

/**
 * The records of ordinary texts as bytes outside of the JavaScript heap: a large record map has half a million of them, which as objects
 * take several times the memory, and which every garbage collection would visit. They are cleaned when they are unpacked, because most
 * pages of a map that was read before are unchanged.
 */
export class PackedTexts {
  readonly #chunks: Buffer[] = []
  /** The unused bytes of the last chunk. */
  #left = 0
  #parent = ''

  /**
   * Returns a clean block without its texts, times and authors, which {@link unpack} restores from `source`, the JSON of the record. Returns
   * undefined for a record that is needed as a whole. Until a page is unpacked, nothing reads or changes what is packed.
   */
  pack(id: Id, record: Fields, note: Note, source: Buffer): Block | undefined {
    const size = HEAD_BYTES + source.length
    if (size > CHUNK_BYTES || !isPlainText(record)) return undefined
    const block = cleanBlock(id, { ...record, properties: undefined }, note)
    if (block === undefined) return undefined
    if (size > this.#left) {
      this.#chunks.push(Buffer.allocUnsafeSlow(CHUNK_BYTES))
      this.#left = CHUNK_BYTES
    }
    const chunk = this.#chunks.length - 1
    const at = CHUNK_BYTES - this.#left
    this.#chunks[chunk]?.writeUInt32LE(source.length, at)
    this.#chunks[chunk]?.set(source, at + HEAD_BYTES)
    this.#left -= size
    const { type, parent_id, parent_table, alive, format, content } = block
    // Most blocks have the same parent as the one before.
    if (this.#parent !== parent_id) this.#parent = parent_id
    return {
      id,
      type,
      parent_id: this.#parent,
      parent_table,
      alive,
      properties: NO_FIELDS,
      format: Object.keys(format).length === 0 ? NO_FIELDS : format,
      content: content.length === 0 ? NO_CONTENT : content,
      created_time: 0,
      last_edited_time: 0,
      packed: chunk * CHUNK_BYTES + at,
    }
  }

  /** Returns the JSON of the packed record of a block; undefined if none is packed. */
  getSource({ packed }: Block): Buffer | undefined {
    const chunk = packed === undefined ? undefined : this.#chunks[Math.floor(packed / CHUNK_BYTES)]
    if (packed === undefined || chunk === undefined) return undefined
    const at = packed % CHUNK_BYTES
    const start = at + HEAD_BYTES
    return chunk.subarray(start, start + chunk.readUInt32LE(at))
  }

  /** Returns a block with its texts. */
  unpack(block: Block): Block {
    const source = this.getSource(block)
    const record = source && unwrap(JSON.parse(source.toString()))
    const cleaned = isObject(record) ? cleanBlock(block.id, record, () => {}) : undefined
    const { parent_id, parent_table, alive, format, content } = block
    return cleaned ? Object.assign(cleaned, { parent_id, parent_table, alive, format, content }) : block
  }
}

/** Half a million empty objects and lists would take 40 MB. */
const NO_FIELDS: Record<string, never> = Object.freeze({})
const NO_CONTENT: Id[] = Object.freeze([]) as unknown as Id[]

/** Whether an untrusted record has nothing but texts in its properties. Rows may have passwords, and buttons, media and tables are read as a whole. */
function isPlainText({ type, parent_table, properties = {} }: Fields): boolean {
  const { content, texts = [], values = [] } = getBlockTraits(typeof type === 'string' ? type : '')
  if (content !== 'blocks' || texts.length === 0 || parent_table === 'collection' || !isObject(properties)) return false
  return Object.entries(properties).every(
    ([key, text]) =>
      (texts.includes(key) || values.includes(key)) &&
      Array.isArray(text) &&
      text.every((piece) => isPlainPiece(piece)),
  )
}

/** Mentions of people, external objects and custom emoji, whose records are stored with the page. */
const REFERENCES: ReadonlySet<unknown> = new Set(['u', 'eoi', 'ce'])

/** Whether a piece shows no other record, and has no format with an object, such as a link mention, whose icon is replaced in place. */
function isPlainPiece(piece: unknown): boolean {
  const [text, formats = []]: unknown[] = Array.isArray(piece) ? piece : []
  return typeof text === 'string' && Array.isArray(formats) && formats.every(isPlainFormat)
}

const isPlainFormat = (format: unknown): boolean =>
  Array.isArray(format) && !REFERENCES.has(format[0]) && typeof format[1] !== 'object'
