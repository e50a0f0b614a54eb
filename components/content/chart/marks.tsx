import { area, curveLinear, curveMonotoneX, line } from 'd3-shape'
import { getGroupPaints, MIN_OPACITY, type Paint } from './colors'
import { getCenter, type Plot, round, SIZE, type Span } from './plot'
import { getPosition } from './scale'

/** The part of the space of a group that its bars take. */
const FILLED = 0.7

export function Bars(plot: Plot) {
  const { chart, spans, scale, isStacked, paints } = plot
  const { format, groups } = chart
  const own = paints ?? getGroupPaints(format, groups)
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
      const weight = format.isWeighted && paints === undefined ? end / SIZE / largest : undefined
      const opacity = weight === undefined ? paint.opacity : weigh(weight)
      const key = `${paint.color} ${opacity}`
      const known = paths.get(key) ?? { paint: { ...paint, opacity }, d: '' }
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

/** Returns the opacity of a mark whose value is this share of the largest one. */
const weigh = (share: number): number => Number((MIN_OPACITY + (1 - MIN_OPACITY) * share).toFixed(2))

const SEPARATED = { stroke: 'var(--paper)', vectorEffect: 'non-scaling-stroke' } as const

const drawRectangle = (x: number, y: number, width: number, height: number): string =>
  `M${round(x)} ${round(y)}h${round(width)}v${round(height)}h${-round(width)}z`

export function Lines(plot: Plot) {
  const { chart, spans, scale, isStacked, paints } = plot
  const { format } = chart
  const own = paints ?? getGroupPaints(format, [{ label: '' }])
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
