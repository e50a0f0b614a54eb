import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LIMITS } from '@/lib/workspace/budget'
import { countItems, formatValue, type Names } from '@/lib/workspace/property-values'
import { createRowReader } from '@/lib/workspace/query/row-values'
import { renderTex } from '@/lib/workspace/read/tex'
import type { PropertySchema, RichText } from '@/lib/workspace/record-map'
import { idOf, row } from '@/tests/support/records'
import { CountingBudget } from '@/tests/support/work'

const RUNS = Number(process.env.FUZZ_RUNS ?? 60)
const names: Names = { userName: () => undefined, pageTitle: (id) => id, locale: 'en', timeZone: 'UTC' }
/** What reading a value costs at most: as many units as the values that it may hold. */
const MOST_A_VALUE = 10 * (LIMITS.listed + 2)

const aggregation = fc.constantFrom(undefined, 'show_unique', 'count_values', 'sum', 'unique', 'earliest_date')
const database = fc.record({
  /** Which rows each row is related to. */
  relations: fc.array(fc.array(fc.nat(11), { maxLength: 12 }), { minLength: 1, maxLength: 12 }),
  title: fc.constantFrom('a', 'long '.repeat(200), 'x'.repeat(20_000)),
  /** What each rollup shows: one of those before it, or the title. */
  rollups: fc.array(fc.tuple(fc.nat(11), aggregation), { minLength: 1, maxLength: 12 }),
})
type Database = typeof database extends fc.Arbitrary<infer Value> ? Value : never

const ALL_TO_ALL: Database = {
  relations: Array.from({ length: 10 }, () => Array.from({ length: 10 }, (_, at) => at)),
  title: 'a',
  rollups: Array.from({ length: 10 }, (_, at) => [at, undefined]),
}

test('rollups cost no more than the values that they read, however they refer to one another', () => {
  fc.assert(
    fc.property(database, ({ relations, title, rollups }) => {
      const schema: Record<string, PropertySchema> = {
        title: { name: 'Name', type: 'title' },
        to: { name: 'To', type: 'relation', more: { collection_id: idOf('Rows') } },
      }
      for (const [at, [before, aggregation]] of rollups.entries()) {
        const target = before === 0 || before > at ? 'title' : `p${before - 1}`
        const more = { relation_property: 'to', target_property: target, aggregation }
        schema[`p${at}`] = { name: `p${at}`, type: 'rollup', more }
      }
      const rows = relations.map((related, at) => {
        const to = related.map((other): RichText[number] => ['‣', [['p', idOf(`r${other}`)]]])
        return row(`r${at}`, 'Rows', { title: [[title]], to }).block
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
      expect(budget.units).toBeLessThanOrEqual(values * MOST_A_VALUE)
    }),
    { numRuns: RUNS, examples: [[ALL_TO_ALL]] },
  )
})

const letter = fc.constantFrom('a', 'b', 'c')
const piece = fc.oneof(
  { weight: 3, arbitrary: letter.map((name) => `\\${name}`) },
  letter.map((name) => `\\${name}{x}`),
  fc
    .tuple(fc.constantFrom('x', '#1', '{x}', '\\frac12', '\\b', '\\c{#1}'), fc.nat(300))
    .map(([each, times]) => each.repeat(times)),
)
const body = fc.array(piece, { maxLength: 4 }).map((pieces) => pieces.join(''))
const equation = fc
  .tuple(
    fc.array(fc.tuple(letter, fc.boolean(), body), { maxLength: 3 }),
    fc.array(fc.tuple(piece, fc.nat(100)), { maxLength: 3 }),
  )
  .map(([definitions, uses]) =>
    [
      ...definitions.map(([name, takes, inside]) => `\\def\\${name}${takes ? '#1' : ''}{${inside}}`),
      ...uses.map(([use, times]) => use.repeat(times)),
    ].join(''),
  )

test('equations have no more tokens than they may, whatever their macros do', () => {
  let wrong = 0
  fc.assert(
    fc.property(equation, (source) => {
      const { html, tokens } = renderTex(source, { display: true, readAloudOnly: true })
      if (html === undefined) wrong += 1
      else expect(tokens).toBeLessThanOrEqual(LIMITS.equationTokens)
      // The last step may pass the limit, but not by more than what it may repeat.
      expect(tokens).toBeLessThanOrEqual(LIMITS.equationTokens + 50 * LIMITS.equation)
      expect((html ?? '').length).toBeLessThanOrEqual(LIMITS.equationTokens * 500)
    }),
    {
      numRuns: RUNS,
      examples: [
        [`\\def\\a{${'x'.repeat(900)}}${'\\a'.repeat(199)}`],
        [`\\def\\a{${'x'.repeat(2400)}}${'\\a'.repeat(199)}`],
      ],
    },
  )
  expect(wrong).toBeGreaterThan(2)
})
