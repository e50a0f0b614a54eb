/** The status of a redirect, or 410 for an address that is gone. */
export type RuleStatus = 301 | 302 | 307 | 308 | 410

/** A redirect from an encoded, site-absolute path to another one, or to another site. */
export interface Redirect {
  from: string
  to: string
  /** Whether visitors who read the rules of a host may learn of it. */
  isListed: boolean
  /** 308 if undefined. */
  status?: RuleStatus
  /** The parameters that the query of an address must have. */
  query?: readonly (readonly [name: string, value: string])[]
  /** The address as an editor wrote it in the `Redirects` table. */
  row?: string
  /** The digits of the page's id if this is one of the addresses that end in it. */
  pageId?: string
}

/** A redirect from all paths below a path. */
export interface BelowRedirect extends Omit<Redirect, 'query' | 'pageId'> {
  /** Whether what follows the path in an address is added to the target, which may end in a slash. */
  continues: boolean
  /** Whether the site has something below the path, which the redirect must not hide. */
  hides: boolean
  /** The redirects from those paths below it that lead to something of the site. */
  known: readonly KnownRedirect[]
}

interface KnownRedirect extends Redirect {
  /** Whether a rule for all paths has the same target. */
  sameAsRule: boolean
}

/** The redirects of an export. */
export interface Redirects {
  redirects: readonly Redirect[]
  below: readonly BelowRedirect[]
}

/** Returns an encoded path with the digits of its escapes in lower case, in which some clients send them. */
const toLowerEscapes = (path: string): string => path.replace(/%[\dA-F]{2}/g, (digits) => digits.toLowerCase())

/** Returns the spellings of an encoded path that a host distinguishes. */
export const listSpellings = (path: string): string[] => [...new Set([path, toLowerEscapes(path)])]

/** Returns the target of a rule to which a slash and the rest of an address are added. */
export const removeLastSlash = (to: string): string => to.replace(/\/$/, '')

/** Returns a text in which a regular expression finds only this text. */
export const escapePattern = (text: string): string => text.replace(/[-/\\^$*+?.()|[\]{}]/g, '\\$&')
