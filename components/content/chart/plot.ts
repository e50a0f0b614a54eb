import { stack, stackOffsetDiverging } from 'd3-shape'
import type { CSSProperties } from 'react'
import type { ChartData } from './chart-data'
import type { Paint } from './colors'
import { createScale, type Scale } from './scale'

/** The drawing is this wide and high, and stretched to the size of its element. */
export const SIZE = 1000
/** The heights of charts. */
export const HEIGHTS = { small: '10rem', medium: '15rem', large: '22rem', extra_large: '30rem' } as const
/** The average width of a letter of a label in pixels. */
export const LETTER = 6.5
/** The maximum number of bars that have a name. */
export const MAX_BAR_NAMES = 40

/** The start and end of a mark on the axis of values, the end being farther from 0; undefined without a value. */
export type Span = readonly [from: number, to: number] | undefined

/** A chart with axes, and where its marks are. */
export interface Plot {
  chart: ChartData
  /** By series and group. */
  spans: Span[][]
  scale: Scale
  isStacked: boolean
  /** The paints of the series; undefined if each group has its own. */
  paints: Paint[] | undefined
}

export function createPlot(chart: ChartData, paints: Paint[] | undefined): Plot {
  const { format, values } = chart
  const isStacked = format.style === undefined ? format.kind !== 'line' : format.style !== 'side_by_side'
  const spans = isStacked ? stackValues(values) : values.map((column) => column.map(toSpan))
  const ends = [...spans.flat(2), ...format.lines.map(({ value }) => value)].filter((value) => value !== undefined)
  const isShare = format.style === 'percent'
  const scale = createScale(ends, isShare ? { least: Math.min(0, ...ends) < 0 ? -1 : 0, most: 1 } : format)
  return { chart, spans, scale, isStacked, paints }
}

const toSpan = (value: number | undefined): Span => (value === undefined ? undefined : [0, value])

/** Puts the values of a group on top of each other, those below 0 downwards. */
function stackValues(values: (number | undefined)[][]): Span[][] {
  const groups = (values[0] ?? []).map((_, at) => at)
  const stacked = stack<number, number>()
    .keys(values.map((_, at) => at))
    .value((group, series) => values[series]?.[group] ?? 0)
    .offset(stackOffsetDiverging)(groups)
  return stacked.map((column, series) =>
    column.map(([low, high], at) => {
      const value = values[series]?.[at]
      if (value === undefined) return undefined
      return value < 0 ? [high, low] : [low, high]
    }),
  )
}

/** Returns the middle of the space of a group, from the start of its axis. */
export const getCenter = ({ chart: { groups } }: Plot, at: number): number => (SIZE * (at + 0.5)) / groups.length

/** Returns the number of characters of the longest value. */
export const getLongest = ({ texts }: ChartData): number =>
  texts.flat().reduce((most, { length }) => Math.max(most, length), 0)

export const round = (length: number): number => Math.round(length * 10) / 10

export const percent = (share: number): string => `${Math.round(share * 10_000) / 100}%`

export const withVariables = (variables: Record<`--${string}`, string>, style: CSSProperties = {}): CSSProperties => ({
  ...style,
  ...variables,
})
