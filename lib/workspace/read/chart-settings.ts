import { type Aggregation, readAggregation } from '../query/aggregate'
import type { CollectionView, PropertySchema } from '../record-map'
import { isViewType } from '../supported'
import { type Fields, isObject } from '../values'
import { isReadable } from './shown-properties'

const KINDS = ['column', 'bar', 'line', 'donut', 'number'] as const
const SORTS = ['x-ascending', 'x-descending', 'y-ascending', 'y-descending'] as const
const THEMES = [
  'gray',
  'blue',
  'yellow',
  'green',
  'purple',
  'teal',
  'orange',
  'pink',
  'red',
  'auto',
  'colorful',
] as const
const HEIGHTS = ['small', 'medium', 'large', 'extra_large'] as const
const AXES = ['none', 'x_axis', 'y_axis', 'both'] as const
const GRIDS = ['none', 'horizontal', 'vertical', 'both'] as const
const STYLES = ['normal', 'percent', 'side_by_side'] as const
const DONUT_LABELS = ['none', 'value', 'name', 'name_and_value'] as const
const LEGENDS = ['bottom', 'side'] as const

export interface ReferenceLine {
  value: number
  label: string
  color: string
  isDashed: boolean
}

/** How a chart looks. Settings that the view lacks are undefined. */
export interface ChartFormat {
  kind: (typeof KINDS)[number]
  theme: (typeof THEMES)[number]
  height: (typeof HEIGHTS)[number]
  legend: 'off' | (typeof LEGENDS)[number] | undefined
  axisNames: (typeof AXES)[number]
  grid: (typeof GRIDS)[number] | undefined
  style: (typeof STYLES)[number] | undefined
  donutLabels: (typeof DONUT_LABELS)[number]
  least: number | undefined
  most: number | undefined
  hasLabels: boolean
  isSmooth: boolean
  isFilled: boolean
  isCumulative: boolean
  isWeighted: boolean
  hidesTitle: boolean
  caption: string
  lines: ReferenceLine[]
}

/** What a chart counts, and how. The groupings are stored ones, as those of other views. */
export interface ChartSettings {
  format: ChartFormat
  /** Undefined for a number, and for a chart of single rows. */
  groupBy?: Fields
  /** In a chart of single rows: the property with their names. */
  nameProperty?: string
  stackBy?: Fields
  aggregation: Aggregation
  /** The property of the aggregation. Only a count has none. */
  property?: string
  sort?: (typeof SORTS)[number]
  hidesEmpty: boolean
}

type Schema = Readonly<Record<string, PropertySchema>>

/** Whether the site shows a view: its type is supported, and a chart has known settings. */
export const isShownView = (view: CollectionView, schema: Schema): boolean =>
  isViewType(view.type) && (view.type !== 'chart' || readChartSettings(view, schema) !== undefined)

const MAX_LINES = 10
const MAX_TEXT = 500

/**
 * Reads the settings of a chart as record maps contain them (`format.chart_config`). Returns undefined if they are missing or unknown, or if
 * a property does not exist: the view is then one of an unknown type.
 */
export function readChartSettings({ format: stored }: CollectionView, schema: Schema): ChartSettings | undefined {
  const config = readFields(stored.chart_config)
  const kind = KINDS.find((each) => each === config.type)
  const data = readFields(config.dataConfig)
  if (kind === undefined) return undefined
  const chartFormat = readFields(config.chartFormat)
  const common = {
    sort: SORTS.find((each) => each === chartFormat.mainSort),
    hidesEmpty: kind === 'donut' || chartFormat.axisHideEmptyGroups === true,
  }
  const format = readFormat(kind, chartFormat, false)
  // Each row is a mark of its own.
  if (data.type === 'results_reducer' && kind !== 'number') {
    const [name, value] = [findProperty(data.nameProperty, schema), findProperty(data.valueProperty, schema)]
    if (name === undefined || value === undefined) return undefined
    return { ...common, format, nameProperty: name, aggregation: { name: 'sum' }, property: value }
  }
  const { aggregation: counted, stackOptions } = readFields(data.aggregationConfig)
  const { aggregator = 'count', property: measured } = readFields(counted)
  const aggregation = readAggregation(aggregator)
  const property = findProperty(measured, schema)
  if (aggregation === undefined || (property === undefined && aggregator !== 'count')) return undefined
  const measure = { ...common, aggregation, ...(property !== undefined && { property }) }
  if (kind === 'number') return data.type === 'number_reducer' ? { ...measure, format } : undefined
  const groupBy = readGroupBy(data.groupBy, schema)
  if (data.type !== 'groups_reducer' || groupBy === undefined) return undefined
  const stackBy = kind === 'donut' ? undefined : readGroupBy(readFields(stackOptions).groupBy, schema)
  if (stackBy === undefined) return { ...measure, format, groupBy }
  return { ...measure, format: readFormat(kind, chartFormat, true), groupBy, stackBy }
}

/** Reads how a chart looks. Settings of another kind of chart may be left from before the kind was changed, and have no effect. */
function readFormat(kind: ChartFormat['kind'], stored: Fields, isStacked: boolean): ChartFormat {
  const pick = <Word extends string>(words: readonly Word[], value: unknown) => words.find((word) => word === value)
  const [least, most] = [stored.yAxisMin, stored.yAxisMax].map(readNumber)
  const hasAxes = kind !== 'donut' && kind !== 'number'
  const isRange = least === undefined || most === undefined || least < most
  return {
    kind,
    theme: pick(THEMES, stored.colorTheme) ?? 'auto',
    height: pick(HEIGHTS, stored.height) ?? 'medium',
    legend: stored.hideLegend === true ? 'off' : pick(LEGENDS, stored.legendPosition),
    axisNames: pick(AXES, stored.axisLabel) ?? 'none',
    grid: pick(GRIDS, stored.axisGridLine),
    style: isStacked ? pick(STYLES, stored.axisGroupStyle) : undefined,
    donutLabels: pick(DONUT_LABELS, stored.donutDataLabels) ?? 'none',
    least: isRange ? least : undefined,
    most: isRange ? most : undefined,
    hasLabels: stored.axisShowDataLabels !== false,
    isSmooth: stored.smoothLine === true,
    isFilled: stored.hideLineFillArea !== true,
    isCumulative: hasAxes && stored.axisCumulative === true,
    isWeighted: stored.weightColorValue === true,
    hidesTitle: stored.hideTitle === true,
    caption: stored.showCaption === true ? readText(stored.caption) : '',
    lines: (Array.isArray(stored.referenceLines) ? stored.referenceLines : []).slice(0, MAX_LINES).flatMap(readLine),
  }
}

function readLine(stored: unknown): ReferenceLine[] {
  const { value, label, color, dashStyle } = readFields(stored)
  const number = readNumber(value)
  if (number === undefined) return []
  return [{ value: number, label: readText(label), color: readText(color), isDashed: dashStyle === 'dash' }]
}

function readGroupBy(stored: unknown, schema: Schema): Fields | undefined {
  return isObject(stored) && findProperty(stored.property, schema) !== undefined ? stored : undefined
}

const findProperty = (id: unknown, schema: Schema): string | undefined =>
  typeof id === 'string' && Object.hasOwn(schema, id) && isReadable(schema[id]) ? id : undefined

const readFields = (value: unknown): Fields => (isObject(value) ? value : {})
const readNumber = (value: unknown) => (Number.isFinite(value) ? (value as number) : undefined)
const readText = (value: unknown) => (typeof value === 'string' ? value.trim().slice(0, MAX_TEXT) : '')
