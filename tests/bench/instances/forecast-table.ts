import type { Demand, Forecast } from './forecast'
import type { PageCosts } from './large'

/** Formats a forecast as a Markdown table of measured and needed values. */
export function formatForecast(costs: PageCosts, measuredPages: number, demand: Demand, needed: Forecast): string {
  const number = (value: number, digits = 0) => value.toLocaleString('en', { maximumFractionDigits: digits })
  const percent = (share: number) => `${number(share * 100)}%`
  const fetched = 1 - demand.changed - needed.held
  const rows = [
    [
      '',
      `measured with ${number(measuredPages)} pages`,
      `${number(demand.pages)} pages, ${number(demand.perSecond)} requests a second`,
    ],
    ['---', '---', '---'],
    [
      'processor time for a page in the instance’s cache; from Redis; that is rendered',
      `${number(costs.fromMemory, 1)}; ${number(costs.fromRedis, 1)}; ${number(costs.rendering, 1)} ms`,
      `${number(needed.cost, 1)} ms on average: ${percent(needed.held)}, ${percent(fetched)} and ${percent(demand.changed)} of requests`,
    ],
    [
      'instances, each with its own processor',
      '',
      `${needed.instances}; with one of them missing, the others are ${percent(needed.busy)} busy, and p99 is ${number(needed.p99)} ms`,
    ],
    [
      'memory of an instance, all of its processes',
      `${number(costs.memory / 1000, 1)} GB`,
      `${number(needed.memory, 1)} GB`,
    ],
    [
      'memory of Redis for the snapshot; for rendered pages',
      `${number(costs.snapshot, 1)}; ${number(costs.rendered, 1)} kB a page`,
      `${number(needed.snapshot, 1)}; ${number(needed.rendered, 1)} GB`,
    ],
    [
      'start with an empty disk: pages are shown; the search is complete',
      `${number(costs.ready)}; ${number(costs.searching)} s`,
      `${number(needed.ready)}; ${number(needed.searching)} s`,
    ],
    [
      'calls to the workspace: first sync; a check of all pages',
      `${number(costs.callsFirst, 3)}; ${number(costs.callsPerCheck, 3)} per page`,
      `${number(needed.firstSync, 1)} hours; ${number(needed.checkMinutes, 1)} minutes at ${demand.rate} a second`,
    ],
    [
      'calls a day',
      '',
      `${number(needed.callsADay)}: a check every ${number(demand.interval / 60)} minutes, and ${number(demand.editsADay)} edits reported by webhooks`,
    ],
  ]
  return rows.map((row) => `| ${row.join(' | ')} |`).join('\n')
}
