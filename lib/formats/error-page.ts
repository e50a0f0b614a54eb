import type { Branding } from '../branding/branding'
import type { SocialIcon } from '../branding/social-links'
import type { LinkColumn } from '../site/links-around'
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
  /** Address of the style sheet of the site folder. */
  styleSheet?: string | undefined
}

export interface ErrorPageSettings extends ErrorDocumentSettings {
  siteName?: string
  /** An emoji, or the address of an image, and the image on dark paper. */
  icon?: string
  darkIcon?: string
  /** The decoded path of the home page; by default that of the site. */
  home?: string
  /** The tag of the language to which the search is limited; empty in the first language, whose paths have no tag. */
  prefix?: string
  /** The main pages of the site, for the header. */
  navigation?: readonly PageLink[]
  /** The columns of links and the social links in the footer. */
  columns?: readonly LinkColumn[]
  social?: readonly { href: string; icon: SocialIcon; label: string }[]
  /** A line in the footer, and whether the footer also contains “Made with Colophon”; by default it does. */
  copyright?: string
  madeWith?: boolean
  /** Texts of pages with the status 404. */
  notFound?: { title?: string; text?: string }
  /** The lists of pages, for the footer. */
  lists?: readonly PageLink[]
  /** Address at which visitors sign in and return to the page that they requested; undefined on a site without sign-in. */
  signIn?: string
  /** The markup of the parts that components of the site folder draw. */
  drawn?: DrawnError | undefined
  /** Public pages with similar paths. If set, the page also contains a search field. */
  suggestions?: readonly SuggestedLink[]
}

/** Parts of an error page as markup. The others are built-in. */
export interface DrawnError {
  header?: string | undefined
  footer?: string | undefined
  /** The heading and text. */
  notFound?: string | undefined
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
