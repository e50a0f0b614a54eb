import type { PageDocument } from '../documents'
import type { SavedTerms } from '../postings'
import type { Start, StartPage } from '../results'

/** Bump when the files change: a browser may still have an older script than the folder. */
export const STATIC_FORMAT = 1

/** The one file without a hash in its name; on a site with several languages, that of the first. */
export const MANIFEST = 'search/index.json'

/** Returns the path of the same file for another language. */
export const getLanguageManifest = (tag: string): string => `search/index-${tag}.json`

const HASH_LENGTH = 8

/**
 * Names the other files by the beginnings of their hashes, which for several files of a kind are one text: a site of 10,000 pages has
 * thousands of them, and every search needs this file.
 */
export interface Manifest {
  format: number
  /** What ranking needs of each page. */
  pages: string
  /** Words that are near to one that no page has. */
  words: string
  /** Shards of the index in alphabetical order. */
  terms: { first: string[]; hashes: string }
  /** Texts of pages in the order of the pages: how many each file has. */
  texts: { counts: string; hashes: string }
  /** Suggestions before a query. */
  start: Start
  /** The tags of the other languages of the site, which have an index of their own. */
  languages?: string[]
}

/**
 * Lengths of the pages by field, and how many days before the newest they were edited. `sections` is for sites with a sidebar: the main
 * pages, and for each page the number of the one above it, counted from 1; 0 if there is none.
 */
export interface StaticPages {
  lengths: string[]
  newest: number
  days: string
  sections?: { ids: string[]; pages: string }
}

export interface StaticWords {
  /** One a line. */
  words: string
  /** How widely each is used. */
  uses: string
}

export type StaticTerms = SavedTerms

/** A page as a result shows it, and its text. */
export type StaticDocument = StartPage & PageDocument

export const getSinglePath = (kind: 'pages' | 'words', hash: string): string => `search/${kind}-${cutHash(hash)}.json`

/** Returns the path of one file of several. `hashes` are those of all of them, or the hash of this one. */
export const getNumberedPath = (kind: 'terms' | 'texts', number: number, hash: string): string =>
  `search/${kind}/${number}-${cutHash(hash)}.json`

export const cutHash = (hash: string): string => hash.slice(0, HASH_LENGTH)

/** Splits hashes that stand one after the other. */
export const splitHashes = (hashes: string): string[] => hashes.match(new RegExp(`[0-9a-f]{${HASH_LENGTH}}`, 'g')) ?? []
