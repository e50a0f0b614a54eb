/** Returns how many letters must be inserted, removed, changed or swapped with the next to make one word of the other. */
export function getEditDistance(from: string, to: string): number {
  const [a, b] = [[...from], [...to]]
  const rows = [Array.from({ length: b.length + 1 }, (_, column) => column)]
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const cell = (up: number, left: number) => (up === 0 ? row : rows[i - up])?.[j - left] ?? 0
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const changed = cell(1, 1) + (a[i - 1] === b[j - 1] ? 0 : 1)
      row.push(Math.min(changed, cell(1, 0) + 1, cell(0, 1) + 1, swapped ? cell(2, 2) + 1 : Number.POSITIVE_INFINITY))
    }
    rows.push(row)
  }
  return rows[a.length]?.[b.length] ?? 0
}
