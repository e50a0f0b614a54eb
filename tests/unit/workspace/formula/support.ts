import { Budget } from '@/lib/workspace/budget'
import { evaluateFormula } from '@/lib/workspace/formula/formula'
import type { Value } from '@/lib/workspace/property-values'
import type { DateValue } from '@/lib/workspace/record-map'
import { NO_NAMES } from '@/tests/support/names'

const NOW = Date.parse('2024-06-15T12:34:56Z')

const PROPERTIES: Record<string, Value> = {
  count: { type: 'number', number: 3, format: 'dollar' },
  word: { type: 'text', text: 'Hello' },
  yes: { type: 'checkbox', checked: true },
  no: { type: 'checkbox', checked: false },
  day: { type: 'date', date: { type: 'date', start_date: '2024-03-05' } },
  span: { type: 'date', date: { type: 'daterange', start_date: '2024-03-05', end_date: '2024-03-09' } },
  born: { type: 'date', date: { type: 'datetime', start_date: '2024-03-05', start_time: '23:30' } },
  away: {
    type: 'date',
    date: { type: 'datetime', start_date: '2024-03-05', start_time: '23:30', time_zone: 'America/New_York' },
  },
  bad: { type: 'date', date: { type: 'date', start_date: '2024-02-31' } },
  made: { type: 'instant', instant: Date.UTC(2024, 0, 31, 8) },
  tags: { type: 'options', options: ['red', 'blue'] },
}

export type Node = unknown

// Builders of formula trees.
export const text = (value: string): Node => ({ type: 'constant', value, value_type: 'string', result_type: 'text' })
export const number = (value: number): Node => ({
  type: 'constant',
  value: String(value),
  value_type: 'number',
  result_type: 'number',
})
export const symbol = (name: string): Node => ({ type: 'symbol', name })
export const property = (id: string, result_type = 'text'): Node => ({ type: 'property', id, name: id, result_type })
export const call = (name: string, ...args: Node[]): Node => ({ type: 'function', name, args })

export function evaluate(formula: unknown, timeZone = 'UTC'): Value | undefined {
  return evaluateFormula(formula, {
    property: (id) => (Object.hasOwn(PROPERTIES, id) ? PROPERTIES[id] : undefined),
    names: { ...NO_NAMES, timeZone },
    now: NOW,
    budget: new Budget(1_000_000_000),
  })
}

/** Evaluates a formula to a JavaScript value. A date becomes the text of its days and times. */
export function evaluateToValue(formula: unknown, timeZone?: string): unknown {
  const value = evaluate(formula, timeZone)
  if (value?.type === 'text') return value.text
  if (value?.type === 'number') return value.number
  if (value?.type === 'checkbox') return value.checked
  return value?.type === 'date' ? formatDateValue(value.date) : undefined
}

function formatDateValue(date: DateValue): string {
  return [date.start_date, date.start_time, date.end_date, date.end_time].filter(Boolean).join(' ')
}
