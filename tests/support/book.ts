import type { LookWords } from '@/lib/branding/editor-settings'
import { buildSite } from '@/lib/site/prepare/build-site'
import { Site } from '@/lib/site/site'
import type { SiteIndex } from '@/lib/site/site-index'
import { buildInput, SETTINGS } from './build-input'
import { idOf, page } from './records'

/** Pages by name, each with the name of the page above it. */
export type Book = Record<string, string>

interface BookOptions {
  look?: LookWords
  /** Who may read pages, by their names. */
  access?: Record<string, string>
}

/** The index of a site of nested pages below one that is named Root. */
export function indexBook(book: Book, { look, access = {} }: BookOptions = {}): SiteIndex {
  const below = (name: string) => Object.keys(book).filter((each) => book[each] === name)
  const accessTable = Object.fromEntries(Object.entries(access).map(([name, word]) => [idOf(name), word]))
  const root = page('Root', undefined, { look, accessTable, children: below('Root').map(idOf) })
  const others = Object.entries(book).map(([name, above]) => page(name, above, { children: below(name).map(idOf) }))
  return buildSite(buildInput([root, ...others]), { ...SETTINGS, signIn: true })
}

export const openBook = (book: Book, options?: BookOptions): Site => new Site(indexBook(book, options))

export const SIDEBAR: BookOptions = { look: { navigation: 'sidebar' } }

/** Two parts: the first has two chapters, of which one has sections. */
export const BOOK: Book = {
  Boats: 'Root',
  Tides: 'Root',
  Hulls: 'Boats',
  Sails: 'Boats',
  Planks: 'Hulls',
  Ribs: 'Hulls',
  Moon: 'Tides',
}
