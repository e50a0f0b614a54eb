import { getBlockTraits } from '../block-traits'
import type { Block, RichText } from '../record-map'

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

  /**
   * Returns a block without its texts, which {@link unpack} restores. Returns any other block unchanged. Until the pages of the map are
   * split, nothing reads or changes the texts that are packed.
   */
  pack(block: Block): Block {
    if (!isPlainText(block)) return block
    const text = JSON.stringify(block.properties)
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
    block.properties = NONE
    block.packed = chunk * CHUNK_BYTES + at
    return block
  }

  /** Returns a block with its texts. */
  unpack(block: Block): Block {
    const { packed, ...unpacked } = block
    const chunk = packed === undefined ? undefined : this.#chunks[Math.floor(packed / CHUNK_BYTES)]
    if (packed === undefined || chunk === undefined) return block
    const at = packed % CHUNK_BYTES
    const start = at + HEAD_BYTES
    const text = chunk.toString('utf8', start, start + chunk.readUInt32LE(at))
    return { ...unpacked, properties: JSON.parse(text) as Block['properties'] }
  }
}

const NONE: Block['properties'] = Object.freeze({})

/** Whether a block has nothing but texts in its properties. Rows may have passwords, and buttons, media and tables are read as a whole. */
function isPlainText({ type, parent_table, properties }: Block): boolean {
  const { content, texts = [], values = [] } = getBlockTraits(type)
  if (content !== 'blocks' || texts.length === 0 || parent_table === 'collection') return false
  return Object.entries(properties).every(
    ([key, text]) => (texts.includes(key) || values.includes(key)) && !text.some(hasObject),
  )
}

/** Whether a piece has a format with an object, such as a link mention, whose icon is replaced in place. */
const hasObject = ([, formats]: RichText[number]): boolean =>
  formats?.some(([, value]) => typeof value === 'object') === true
