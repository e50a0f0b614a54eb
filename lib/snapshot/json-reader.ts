import 'server-only'
import { readSync } from 'node:fs'

/** The bytes that are read at once. */
const CHUNK_BYTES = 1024 * 1024

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a]
const [OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET] = [0x7b, 0x7d, 0x5b, 0x5d]

/**
 * Reads JSON from an open file, value by value, so that a large object is never in memory as a whole. Throws a SyntaxError for anything
 * that `JSON.parse` does not accept.
 *
 * @example for (const key of reader.readKeys()) console.log(key, reader.readValue())
 */
export class JsonReader {
  readonly #fd: number
  #bytes: Buffer
  /** The unread bytes in `#bytes`. */
  #at = 0
  #end = 0

  constructor(fd: number, chunkBytes = CHUNK_BYTES) {
    this.#fd = fd
    this.#bytes = Buffer.allocUnsafe(chunkBytes)
  }

  /** Whether the next value is an object. */
  isAtObject(): boolean {
    return this.#peek() === OPEN_BRACE
  }

  /** Returns the next value. */
  readValue(): unknown {
    return JSON.parse(this.readBytes().toString())
  }

  /** Returns the bytes of the next value, which the next call may overwrite. */
  readBytes(): Buffer {
    this.#peek()
    const end = this.#findEnd()
    const bytes = this.#bytes.subarray(this.#at, end)
    this.#at = end
    return bytes
  }

  /** Returns the keys of the next value, which is an object. The caller reads the value of each key before it continues. */
  *readKeys(): Generator<string, void, void> {
    this.#take(OPEN_BRACE)
    for (let isFirst = true; isFirst || this.#peek() !== CLOSE_BRACE; isFirst = false) {
      if (!isFirst) this.#take(COMMA)
      else if (this.#peek() === CLOSE_BRACE) break
      if (this.#peek() !== QUOTE) throw new SyntaxError('A key is no text')
      const key = String(this.readValue())
      this.#take(COLON)
      yield key
    }
    this.#take(CLOSE_BRACE)
  }

  /** Throws if anything follows. */
  expectEnd(): void {
    if (this.#peek() !== undefined) throw new SyntaxError('Something follows the value')
  }

  #take(expected: number): void {
    if (this.#peek() !== expected) throw new SyntaxError('A character is unexpected')
    this.#at++
  }

  /** Returns the next byte that is no space; undefined at the end. */
  #peek(): number | undefined {
    for (;;) {
      if (this.#at === this.#end && !this.#readMore()) return undefined
      const byte = this.#bytes[this.#at]
      if (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) return byte
      this.#at++
    }
  }

  /** Returns where the value at `#at` ends in `#bytes`. Checks only what is needed for that. */
  #findEnd(): number {
    let isInString = false
    let depth = 0
    for (let at = this.#at; ; at++) {
      while (at >= this.#end) {
        const read = at - this.#at
        if (!this.#readMore()) return this.#end
        at = this.#at + read
      }
      const byte = this.#bytes[at]
      if (isInString) {
        if (byte === BACKSLASH) at++
        else if (byte === QUOTE) {
          isInString = false
          if (depth === 0) return at + 1
        }
      } else if (byte === QUOTE) isInString = true
      else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) depth++
      else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) {
        // The bracket behind a number belongs to what contains it.
        if (depth === 0) return at
        depth--
        if (depth === 0) return at + 1
      } else if (byte === COMMA && depth === 0) return at
    }
  }

  /** Reads more bytes behind the unread ones. Returns false at the end of the file. */
  #readMore(): boolean {
    const unread = this.#bytes.subarray(this.#at, this.#end)
    // Doubling keeps the time linear, however long a value is.
    const isFull = unread.length > this.#bytes.length / 2
    if (isFull) this.#bytes = Buffer.allocUnsafe(this.#bytes.length * 2)
    this.#bytes.set(unread)
    this.#at = 0
    this.#end = unread.length
    const read = readSync(this.#fd, this.#bytes, this.#end, this.#bytes.length - this.#end, null)
    this.#end += read
    return read > 0
  }
}
