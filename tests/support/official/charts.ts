import { encodeProperty, type Fields, readFields, readList, readString } from './records'
import type { Property } from './schema'

type ToGroup = (value: unknown, properties: readonly Property[]) => Fields | undefined

/** Returns the configuration of a chart, from `chart_config` of a record map. */
export function toChart(config: Fields, properties: readonly Property[], toGroup: ToGroup): Fields {
  const { dataConfig, chartFormat, type } = config
  const data = readFields(dataConfig)
  const { aggregation, stackOptions } = readFields(data.aggregationConfig)
  const format = readFields(chartFormat)
  const measure = toAggregation(readFields(aggregation))
  const stack = toGroup(readFields(stackOptions).groupBy, properties)
  const isAxis = data.type === 'groups_reducer'
  return {
    type: 'chart',
    chart_type: type,
    ...(isAxis ? { x_axis: toGroup(data.groupBy, properties), y_axis: measure } : { value: measure }),
    ...(stack && { stack_by: stack }),
    ...omitUndefined({
      sort: readString(format.mainSort)?.replace('-', '_'),
      color_theme: format.colorTheme,
      height: format.height,
      hide_empty_groups: format.axisHideEmptyGroups,
      legend_position: format.hideLegend === true ? 'off' : format.legendPosition,
      show_data_labels: format.axisShowDataLabels,
      axis_labels: format.axisLabel,
      grid_lines: format.axisGridLine,
      cumulative: format.axisCumulative,
      smooth_line: format.smoothLine,
      hide_line_fill_area: format.hideLineFillArea,
      group_style: format.axisGroupStyle,
      y_axis_min: format.yAxisMin,
      y_axis_max: format.yAxisMax,
      donut_labels: format.donutDataLabels,
      hide_title: format.hideTitle,
      color_by_value: format.weightColorValue,
      caption: format.showCaption === true ? format.caption : undefined,
    }),
  }
}

const toAggregation = ({ aggregator, property }: Fields): Fields => ({
  aggregator,
  ...(typeof property === 'string' && { property_id: encodeProperty(property) }),
})

const omitUndefined = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))

/** Returns the configuration of a dashboard, from its layout in a record map. */
export function toDashboard(layout: Fields | undefined): Fields {
  const rows = readList<Fields>(readFields(layout?.modules).dashboard_layout_schema)
  return {
    type: 'dashboard',
    rows: rows.map(({ id, modules }) => ({
      id,
      widgets: readList<Fields>(modules).map((each) => ({
        id: each.id,
        view_id: each.collection_view_id,
        ...(each.width !== undefined && { width: each.width }),
      })),
    })),
  }
}
