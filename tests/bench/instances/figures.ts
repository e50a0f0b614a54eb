import type { Figure } from '../figures'
import { editingFigures } from './editing'
import { type Demand, forecast } from './forecast'
import { largeFigures, MEASURED_PAGES } from './large'
import { servingFigures } from './serving'

const DEMAND: Demand = {
  pages: 50_000,
  perSecond: 1000,
  changed: 0.01,
  interval: 3600,
  rate: 3,
  editsADay: 1000,
  patience: 50,
}

/** What it costs, and brings, to share a Redis; and what that means for a large site. */
export async function instancesFigures(): Promise<Figure[]> {
  const serving = await servingFigures()
  const editing = await editingFigures()
  const large = await largeFigures()
  console.log(`\n${DEMAND.pages} pages and ${DEMAND.perSecond} requests a second, by these figures:`)
  console.log(forecast(serving.base, large.costs, MEASURED_PAGES, DEMAND), '\n')
  return [...serving.figures, ...editing, ...large.figures]
}
