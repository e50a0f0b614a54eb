import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createPageBudgets } from '@/lib/workspace/budget'
import { cleanRecordMap } from '@/lib/workspace/clean/clean'
import { readRecordMaps } from '@/lib/workspace/clean/read-record-map'
import { formatDate, getDateFormatter } from '@/lib/workspace/dates'
import { createPageRecord } from '@/lib/workspace/read/page-record'
import { splitPages } from '@/lib/workspace/read/split'
import type { RecordMap } from '@/lib/workspace/record-map'
import { countWork, FREE_STEPS, isNearlyLinear, watched } from '@/tests/support/work'
import { BLOCKS, type DatabaseSize, database } from './fuzz-cost-maps'
import { preparePage } from './fuzz-prepared'
import { pageOf, type Raw } from './maps'

const RUNS = Number(process.env.FUZZ_RUNS ?? 10)
/** As the page itself has it: the first rows of its databases. */
const FIRST = { kind: 'first', rest: () => ({ data: '/api/rows' }) } as const
/** Steps for each character of a stored map that are always good. */
const FREE = 3

/** The steps that a stored map takes to be cleaned, and its page to be prepared. */
function costOf(json: Raw) {
  const size = JSON.stringify(json).length
  let map = {} as RecordMap
  const clean = countWork(() => {
    const read = readRecordMaps(watched(json))
    if (read.ok) map = cleanRecordMap(read.map).map
  })
  const prepare = countWork(() => {
    const shown = watched(map)
    const pages = [...splitPages(shown)]
    const records = new Map(pages.map(({ page }) => [page.id, createPageRecord(page)]))
    const [first] = pages
    if (first !== undefined) preparePage(first.page, shown, records, { budgets: createPageBudgets() }, FIRST)
  })
  return { clean: { size, work: clean }, prepare: { size, work: prepare } }
}

function expectNearlyLinear(mapAt: (times: number) => Raw): void {
  const [small, large] = [costOf(mapAt(1)), costOf(mapAt(4))]
  const message = JSON.stringify({ small, large })
  expect(isNearlyLinear(small.clean, large.clean, FREE), message).toBe(true)
  expect(isNearlyLinear(small.prepare, large.prepare, FREE), message).toBe(true)
}

type Kind = keyof typeof BLOCKS
const kinds = Object.keys(BLOCKS) as Kind[]

test('a page takes steps in proportion to its blocks', () => {
  const blocks = fc.uniqueArray(fc.constantFrom(...kinds), { minLength: 1, maxLength: 3 })
  fc.assert(
    fc.property(blocks, fc.integer({ min: 10, max: 20 }), (some, count) => {
      expectNearlyLinear((times) => pageOf(some.flatMap((kind) => BLOCKS[kind](times * count))))
    }),
    { numRuns: RUNS, examples: kinds.map((kind) => [[kind], 20]) },
  )
})

const size = fc.integer({ min: 1, max: 3 })
const databaseSize = fc.record({ rows: size, options: size, properties: fc.constant(1), groups: size, views: size })
const SMALL = { rows: 3, options: 3, properties: 1, groups: 2, views: 1 } as const
/** What there is four times as much of, and how much at first. */
const GROWN: Partial<DatabaseSize>[] = [
  { rows: 20 },
  { options: 100 },
  { properties: 6 },
  { groups: 40, options: 40 },
  { views: 30 },
  { rows: 20, options: 20, groups: 20 },
  { rows: 12, tests: 20 },
  { rows: 12, sorts: 20 },
]

test('a database takes steps in proportion to what it holds', () => {
  const types = fc.constantFrom('table', 'board', 'list')
  fc.assert(
    fc.property(databaseSize, fc.constantFrom(...GROWN), types, (least, grown, type) => {
      expectNearlyLinear((times) => {
        const more = Object.entries(grown).map(([name, count]) => [name, times * count])
        return database({ ...least, ...Object.fromEntries(more) }, type)
      })
    }),
    {
      numRuns: RUNS,
      examples: GROWN.map((grown): [typeof SMALL, Partial<DatabaseSize>, 'board'] => [SMALL, grown, 'board']),
    },
  )
})

test('40,000 options take few steps for each, and none for each cell', () => {
  const options = 40_000
  const { clean, prepare } = costOf(database({ rows: 20, options, properties: 1 }, 'table', ['select']))
  expect(clean.work).toBeLessThan(FREE_STEPS * options)
  expect(prepare.work).toBeLessThan(20 * options)
})

test('a time zone has one formatter, however often its name is written differently', () => {
  const start = { type: 'datetime', start_date: '2024-01-01', start_time: '10:00' } as const
  const { DateTimeFormat } = Intl
  let made = 0
  Intl.DateTimeFormat = new Proxy(DateTimeFormat, {
    construct: (target, args) => {
      made += 1
      return Reflect.construct(target, args) as object
    },
  })
  try {
    for (let at = 0; at < 500; at++) {
      const zone = [...'america/argentina/buenos_aires'].map((letter, place) =>
        (at >> (place % 9)) & 1 ? letter.toUpperCase() : letter,
      )
      formatDate({ ...start, time_zone: zone.join('') }, { locale: 'en', timeZone: 'UTC' })
    }
  } finally {
    Intl.DateTimeFormat = DateTimeFormat
  }
  expect(made).toBeLessThan(20)
  expect(getDateFormatter('en', { timeZone: 'UTC' })).toBeInstanceOf(DateTimeFormat)
})
