import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { BoundedCounts, OTHERS } from '@/lib/statistics/counts'
import { cleanText, readTexts, removeOldTexts, storeText } from '@/lib/statistics/page-texts'
import { SharedTexts } from '@/lib/statistics/shared-texts'
import { Statistics } from '@/lib/statistics/statistics'
import { formatTotals, MAX_KEYS, parseTotals, type Totals } from '@/lib/statistics/totals'
import { getDay, listDays, readTotals, removeOldTotals, storeTotals } from '@/lib/statistics/totals-store'
import { expectConsole } from '../../support/console'
import { createTemporaryFolder } from '../../support/folders'

const DAY_MS = 24 * 3600 * 1000
const NOON = Date.UTC(2026, 0, 31, 12)

const createSettings = () => ({ stateDir: createTemporaryFolder(), workspaceDir: '/workspace' })

/** Counts in memory, at a time that the test sets. */
function createStatistics() {
  const saved: [day: string, totals: Totals][] = []
  const clock = { now: NOON }
  const statistics = new Statistics(
    async (day, totals) => void saved.push([day, parseTotals(formatTotals(totals))]),
    () => clock.now,
  )
  return { statistics, saved, clock }
}

describe('BoundedCounts', () => {
  it('keeps what is sent often through a flood of keys that are sent once', () => {
    const counts = new BoundedCounts(100)
    for (let at = 0; at < 20; at++) counts.add('often')
    for (let at = 0; at < 10_000; at++) counts.add(`flood ${at}`)
    expect(counts.counts.size).toBeLessThanOrEqual(101)
    expect(counts.counts.get('often')).toBe(20)
    expect([...counts.counts.values()].reduce((sum, each) => sum + each, 0)).toBe(10_020)
  })
})

describe('Statistics with views of all days', () => {
  it('stores each total once, although others fail', async () => {
    const saved: [day: string, totals: Totals][] = []
    let isAway = true
    const save = async (day: string, totals: Totals) => {
      if (isAway && day !== 'all') throw new Error('away')
      saved.push([day, totals])
    }
    const statistics = new Statistics(save, () => NOON, true)
    expectConsole(/Statistics could not be stored: away/)
    statistics.count('views', 'a')
    await statistics.store()
    isAway = false
    await statistics.store()
    const views = new Map([['a', 1]])
    expect(saved).toEqual([
      ['all', { views }],
      ['2026-01-31', { views }],
    ])
  })
})

describe('SharedTexts', () => {
  it('gives a text only once five clients share it, with all of its searches', () => {
    const texts = new SharedTexts()
    const search = (client: string) => texts.add('tide table', client, '2026-01-31')
    expect(['a', 'a', 'a', 'a', 'a', 'a', 'b', 'c', 'd'].map(search)).toEqual(Array(9).fill(0))
    expect(search('e')).toBe(10)
    expect(search('a')).toBe(1)
  })

  it('gives a text once five days share it', () => {
    const texts = new SharedTexts()
    const found = listDays(5, NOON).map((day) => texts.add('tide table', 'a', day))
    expect(found).toEqual([0, 0, 0, 0, 5])
  })

  it('is bounded for a flood of texts', () => {
    const texts = new SharedTexts()
    for (let at = 0; at < 5000; at++) texts.add(`text ${at}`, 'a', '2026-01-31')
    for (const client of ['b', 'c', 'd', 'e']) expect(texts.add('text 0', client, '2026-01-31'), 'forgotten').toBe(0)
  })
})

