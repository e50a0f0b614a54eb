import { expect, test } from 'vitest'
import { type Base, type Demand, forecast } from '@/tests/bench/instances/forecast'
import type { PageCosts } from '@/tests/bench/instances/large'

const BASE: Base = { memory: 300, ready: 2 }
const COSTS: PageCosts = {
  fromMemory: 2,
  fromRedis: 4,
  rendering: 40,
  snapshot: 15,
  rendered: 10,
  cached: 100,
  memory: 500,
  ready: 6,
  searching: 12,
  readyAgain: 3,
  callsFirst: 1.001,
  callsPerCheck: 0.0102,
}
const DEMAND: Demand = {
  pages: 50_000,
  perSecond: 1000,
  changed: 0,
  interval: 3600,
  rate: 3,
  editsADay: 100,
  latencyLimitMs: 50,
}

test('extrapolates values that grow with the number of pages', () => {
  const plan = forecast(BASE, COSTS, 10_000, DEMAND)
  expect(plan).toMatchObject({ memory: 1.3, snapshot: 0.75, rendered: 0.5, ready: 22, searching: 60 })
  expect(plan.checkMinutes).toBeCloseTo(510 / 3 / 60)
  expect(plan.firstSync).toBeCloseTo(50_050 / 3 / 3600)
  expect(plan.callsADay).toBeCloseTo(24 * 510 + 300)
})

test('an instance caches the most popular pages, and all pages of a small site', () => {
  expect(forecast(BASE, COSTS, 10_000, { ...DEMAND, pages: 2000 }).held).toBe(1)
  // 2,000 of 50,000 pages get 8.18 of 11.40 requests, by the harmonic numbers.
  expect(forecast(BASE, COSTS, 10_000, DEMAND).held).toBeCloseTo(8.178 / 11.397, 3)
})

test('plans enough instances to respond in time while one is missing', () => {
  const even = { ...COSTS, fromRedis: 2 }
  // Two seconds of work per second: two instances could never keep up, three have short queues.
  expect(forecast(BASE, even, 10_000, DEMAND)).toMatchObject({ cost: 2, instances: 4, busy: 2 / 3 })
  const few = forecast(BASE, even, 10_000, { ...DEMAND, perSecond: 1 })
  expect(few).toMatchObject({ instances: 2, p99: expect.closeTo(2, 5) })
  expect(forecast(BASE, even, 10_000, { ...DEMAND, perSecond: 2000 }).instances).toBeGreaterThan(5)
})
