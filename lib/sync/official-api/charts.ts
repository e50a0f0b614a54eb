import { type Fields, isObject } from '../../workspace/values'
import { convertGrouping } from './groupings'
import { readPropertyId } from './properties'

/** Settings of charts with another name in record maps, and the same values. */
const SETTINGS: Readonly<Record<string, string>> = {
  color_theme: 'colorTheme',
  height: 'height',
  hide_empty_groups: 'axisHideEmptyGroups',
  show_data_labels: 'axisShowDataLabels',
  axis_labels: 'axisLabel',
  grid_lines: 'axisGridLine',
  cumulative: 'axisCumulative',
  smooth_line: 'smoothLine',
  hide_line_fill_area: 'hideLineFillArea',
  group_style: 'axisGroupStyle',
  y_axis_min: 'yAxisMin',
  y_axis_max: 'yAxisMax',
  donut_labels: 'donutDataLabels',
  hide_title: 'hideTitle',
  color_by_value: 'weightColorValue',
}

/** Returns the settings of a chart as record maps contain them. */
export function convertChart(configuration: Fields): Fields {
  const { chart_type: type, sort, legend_position: legend, caption, reference_lines: lines } = configuration
  return {
    type,
    dataConfig: convertData(configuration),
    chartFormat: {
      ...Object.fromEntries(
        Object.entries(SETTINGS).flatMap(([name, key]) => {
          const value = configuration[name]
          return value === undefined || value === null ? [] : [[key, value]]
        }),
      ),
      ...(typeof sort === 'string' && { mainSort: sort.replace('_', '-') }),
      ...(legend === 'off' ? { hideLegend: true } : { legendPosition: legend }),
      ...(typeof caption === 'string' && caption !== '' && { caption, showCaption: true }),
      ...(Array.isArray(lines) && { referenceLines: lines.filter(isObject).map(convertLine) }),
    },
  }
}

function convertData(configuration: Fields): Fields {
  const { chart_type: type, x_axis, y_axis, value, stack_by } = configuration
  if (type === 'number') {
    return { type: 'number_reducer', aggregationConfig: { aggregation: convertAggregation(value ?? y_axis) } }
  }
  const [name, amount] = [configuration.x_axis_property_id, configuration.y_axis_property_id].map((id) =>
    readPropertyId({ id }),
  )
  const groupBy = convertGrouping(x_axis)
  if (groupBy === undefined && name !== undefined && amount !== undefined) {
    return { type: 'results_reducer', nameProperty: name, valueProperty: amount }
  }
  const stackBy = convertGrouping(stack_by)
  return {
    type: 'groups_reducer',
    groupBy,
    aggregationConfig: {
      aggregation: convertAggregation(y_axis ?? value),
      ...(stackBy && { stackOptions: { groupBy: stackBy } }),
    },
  }
}

function convertAggregation(stored: unknown): Fields {
  const { aggregator, property_id: id } = isObject(stored) ? stored : {}
  const property = readPropertyId({ id })
  return { aggregator: aggregator ?? 'count', ...(property !== undefined && { property }) }
}

const convertLine = ({ id, value, label, color, dash_style }: Fields): Fields => ({
  ...{ id, value, label, color },
  dashStyle: dash_style,
})
