import 'server-only'
import { getPageAddress, type Site } from '../site/site'
import type { GlossaryEntry, SitePage, Viewer } from '../site/site-index'
import type { TermDefinition } from './prepared-text'
import { NameFinder } from './text/find-names'

/** The steps of the search for terms on one page. A step is less than the cost of a character. */
const MAX_STEPS = 3_000_000

/** A term in a text. */
export interface FoundTerm {
  start: number
  end: number
  note: TermDefinition
}

const finders = new WeakMap<readonly GlossaryEntry[], NameFinder>()

/**
 * Returns a function that finds the terms in a text whose definitions the viewer may read, each once; undefined if the site has no glossary.
 * A page of the glossary does not explain its own term.
 */
export function createTermFinder(
  site: Site,
  page: SitePage,
  viewer: Viewer,
): ((text: string) => FoundTerm[]) | undefined {
  const { glossary } = site.index
  if (glossary === undefined) return undefined
  const finder = finders.get(glossary) ?? createFinder(glossary)
  finders.set(glossary, finder)
  const budget = { left: MAX_STEPS }
  const seen = new Set<GlossaryEntry>()
  const notes = new Map<GlossaryEntry, TermDefinition | undefined>()
  const getDefinition = (entry: GlossaryEntry) => {
    if (!notes.has(entry)) notes.set(entry, createDefinition(entry, site, page, viewer))
    return notes.get(entry)
  }
  return (text) =>
    finder
      .find(text, (at) => glossary[at] !== undefined && getDefinition(glossary[at]) !== undefined, budget)
      .flatMap(({ start, end, value }) => {
        const entry = glossary[value]
        const note = entry && getDefinition(entry)
        if (entry === undefined || note === undefined || seen.has(entry)) return []
        seen.add(entry)
        return [{ start, end, note }]
      })
}

function createFinder(glossary: readonly GlossaryEntry[]): NameFinder {
  const finder = new NameFinder()
  for (const [at, { names }] of glossary.entries()) for (const name of names) finder.add(name, at)
  return finder
}

function createDefinition(
  { page: id, collection, names: [term = ''], definition, locale }: GlossaryEntry,
  site: Site,
  page: SitePage,
  viewer: Viewer,
): TermDefinition | undefined {
  if (id === page.id || locale !== page.locale || site.collection(collection, viewer) === undefined) return undefined
  const row = site.listedPage(id, viewer, page.access)
  if (row === undefined) return undefined
  const { language, direction } = row
  return {
    term,
    definition,
    path: getPageAddress(row, viewer),
    ...(language !== page.language && { lang: language }),
    ...(direction !== page.direction && { dir: direction }),
  }
}
