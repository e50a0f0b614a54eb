import { describe, expect, test } from 'vitest'
import { Budget, LIMITS } from '@/lib/workspace/budget'
import { getDateFormatter, resolveTimeZone } from '@/lib/workspace/dates'
import { formatValue, type Names, readStored } from '@/lib/workspace/property-values'
import { aggregate } from '@/lib/workspace/query/aggregate'
import { createRowReader } from '@/lib/workspace/query/row-values'
import type { PropertySchema, RichText } from '@/lib/workspace/record-map'
import { idOf, row } from '@/tests/support/records'

const names: Names = { userName: () => undefined, pageTitle: (id) => id, locale: 'en', timeZone: 'UTC' }

/** Rows that are all related to all, with rollups that each show the one before. */
function rollupChain(count: number, depth: number, aggregation?: string) {
  const to: RichText = Array.from({ length: count }, (_, at) => ['‣', [['p', idOf(`r${at}`)]]])
  const schema: Record<string, PropertySchema> = {
    title: { name: 'Name', type: 'title' },
    to: { name: 'To', type: 'relation', more: { collection_pointer: { id: idOf('Rows') } } },
  }
  for (let at = 1; at <= depth; at++) {
    const more = { relation_property: 'to', target_property: at === 1 ? 'title' : `p${at - 1}` }
    schema[`p${at}`] = {
      name: `p${at}`,
      type: 'rollup',
      more: at === depth && aggregation ? { ...more, aggregation } : more,
    }
  }
  const rows = Array.from({ length: count }, (_, at) => row(`r${at}`, 'Rows', { to }).block)
  return { schema, rows, names, now: 0 }
}

describe('rollups of rollups', () => {
  test('are cut where they would grow tenfold at each step', () => {
    const world = rollupChain(10, 10)
    const budget = new Budget(5_000_000)
    const read = createRowReader({ ...world, budget })
    const [first] = world.rows
    if (first === undefined) throw new Error('there are rows')
    const texts = ['p1', 'p2', 'p3', 'p10'].map((property) => formatValue(read(first, property), names).split(', '))
    expect(texts.map((words) => words.length)).toEqual([10, 100, LIMITS.listed + 1, LIMITS.listed + 1])
    expect(texts.map((words) => words.at(-1))).toEqual(['r9', 'r9', '…', '…'])
    expect(budget.isSpent).toBe(false)
  })

  test('have no sum or count of a part, which would be wrong', () => {
    const world = rollupChain(10, 4, 'count_values')
    const [first] = world.rows
    expect(first && formatValue(createRowReader(world)(first, 'p4'), names)).toBe('…')
    expect(aggregate({ name: 'count' }, [{ type: 'list', values: [], cut: true }], names)).toMatchObject({ number: 1 })
  })

  test('are an ellipsis where the budget is spent', () => {
    const world = rollupChain(50, 1)
    const read = createRowReader({ ...world, budget: new Budget(10_000) })
    const texts = world.rows.map((each) => formatValue(read(each, 'p1'), names))
    expect(texts[0]).toContain('r49')
    expect(texts.at(-1)).toBe('…')
  })
})

test('a value of many long words ends after some of them', () => {
  const text = formatValue({ type: 'options', options: Array<string>(1000).fill('x'.repeat(1000)) }, names)
  expect(text.length).toBeLessThan(LIMITS.listedCharacters + 10)
  expect(text.endsWith('…')).toBe(true)
})

test('formulas share a budget with all cells, patterns included', () => {
  const constant = (value: string) => ({ type: 'constant', value, result_type: 'text' })
  const test_ = { type: 'function', name: 'test', args: [constant('a'.repeat(300)), constant('a*b')] }
  const schema: Record<string, PropertySchema> = { f: { name: 'F', type: 'formula', more: { formula: test_ } } }
  const rows = Array.from({ length: 20 }, (_, at) => row(`r${at}`, 'Rows').block)
  const read = createRowReader({ schema, rows, names, now: 0, budget: new Budget(1_000_000) })
  const values = rows.map((each) => read(each, 'f'))
  expect(values[0]).toEqual({ type: 'checkbox', checked: false })
  expect(values.at(-1)).toEqual({ type: 'text', text: '…' })
})

test('each list of options is read once, however many cells there are', () => {
  let read = 0
  const options = Array.from({ length: 100 }, (_, at) => ({
    id: `${at}`,
    get value() {
      read += 1
      return `option ${at}`
    },
  }))
  const schema: PropertySchema = { name: 'S', type: 'select', options }
  for (let cell = 0; cell < 100; cell++) readStored([['option 99']], schema, names)
  expect(read).toBeLessThan(1000)
})

test('a zone is one, however it is written', () => {
  expect(['Asia/Tokyo', 'asia/tokyo', 'ASIA/Tokyo'].map((zone) => resolveTimeZone(zone, 'UTC'))).toEqual(
    Array(3).fill('Asia/Tokyo'),
  )
})

test('formatters are not kept without end', () => {
  const first = getDateFormatter('en', { timeZone: 'UTC', year: 'numeric' })
  expect(getDateFormatter('en', { timeZone: 'UTC', year: 'numeric' })).toBe(first)
  for (let at = 0; at < 300; at++)
    getDateFormatter('en', {
      timeZone: 'UTC',
      fractionalSecondDigits: 1,
      dayPeriod: 'long',
      hour: 'numeric',
      era: 'long',
      year: at % 2 ? 'numeric' : '2-digit',
      month: 'long',
      [`x${at}`]: 1,
    } as Intl.DateTimeFormatOptions)
  expect(getDateFormatter('en', { timeZone: 'UTC', year: 'numeric' })).not.toBe(first)
})

test('the different values of many rows are cut', () => {
  const texts = Array.from({ length: 300 }, (_, at) => ({ type: 'text' as const, text: `${at}` }))
  const value = aggregate({ name: 'show_unique' }, texts, names)
  expect([value?.type === 'list' && value.values.length, formatValue(value, names).endsWith(', …')]).toEqual([
    200,
    true,
  ])
})
