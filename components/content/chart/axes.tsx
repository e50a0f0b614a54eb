import { area, curveLinear, curveMonotoneX, line, stack, stackOffsetDiverging } from 'd3-shape'
import type { CSSProperties } from 'react'
import type { ChartData } from './chart-data'
import { getPaints, type Paint, toCssColor } from './colors'
import { HEIGHTS } from './donut'
import { createScale, getPosition, type Scale } from './scale'

/** The drawing is this wide and high, and stretched to the size of its element. */
const SIZE = 1000
/** The part of the space of a group that its bars take. */
const FILLED = 0.7
/** The maximum number of names along the axis of columns and lines, and of bars. */
const MAX_NAMES = 16
const MAX_BAR_NAMES = 40
/** The average size of a letter of a label, and the width of a chart on a phone and beside the text, in pixels. */
const LETTER = 6.5
const LINE = 16
const NARROW = 300
const SMALLEST = 160
const WIDE = 620

/** The start and end of a mark on the axis of values; undefined without a value. */
type Span = readonly [from: number, to: number] | undefined

interface Plot {
  chart: ChartData
  /** By series and group. */
  spans: Span[][]
  scale: Scale
  isStacked: boolean
  /** The paints of the series; undefined if each group has its own. */
  paints: Paint[] | undefined
}

const PLOT = { display: 'grid', gridTemplateColumns: 'auto 1fr', gap: '.5rem', marginBlock: '1.5rem .5rem' }
const TICKS: CSSProperties = {
  display: 'flex',
  flexDirection: 'column-reverse',
  justifyContent: 'space-between',
  textAlign: 'end',
}
const NAMES: CSSProperties = { ...TICKS, flexDirection: 'column', justifyContent: 'space-around', maxWidth: '40cqi' }
const ACROSS: CSSProperties = { position: 'relative', gridColumn: 2 }

const withVariables = (variables: Record<`--${string}`, string>, style: CSSProperties = {}): CSSProperties => ({
  ...style,
  ...variables,
})

/** Columns, bars or lines with their axes. The names are HTML, so that they stay readable at every width. */
export function Axes({ chart, paints }: { chart: ChartData; paints: Paint[] | undefined }) {
  const { format, groups, groupName, valueName } = chart
  const isBar = format.kind === 'bar'
  const isStacked = format.style === undefined ? format.kind !== 'line' : format.style !== 'side_by_side'
  const spans = isStacked ? stackValues(chart.values) : chart.values.map((column) => column.map(toSpan))
  const ends = [...spans.flat(2), ...format.lines.map(({ value }) => value)].filter((value) => value !== undefined)
  const isShare = format.style === 'percent' && isStacked
  const scale = createScale(ends, isShare ? { least: Math.min(0, ...ends) < 0 ? -1 : 0, most: 1 } : format)
  const plot: Plot = { chart, spans, scale, isStacked, paints }
  const ticks = scale.ticks.map(chart.formatTick)
  const step = Math.ceil(groups.length / (isBar ? MAX_BAR_NAMES : MAX_NAMES))
  const names = groups.flatMap(({ label, short = label }, at) =>
    at % step === 0 ? [{ label: short, at: getCenter(plot, at) / SIZE }] : [],
  )
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
          {isBar
            ? names.map(({ label, at }) => <span key={at}>{label}</span>)
            : ticks.map((tick) => <span key={tick}>{tick}</span>)}
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
          {isBar
            ? scale.ticks.map((value, at) => (
                <Name key={value} at={getPosition(scale, value)} label={ticks[at] ?? ''} />
              ))
            : names.map((name) => <Name key={name.at} {...name} />)}
        </div>
      </div>
      {hasName(isBar ? 'y_axis' : 'x_axis') && <div style={{ textAlign: 'center' }}>{horizontal}</div>}
    </div>
  )
}

const Name = ({ at, label }: { at: number; label: string }) => (
  <span style={{ insetInlineStart: percent(at) }}>{label}</span>
)

const getLongest = ({ texts }: ChartData): number =>
  texts.flat().reduce((most, { length }) => Math.max(most, length), 0)

const toSpan = (value: number | undefined): Span => (value === undefined ? undefined : [0, value])

/** Puts the values of a group on top of each other, those below 0 downwards. */
function stackValues(values: (number | undefined)[][]): Span[][] {
  const groups = (values[0] ?? []).map((_, at) => at)
  const stacked = stack<number, number>()
    .keys(values.map((_, at) => at))
    .value((group, series) => values[series]?.[group] ?? 0)
    .offset(stackOffsetDiverging)(groups)
  return stacked.map((column, series) =>
    column.map(([from, to], at) => (values[series]?.[at] === undefined ? undefined : ([from, to] as const))),
  )
}

/** Returns the middle of the space of a group, from the start of its axis. */
const getCenter = ({ chart: { groups } }: Plot, at: number): number => (SIZE * (at + 0.5)) / groups.length

