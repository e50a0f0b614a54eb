import fc from 'fast-check'
import { expect, test } from 'vitest'
import { COSTS, LIMITS } from '@/lib/workspace/budget'
import { countItems, formatValue } from '@/lib/workspace/property-values'
import { createRowReader } from '@/lib/workspace/query/row-values'
import { renderTex } from '@/lib/workspace/read/tex'
import type { PropertySchema, RichText } from '@/lib/workspace/record-map'
import { lowerLimits } from '@/tests/support/lower-limits'
import { IDS_AS_NAMES } from '@/tests/support/names'
import { createId, row } from '@/tests/support/records'
import { CountingBudget } from '@/tests/support/work'

const RUNS = Number(process.env.FUZZ_RUNS ?? 60)
const names = IDS_AS_NAMES
/** The maximum cost of reading one value, which grows with the number of items that a value may contain. */
const MAX_UNITS_PER_VALUE = 10 * (LIMITS.listed + 2)

const aggregation = fc.constantFrom(undefined, 'show_unique', 'count_values', 'sum', 'unique', 'earliest_date')
const database = fc.record({
  /** The indexes of the rows that each row is related to. */
  relations: fc.array(fc.array(fc.nat(11), { maxLength: 12 }), { minLength: 1, maxLength: 12 }),
  title: fc.constantFrom('a', 'long '.repeat(200), 'x'.repeat(20_000)),
  /** The target of each rollup, which is a previous rollup or the title, and its aggregation. */
  rollups: fc.array(fc.tuple(fc.nat(11), aggregation), { minLength: 1, maxLength: 12 }),
})
type Database = typeof database extends fc.Arbitrary<infer Value> ? Value : never

const ALL_TO_ALL: Database = {
  relations: Array.from({ length: 10 }, () => Array.from({ length: 10 }, (_, index) => index)),
  title: 'a',
  rollups: Array.from({ length: 10 }, (_, index) => [index, undefined]),
}

test('the cost of rollups is limited by the values that they read, for any references between them', () => {
  fc.assert(
    fc.property(database, ({ relations, title, rollups }) => {
      const schema: Record<string, PropertySchema> = {
        title: { name: 'Name', type: 'title' },
        to: { name: 'To', type: 'relation', more: { collection_id: createId('Rows') } },
      }
      for (const [index, [before, aggregation]] of rollups.entries()) {
        const target = before === 0 || before > index ? 'title' : `p${before - 1}`
        const more = { relation_property: 'to', target_property: target, aggregation }
        schema[`p${index}`] = { name: `p${index}`, type: 'rollup', more }
      }
      const rows = relations.map((related, index) => {
        const to = related.map((other): RichText[number] => ['‣', [['p', createId(`r${other}`)]]])
        return row(`r${index}`, 'Rows', { title: [[title]], to }).block
      })
      const budget = new CountingBudget()
      const read = createRowReader({ schema, rows, names, now: 0, budget })
      for (const each of rows) {
        for (const property of Object.keys(schema)) {
          const value = read(each, property)
          expect(countItems(value)).toBeLessThanOrEqual(LIMITS.listed + 1)
          const longest = LIMITS.listedCharacters + title.length + 10
          expect(formatValue(value, names).length).toBeLessThanOrEqual(longest)
        }
      }
      const values = relations.flat().length * rollups.length
      expect(budget.units).toBeLessThanOrEqual(values * MAX_UNITS_PER_VALUE)
    }),
    { numRuns: RUNS, examples: [[ALL_TO_ALL]] },
  )
})

const term = fc.constantFrom('x', 'y_1', '2', '\\frac{a}{b}', '\\sqrt{n}', 'x^2', '\\half', '\\sum_{i=1}^{n} i')
const equation = fc
  .array(term, { minLength: 1, maxLength: 12 })
  .map((terms) => `\\def\\half{\\frac{1}{2}} ${terms.join(' + ')}`)

test('renderTex limits the tokens of any equation', () => {
  lowerLimits(LIMITS, {})
  const tokensOf = new Map<boolean, number>()
  fc.assert(
    fc.property(equation, fc.integer({ min: 40, max: 200 }), (source, limit) => {
      Object.assign(LIMITS, { equationTokens: limit })
      const { html = '', work } = renderTex(source, { display: true })
      const tokens = (work - html.length) / COSTS.token
      tokensOf.set(html !== '', tokens)
      if (html !== '') expect(tokens).toBeLessThanOrEqual(limit)
      // The last step may exceed the limit by the tokens that it expands, and the source counts first.
      expect(tokens).toBeLessThanOrEqual(limit + source.length)
      expect(html.length).toBeLessThanOrEqual(tokens * 500)
    }),
    { numRuns: RUNS },
  )
  expect([...tokensOf.keys()].sort()).toEqual([false, true])
})
