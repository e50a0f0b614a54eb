import { isSeoProperty } from '../workspace/page-seo'
import { getHeadProperties, type HeadProperty } from '../workspace/read/shown-properties'
import type { Collection } from '../workspace/record-map'
import { isAccessProperty } from './access'
import { isCommentsProperty, isLayoutProperty, isSlugProperty } from './row-facts'

/** Types whose values mean little as text, and rollups, which repeat values of other rows. */
const NOT_SEARCHED: ReadonlySet<string> = new Set(['checkbox', 'created_time', 'last_edited_time', 'rollup', 'title'])

/** Returns the properties of a row that the search index contains. */
export function getSearchedProperties(collection: Collection): HeadProperty[] {
  return getHeadProperties(collection).filter(
    ({ schema }) =>
      !NOT_SEARCHED.has(schema.type) &&
      !isAccessProperty(schema) &&
      !isSlugProperty(schema) &&
      !isLayoutProperty(schema) &&
      !isCommentsProperty(schema) &&
      !isSeoProperty(schema),
  )
}
