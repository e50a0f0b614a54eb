import type { Cell, Column } from '../../../islands/collection/data'

/** The columns of all views of a collection. Each is prepared once. */
export class ColumnSet {
  readonly columns: Column[] = []
  readonly #cells: Cell[][] = []
  readonly #indexes = new Map<string, number>()

  /** Returns the index of the column of a property. Creates the column if it is not in the set yet. */
  add(key: string, make: () => { column: Column; cells: Cell[] }): number {
    const index = this.#indexes.get(key)
    if (index !== undefined) return index
    const { column, cells } = make()
    this.#indexes.set(key, this.columns.length)
    this.#cells.push(cells)
    return this.columns.push(column) - 1
  }

  findColumn(key: string): Column | undefined {
    return this.columns[this.#indexes.get(key) ?? -1]
  }

  /** Returns the cells of a row without trailing empty ones. */
  getCells(row: number): Cell[] {
    const cells = this.#cells.map((column) => column[row] ?? null)
    while (cells.at(-1) === null) cells.pop()
    return cells
  }
}
