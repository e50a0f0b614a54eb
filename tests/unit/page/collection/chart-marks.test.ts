import { describe, expect, test } from 'vitest'
import { by, getTable, prepareChart, type Settings, SUM } from './chart-support'

/** By series and group. A value without a mark is 0. */
type Values = number[][]

const KINDS = ['column', 'bar', 'line', 'donut'] as const
const STYLES = [undefined, 'normal', 'percent', 'side_by_side'] as const
const MEASURES = [undefined, SUM]

const CASES = KINDS.flatMap((type) =>
  STYLES.flatMap((axisGroupStyle) =>
    [false, true].flatMap((axisCumulative) =>
      [undefined, by('State')].flatMap((stack) =>
        MEASURES.map((aggregation): Settings & { type: (typeof KINDS)[number] } => ({
          ...{ type, stack, aggregation },
          format: { axisGroupStyle, axisCumulative },
        })),
      ),
    ),
  ),
)

describe.each(CASES)('a $type with $format, stacked by $stack, of $aggregation', (settings) => {
  test('has marks as large as the values in its table', () => {
    const [, ...rows] = getTable(settings) ?? []
    const cells = rows.map(([, ...texts]) => texts.map(Number))
    const series = (cells[0] ?? []).map((_, at) => cells.map((row) => row[at] ?? 0))
    const { html } = prepareChart(settings)
    const isShare = settings.stack !== undefined && settings.type !== 'donut' && html.includes('>100%<')
    expect(isShare).toBe(settings.stack !== undefined && settings.type !== 'donut' && getStyle(settings) === 'percent')
    const expected =
      settings.type === 'donut' ? series.map((column) => toShares(column)) : isShare ? toGroupShares(series) : series
    const drawn = READERS[settings.type](html, rows.length, series.length, getStyle(settings))
    expect(drawn.flat().some((value) => value !== 0)).toBe(true)
    for (const [at, column] of expected.entries()) {
      for (const [group, value] of column.entries()) expect(drawn[at]?.[group]).toBeCloseTo(value, 2)
    }
  })
})

const getStyle = ({ format }: Settings): unknown => (format as { axisGroupStyle?: unknown }).axisGroupStyle

/** Values below 0 have no slice. */
function toShares(values: number[]): number[] {
  const sizes = values.map((value) => Math.max(0, value))
  const sum = sizes.reduce((total, size) => total + size, 0)
  return sizes.map((size) => size / sum)
}

function toGroupShares(series: Values): Values {
  const sums = (series[0] ?? []).map((_, at) => series.reduce((sum, values) => sum + Math.abs(values[at] ?? 0), 0) || 1)
  return series.map((values) => values.map((value, at) => value / (sums[at] ?? 1)))
}

type Reader = (html: string, groups: number, series: number, style: unknown) => Values

const READERS: Record<(typeof KINDS)[number], Reader> = {
  column: (html, groups, series) => readRectangles(html, groups, series, false),
  bar: (html, groups, series) => readRectangles(html, groups, series, true),
  line: readLines,
  donut: readSlices,
}

const createValues = (groups: number, series: number): Values =>
  Array.from({ length: series }, () => Array.from({ length: groups }, () => 0))

const match = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, ...parts]) => parts)

/** Returns the paints of the series from the legend, so the place of each mark is that of its series. */
const readPaints = (html: string): (string | undefined)[] =>
  match(html, /<rect [^>]*fill="([^"]*)"/g).map(([fill]) => fill)

/** Returns the first and last value that is named along the axis. */
function readScale(html: string, axis: 'x' | 'y'): { least: number; most: number } {
  const [[names = ''] = []] = match(html, new RegExp(`class="chart-${axis}"[^>]*>(.*?)</div>`, 'g'))
  const ticks = match(names, />([^<]+)</g).map(([text = '']) =>
    text.endsWith('%') ? Number.parseFloat(text) / 100 : Number(text),
  )
  return { least: ticks[0] ?? Number.NaN, most: ticks.at(-1) ?? Number.NaN }
}

function readRectangles(html: string, groups: number, series: number, isBar: boolean): Values {
  const { least, most } = readScale(html, isBar ? 'x' : 'y')
  const values = createValues(groups, series)
  const paints = readPaints(html)
  for (const [d = '', fill] of match(html, /<path d="([^"]*)" fill="(var[^"]*)"/g)) {
    for (const numbers of match(d, /M([\d.]+) ([\d.]+)h([\d.]+)v([\d.]+)h/g)) {
      const [x = 0, y = 0, width = 0, height = 0] = numbers.map(Number)
      const [start, length, middle] = isBar ? [x, width, y + height / 2] : [1000 - y - height, height, x + width / 2]
      const column = values[Math.max(0, paints.indexOf(fill))] ?? []
      const isAbove = least + ((most - least) * (start + length / 2)) / 1000 > 0
      column[Math.floor((middle / 1000) * groups)] = ((most - least) * length * (isAbove ? 1 : -1)) / 1000
    }
  }
  return values
}

function readLines(html: string, groups: number, series: number, style: unknown): Values {
  const { least, most } = readScale(html, 'y')
  const values = createValues(groups, series)
  // The sums of the values below each line, as those above 0 and those below 0 are on top of each other.
  const sums = Array.from({ length: groups }, () => new Map<number, number>())
  for (const [at, [d = '']] of match(html, /<path d="([^"]*)" fill="none"/g).entries()) {
    for (const point of match(d, /[ML]([\d.]+),([\d.]+)/g)) {
      const [x = 0, y = 0] = point.map(Number)
      const group = Math.floor((x / 1000) * groups)
      const height = least + ((most - least) * (1000 - y)) / 1000
      const isStacked = style === 'normal' || style === 'percent'
      const sum = isStacked && Math.abs(height) > 0.001 ? (sums[group]?.get(Math.sign(height)) ?? 0) : 0
      sums[group]?.set(Math.sign(height), height)
      const column = values[at] ?? []
      column[group] = height - sum
    }
  }
  return values
}

/** Returns the shares of slices. Groups without a slice are last in these charts. */
function readSlices(html: string, groups: number): Values {
  const [values = []] = createValues(groups, 1)
  const arcs = match(html, /d="M(-?[\d.]+),(-?[\d.]+)A50,50,0,[01],1,(-?[\d.]+),(-?[\d.]+)(A50)?/g)
  for (const [at, [half, ...arc]] of arcs.map((parts) => [parts.pop(), ...parts]).entries()) {
    const [startX = 0, startY = 0, endX = 0, endY = 0] = arc.map(Number)
    const turn = (Math.atan2(endY, endX) - Math.atan2(startY, startX)) / (2 * Math.PI)
    // A full circle has two arcs.
    values[at] = half ? 1 : turn < 0 ? turn + 1 : turn
  }
  return [values]
}
