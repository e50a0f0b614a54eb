/** What one of several concurrent parts prints; closed when the part has ended. */
export interface Place {
  write(text: string): void
  close(): void
}

/**
 * Prints the output of concurrent parts one after the other, in the order in which they were opened: the first open part is printed as
 * it writes, the output of the others is kept until their turn.
 */
export class OrderedOutput {
  readonly #places: { kept: string[]; isClosed: boolean }[] = []

  constructor(readonly target: { write(text: string): unknown }) {}

  open(): Place {
    const place = { kept: [] as string[], isClosed: false }
    this.#places.push(place)
    return {
      write: (text) => {
        place.kept.push(text)
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
      for (const text of first.kept.splice(0)) this.target.write(text)
      if (!first.isClosed) return
      this.#places.shift()
    }
  }
}
