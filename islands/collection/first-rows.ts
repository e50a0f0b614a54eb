/** The number of rows, and of sections, that a view shows initially. */
export const FIRST_ROWS = 50

/** A section of rows, or of columns with rows. */
interface SectionColumns {
  columns?: readonly SectionColumns[]
}

/**
 * Returns how many rows of each section are shown initially: at most `budget` in total, distributed evenly, and at most `pageSize` in each.
 * Sections after the first {@link FIRST_ROWS} show none.
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

/** Returns how many sections are shown initially: at most {@link FIRST_ROWS} lists of rows, and at least one section. */
export function countFirstSections(sections: readonly SectionColumns[]): number {
  let lists = 0
  const end = sections.findIndex(({ columns }, index) => {
    lists += columns?.length ?? 1
    return index > 0 && lists > FIRST_ROWS
  })
  return end === -1 ? sections.length : end
}

/** Returns the lists of rows of a view's sections, in reading order. */
export function getRowLists<Section extends { columns?: Section[] }>(sections: readonly Section[]): Section[] {
  return sections.flatMap((section) => section.columns ?? section)
}