describe('Statistics', () => {
  it('stores totals of the day in which they were counted', async () => {
    const { statistics, saved, clock } = createStatistics()
    statistics.count('views', 'a')
    statistics.count('views', 'a')
    clock.now += DAY_MS
    statistics.count('views', 'b')
    await statistics.store()
    await statistics.store()
    expect(saved).toEqual([
      ['2026-01-31', { views: new Map([['a', 2]]) }],
      ['2026-02-01', { views: new Map([['b', 1]]) }],
    ])
  })

  it('follows a clock that moves back', async () => {
    const { statistics, saved, clock } = createStatistics()
    statistics.count('views', 'a')
    clock.now -= 3 * DAY_MS
    statistics.count('views', 'a')
    await statistics.store()
    expect(saved.map(([day]) => day)).toEqual(['2026-01-31', '2026-01-28'])
  })

  it('stores what could not be stored later, once', async () => {
    expectConsole(/Statistics could not be stored: no space/)
    const saved: Totals[] = []
    let isFull = true
    const statistics = new Statistics(async (_, totals) => {
      if (isFull) throw new Error('no space')
      saved.push(totals)
    })
    statistics.count('views', 'a')
    await statistics.store()
    statistics.count('views', 'a')
    await statistics.store()
    isFull = false
    await statistics.store()
    await statistics.store()
    expect(saved).toEqual([{ views: new Map([['a', 2]]) }])
  })

  it('stores no text of a search that fewer than five clients share, and nothing about clients', async () => {
    const { statistics, saved } = createStatistics()
    for (const client of ['192.0.2.1', '192.0.2.2', '192.0.2.3', '192.0.2.4']) {
      statistics.countEmptySearch('Secret  Words', client)
    }
    for (let at = 0; at < 50; at++) statistics.countEmptySearch('alone', '192.0.2.1')
    statistics.countEmptySearch('x'.repeat(101), '192.0.2.1')
    await statistics.store()
    expect(saved).toEqual([])
    statistics.countEmptySearch('secret words', '192.0.2.5')
    await statistics.store()
    expect(saved).toEqual([['2026-01-31', { searches: new Map([['secret words', 5]]) }]])
  })
})

describe('stored totals', () => {
  it('adds to the totals of a day in a file', async () => {
    const settings = createSettings()
    await storeTotals('2026-01-31', { views: new Map([['a', 2]]), missing: new Map([['/x', 1]]) }, settings)
    await storeTotals('2026-01-31', { views: new Map([['a', 1]]) }, settings)
    expect(await readTotals(['2026-01-30', '2026-01-31'], settings)).toEqual([
      {},
      { views: new Map([['a', 3]]), missing: new Map([['/x', 1]]) },
    ])
    const file = path.join(settings.stateDir, 'statistics', '2026-01-31.json')
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ views: { a: 3 }, missing: { '/x': 1 } })
  })

  it('stays small in a flood, and sums up what it leaves out', async () => {
    const settings = createSettings()
    const flood = (round: number) =>
      new Map(Array.from({ length: MAX_KEYS.missing }, (_, at) => [`/${round}-${at}`, 1] as const))
    for (let round = 0; round < 4; round++) {
      await storeTotals('2026-01-31', { missing: new Map([...flood(round), ['/often', 9]]) }, settings)
    }
    const [totals] = await readTotals(['2026-01-31'], settings)
    expect(totals?.missing?.size).toBe(MAX_KEYS.missing)
    expect(totals?.missing?.get('/often')).toBe(36)
    expect(totals?.missing?.get(OTHERS)).toBeGreaterThan(1000)
  })

  it('leaves out what is malformed', async () => {
    expect(parseTotals('{')).toEqual({})
    expect(parseTotals('{"views":{"a":1,"b":-1,"c":"x","d":1e99},"missing":3,"other":{"a":1}}')).toEqual({
      views: new Map([['a', 1]]),
    })
  })

  it('removes files after 13 months, and nothing else', async () => {
    const settings = createSettings()
    const old = getDay(NOON - 400 * DAY_MS)
    for (const day of [old, '2026-01-31']) await storeTotals(day, { views: new Map([['a', 1]]) }, settings)
    const folder = path.join(settings.stateDir, 'statistics')
    writeFileSync(path.join(folder, 'notes.txt'), '')
    await removeOldTotals(settings, NOON)
    expect(readdirSync(folder).sort()).toEqual(['2026-01-31.json', 'notes.txt'])
  })
})

describe('texts about pages', () => {
  it('are kept for 90 days, and at most 200 a day', async () => {
    const settings = createSettings()
    await Promise.all(Array.from({ length: 210 }, (_, at) => storeText({ page: 'a', text: `text ${at}` }, settings)))
    expect(await readTexts(1000, settings)).toHaveLength(200)
    expect((await readTexts(1, settings))[0]).toEqual({ page: 'a', text: 'text 199', day: getDay(Date.now()) })
    await removeOldTexts(settings, Date.now() + 89 * DAY_MS)
    expect(await readTexts(1, settings)).toHaveLength(1)
    await removeOldTexts(settings, Date.now() + 90 * DAY_MS)
    expect(await readTexts(1, settings)).toEqual([])
  })

  it('lose control characters and what is longer than 1000 characters', () => {
    expect(cleanText(' a\u0000\u202e\r\nb ')).toBe('a \nb')
    expect(cleanText('می\u200cخواهم 👩\u200d🔬')).toBe('می\u200cخواهم 👩\u200d🔬')
    expect(cleanText('x'.repeat(5000))).toHaveLength(1000)
    expect(cleanText('\u200b\n')).toBe('')
  })
})
