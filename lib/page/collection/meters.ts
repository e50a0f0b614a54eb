import type { Column } from '../../../islands/collection/data'
import type { PropertySchema } from '../../workspace/record-map'
import { isObject, parseColor } from '../../workspace/values'

/** How the numbers of a property are shown as bars or rings, and the number that fills one. */
interface Meter {
  settings: NonNullable<Column['meter']>
  max: number
}

/** Returns whether and how the numbers of a property are shown as bars or rings. By default a bar is full at 100, or at 100 %. */
export function readMeter({ more, number_format: format }: PropertySchema): Meter | undefined {
  if (!isObject(more?.show_as)) return undefined
  const { type: shape, color: stored, maxValue, showValue } = more.show_as
  if (shape !== 'bar' && shape !== 'ring') return undefined
  const isMax = typeof maxValue === 'number' && maxValue > 0 && Number.isFinite(maxValue)
  const color = parseColor(stored)
  return {
    settings: { shape, ...(color !== undefined && { color }), ...(showValue === false && { hidesNumber: true }) },
    max: isMax ? maxValue : format === 'percent' ? 1 : 100,
  }
}

/** Returns which share of a bar a number fills, in percent. */
export const getShare = (number: number, { max }: Meter): number =>
  Math.round(Math.min(Math.max(number / max, 0), 1) * 100)
