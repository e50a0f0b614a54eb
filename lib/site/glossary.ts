import type { Block, Collection, Id } from '../workspace/record-map'
import { cutExcerpt, toPlainText } from '../workspace/text'
import type { StoredRows } from './prepare/site-rows'
import { normalizePropertyName } from './row-facts'
import type { GlossaryEntry, SiteIndex } from './site-index'

const NAME = 'glossary'
const COLUMNS = { definition: ['definition'], aliases: ['aliases', 'alias'] } as const

/** The most rows that count, names of one of them, and characters of a name and of a definition. */
export const GLOSSARY_LIMITS = { entries: 1000, names: 10, nameLength: 60, definitionLength: 500 }

/**
 * Returns the terms that the rows of the site's `Glossary` databases define, in the order of the pages; undefined if there are none. Who may
 * read a row is decided for each viewer. Names of pages and people in a definition are left out, because their rules are others.
 */
export function createGlossary({ pages, collections }: StoredRows, index: SiteIndex): GlossaryEntry[] | undefined {
  const glossaries = new Map(
    [...collections].filter(([id, each]) => Object.hasOwn(index.collections, id) && isGlossary(each)),
  )
  if (glossaries.size === 0) return undefined
  const entries: GlossaryEntry[] = []
  for (const page of index.pages) {
    const collection = glossaries.get(page.collection ?? '')
    const block = pages.get(page.id)?.block
    if (collection === undefined || block === undefined || page.access.kind === 'unpublished') continue
    const definition = cutExcerpt(readCell('definition', block, collection), GLOSSARY_LIMITS.definitionLength)
    const aliases = readCell('aliases', block, collection).split(/[,，、;；\n]/)
    const names = [toPlainText(block.properties.title ?? []), ...aliases]
      .map((name) => name.replace(/\s+/g, ' ').trim())
      .filter((name) => name !== '' && name.length <= GLOSSARY_LIMITS.nameLength)
    if (definition === '' || names.length === 0) continue
    const { id, locale } = page
    entries.push({
      page: id,
      collection: collection.id,
      names: [...new Set(names)].slice(0, GLOSSARY_LIMITS.names),
      definition,
      locale,
    })
    if (entries.length === GLOSSARY_LIMITS.entries) break
  }
  return entries.length === 0 ? undefined : entries
}

const isGlossary = (collection: Collection): boolean =>
  toPlainText(collection.name).trim().toLowerCase() === NAME && findColumn('definition', collection) !== undefined

function findColumn(column: keyof typeof COLUMNS, { schema }: Collection): Id | undefined {
  const names: readonly string[] = COLUMNS[column]
  return Object.keys(schema).find(
    (each) =>
      schema[each] !== undefined &&
      ['text', 'select', 'multi_select'].includes(schema[each].type) &&
      names.includes(normalizePropertyName(schema[each])),
  )
}

const readCell = (column: keyof typeof COLUMNS, { properties }: Block, collection: Collection): string =>
  toPlainText(properties[findColumn(column, collection) ?? ''] ?? [])
