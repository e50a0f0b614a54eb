import type { Measurement } from '../measurements'
import { measureEditing } from './editing'
import { type Demand, forecast } from './forecast'
import { formatForecast } from './forecast-table'
import { MEASURED_PAGES, measureLargeSite } from './large'
import { measureServing } from './serving'

/** The assumptions of `docs/operating.md`. */
const DEMAND: Demand = {
  pages: 50_000,
  perSecond: 1000,
  changed: 0.01,
  interval: 3600,
  rate: 3,
  editsADay: 1000,
  latencyLimitMs: 50,
}

/** Measures instances that share a Redis server, and forecasts the needs of a large site. */
export async function measureInstances(): Promise<Measurement[]> {
  const serving = await measureServing()
  const editing = await measureEditing()
  const large = await measureLargeSite()
  const needed = forecast(serving.base, large.costs, MEASURED_PAGES, DEMAND)
  console.log(`\n${formatForecast(large.costs, MEASURED_PAGES, DEMAND, needed)}\n`)
  return [...serving.measurements, ...editing, ...large.measurements]
}
