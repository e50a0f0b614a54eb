import { getPercentile } from '../measurements'
import { createRandom } from '../workspace'
import type { PageCosts } from './large'

/** The assumptions about a site for which instances are planned. */
export interface Demand {
  pages: number
  /** Requests for pages. */
  perSecond: number
  /** Share of requests for a page that changed since its last request. */
  changed: number
  /** Seconds between two checks of the whole workspace, calls per second to it, and edits per day with a webhook. */
  interval: number
  rate: number
  editsADay: number
  /** The limit of the 99th percentile of response times in milliseconds, also while one instance is missing. */
  latencyLimitMs: number
}

/** Costs of an instance of a small site: megabytes after visits, and seconds until it is ready with an empty disk. */
export interface Base {
  memory: number
  ready: number
}

export interface Forecast {
  /** Share of requests for a page that is in the instance's own cache. */
  held: number
  /** Average processor milliseconds per request. */
  cost: number
  instances: number
  /** While one instance is missing: the 99th percentile in milliseconds, and the share of a processor that each other instance uses. */
  p99: number
  busy: number
  /** Gigabytes: of each instance, and of Redis for the snapshot and for rendered pages. */
  memory: number
  snapshot: number
  rendered: number
  /** Seconds until an instance with an empty disk shows pages, and until its search is ready. */
  ready: number
  searching: number
  /** Hours of the first sync; minutes of a check of the whole workspace; calls per day. */
  firstSync: number
  checkMinutes: number
  callsADay: number
}

/** The limits of an instance's cache of rendered pages. */
const HELD_KILOBYTES = 200_000
const HELD_PAGES = 20_000
const CALLS_AN_EDIT = 3
/** Long enough to detect a growing queue. */
const SIMULATED_S = 120
const MAX_INSTANCES = 1000
const STEPS = 1_000_000

/** Forecasts the needs of a site from the measured costs of a small site and of a site with `measuredPages`. */
export function forecast(base: Base, costs: PageCosts, measuredPages: number, demand: Demand): Forecast {
  const { pages, perSecond, changed, interval, rate, editsADay, latencyLimitMs } = demand
  const held = (1 - changed) * getPopularShare(Math.min(HELD_PAGES, HELD_KILOBYTES / costs.cached), pages)
  const fetched = 1 - changed - held
  const cost = held * costs.fromMemory + fetched * costs.fromRedis + changed * costs.rendering
  const pickServiceTime = (random: () => number) => {
    const draw = random()
    return draw < changed ? costs.rendering : draw < changed + fetched ? costs.fromRedis : costs.fromMemory
  }
  let left = 1
  let p99 = simulateP99(left, perSecond, pickServiceTime)
  while (p99 > latencyLimitMs && left < MAX_INSTANCES) p99 = simulateP99(++left, perSecond, pickServiceTime)
  const times = pages / measuredPages
  const extrapolate = (small: number, measured: number) => small + (measured - small) * times
  const callsPerFullCheck = costs.callsPerCheck * pages
  return {
    held,
    cost,
    instances: left + 1,
    p99,
    busy: (perSecond * cost) / 1000 / left,
    memory: extrapolate(base.memory, costs.memory) / 1000,
    snapshot: (costs.snapshot * pages) / 1_000_000,
    rendered: (costs.rendered * pages) / 1_000_000,
    ready: extrapolate(base.ready, costs.ready),
    searching: costs.searching * times,
    firstSync: (costs.callsFirst * pages) / rate / 3600,
    checkMinutes: callsPerFullCheck / rate / 60,
    callsADay: (86_400 / interval) * callsPerFullCheck + editsADay * CALLS_AN_EDIT,
  }
}

/** Returns the share of requests for the `most` most popular pages, if requests follow Zipf's law. */
function getPopularShare(most: number, pages: number): number {
  let share = 0
  let all = 0
  for (let rank = 1; rank <= pages; rank++) {
    all += 1 / rank
    if (rank <= most) share += 1 / rank
  }
  return share / all
}

/** Simulates requests at random times, which are distributed in turn. Returns the 99th percentile of response times in milliseconds. */
function simulateP99(instances: number, perSecond: number, pickServiceTime: (random: () => number) => number): number {
  const whole = createRandom(7)
  const random = () => whole(STEPS) / STEPS
  const freeAt = Array.from({ length: instances }, () => 0)
  const times: number[] = []
  let now = 0
  for (let visitor = 0; visitor < perSecond * SIMULATED_S; visitor++) {
    now -= (Math.log(1 - random()) * 1000) / perSecond
    const instance = visitor % instances
    const done = Math.max(now, freeAt[instance] ?? 0) + pickServiceTime(random)
    freeAt[instance] = done
    times.push(done - now)
  }
  return getPercentile(times, 0.99)
}
