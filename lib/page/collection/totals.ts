import { aggregate, isAggregator } from '../../workspace/aggregate'
import { type Names, valueText } from '../../workspace/property-values'
import type { Block, CollectionView } from '../../workspace/record-map'
import type { ReadValue } from '../../workspace/row-values'
import { list, record } from '../read'
import { labelsFor } from './labels'
import type { Total } from './types'

/** The calculations of a table's foot over the rows above it, one place for each shown property; undefined without any. */
export function prepareTotals(
  view: CollectionView,
  properties: string[],
  rows: Block[],
  read: ReadValue,
  names: Names,
): (Total | null)[] | undefined {
  const aggregators = aggregatorsOf(view)
  const totals = properties.map((property): Total | null => {
    const aggregator = aggregators.get(property)
    if (aggregator === undefined) return null
    const values = rows.map((row) => read(row, property))
    const text = valueText(aggregate(aggregator, values, names), names)
    return text === '' ? null : [labelsFor(names.locale).totals[aggregator] ?? aggregator, text]
  })
  return totals.some((total) => total !== null) ? totals : undefined
}

/** What a view calculates, by property; older views write it another way. */
function aggregatorsOf({ query }: CollectionView): Map<string, string> {
  const found = new Map<string, string>()
  for (const each of [...list(query.aggregations), ...list(query.aggregate)].map(record)) {
    const aggregator = each.aggregator ?? each.aggregation_type
    if (typeof each.property === 'string' && !found.has(each.property) && isAggregator(aggregator)) {
      found.set(each.property, aggregator)
    }
  }
  return found
}
