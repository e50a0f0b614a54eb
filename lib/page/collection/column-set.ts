import type { Cell, Column } from '../wire/collection'

/** The columns of all views of a collection. Each is prepared once. */
export class ColumnSet {
  readonly columns: Column[] = []
  readonly #cells: Cell[][] = []
  readonly #indexes = new Map<string, number>()

  add(key: string, make: () => { column: Column; cells: Cell[] }): number {
    const known = this.#indexes.get(key)
    if (known !== undefined) return known
    const { column, cells } = make()
    this.#indexes.set(key, this.columns.length)
    this.#cells.push(cells)
    return this.columns.push(column) - 1
  }

  of(key: string): Column | undefined {
    return this.columns[this.#indexes.get(key) ?? -1]
  }

  /** Returns the cells of a row without trailing empty ones. */
  getCells(row: number): Cell[] {
    const cells = this.#cells.map((column) => column[row] ?? null)
    while (cells.at(-1) === null) cells.pop()
    return cells
  }
}
