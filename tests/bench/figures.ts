/** One figure that the project promises. */
export interface Figure {
  name: string
  measured: number
  unit: string
  limit: number
  /** Whether the limit is the most or the least that is good. */
  limitIs: 'most' | 'least'
  /** How it was measured. */
  how: string
}

/** Makes the figures of one thing that were measured in one way, each of which may be at most so much. */
export const atMost =
  (of: string, how: string) =>
  (name: string, measured: number, unit: string, limit: number): Figure => ({
    name: `${of}: ${name}`,
    measured,
    unit,
    limit,
    limitIs: 'most',
    how,
  })

export const isGood = ({ measured, limit, limitIs }: Figure): boolean =>
  limitIs === 'most' ? measured <= limit : measured >= limit

/** The value that this share of all values does not reach, from 0 to 1; NaN of none. */
export const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN

export const median = (values: readonly number[]): number => percentile(values, 0.5)

/** The figures as a table, and under it how each was measured. */
export function tableOf(figures: readonly Figure[]): string {
  const rows = figures.map((figure) => [
    isGood(figure) ? 'ok' : 'MISSED',
    figure.name,
    `${Number(figure.measured.toFixed(3))} ${figure.unit}`,
    `at ${figure.limitIs} ${figure.limit} ${figure.unit}`,
  ])
  const widths = [0, 1, 2, 3].map((column) => Math.max(...rows.map((row) => (row[column] ?? '').length)))
  const table = rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '))
  const ways = [...new Set(figures.map(({ how }) => how))].map((how) => `- ${how}`)
  return [...table, '', 'How:', ...ways].join('\n')
}
