/** A linear scale of values, with the values that are named along the axis. */
export interface Scale {
  least: number
  most: number
  ticks: number[]
  /** From one tick to the next. */
  step: number
}

/** Larger values are drawn as this one, so that no difference of two is infinite. */
const LARGEST = 1e300
/** Values that differ less are drawn as equal. */
const SMALLEST = 1e-300
const STEPS = 4

const limit = (value: number) => Math.min(Math.max(value, -LARGEST), LARGEST)

/**
 * Returns a scale with round ticks for values, which always contains 0. Bounds that are set are exact, and the steps between them equal.
 *
 * @example createScale([3, 17]) // { least: 0, most: 20, ticks: [0, 5, 10, 15, 20], step: 5 }
 */
export function createScale(
  values: readonly number[],
  bounds: { least?: number | undefined; most?: number | undefined } = {},
): Scale {
  let [low, high] = [0, 0]
  for (const value of values) {
    low = Math.min(low, limit(value))
    high = Math.max(high, limit(value))
  }
  if (bounds.least !== undefined || bounds.most !== undefined) {
    const least = limit(bounds.least ?? Math.min(low, (bounds.most ?? 0) - 1))
    const most = limit(bounds.most ?? Math.max(high, least + 1))
    const [from, to] = most - least > SMALLEST ? [least, most] : [least, least + Math.abs(least) + 1]
    const step = (to - from) / STEPS
    return { least: from, most: to, ticks: listSteps(from, step, STEPS), step }
  }
  if (high - low < SMALLEST) high = low + 1
  const isWhole = values.every(Number.isInteger)
  const step = roundStep((high - low) / STEPS, isWhole)
  const [first, last] = [Math.floor(low / step), Math.ceil(high / step)]
  return { least: first * step, most: last * step, ticks: listSteps(first * step, step, last - first), step }
}

const listSteps = (from: number, step: number, count: number) =>
  Array.from({ length: count + 1 }, (_, at) => Number((from + at * step).toPrecision(12)))

/** Returns the next step of 1, 2 or 5 times a power of ten. Steps between whole numbers are whole. */
function roundStep(step: number, isWhole: boolean): number {
  const power = 10 ** Math.floor(Math.log10(step))
  const round = [1, 2, 5, 10].map((factor) => factor * power).find((each) => each >= step * 0.999) ?? step
  return isWhole ? Math.max(1, round) : round
}

/** Returns where a value is between the ends of the scale, from 0 to 1. */
export const getPosition = ({ least, most }: Scale, value: number): number =>
  Math.min(Math.max((limit(value) - least) / (most - least), 0), 1)