function Bars(plot: Plot) {
  const { chart, spans, scale, isStacked, paints } = plot
  const { format, groups } = chart
  const own = paints ?? getPaints(format, groups, false)
  const largest =
    spans.flat().reduce((most, span) => Math.max(most, Math.abs(getPosition(scale, span?.[1] ?? 0))), 0) || 1
  const whole = (FILLED * SIZE) / groups.length
  const width = isStacked ? whole : whole / spans.length
  const paths = new Map<string, { paint: Paint; d: string }>()
  spans.forEach((column, series) => {
    column.forEach((span, at) => {
      const paint = own[paints ? series : at]
      if (span === undefined || span[0] === span[1] || paint === undefined) return
      const [start, end] = span.map((value) => SIZE * getPosition(scale, value)) as [number, number]
      const across = getCenter(plot, at) - whole / 2 + (isStacked ? 0 : series * width)
      const opacity = format.isWeighted && paints === undefined ? 0.4 + (0.6 * (end / SIZE)) / largest : paint.opacity
      const key = `${paint.color} ${opacity.toFixed(1)}`
      const known = paths.get(key) ?? { paint: { ...paint, opacity: Number(opacity.toFixed(2)) }, d: '' }
      const [low, high] = [Math.min(start, end), Math.max(start, end)]
      known.d +=
        format.kind === 'bar'
          ? drawRectangle(low, across, high - low, width)
          : drawRectangle(across, SIZE - high, width, high - low)
      paths.set(key, known)
    })
  })
  return [...paths].map(([key, { paint, d }]) => (
    <path
      key={key}
      d={d}
      fill={paint.color}
      {...(paint.opacity < 1 && { fillOpacity: paint.opacity })}
      {...(paints && SEPARATED)}
    />
  ))
}

const SEPARATED = { stroke: 'var(--paper)', vectorEffect: 'non-scaling-stroke' } as const

const drawRectangle = (x: number, y: number, width: number, height: number): string =>
  `M${round(x)} ${round(y)}h${round(width)}v${round(height)}h${-round(width)}z`

const round = (length: number) => Math.round(length * 10) / 10

function Lines(plot: Plot) {
  const { chart, spans, scale, isStacked, paints } = plot
  const { format } = chart
  const own = paints ?? getPaints(format, [{ label: '' }], false)
  const curve = format.isSmooth ? curveMonotoneX : curveLinear
  const toY = (value: number) => SIZE * (1 - getPosition(scale, value))
  const getX = (_: Span, at: number) => getCenter(plot, at)
  const isDefined = (span: Span) => span !== undefined
  const fill = area<Span>(
    getX,
    (span) => toY(span?.[0] ?? 0),
    (span) => toY(span?.[1] ?? 0),
  )
  const draw = line<Span>(getX, (span) => toY(span?.[1] ?? 0))
  return spans.map((column, series) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the series never move
    <g key={series}>
      {format.isFilled && (
        <path
          d={fill.defined(isDefined).curve(curve).digits(1)(column) ?? ''}
          fill={own[series]?.color}
          fillOpacity={isStacked ? 0.3 : 0.12}
        />
      )}
      <path
        d={draw.defined(isDefined).curve(curve).digits(1)(column) ?? ''}
        fill="none"
        stroke={own[series]?.color}
        strokeOpacity={own[series]?.opacity}
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
      />
    </g>
  ))
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

/** The values of marks, where they fit, and the names of reference lines. */
function Labels(plot: Plot) {
  const { chart, scale, isStacked, paints } = plot
  const { format, groups } = chart
  const isBar = format.kind === 'bar'
  const longest = getLongest(chart) * LETTER * groups.length
  // Shades of a color may be as bright as the label.
  const isReadable =
    paints === undefined || (isStacked && format.kind !== 'line' && paints.every(({ opacity }) => opacity === 1))
  const fits = isBar ? groups.length <= MAX_BAR_NAMES : longest <= WIDE
  const isShown = format.hasLabels && format.style !== 'percent' && isReadable && fits
  const isDense = isBar ? paints !== undefined : longest > NARROW
  const isAtEnd = isBar && paints === undefined
  const style = { textIndent: isAtEnd ? '.375rem' : undefined, color: paints && 'var(--paper)' }
  const isCentered = isBar || paints !== undefined
  return (
    <>
      {isShown && (
        <div
          className={isDense ? 'chart-dense' : undefined}
          style={isCentered ? withVariables({ '--shift': isBar ? '-50%' : '50%' }, style) : undefined}
        >
          {placeLabels(plot).map(({ text, place }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the labels never move
            <span key={at} style={place}>
              {text}
            </span>
          ))}
        </div>
      )}
      {format.lines.map(({ value, label, color }, at) => {
        const along = percent(getPosition(scale, value))
        const place = isBar ? { insetInlineStart: along, top: 0 } : { insetInlineStart: 0, bottom: along }
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines never move
          <span key={at} style={{ ...place, color: toCssColor(color) }}>
            {label}
          </span>
        )
      })}
    </>
  )
}

/** Returns the labels at the ends of marks, or in the middle of segments that are large enough. */
function placeLabels(plot: Plot): { text: string; place: CSSProperties }[] {
  const { chart, spans, scale, paints } = plot
  const isBar = chart.format.kind === 'bar'
  const band = 1 / chart.groups.length
  return spans.flatMap((column, series) =>
    column.flatMap((span, at) => {
      const text = chart.texts[series]?.[at] ?? ''
      if (span === undefined) return []
      const ends = span.map((value) => getPosition(scale, value))
      const [low, high] = [Math.min(...ends), Math.max(...ends)]
      // The label must fit into a segment of a column of the smallest chart, or of a bar beside its name.
      const needed = isBar ? (text.length * LETTER) / NARROW : LINE / SMALLEST
      if (paints !== undefined && high - low < needed) return []
      const top = percent(getCenter(plot, at) / SIZE)
      const bandPlace = { insetInlineStart: percent(at * band), width: percent(band) }
      if (paints === undefined)
        return [
          { text, place: isBar ? { insetInlineStart: percent(high), top } : { ...bandPlace, bottom: percent(high) } },
        ]
      const segment = { insetInlineStart: percent(low), width: percent(high - low), top }
      return [{ text, place: isBar ? segment : { ...bandPlace, bottom: percent((low + high) / 2) } }]
    }),
  )
}

const percent = (share: number) => `${Math.round(share * 10_000) / 100}%`
