import { renderToStaticMarkup } from 'react-dom/server'
import { Axes } from './axes'
import type { ChartData } from './chart-data'
import { getPaints, type Paint } from './colors'
import { Donut } from './donut'

/** The legend is beside the drawing if there is enough space. */
const BESIDE = { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '1rem' } as const
/** Below both the drawing and the legend. */
const CAPTION = { flexBasis: '100%' }
const NUMBER = { color: 'var(--ink)', fontSize: 'var(--text-title)', lineHeight: 1.3 }
const ENTRY = { display: 'flex', alignItems: 'center', gap: '.375rem' }
const LEGEND = {
  display: 'flex',
  flexWrap: 'wrap',
  gap: '.25rem 1rem',
  margin: 0,
  padding: 0,
  listStyle: 'none',
} as const

/** Renders a chart with the table of its values. Runs on the page thread only. */
export const renderChart = (chart: ChartData): string => renderToStaticMarkup(<Chart chart={chart} />)

/** Returns the values of a chart as the cells of a table, with its header first. */
export function createChartTable({
  format,
  groups,
  series,
  texts,
  total,
  groupName,
  valueName,
}: ChartData): string[][] {
  if (format.kind === 'number') return [[valueName], [total]]
  const names = series.length > 1 || series[0]?.label ? series.map(({ label }) => label) : [valueName]
  return [[groupName, ...names], ...groups.map(({ label }, at) => [label, ...texts.map((column) => column[at] ?? '')])]
}

function Chart({ chart }: { chart: ChartData }) {
  const { format, groups, series, values } = chart
  const caption = format.caption && <figcaption style={CAPTION}>{format.caption}</figcaption>
  if (format.kind === 'number') {
    return (
      <figure className="chart">
        {!format.hidesTitle && <div>{chart.valueName}</div>}
        <div style={NUMBER}>{chart.total || '–'}</div>
        {caption}
      </figure>
    )
  }
  if (groups.length === 0) return <p className="collection-empty">{chart.empty}</p>
  const isDonut = format.kind === 'donut'
  const isStacked = series.length > 1 || series[0]?.label !== ''
  const parts = isDonut ? groups : isStacked ? series : []
  const paints = getPaints(format, parts)
  const showsLegend = (format.legend !== 'off' || (isDonut && format.donutLabels !== 'none')) && parts.length > 0
  const isBeside = format.legend === 'side' || (isDonut && format.legend !== 'bottom')
  const isEmpty = values.every((column) => column.every((value) => value === undefined))
  return (
    <figure className="chart" style={isBeside ? BESIDE : undefined}>
      {isDonut ? (
        <Donut chart={chart} paints={paints} />
      ) : (
        <Axes chart={chart} paints={isStacked ? paints : undefined} />
      )}
      {showsLegend && !isEmpty && (
        <Legend chart={chart} names={parts.map(({ label }) => label)} paints={paints} isBeside={isBeside} />
      )}
      <div className="visually-hidden">
        <Table chart={chart} />
      </div>
      {caption}
    </figure>
  )
}

interface LegendProps {
  chart: ChartData
  names: string[]
  paints: Paint[]
  isBeside: boolean
}

function Legend({ chart, names, paints, isBeside }: LegendProps) {
  const { kind, donutLabels } = chart.format
  const hasValues = kind === 'donut' && donutLabels.includes('value')
  return (
    <ul aria-hidden="true" style={isBeside ? { ...LEGEND, flex: '0 1 11rem' } : LEGEND}>
      {names.map((name, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts never move
        <li key={at} style={ENTRY}>
          <svg width="10" height="10" aria-hidden="true" style={{ flexShrink: 0 }}>
            <rect width="10" height="10" rx="2" fill={paints[at]?.color} fillOpacity={paints[at]?.opacity} />
          </svg>
          {hasValues ? `${name}: ${chart.texts[0]?.[at]}` : name}
        </li>
      ))}
    </ul>
  )
}

function Table({ chart }: { chart: ChartData }) {
  const [header = [], ...rows] = createChartTable(chart)
  return (
    <table>
      <caption>{chart.name}</caption>
      <thead>
        <tr>
          {header.map((name, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the columns never move
            <th key={at} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, ...texts], at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows never move
          <tr key={at}>
            <th scope="row">{name}</th>
            {texts.map((text, column) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the columns never move
              <td key={column}>{text}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
