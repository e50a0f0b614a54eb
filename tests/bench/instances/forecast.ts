import { percentile } from '../measurements'
import { randomFrom } from '../workspace'
import type { PageCosts } from './large'

/** A site that is to be served, and what is taken for granted about it. */
export interface Demand {
  pages: number
  /** Requests for pages. */
  perSecond: number
  /** Share of requests for a page that changed since it was last asked for. */
  changed: number
  /** Seconds between two checks of the whole workspace, calls per second to it, and edits per day with a webhook. */
  interval: number
  rate: number
  editsADay: number
  /** The most that one visitor of a hundred may wait in an instance, in milliseconds, also while one instance is away. */
  patience: number
}

/** What an instance of a small site takes: megabytes after visits, and seconds to readiness with an empty disk. */
export interface Base {
  memory: number
  ready: number
}

export interface Forecast {
  /** Share of requests for a page that the instance which is asked holds. */
  held: number
  /** Milliseconds of a processor for a request, on average. */
  cost: number
  instances: number
  /** Of those that are left while one is away: milliseconds, and the share of a processor that each uses. */
  p99: number
  busy: number
  /** Gigabytes: of each instance, and of Redis for the snapshot and for rendered pages. */
  memory: number
  snapshot: number
  rendered: number
  /** Seconds until an instance with an empty disk shows pages, and until its search is ready. */
  ready: number
  searching: number
  /** Hours of the first sync; minutes of a look; calls a day. */
  firstSync: number
  look: number
  callsADay: number
}

/** What an instance keeps of rendered pages at most: its cache's own limits. */
const HELD_KILOBYTES = 200_000
const HELD_PAGES = 20_000
const CALLS_AN_EDIT = 3
/** Long enough for a queue to show that it grows. */
const SIMULATED_S = 120
const MOST_INSTANCES = 1000
const STEPS = 1_000_000

/** What a site needs, by what a small site and one of `measuredPages` were measured to cost. */
export function forecast(base: Base, costs: PageCosts, measuredPages: number, demand: Demand): Forecast {
  const { pages, perSecond, changed, interval, rate, editsADay, patience } = demand
  const held = (1 - changed) * popularShare(Math.min(HELD_PAGES, HELD_KILOBYTES / costs.counted), pages)
  const fetched = 1 - changed - held
  const cost = held * costs.held + fetched * costs.fetched + changed * costs.made
  const serviceOf = (random: () => number) => {
    const lot = random()
    return lot < changed ? costs.made : lot < changed + fetched ? costs.fetched : costs.held
  }
  let left = 1
  let p99 = simulatedP99(left, perSecond, serviceOf)
  while (p99 > patience && left < MOST_INSTANCES) p99 = simulatedP99(++left, perSecond, serviceOf)
  const times = pages / measuredPages
  const grown = (small: number, measured: number) => small + (measured - small) * times
  const callsOfLook = costs.callsLook * pages
  return {
    held,
    cost,
    instances: left + 1,
    p99,
    busy: (perSecond * cost) / 1000 / left,
    memory: grown(base.memory, costs.memory) / 1000,
    snapshot: (costs.snapshot * pages) / 1_000_000,
    rendered: (costs.rendered * pages) / 1_000_000,
    ready: grown(base.ready, costs.ready),
    searching: costs.searching * times,
    firstSync: (costs.callsFirst * pages) / rate / 3600,
    look: callsOfLook / rate / 60,
    callsADay: (86_400 / interval) * callsOfLook + editsADay * CALLS_AN_EDIT,
  }
}

/** Share of requests that are for the so many most popular of all pages, where the second is asked for half as often as the first, the third a third as often, and so on. */
function popularShare(most: number, pages: number): number {
  let share = 0
  let all = 0
  for (let rank = 1; rank <= pages; rank++) {
    all += 1 / rank
    if (rank <= most) share += 1 / rank
  }
  return share / all
}

/** The wait and the service, in milliseconds, that 99 of 100 visitors stay below who come at random and are given to one instance after the other. */
function simulatedP99(instances: number, perSecond: number, serviceOf: (random: () => number) => number): number {
  const whole = randomFrom(7)
  const random = () => whole(STEPS) / STEPS
  const freeAt = Array.from({ length: instances }, () => 0)
  const times: number[] = []
  let now = 0
  for (let visitor = 0; visitor < perSecond * SIMULATED_S; visitor++) {
    now -= (Math.log(1 - random()) * 1000) / perSecond
    const instance = visitor % instances
    const done = Math.max(now, freeAt[instance] ?? 0) + serviceOf(random)
    freeAt[instance] = done
    times.push(done - now)
  }
  return percentile(times, 0.99)
}
