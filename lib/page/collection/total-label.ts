import { getCollectionMessages } from '../../../messages/languages'
import type { Aggregation } from '../../workspace/query/aggregate'

/** Returns the name of a calculation. The value itself shows whether it is a percentage or a date. */
export function getTotalLabel({ name, group }: Aggregation, locale: string): string {
  const labels: Readonly<Record<string, string | undefined>> = getCollectionMessages(locale).totals
  return group ?? labels[name.replace(/^(?:percent|show|date)_/, '')] ?? name
}
