import type { PageDocument } from '../documents'
import type { SavedTerms } from '../postings'
import type { Start, StartPage } from '../results'

/** Increase it when the format of the files changes, because a browser may still run a script from an earlier export. */
export const STATIC_FORMAT = 2

/** The manifest of the first language, and the only file without a hash in its name. */
export const MANIFEST = 'search/index.json'

/** Returns the path of the manifest of another language. */
export const getLanguageManifest = (tag: string): string => `search/index-${tag}.json`

/** File names contain only the first characters of a hash, which keeps the manifest small. */
const HASH_LENGTH = 8

/**
 * Lists the files of the index by their hashes. The hashes of files of the same kind are joined to one string without separators: a site
 * of 10,000 pages has thousands of files, and every search loads the manifest.
 */
export interface StaticManifest {
  format: number
  /** The hash of the file with {@link StaticPages}. */
  pages: string
  /** The hash of the file with {@link StaticWords}, which is loaded only if no page contains a word of the query. */
  words: string
  /** Shards of the index in alphabetical order: the first term and the hash of each. */
  terms: { first: string[]; hashes: string }
  /** Files with the texts of pages, in the order of the pages: the number of pages in each file, and the hashes. */
  texts: { counts: string; hashes: string }
  /** Suggestions that are shown before a query is entered. */
  start: Start
  /** Tags of the other languages, each of which has its own index. */
  languages?: string[]
}

/** What ranking needs to know of each page. */
export interface StaticPages {
  /** For each field, the lengths of all pages. */
  lengths: string[]
  /** The day of the last edit of the site. */
  newest: number
  /** For each page, how many days before `newest` it was edited. */
  days: string
  /** On a site with a sidebar: its main pages, and for each page the number of its main page, counted from 1; 0 if it has none. */
  sections?: { ids: string[]; pages: string }
}

/** The words of all pages, to find corrections of misspelled words. */
export interface StaticWords {
  /** One word in each line. */
  words: string
  /** For each word, in how many fields of pages it occurs. */
  uses: string
}

export type StaticTerms = SavedTerms

/** A page as search results show it, and its text. */
export type StaticDocument = StartPage & PageDocument

export const getSinglePath = (kind: 'pages' | 'words', hash: string): string => `search/${kind}-${cutHash(hash)}.json`

/** The folder of the files with the texts of pages. */
export const TEXTS_FOLDER = 'search/texts'

/** Returns the path of one of several files of a kind. */
export const getNumberedPath = (kind: 'terms' | 'texts', number: number, hash: string): string =>
  `search/${kind}/${number}-${cutHash(hash)}.json`

/** Returns the part of a hash that file names contain. */
export const cutHash = (hash: string): string => hash.slice(0, HASH_LENGTH)

/** Splits a string of joined hashes. */
export const splitHashes = (hashes: string): string[] => hashes.match(new RegExp(`[0-9a-f]{${HASH_LENGTH}}`, 'g')) ?? []
