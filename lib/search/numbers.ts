/**
 * Writes each number as one or more characters. A character below `\` is the last one of its number; one above it means that more follow.
 * Both are stored unescaped in JSON. Most numbers of an index take one character, and gzip shortens them further than base64 of bytes.
 *
 * @example 0 is `#`, 56 is `[`, 57 is `t$`
 */
const [FIRST_ENDING, FIRST_CONTINUING, LAST_CONTINUING] = [0x23, 0x5d, 0x7e]
const ENDINGS = 0x5c - FIRST_ENDING
const CONTINUINGS = LAST_CONTINUING - FIRST_CONTINUING + 1
/** The number of character codes that become text at once: as many arguments as every engine takes. */
const MAX_CODES = 4096

export class NumberWriter {
  #text = ''
  #codes: number[] = []

  write(number: number): void {
    let rest = number
    while (rest >= ENDINGS) {
      this.#codes.push(FIRST_CONTINUING + (rest % CONTINUINGS))
      rest = Math.floor(rest / CONTINUINGS)
    }
    if (this.#codes.push(FIRST_ENDING + rest) >= MAX_CODES) this.#flush()
  }

  /** The number of written characters. */
  get length(): number {
    return this.#text.length + this.#codes.length
  }

  toString(): string {
    this.#flush()
    return this.#text
  }

  #flush(): void {
    this.#text += String.fromCharCode(...this.#codes)
    this.#codes = []
  }
}

/** Reads the text of a {@link NumberWriter}. Throws if it contains no number at the current position. */
export class NumberReader {
  #at = 0

  constructor(readonly text: string) {}

  read(): number {
    let number = 0
    for (let factor = 1; factor < Number.MAX_SAFE_INTEGER; factor *= CONTINUINGS) {
      const code = this.text.charCodeAt(this.#at++)
      if (code >= FIRST_ENDING && code < FIRST_ENDING + ENDINGS) return number + (code - FIRST_ENDING) * factor
      // Past the end it is NaN.
      if (!(code >= FIRST_CONTINUING && code <= LAST_CONTINUING)) break
      number += (code - FIRST_CONTINUING) * factor
    }
    throw new Error('The text has no number here')
  }

  get isAtEnd(): boolean {
    return this.#at >= this.text.length
  }
}
