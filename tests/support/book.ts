import type { EditorSettingTexts } from '@/lib/branding/editor-settings'
import { buildSite } from '@/lib/site/prepare/build-site'
import { Site } from '@/lib/site/site'
import type { SiteIndex } from '@/lib/site/site-index'
import { buildInput, SETTINGS } from './build-input'
import { createId, page } from './records'

/** The parent of each page, by name. */
export type Book = Record<string, string>

interface BookOptions {
  look?: EditorSettingTexts
  /** Access words by page name. */
  access?: Record<string, string>
}

/** Builds the index of a site whose pages are nested below a page named Root. */
export function createBookIndex(book: Book, { look, access = {} }: BookOptions = {}): SiteIndex {
  const listChildren = (name: string) => Object.keys(book).filter((each) => book[each] === name)
  const accessTable = Object.fromEntries(Object.entries(access).map(([name, word]) => [createId(name), word]))
  const root = page('Root', undefined, { look, accessTable, children: listChildren('Root').map(createId) })
  const others = Object.entries(book).map(([name, parent]) =>
    page(name, parent, { children: listChildren(name).map(createId) }),
  )
  return buildSite(buildInput([root, ...others]), { ...SETTINGS, signIn: true })
}

export const openBook = (book: Book, options?: BookOptions): Site => new Site(createBookIndex(book, options))

export const SIDEBAR: BookOptions = { look: { navigation: 'sidebar' } }

/** A book of two parts. The first part has two chapters, one of which has sections. */
export const BOOK: Book = {
  Boats: 'Root',
  Tides: 'Root',
  Hulls: 'Boats',
  Sails: 'Boats',
  Planks: 'Hulls',
  Ribs: 'Hulls',
  Moon: 'Tides',
}
