import { describe, expect, test } from 'vitest'
import { BUDGETS, Budget, LIMITS } from '@/lib/workspace/budget'
import { getDateFormatter, resolveTimeZone } from '@/lib/workspace/dates'
import { formatValue, readStored } from '@/lib/workspace/property-values'
import { aggregate } from '@/lib/workspace/query/aggregate'
import { createRowReader } from '@/lib/workspace/query/row-values'
import type { PropertySchema, RichText } from '@/lib/workspace/record-map'
import { IDS_AS_NAMES } from '@/tests/support/names'
import { createId, row } from '@/tests/support/records'

const names = IDS_AS_NAMES

/** Creates rows that are each related to all rows, with a chain of rollups. Each rollup shows the previous one. */
function createRollupChain(count: number, depth: number, aggregation?: string) {
  const to: RichText = Array.from({ length: count }, (_, index) => ['‣', [['p', createId(`r${index}`)]]])
  const schema: Record<string, PropertySchema> = {
    title: { name: 'Name', type: 'title' },
    to: { name: 'To', type: 'relation', more: { collection_pointer: { id: createId('Rows') } } },
  }
  for (let index = 1; index <= depth; index++) {
    const more = { relation_property: 'to', target_property: index === 1 ? 'title' : `p${index - 1}` }
    schema[`p${index}`] = {
      name: `p${index}`,
      type: 'rollup',
      more: index === depth && aggregation ? { ...more, aggregation } : more,
    }
  }
  const rows = Array.from({ length: count }, (_, index) => row(`r${index}`, 'Rows', { to }).block)
  return { schema, rows, names, now: 0 }
}

describe('rollups of rollups', () => {
  test('are truncated if they grow tenfold at each step', () => {
    const input = createRollupChain(10, 10)
    const budget = new Budget(5_000_000)
    const read = createRowReader({ ...input, budget })
    const [first] = input.rows
    if (first === undefined) throw new Error('expected rows')
    const texts = ['p1', 'p2', 'p3', 'p10'].map((property) => formatValue(read(first, property), names).split(', '))
    expect(texts.map((values) => values.length)).toEqual([10, 100, LIMITS.listed + 1, LIMITS.listed + 1])
    expect(texts.map((values) => values.at(-1))).toEqual(['r9', 'r9', '…', '…'])
    expect(budget.isSpent).toBe(false)
  })

  test('return no sum or count of truncated values', () => {
    const input = createRollupChain(10, 4, 'count_values')
    const [first] = input.rows
    expect(first && formatValue(createRowReader(input)(first, 'p4'), names)).toBe('…')
    expect(aggregate({ name: 'count' }, [{ type: 'list', values: [], cut: true }], names)).toMatchObject({ number: 1 })
  })

  test('return an ellipsis if the budget is spent', () => {
    const input = createRollupChain(50, 1)
    const read = createRowReader({ ...input, budget: new Budget(10_000) })
    const texts = input.rows.map((each) => formatValue(read(each, 'p1'), names))
    expect(texts[0]).toContain('r49')
    expect(texts.at(-1)).toBe('…')
  })
})

// Other tests lower these. A higher value needs a measurement with `npm run bench -- hostile`.
test('the limits and budgets of content are those that were measured', () => {
  expect(LIMITS).toEqual({
    ...{ listed: 200, listedCharacters: 20_000, synced: 50_000, widgets: 200, code: 40_000_000 },
    ...{ equation: 10_000, equationTokens: 40_000, macroPlaceholders: 50 },
    ...{ pattern: 5_000_000, replacement: 100_000 },
    ...{ diagramCharacters: 20_000, diagram: 300, diagramLine: 500, drawing: 300_000 },
  })
  expect(BUDGETS).toEqual({
    ...{ computed: 100_000_000, databases: 100_000_000, search: 300_000_000 },
    ...{ equations: 1_500_000, code: 120_000_000, diagrams: 600 },
  })
})

test('formatValue truncates a long list of long options', () => {
  const text = formatValue({ type: 'options', options: Array<string>(100).fill('x'.repeat(1000)) }, names)
  expect(text.length).toBeLessThan(LIMITS.listedCharacters + 10)
  expect(text.endsWith('…')).toBe(true)
})

test('all cells share one budget for formulas, including their regular expressions', () => {
  const createConstant = (value: string) => ({ type: 'constant', value, result_type: 'text' })
  const formula = {
    type: 'function',
    name: 'test',
    args: [createConstant('tide '.repeat(20)), createConstant('tides*$')],
  }
  const schema: Record<string, PropertySchema> = { f: { name: 'F', type: 'formula', more: { formula } } }
  const rows = Array.from({ length: 20 }, (_, index) => row(`r${index}`, 'Rows').block)
  const read = createRowReader({ schema, rows, names, now: 0, budget: new Budget(100_000) })
  const values = rows.map((each) => read(each, 'f'))
  expect(values[0]).toEqual({ type: 'checkbox', checked: false })
  expect(values.at(-1)).toEqual({ type: 'text', text: '…' })
})

test('readStored reads a list of options once for all cells', () => {
  let read = 0
  const options = Array.from({ length: 100 }, (_, index) => ({
    id: `${index}`,
    get value() {
      read += 1
      return `option ${index}`
    },
  }))
  const schema: PropertySchema = { name: 'S', type: 'select', options }
  for (let cell = 0; cell < 100; cell++) readStored([['option 99']], schema, names)
  expect(read).toBeLessThan(1000)
})

test('resolveTimeZone ignores the case of the name', () => {
  expect(['Asia/Tokyo', 'asia/tokyo', 'ASIA/Tokyo'].map((zone) => resolveTimeZone(zone, 'UTC'))).toEqual(
    Array(3).fill('Asia/Tokyo'),
  )
})

test('getDateFormatter evicts old formatters', () => {
  const first = getDateFormatter('en', { timeZone: 'UTC', year: 'numeric' })
  expect(getDateFormatter('en', { timeZone: 'UTC', year: 'numeric' })).toBe(first)
  for (let index = 0; index < 300; index++)
    getDateFormatter('en', {
      timeZone: 'UTC',
      fractionalSecondDigits: 1,
      dayPeriod: 'long',
      hour: 'numeric',
      era: 'long',
      year: index % 2 ? 'numeric' : '2-digit',
      month: 'long',
      [`x${index}`]: 1,
    } as Intl.DateTimeFormatOptions)
  expect(getDateFormatter('en', { timeZone: 'UTC', year: 'numeric' })).not.toBe(first)
})

test('aggregate truncates the unique values of many rows', () => {
  const texts = Array.from({ length: 300 }, (_, index) => ({ type: 'text' as const, text: `${index}` }))
  const value = aggregate({ name: 'show_unique' }, texts, names)
  expect([value?.type === 'list' && value.values.length, formatValue(value, names).endsWith(', …')]).toEqual([
    200,
    true,
  ])
})
