import type { CSSProperties } from 'react'
import type { ChartData } from './chart-data'
import { type Paint, toCssColor } from './colors'
import { Labels } from './labels'
import { Bars, Lines } from './marks'
import {
  createPlot,
  getCenter,
  getLongest,
  HEIGHTS,
  LETTER,
  MAX_BAR_NAMES,
  type Plot,
  percent,
  round,
  SIZE,
  withVariables,
} from './plot'
import { getPosition } from './scale'

/** The maximum number of names along the axis of columns and lines. */
const MAX_NAMES = 16

const PLOT = { display: 'grid', gridTemplateColumns: 'auto 1fr', gap: '.5rem', marginBlock: '1.5rem .5rem' }
const TICKS: CSSProperties = {
  display: 'flex',
  flexDirection: 'column-reverse',
  justifyContent: 'space-between',
  textAlign: 'end',
}
const NAMES: CSSProperties = { ...TICKS, flexDirection: 'column', justifyContent: 'space-around', maxWidth: '40cqi' }
const ACROSS: CSSProperties = { position: 'relative', gridColumn: 2 }

/** Columns, bars or lines with their axes. The names are HTML, so that they stay readable at every width. */
export function Axes({ chart, paints }: { chart: ChartData; paints: Paint[] | undefined }) {
  const { format, groups, groupName, valueName } = chart
  const isBar = format.kind === 'bar'
  const plot = createPlot(chart, paints)
  const { scale } = plot
  const ticks = scale.ticks.map((tick) => chart.formatTick(tick, scale.step))
  const step = Math.ceil(groups.length / (isBar ? MAX_BAR_NAMES : MAX_NAMES))
  const names = groups.flatMap(({ label, short = label }, at) =>
    at % step === 0 ? [{ label: short, at: getCenter(plot, at) / SIZE }] : [],
  )
  const across = isBar ? scale.ticks.map((value, at) => ({ label: ticks[at], at: getPosition(scale, value) })) : names
  const height = HEIGHTS[format.height]
  const rows = isBar ? `max(${height}, ${1.5 * Math.min(groups.length, MAX_BAR_NAMES)}rem)` : height
  // The labels of bars and of the last tick need space after them.
  const end = isBar ? `${Math.max(1.5, (getLongest(chart) * LETTER) / 16 + 0.5)}rem` : undefined
  const [vertical, horizontal] = isBar ? [groupName, valueName] : [valueName, groupName]
  const hasName = (axis: string) => format.axisNames === axis || format.axisNames === 'both'
  return (
    <div aria-hidden="true" style={{ flex: '1 1 16rem' }}>
      {hasName(isBar ? 'x_axis' : 'y_axis') && <div>{vertical}</div>}
      <div style={{ ...PLOT, gridTemplateRows: `${rows} 1rem` }}>
        <div className="chart-y" style={isBar ? NAMES : TICKS}>
          {(isBar ? names.map(({ label }) => label) : ticks).map((text, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the names never move
            <span key={at}>{text}</span>
          ))}
        </div>
        <div className="chart-area" style={{ position: 'relative', marginInlineEnd: end }}>
          <svg viewBox={`0 0 ${SIZE} ${SIZE}`} preserveAspectRatio="none" aria-hidden="true">
            <Grid {...plot} />
            {format.kind === 'line' ? <Lines {...plot} /> : <Bars {...plot} />}
            <path d={drawLevel(plot, 0)} stroke="var(--line-strong)" vectorEffect="non-scaling-stroke" />
            <References {...plot} />
          </svg>
          <Labels {...plot} />
        </div>
        <div
          className="chart-x"
          style={withVariables(
            { '--width': isBar ? '0%' : percent(step / groups.length) },
            { ...ACROSS, marginInlineEnd: end },
          )}
        >
          {across.map(({ label, at }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the names never move
            <span key={index} style={{ insetInlineStart: percent(at) }}>
              {label}
            </span>
          ))}
        </div>
      </div>
      {hasName(isBar ? 'y_axis' : 'x_axis') && <div style={{ textAlign: 'center' }}>{horizontal}</div>}
    </div>
  )
}

/** Draws a line across the axis of values. */
function drawLevel({ chart, scale }: Plot, value: number): string {
  const at = round(SIZE * getPosition(scale, value))
  return chart.format.kind === 'bar' ? `M${at} 0V${SIZE}` : `M0 ${SIZE - at}H${SIZE}`
}

function Grid(plot: Plot) {
  const { chart, scale } = plot
  const { kind, grid } = chart.format
  const [across, along] = kind === 'bar' ? ['vertical', 'horizontal'] : ['horizontal', 'vertical']
  const band = SIZE / chart.groups.length
  const between = chart.groups.map((_, at) => round(band * at)).slice(1)
  const values =
    grid === undefined || grid === across || grid === 'both' ? scale.ticks.map((tick) => drawLevel(plot, tick)) : []
  const groups =
    grid === along || grid === 'both'
      ? between.map((at) => (kind === 'bar' ? `M0 ${at}H${SIZE}` : `M${at} 0V${SIZE}`))
      : []
  return <path d={[...values, ...groups].join('')} stroke="var(--line)" vectorEffect="non-scaling-stroke" />
}

function References(plot: Plot) {
  return plot.chart.format.lines.map(({ value, color, isDashed }, at) => (
    <path
      // biome-ignore lint/suspicious/noArrayIndexKey: the lines never move
      key={at}
      d={drawLevel(plot, value)}
      stroke={toCssColor(color)}
      strokeWidth="2"
      strokeDasharray={isDashed ? '6 4' : undefined}
      vectorEffect="non-scaling-stroke"
    />
  ))
}
