/** A measurement with its limit. */
export interface Measurement {
  name: string
  measured: number
  unit: string
  limit: number
  /** Whether the limit is a maximum or a minimum. */
  limitIs: 'most' | 'least'
  /** How it was measured. */
  how: string
}

/** Returns a function that creates measurements of one subject, measured in one way, whose limits are maxima. */
export const atMost =
  (of: string, how: string) =>
  (name: string, measured: number, unit: string, limit: number): Measurement => ({
    name: `${of}: ${name}`,
    measured,
    unit,
    limit,
    limitIs: 'most',
    how,
  })

export const isGood = ({ measured, limit, limitIs }: Measurement): boolean =>
  limitIs === 'most' ? measured <= limit : measured >= limit

/** Returns a percentile of values; `share` is from 0 to 1. Returns NaN for an empty list. */
export const getPercentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN

export const median = (values: readonly number[]): number => getPercentile(values, 0.5)

/** Formats measurements as a table, followed by how each was measured. */
export function formatTable(measurements: readonly Measurement[]): string {
  const rows = measurements.map((measurement) => [
    isGood(measurement) ? 'ok' : 'MISSED',
    measurement.name,
    `${Number(measurement.measured.toFixed(3))} ${measurement.unit}`,
    `at ${measurement.limitIs} ${measurement.limit} ${measurement.unit}`,
  ])
  const widths = [0, 1, 2, 3].map((column) => Math.max(...rows.map((row) => (row[column] ?? '').length)))
  const table = rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '))
  const ways = [...new Set(measurements.map(({ how }) => how))].map((how) => `- ${how}`)
  return [...table, '', 'How:', ...ways].join('\n')
}
