import { isObject } from '../../workspace/values'
import { NumberReader } from '../numbers'
import { FIELDS } from '../postings'
import type { Start, StartPage } from '../results'
import {
  getNumberedPath,
  getSinglePath,
  STATIC_FORMAT,
  type StaticDocument,
  type StaticTerms,
  splitHashes,
} from './format'

/** Thrown for a file that is damaged or of another version. */
class StaticIndexError extends Error {
  override name = 'StaticIndexError'
}

/** The files of the index of an exported site, as its manifest names them. */
export interface StaticFiles {
  pages: string
  words: string
  /** In alphabetical order. */
  shards: { first: string; path: string }[]
  /** For each page, by its number, the file with its text, and which of the texts there is its own. */
  texts: { path: string; at: number }[]
  start: Start
  /** The tags of the languages that have an index of their own. */
  languages: string[]
}

export function readManifest(value: unknown): StaticFiles {
  const { format, pages, words, terms, texts, start, languages = [] } = toObject(value)
  if (format !== STATIC_FORMAT) throw new StaticIndexError('The search index has another format')
  const shards = toObject(terms)
  const first = toArray(shards.first).map(toText)
  const termHashes = splitHashes(toText(shards.hashes))
  const packs = toObject(texts)
  const textHashes = splitHashes(toText(packs.hashes))
  const counts = readNumbers(packs.counts)
  const { sections, newest } = toObject(start)
  if (first.length !== termHashes.length || counts.length !== textHashes.length) fail()
  if (counts.reduce((sum, count) => sum + count, 0) > MAX_PAGES) fail()
  return {
    languages: toArray(languages).map(toText),
    pages: getSinglePath('pages', toText(pages)),
    words: getSinglePath('words', toText(words)),
    shards: first.map((term, index) => ({
      first: term,
      path: getNumberedPath('terms', index, termHashes[index] ?? ''),
    })),
    texts: counts.flatMap((count, index) => {
      const path = getNumberedPath('texts', index, textHashes[index] ?? '')
      return Array.from({ length: count }, (_, at) => ({ path, at }))
    }),
    start: { sections: toArray(sections).map(toStartPage), newest: toArray(newest).map(toStartPage) },
  }
}

/** More pages than any site has, so that a damaged number cannot fill the memory. */
const MAX_PAGES = 1_000_000

interface Pages {
  days: number[]
  /** As a saved index has them. */
  lengths: number[]
  /** The id of the main page above each page; undefined if there is none. */
  sections: (string | undefined)[]
}

export function readPages(value: unknown): Pages {
  const { lengths, newest, days, sections } = toObject(value)
  const fields = toArray(lengths).map(readNumbers)
  const latest = typeof newest === 'number' ? newest : fail()
  const ages = readNumbers(days)
  if (fields.length !== FIELDS.length || fields.some(({ length }) => length !== ages.length)) fail()
  return {
    days: ages.map((age) => latest - age),
    lengths: ages.flatMap((_, page) => fields.map((field) => field[page] ?? 0)),
    sections: sections === undefined ? [] : readSections(sections),
  }
}

function readSections(value: unknown): Pages['sections'] {
  const { ids, pages } = toObject(value)
  const known = toArray(ids).map(toText)
  return readNumbers(pages).map((number) => known[number - 1])
}

/** Returns each word, and in how many fields of pages it occurs. */
export function readWords(value: unknown): [word: string, uses: number][] {
  const { words, uses } = toObject(value)
  const list = words === '' ? [] : toText(words).split('\n')
  const numbers = readNumbers(uses)
  if (list.length !== numbers.length) fail()
  return list.map((word, index) => [word, numbers[index] ?? 0])
}

export function readTerms(value: unknown): StaticTerms {
  const { terms, places } = toObject(value)
  return { terms: toText(terms), places: toText(places) }
}

export function readTexts(value: unknown): StaticDocument[] {
  return toArray(value).map((each) => {
    const { properties, sections } = toObject(each)
    return {
      ...toStartPage(each),
      properties: toText(properties),
      sections: toArray(sections).map((section) => {
        const { heading, anchor, text } = toObject(section)
        return { heading: toText(heading), text: toText(text), ...(anchor !== undefined && { anchor: toText(anchor) }) }
      }),
    }
  })
}

function toStartPage(value: unknown): StartPage {
  const { id, title, path, icon, ancestors } = toObject(value)
  return {
    id: toText(id),
    title: toText(title),
    path: toText(path),
    ...(icon !== undefined && { icon: toText(icon) }),
    ancestors: toArray(ancestors).map(toText),
  }
}

function readNumbers(value: unknown): number[] {
  const reader = new NumberReader(toText(value))
  const numbers: number[] = []
  while (!reader.isAtEnd) numbers.push(reader.read())
  return numbers
}

const toText = (value: unknown): string => (typeof value === 'string' ? value : fail())
const toArray = (value: unknown): unknown[] => (Array.isArray(value) ? value : fail())
const toObject = (value: unknown): Record<string, unknown> => (isObject(value) ? value : fail())

function fail(): never {
  throw new StaticIndexError('A file of the search index is damaged')
}
