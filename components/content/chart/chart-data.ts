import type { ChartFormat } from '@/lib/workspace/read/chart-settings'

/** A group of rows, a single row, or the rows with one value of the property by which a chart is stacked. */
export interface ChartPart {
  label: string
  /** A shorter label for the axis, if the label is a date. */
  short?: string
  /** A color of Notion, such as that of an option. */
  color?: string
}

/** What a chart is drawn from: names and numbers, no rows. */
export interface ChartData {
  format: ChartFormat
  /** The name of the view, and those of the properties that are shown along the axes. */
  name: string
  groupName: string
  valueName: string
  groups: ChartPart[]
  /** One without a name if the chart is not stacked. */
  series: ChartPart[]
  /** By series and group. A value that is no finite number is undefined. */
  values: (number | undefined)[][]
  /** The same as text. */
  texts: string[][]
  /** The sum of a donut, or the number. */
  total: string
  /** What is shown if there are no groups. */
  empty: string
  /** Returns a value of the axis as text that differs from that of the next step. */
  formatTick(value: number, step: number): string
}
