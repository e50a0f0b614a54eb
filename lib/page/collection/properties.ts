import 'server-only'
import type { PreparedProperty } from '../../../islands/collection/data'
import { isAccessProperty } from '../../site/access'
import { isOmittedFromPosts } from '../../site/blog'
import { isCommentsProperty, isLayoutProperty, isSlugProperty } from '../../site/row-facts'
import { isSeoProperty } from '../../workspace/page-seo'
import { createRowReader, type Rows } from '../../workspace/query/row-values'
import { getHeadProperties } from '../../workspace/read/shown-properties'
import type { Block, Collection, Id } from '../../workspace/record-map'
import type { ViewContext } from '../view-context'
import { createNames, type PrepareText, prepareColumn } from './cells'

export interface PropertiesInput {
  row: Block
  collection: Collection
  /** The rows of the collection that the viewer may read, for relations. */
  rows?: Block[]
  /** The collections that its rollups read, with the rows that the viewer may read. */
  related?: ReadonlyMap<Id, Rows>
  context: ViewContext
  prepareText: PrepareText
  now: number
}

/**
 * Returns the properties in the header of a row's page, in order. Empty ones, those that control the site, and those in `shownAbove`, which
 * the header already shows, are left out.
 */
export function prepareProperties(
  input: PropertiesInput,
  { isPost = false, shownAbove }: { isPost?: boolean; shownAbove?: ReadonlySet<Id> } = {},
): PreparedProperty[] {
  const { row, collection, rows = [row], related, context, prepareText, now } = input
  const names = createNames(context)
  const read = createRowReader({
    schema: collection.schema,
    rows,
    related,
    names,
    now,
    budget: context.budgets?.computed,
  })
  return getHeadProperties(collection).flatMap(({ id, schema }) => {
    const isControl =
      isAccessProperty(schema) ||
      isSlugProperty(schema) ||
      isLayoutProperty(schema) ||
      isCommentsProperty(schema) ||
      isSeoProperty(schema) ||
      isOmittedFromPosts(id, collection, isPost)
    if (shownAbove?.has(id) || schema.type === 'title' || isControl) return []
    const { column, cells } = prepareColumn(id, schema, [row], read, { context, names, prepareText })
    const [cell = null] = cells
    return cell === null ? [] : [{ column, cell }]
  })
}
