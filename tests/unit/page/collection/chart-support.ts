import type { RichText } from '@/lib/workspace/record-map'
import { context, prepare, type Sample } from './support'

export const createDate = (start_date: string): RichText => [['‣', [['d', { type: 'date', start_date }]]]]
export const schema: Sample['schema'] = {
  Kind: {
    name: 'Kind',
    type: 'select',
    options: [
      { id: 'a', value: 'Text', color: 'blue' },
      { id: 'b', value: 'Display', color: 'red' },
    ],
  },
  State: { name: 'State', type: 'select' },
  Price: { name: 'Price', type: 'number' },
  Day: { name: 'Day', type: 'date' },
  Note: { name: 'Note', type: 'text' },
}
export const ROWS: Sample['rows'] = {
  One: { Kind: 'Text', State: 'New', Price: '10', Day: createDate('2024-01-03') },
  Two: { Kind: 'Display', State: 'New', Price: '-4', Day: createDate('2024-03-09') },
  Three: { Kind: 'Text', State: 'Old', Price: '2.5', Day: createDate('2024-03-10') },
  Four: { State: 'Old' },
}
export const by = (property: string, more = {}) => ({ property, type: 'select', sort: { type: 'manual' }, ...more })
export const SUM = { aggregator: 'sum', property: 'Price' }

export interface Settings {
  type?: string
  groupBy?: object
  aggregation?: object
  stack?: object
  format?: object
  data?: object
}

export function createChartView({
  type = 'column',
  groupBy = by('Kind'),
  aggregation,
  stack,
  format = {},
  data,
}: Settings) {
  const aggregationConfig = {
    aggregation: aggregation ?? { aggregator: 'count' },
    ...(stack && { stackOptions: { groupBy: stack } }),
  }
  const dataConfig = data ?? {
    type: type === 'number' ? 'number_reducer' : 'groups_reducer',
    groupBy,
    aggregationConfig,
  }
  return { type: 'chart', name: 'Chart', format: { chart_config: { type, dataConfig, chartFormat: format } } }
}

export function prepareChart(settings: Settings, more: Partial<Sample> = {}) {
  const data = prepare({ schema, rows: ROWS, views: [createChartView(settings)], ...more })
  const html = data.views[0]?.chart ?? ''
  const read = (pattern: RegExp) => [...html.matchAll(pattern)].map(([, text = '']) => text)
  return { data, html, cells: read(/<t[hd](?: scope="\w+")?>([^<]*)</g), paths: read(/<path d="([^"]*)" fill="var/g) }
}

/** The table of a chart, with its header first. */
export function getTable(settings: Settings, more: Partial<Sample> = {}): string[][] | undefined {
  const views = [createChartView(settings)]
  const sources = prepare({ schema, rows: ROWS, views, context: context({ sources: true }), ...more })
  return sources.views[0]?.chartTable
}
