import 'server-only'
import { isAccessProperty } from '../../site/access'
import { isSlugProperty } from '../../site/row-facts'
import { type Rows, rowReader } from '../../workspace/query/row-values'
import { headProperties } from '../../workspace/read/head-properties'
import type { Block, Collection, Id } from '../../workspace/record-map'
import type { ViewContext } from '../view-context'
import type { PreparedProperty } from '../wire/collection'
import { createNames, type PrepareText, prepareColumn } from './cells'

export interface PropertiesInput {
  row: Block
  collection: Collection
  /** The collection's readable rows, for what the row's relations lead to. */
  rows?: Block[]
  /** The collections that its rollups read, with their readable rows. */
  related?: ReadonlyMap<Id, Rows>
  context: ViewContext
  prepareText: PrepareText
  now: number
}

/**
 * The properties that the head of a row's own page shows, in order; those by which editors steer the site are never among them, nor
 * are empty ones, and those that the page has `told` above them.
 */
export function prepareProperties(input: PropertiesInput, told?: ReadonlySet<Id>): PreparedProperty[] {
  const { row, collection, rows = [row], related, context, prepareText, now } = input
  const names = createNames(context)
  const read = rowReader({ schema: collection.schema, rows, related, names, now, budget: context.budgets?.computed })
  return headProperties(collection).flatMap(({ id, schema }) => {
    if (told?.has(id) || schema.type === 'title' || isAccessProperty(schema) || isSlugProperty(schema)) return []
    const { column, cells } = prepareColumn(id, schema, [row], read, { context, names, prepareText })
    const [cell = null] = cells
    return cell === null ? [] : [{ column, cell }]
  })
}
