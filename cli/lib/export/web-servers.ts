import { escapePattern } from './host-redirects'
import { LIST } from './output-folder'

/** A group of addresses and the headers of their responses. */
export interface HeaderRule {
  /** The beginning of the paths, which ends with a slash. */
  below: string
  headers: Readonly<Record<string, string>>
}

/**
 * Matches an address as it was requested, with a slash at its end. Decoded, or with empty segments or backslashes, it could lead browsers
 * to another site.
 */
export const WITH_SLASH = String.raw`^((?:/[\x21-\x2e\x30-\x3e\x40-\x5b\x5d-\x7e]+)+)/(?:\?|$)`

/**
 * Returns a pattern of the requested addresses below a path, without their query and the slash at their end. It captures the rest, which
 * does not begin with a slash: after the target `/`, it would lead to another site.
 */
export const createBelowPattern = (from: string): string =>
  String.raw`^${escapePattern(from)}(?:/+([\x21-\x2e\x30-\x3e\x40-\x5b\x5d-\x7e][\x21-\x3e\x40-\x5b\x5d-\x7e]*?))?/*(?:\?|$)`

/** Matches a decoded path that ends in the id of a page, in either of its forms, and captures its digits. */
export const ID_PATTERNS = {
  bare: '/(?:.*[-/])?([0-9a-f]{32})$',
  dashed: '/(?:.*[-/])?([0-9a-f]{8})-([0-9a-f]{4})-([0-9a-f]{4})-([0-9a-f]{4})-([0-9a-f]{12})$',
}

/** The value of `Cache-Control` for files whose addresses do not change with their content. */
export const REVALIDATED = 'public, max-age=0, must-revalidate'

/** The names of files that are only for a web server and for the next export. */
export const listUnserved = (...files: readonly string[]): string[] => [...files, LIST]
