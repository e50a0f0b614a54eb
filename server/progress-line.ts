/** The parts of a terminal, or of another output, that a {@link ProgressLine} uses. */
interface Output {
  isTTY?: boolean
  columns?: number
  write(text: string): unknown
}

const ERASE = '\r\u001b[K'
/** The minimum time between two drawings, because drawing slows down the work whose progress is shown. */
const MIN_INTERVAL_MS = 100

/** A line of a terminal that each drawing replaces. On other outputs, such as a pipe or a log, nothing is drawn. */
export class ProgressLine {
  readonly #output: Output
  #drawnAt: number | undefined

  constructor(output: Output = process.stdout) {
    this.#output = output
  }

  draw(text: string): void {
    const now = performance.now()
    if (this.#output.isTTY !== true || now < (this.#drawnAt ?? Number.NEGATIVE_INFINITY) + MIN_INTERVAL_MS) return
    this.#drawnAt = now
    // The cursor returns to the beginning, so that a message of another process replaces the line.
    this.#output.write(`${ERASE}${text.slice(0, (this.#output.columns || 80) - 1)}\r`)
  }

  clear(): void {
    if (this.#drawnAt !== undefined) this.#output.write(ERASE)
    this.#drawnAt = undefined
  }
}

/** Returns a function that draws how many of the files are done, and clears the line when all of them are. */
export function createFileCounter(label: string, line = new ProgressLine()): (done: number, all: number) => void {
  return (done, all) => {
    if (done >= all) line.clear()
    else line.draw(`${label}: ${done} of ${all} files`)
  }
}
