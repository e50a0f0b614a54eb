import { curveLinear, line } from 'd3-shape'
import { round, SIZE } from './plot'
import { createScale, getPosition } from './scale'

/** A small line of values without axes, as part of a row. The numbers are in the text beside it. */
export function Sparkline({ values }: { values: readonly number[] }) {
  const scale = createScale(values)
  const draw = line<number>()
    .x((_, at) => round((SIZE * at) / Math.max(1, values.length - 1)))
    .y((value) => round(SIZE * (1 - getPosition(scale, value))))
    .curve(curveLinear)
  return (
    <svg className="sparkline" viewBox={`0 0 ${SIZE} ${SIZE}`} preserveAspectRatio="none" aria-hidden="true">
      <path d={draw([...values]) ?? ''} fill="none" stroke="currentColor" vectorEffect="non-scaling-stroke" />
    </svg>
  )
}
