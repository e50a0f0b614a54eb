import type { Total } from '../../../islands/collection/data'
import { getCollectionMessages } from '../../../messages/languages'
import { formatValue, type Names } from '../../workspace/property-values'
import { type Aggregation, aggregate, readAggregation } from '../../workspace/query/aggregate'
import type { ReadValue } from '../../workspace/query/row-values'
import type { Block, CollectionView, PropertySchema } from '../../workspace/record-map'
import { readList, readRecord } from '../read-values'

/** Calculates a table's footer, one cell for each shown property; undefined if there are no calculations. */
export function prepareTotals(
  view: CollectionView,
  properties: string[],
  schema: Record<string, PropertySchema>,
  rows: Block[],
  read: ReadValue,
  names: Names,
): (Total | null)[] | undefined {
  const aggregations = readAggregations(view)
  const labels: Readonly<Record<string, string | undefined>> = getCollectionMessages(names.locale).totals
  const totals = properties.map((property): Total | null => {
    const aggregation = aggregations.get(property)
    if (aggregation === undefined) return null
    const values = rows.map((row) => read(row, property))
    const text = formatValue(aggregate(aggregation, values, names, schema[property]), names)
    const { name, group } = aggregation
    // The value itself shows whether it is a percentage or a date.
    const label = labels[name.replace(/^(?:percent|show|date)_/, '')]
    return text === '' ? null : [group ?? label ?? name, text]
  })
  return totals.some((total) => total !== null) ? totals : undefined
}

/** Whether a view has calculations. */
export const hasTotals = (view: CollectionView): boolean => readAggregations(view).size > 0

/** Returns the calculations of a view by property. Older views store them in another form. */
function readAggregations({ query }: CollectionView): Map<string, Aggregation> {
  const found = new Map<string, Aggregation>()
  for (const each of [...readList(query.aggregations), ...readList(query.aggregate)].map(readRecord)) {
    const aggregation = readAggregation(each.aggregator ?? each.aggregation_type)
    if (typeof each.property === 'string' && !found.has(each.property) && aggregation !== undefined) {
      found.set(each.property, aggregation)
    }
  }
  return found
}
