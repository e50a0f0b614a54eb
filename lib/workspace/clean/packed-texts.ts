import { getBlockTraits } from '../block-traits'
import type { Block, Id, RichText } from '../record-map'

const CHUNK_BYTES = 4 * 1024 * 1024
/** The bytes before each text that contain its length. */
const HEAD_BYTES = 4
/** The most bytes of a UTF-16 code unit in UTF-8. */
const UNIT_BYTES = 3

/**
 * The texts of ordinary blocks as bytes outside of the JavaScript heap: a large record map has half a million of them, which as objects
 * take several times the memory, and which every garbage collection would visit.
 */
export class PackedTexts {
  readonly #chunks: Buffer[] = []
  /** The unused bytes of the last chunk. */
  #left = 0
  #parent = ''

  /**
   * Returns a block without its texts, times and authors, which {@link unpack} restores. Returns any other block unchanged. Until a page is
   * unpacked, nothing reads or changes what is packed.
   */
  pack(block: Block): Block {
    if (!isPlainText(block)) return block
    const { id, type, parent_id, parent_table, alive, format, content, ...packed } = block
    const text = JSON.stringify(packed)
    const most = HEAD_BYTES + text.length * UNIT_BYTES
    if (most > CHUNK_BYTES) return block
    if (most > this.#left) {
      this.#chunks.push(Buffer.allocUnsafeSlow(CHUNK_BYTES))
      this.#left = CHUNK_BYTES
    }
    const chunk = this.#chunks.length - 1
    const at = CHUNK_BYTES - this.#left
    const bytes = this.#chunks[chunk]?.write(text, at + HEAD_BYTES) ?? 0
    this.#chunks[chunk]?.writeUInt32LE(bytes, at)
    this.#left -= HEAD_BYTES + bytes
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

  /** Returns the bytes that are packed for a block; undefined if none are. They are the same for the same texts, times and authors. */
  getBytes({ packed }: Block): Buffer | undefined {
    const chunk = packed === undefined ? undefined : this.#chunks[Math.floor(packed / CHUNK_BYTES)]
    if (packed === undefined || chunk === undefined) return undefined
    const at = packed % CHUNK_BYTES
    const start = at + HEAD_BYTES
    return chunk.subarray(start, start + chunk.readUInt32LE(at))
  }

  /** Returns a block with its texts. */
  unpack(block: Block): Block {
    const bytes = this.getBytes(block)
    if (bytes === undefined) return block
    const { id, type, parent_id, parent_table, alive, format, content } = block
    const { properties, ...others } = JSON.parse(bytes.toString()) as Packed
    return { id, type, parent_id, parent_table, alive, properties, format, content, ...others }
  }
}

type Packed = Omit<Block, 'id' | 'type' | 'parent_id' | 'parent_table' | 'alive' | 'format' | 'content'>

/** Half a million empty objects and lists would take 40 MB. */
const NO_FIELDS: Record<string, never> = Object.freeze({})
const NO_CONTENT: Id[] = Object.freeze([]) as unknown as Id[]

/** Whether a block has nothing but texts in its properties. Rows may have passwords, and buttons, media and tables are read as a whole. */
function isPlainText({ type, parent_table, properties }: Block): boolean {
  const { content, texts = [], values = [] } = getBlockTraits(type)
  if (content !== 'blocks' || texts.length === 0 || parent_table === 'collection') return false
  return Object.entries(properties).every(
    ([key, text]) => (texts.includes(key) || values.includes(key)) && !text.some(hasReference),
  )
}

/** Mentions of people, external objects and custom emoji, whose records are stored with the page. */
const REFERENCES: ReadonlySet<string> = new Set(['u', 'eoi', 'ce'])

/** Whether a piece shows another record, or has a format with an object, such as a link mention, whose icon is replaced in place. */
const hasReference = ([, formats]: RichText[number]): boolean =>
  formats?.some(([kind, value]) => typeof value === 'object' || REFERENCES.has(kind)) === true
