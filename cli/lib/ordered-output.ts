/** The output of one of several concurrent parts. It is closed when the part has ended. */
export interface Place {
  write(text: string): void
  close(): void
}

/**
 * Prints the output of concurrent parts one after the other, in the order in which they were opened. The output of the first open part is
 * printed at once; that of the others is buffered.
 */
export class OrderedOutput {
  readonly #places: { buffered: string[]; isClosed: boolean }[] = []

  constructor(readonly target: { write(text: string): unknown }) {}

  open(): Place {
    const place = { buffered: [] as string[], isClosed: false }
    this.#places.push(place)
    return {
      write: (text) => {
        place.buffered.push(text)
        this.#flush()
      },
      close: () => {
        place.isClosed = true
        this.#flush()
      },
    }
  }

  #flush(): void {
    for (let first = this.#places[0]; first !== undefined; first = this.#places[0]) {
      for (const text of first.buffered.splice(0)) this.target.write(text)
      if (!first.isClosed) return
      this.#places.shift()
    }
  }
}
