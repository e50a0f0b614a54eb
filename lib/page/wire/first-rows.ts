/** Rows, and sections of them, that a view shows at first. */
export const FIRST_ROWS = 50

/** Something that holds rows, or columns that do. */
interface Holder {
  columns?: readonly Holder[]
}

/**
 * How many rows of each section are shown at first: at most `budget` in all, shared out evenly, and at most a page of
 * each. Sections that come after so many others have none.
 */
export function distributeRows(lengths: readonly number[], pageSize: number, budget = FIRST_ROWS): number[] {
  const shares = lengths.map(() => 0)
  const wanted = lengths.slice(0, FIRST_ROWS).map((length) => Math.min(length, pageSize))
  let left = budget
  let open = wanted.flatMap((length, index) => (length > 0 ? [index] : []))
  while (left > 0 && open.length > 0) {
    const each = Math.max(1, Math.floor(left / open.length))
    for (const index of open) {
      const more = Math.min(each, (wanted[index] ?? 0) - (shares[index] ?? 0), left)
      shares[index] = (shares[index] ?? 0) + more
      left -= more
    }
    open = open.filter((index) => (shares[index] ?? 0) < (wanted[index] ?? 0))
  }
  return shares
}

/** How many sections are shown at first: as many as hold no more than {@link FIRST_ROWS} lists of rows, and at least one. */
export function countFirstSections(sections: readonly Holder[]): number {
  let lists = 0
  const end = sections.findIndex(({ columns }, index) => {
    lists += columns?.length ?? 1
    return index > 0 && lists > FIRST_ROWS
  })
  return end === -1 ? sections.length : end
}

/** The lists of rows of a view's sections, in reading order. */
export function getRowLists<Section extends { columns?: Section[] }>(sections: readonly Section[]): Section[] {
  return sections.flatMap((section) => section.columns ?? section)
}
