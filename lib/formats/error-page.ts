import type { Branding } from '../branding/branding'
import type { PageLink, SuggestedLink } from '../site/site-index'

export type ErrorStatus = 400 | 403 | 404 | 405 | 408 | 410 | 413 | 429 | 431 | 500 | 503

/** The settings of a document that does not use the site's style sheets. */
export interface ErrorDocumentSettings {
  /** BCP 47 tag of the interface's language. */
  locale: string
  /** The chosen branding; the site's own if undefined. */
  branding?: Branding
  /** Address of the reading font. */
  fontUrl?: string
  /** The script that applies the stored theme before the first paint. */
  script?: string
}

export interface ErrorPageSettings extends ErrorDocumentSettings {
  siteName?: string
  /** An emoji, or the address of an image. */
  icon?: string
  /** The decoded path of the home page; by default that of the site. */
  home?: string
  /** The tag of the language to which the search is limited; empty in the first language, whose paths have no tag. */
  prefix?: string
  /** The main pages of the site, for the header. */
  navigation?: readonly PageLink[]
  /** The lists of pages, for the footer. */
  lists?: readonly PageLink[]
  /** Address at which visitors sign in and return to the page that they requested; undefined on a site without sign-in. */
  signIn?: string
  /** Public pages with similar paths. If set, the page also contains a search field. */
  suggestions?: readonly SuggestedLink[]
}

/** What the page shows that every address has until the first snapshot exists. */
export interface FillingSettings extends ErrorDocumentSettings {
  pages: number
  pagesKnown: number
  /** Whether the last attempt failed. */
  failed: boolean
  /** The names of the variables that the operator should check then. */
  variables?: readonly string[]
}
