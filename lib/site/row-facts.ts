import { dateValueIn, startOf } from '../workspace/instants'
import type { Block, Collection, PropertySchema, RichText } from '../workspace/record-map'
import { plainText } from '../workspace/text'

const SLUG = 'slug'

/** What the properties of a row say about its page, besides who may read it. */
export interface RowFacts {
  slug?: string
  description?: string
  tags: string[]
  /** Milliseconds since 1970. */
  published?: number
}

/** Reads the properties `Slug`, `Description`, `Tags` and `Date` or `Published`; names are trimmed and case-insensitive. */
export function rowFacts(row: Block, collection: Collection, timeZone: string): RowFacts {
  const propertyOf = (names: string[], types: string[]): RichText | undefined => {
    const found = Object.entries(collection.schema).find(
      ([, property]) => names.includes(nameOf(property)) && types.includes(property.type),
    )
    return found && row.properties[found[0]]
  }
  const textOf = (name: string) => plainText(propertyOf([name], ['text', 'url']) ?? []).trim() || undefined
  const date = dateValueIn(propertyOf(['published', 'date'], ['date']) ?? [])
  const tags = plainText(propertyOf(['tags'], ['multi_select', 'select']) ?? [])
  return {
    slug: textOf(SLUG),
    description: textOf('description'),
    tags: [...new Set(tags.split(',').map((tag) => tag.trim()))].filter((tag) => tag !== ''),
    published: date && startOf(date, timeZone),
  }
}

/** A property's name as the site knows it. */
export const nameOf = (property: PropertySchema): string => property.name.trim().toLowerCase()

/** Whether a property says which path the row's page has. */
export const saysPath = (property: PropertySchema): boolean => nameOf(property) === SLUG
