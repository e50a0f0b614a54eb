/**
 * Returns the edit distance of two words (Damerau-Levenshtein): how many letters must be inserted, removed, replaced, or swapped
 * with the next one.
 * @example getEditDistance('serach', 'search') // 1
 */
export function getEditDistance(from: string, to: string): number {
  const [a, b] = [[...from], [...to]]
  let before: number[] = []
  let above = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const changed = at(above, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1)
      let least = Math.min(changed, at(above, j) + 1, at(row, j - 1) + 1)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        least = Math.min(least, at(before, j - 2) + 1)
      row.push(least)
    }
    before = above
    above = row
  }
  return at(above, b.length)
}

const at = (row: readonly number[], column: number): number => row[column] ?? 0

/** Longer names are cut, because comparing them takes quadratic time. */
const MAX_COMPARED_LENGTH = 64

/** Returns the name with the least edit distance; the first of several. */
export function findNearestName(written: string, names: readonly string[]): string {
  const name = written.slice(0, MAX_COMPARED_LENGTH).toLowerCase()
  const distances = names.map((each) => getEditDistance(name, each.toLowerCase()))
  return names[distances.indexOf(Math.min(...distances))] ?? ''
}
