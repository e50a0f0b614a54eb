import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createPageBudgets } from '@/lib/workspace/budget'
import { cleanRecordMap } from '@/lib/workspace/clean/clean'
import { readRecordMaps } from '@/lib/workspace/clean/read-record-map'
import { formatDate, getDateFormatter } from '@/lib/workspace/dates'
import { createPageRecord } from '@/lib/workspace/read/page-record'
import { splitPages } from '@/lib/workspace/read/split'
import type { RecordMap } from '@/lib/workspace/record-map'
import { countWork, FREE_STEPS, isNearlyLinear, watchReads } from '@/tests/support/work'
import { BLOCKS, createDatabase, type DatabaseSize } from './fuzz-cost-maps'
import { preparePage } from './fuzz-prepare'
import { createPageMap, type Raw } from './maps'

const RUNS = Number(process.env.FUZZ_RUNS ?? 10)
/** The part of a database that the page itself contains: its first rows. */
const FIRST_PART = { kind: 'first', rest: () => ({ data: '/api/rows' }) } as const
/** Steps per character of a stored map that are always acceptable. */
const FREE_STEPS_PER_CHARACTER = 3

/** Counts the steps that clean a stored map, and those that prepare its first page. */
function measureCost(json: Raw) {
  const size = JSON.stringify(json).length
  let map = {} as RecordMap
  const clean = countWork(() => {
    const read = readRecordMaps(watchReads(json))
    if (read.ok) map = cleanRecordMap(read.map).map
  })
  const prepare = countWork(() => {
    const shown = watchReads(map)
    const pages = [...splitPages(shown)]
    const records = new Map(pages.map(({ page }) => [page.id, createPageRecord({ page })]))
    const [first] = pages
    if (first !== undefined) preparePage(first.page, shown, records, { budgets: createPageBudgets() }, FIRST_PART)
  })
  return { clean: { size, work: clean }, prepare: { size, work: prepare } }
}

function expectNearlyLinear(createMap: (times: number) => Raw): void {
  const [small, large] = [measureCost(createMap(1)), measureCost(createMap(4))]
  const message = JSON.stringify({ small, large })
  expect(isNearlyLinear(small.clean, large.clean, FREE_STEPS_PER_CHARACTER), message).toBe(true)
  expect(isNearlyLinear(small.prepare, large.prepare, FREE_STEPS_PER_CHARACTER), message).toBe(true)
}

type Kind = keyof typeof BLOCKS
const kinds = Object.keys(BLOCKS) as Kind[]

test('cleaning and preparing a page takes steps in proportion to its blocks', () => {
  const blocks = fc.uniqueArray(fc.constantFrom(...kinds), { minLength: 1, maxLength: 3 })
  fc.assert(
    fc.property(blocks, fc.integer({ min: 10, max: 20 }), (kinds, count) => {
      expectNearlyLinear((times) => createPageMap(kinds.flatMap((kind) => BLOCKS[kind](times * count))))
    }),
    { numRuns: RUNS, examples: kinds.map((kind) => [[kind], 20]) },
  )
})

const size = fc.integer({ min: 1, max: 3 })
const databaseSize = fc.record({ rows: size, options: size, properties: fc.constant(1), groups: size, views: size })
const SMALL = { rows: 3, options: 3, properties: 1, groups: 2, views: 1 } as const
/** The counts that are multiplied by four, with their initial values. */
const GROWING_SIZES: Partial<DatabaseSize>[] = [
  { rows: 20 },
  { options: 100 },
  { properties: 6 },
  { groups: 40, options: 40 },
  { views: 30 },
  { rows: 20, options: 20, groups: 20 },
  { rows: 12, tests: 20 },
  { rows: 12, sorts: 20 },
]

test('cleaning and preparing a database takes steps in proportion to its size', () => {
  const types = fc.constantFrom('table', 'board', 'list')
  fc.assert(
    fc.property(databaseSize, fc.constantFrom(...GROWING_SIZES), types, (least, grown, type) => {
      expectNearlyLinear((times) => {
        const more = Object.entries(grown).map(([name, count]) => [name, times * count])
        return createDatabase({ ...least, ...Object.fromEntries(more) }, type)
      })
    }),
    {
      numRuns: RUNS,
      examples: GROWING_SIZES.map((grown): [typeof SMALL, Partial<DatabaseSize>, 'board'] => [SMALL, grown, 'board']),
    },
  )
})

test('40,000 options cost few steps each, independently of the number of cells', () => {
  const options = 40_000
  const { clean, prepare } = measureCost(createDatabase({ rows: 20, options, properties: 1 }, 'table', ['select']))
  expect(clean.work).toBeLessThan(FREE_STEPS * options)
  expect(prepare.work).toBeLessThan(20 * options)
})

test('formatDate creates no formatters for another spelling of a time zone', () => {
  const start = { type: 'datetime', start_date: '2024-01-01', start_time: '10:00' } as const
  const { DateTimeFormat } = Intl
  let created = 0
  Intl.DateTimeFormat = new Proxy(DateTimeFormat, {
    construct: (target, args) => {
      created += 1
      return Reflect.construct(target, args) as object
    },
  })
  try {
    const format = (time_zone: string) => formatDate({ ...start, time_zone }, { locale: 'en', timeZone: 'UTC' })
    const text = format('Asia/Tokyo')
    expect(created).toBeGreaterThan(0)
    created = 0
    expect(['asia/tokyo', 'ASIA/TOKYO', 'Asia/tokyo'].map(format)).toEqual([text, text, text])
  } finally {
    Intl.DateTimeFormat = DateTimeFormat
  }
  expect(created).toBe(0)
  expect(getDateFormatter('en', { timeZone: 'UTC' })).toBeInstanceOf(DateTimeFormat)
})
