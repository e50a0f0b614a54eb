/** Whole numbers from 0 up as bytes, the small ones in one each; seven bits a byte, and the eighth says that more follow. */
export class ByteWriter {
  #bytes = Buffer.alloc(1 << 16)
  #length = 0

  write(number: number): void {
    // The longest number takes five.
    if (this.#length + 5 > this.#bytes.length) this.#bytes = Buffer.concat([this.#bytes], this.#bytes.length * 2)
    let rest = number
    while (rest > 0x7f) {
      this.#bytes[this.#length++] = (rest & 0x7f) | 0x80
      rest >>>= 7
    }
    this.#bytes[this.#length++] = rest
  }

  toBase64(): string {
    return this.#bytes.toString('base64', 0, this.#length)
  }
}

/** Reads what {@link ByteWriter} wrote; throws where there is nothing more to read. */
export class ByteReader {
  readonly #bytes: Buffer
  #at = 0

  constructor(base64: string) {
    this.#bytes = Buffer.from(base64, 'base64')
  }

  read(): number {
    let number = 0
    for (let shift = 0; ; shift += 7) {
      const byte = this.#bytes[this.#at++]
      if (byte === undefined) throw new Error('The bytes end within a number')
      number |= (byte & 0x7f) << shift
      if (byte < 0x80) return number
    }
  }
}
