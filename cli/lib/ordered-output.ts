/** The output of one of several concurrent parts. It is closed when the part has ended. */
export interface OutputPart {
  write(text: string): void
  close(): void
}

/**
 * Prints the output of concurrent parts one after the other, in the order in which they were opened. The output of the first open part is
 * printed at once; that of the others is buffered.
 */
export class OrderedOutput {
  readonly #parts: { buffered: string[]; isClosed: boolean }[] = []

  constructor(readonly target: { write(text: string): unknown }) {}

  open(): OutputPart {
    const outputPart = { buffered: [] as string[], isClosed: false }
    this.#parts.push(outputPart)
    return {
      write: (text) => {
        outputPart.buffered.push(text)
        this.#flush()
      },
      close: () => {
        outputPart.isClosed = true
        this.#flush()
      },
    }
  }

  #flush(): void {
    for (let first = this.#parts[0]; first !== undefined; first = this.#parts[0]) {
      for (const text of first.buffered.splice(0)) this.target.write(text)
      if (!first.isClosed) return
      this.#parts.shift()
    }
  }
}
