import { arc, pie } from 'd3-shape'
import type { ChartData } from './chart-data'
import type { Paint } from './colors'
import { HEIGHTS } from './plot'

const RADIUS = 50
const RING = { display: 'grid', placeItems: 'center' }
const createArc = arc<{ startAngle: number; endAngle: number }>().innerRadius(33).outerRadius(RADIUS).digits(2)
const divideCircle = pie<number>().sort(null)

/** A ring of slices with the total in the middle. Values below 0 have no slice, only a line in the table. */
export function Donut({ chart, paints }: { chart: ChartData; paints: Paint[] }) {
  const values = (chart.values[0] ?? []).map((value = 0) => Math.max(0, value))
  // The sum of huge numbers would be infinite.
  const largest = values.reduce((most, value) => Math.max(most, value), 0) || 1
  const slices = divideCircle(values.map((value) => value / largest))
  return (
    <div style={RING} aria-hidden="true">
      <svg
        aria-hidden="true"
        viewBox={`-${RADIUS} -${RADIUS} ${2 * RADIUS} ${2 * RADIUS}`}
        style={{ gridArea: '1/1', height: HEIGHTS[chart.format.height], maxWidth: '100%' }}
      >
        <circle
          r="41.5"
          fill="none"
          stroke="var(--line)"
          strokeWidth={slices.some(({ value }) => value > 0) ? 0 : 17}
        />
        {slices.map((slice) =>
          slice.value === 0 ? null : (
            <path
              key={slice.index}
              d={createArc(slice) ?? ''}
              fill={paints[slice.index]?.color}
              fillOpacity={paints[slice.index]?.opacity}
              stroke="var(--paper)"
            />
          ),
        )}
      </svg>
      <b style={{ gridArea: '1/1', color: 'var(--ink)', fontSize: 'var(--text-body)' }}>{chart.total}</b>
    </div>
  )
}
