import 'server-only'
import { createHash } from 'node:crypto'
import { mayList, PUBLIC } from '../../site/access'
import { getOpenPages, hasSidebar } from '../../site/page-tree'
import type { Site } from '../../site/site'
import type { SitePage } from '../../site/site-index'
import type { SnapshotStore } from '../../snapshot/store'
import { isTailTerm } from '../compounds'
import { DocumentReader, type DocumentSettings, type PageDocument } from '../documents'
import { toDay } from '../find-pages'
import { isTrimmed, trimSections } from '../highlight'
import { NumberWriter } from '../numbers'
import { FIELDS, PostingsBuilder, writePlaces } from '../postings'
import { MIN_SIMILAR_LENGTH } from '../query-words'
import { createStartPages, type IconAddress } from '../search-site'
import {
  cutHash,
  getLanguageManifest,
  getNumberedPath,
  getSinglePath,
  MANIFEST,
  STATIC_FORMAT,
  type StaticDocument,
  type StaticManifest,
  type StaticPages,
  type StaticTerms,
  type StaticWords,
} from './format'

interface StaticIndexSource {
  site: Site
  store: Pick<SnapshotStore, 'page' | 'collection'>
  settings: DocumentSettings
  getIcon: IconAddress
  /** Documents that need not be read again, by the ids of their pages. */
  known?: ReadonlyMap<SitePage['id'], PageDocument>
}

/** A file of an exported site, by its path below the site's folder. */
interface StaticFile {
  path: string
  text: string
  /** The pages whose documents the file consists of. */
  pages?: SitePage[]
}

/**
 * `terms` and `texts` are the size of a file in characters: it ends with the term or page that reaches the size. `maxTermFiles` and
 * `maxTextFiles` limit the number of files, because the manifest names each, and hosts limit their number. So files of a large site are
 * larger.
 */
export const FILE_SIZES = { terms: 5000, maxTermFiles: 1000, texts: 1000, maxTextFiles: 4000 }

/**
 * Writes the search index of an exported site as small files, of which a search loads only a few. It contains only public pages. Each
 * language has its own index, whose last file is the manifest, which names the others. The same site gives the same files. Only one file
 * at a time is in memory.
 */
export async function* createStaticIndex(source: StaticIndexSource, sizes = FILE_SIZES): AsyncGenerator<StaticFile> {
  const tags = source.site.index.languages.map(({ tag }) => tag)
  for (const language of tags.length === 0 ? [undefined] : tags.toReversed()) {
    yield* createLanguageIndex(source, language, sizes)
  }
}

async function* createLanguageIndex(
  { site, store, settings, getIcon, known }: StaticIndexSource,
  language: string | undefined,
  sizes: typeof FILE_SIZES,
): AsyncGenerator<StaticFile> {
  const reader = new DocumentReader(site, store, settings)
  const own = site.forLanguage(language)
  const { describePage, getStart } = createStartPages(own, PUBLIC, getIcon)
  const pages = own.index.pages.filter((page) => page.readable && mayList(page.access, PUBLIC))
  const postings = new PostingsBuilder()
  const days: number[] = []
  const indexed: SitePage[] = []
  const texts: FileSeries = { kind: 'texts', hashes: [] }
  const counts = new NumberWriter()
  const minPages = Math.ceil(pages.length / sizes.maxTextFiles)
  let pack: string[] = []
  let length = 0
  const closePack = () => {
    counts.write(pack.length)
    const file = { ...addFile(texts, `[${pack.join(',')}]`), pages: indexed.slice(-pack.length) }
    pack = []
    length = 0
    return file
  }
  for (const page of pages) {
    // A page that cannot be read shows an error, so it is not searchable.
    const document = known?.get(page.id) ?? (await reader.read(page).catch(() => undefined))
    if (document === undefined) continue
    postings.add(document)
    days.push(toDay(page.edited))
    indexed.push(page)
    const sections = trimSections(document.sections)
    const text = JSON.stringify({ ...document, ...describePage(page), sections } satisfies StaticDocument)
    length += text.length
    if (pack.push(text) >= minPages && length >= sizes.texts) yield closePack()
  }
  if (pack.length > 0) yield closePack()

  const sorted = [...postings.terms].sort()
  const terms: FileSeries = { kind: 'terms', hashes: [] }
  const first: string[] = []
  for (const shard of cutShards(sorted, postings, sizes)) {
    first.push(shard.first)
    yield addFile(terms, JSON.stringify(shard.saved))
  }
  const pagesFile = createFile('pages', {
    ...describePages(postings.lengths, days),
    ...describeSections(site, indexed),
  })
  yield pagesFile
  const wordsFile = createFile('words', describeWords(sorted, postings))
  yield wordsFile
  const others = site.index.languages.slice(1).map(({ tag }) => tag)
  const manifest: StaticManifest = {
    format: STATIC_FORMAT,
    pages: pagesFile.hash,
    words: wordsFile.hash,
    terms: { first, hashes: terms.hashes.join('') },
    texts: { counts: counts.toString(), hashes: texts.hashes.join('') },
    start: getStart(),
    ...(others.length > 0 && own.prefix === '' && { languages: others }),
  }
  yield { path: own.prefix === '' ? MANIFEST : getLanguageManifest(own.prefix), text: JSON.stringify(manifest) }
}

/** Files of a kind, by number. */
interface FileSeries {
  kind: 'terms' | 'texts'
  hashes: string[]
}

function addFile({ kind, hashes }: FileSeries, text: string): StaticFile {
  const hash = getHash(text)
  return { path: getNumberedPath(kind, hashes.push(hash) - 1, hash), text }
}

function createFile(kind: 'pages' | 'words', content: StaticPages | StaticWords): StaticFile & { hash: string } {
  const text = JSON.stringify(content)
  const hash = getHash(text)
  return { path: getSinglePath(kind, hash), text, hash }
}

const getHash = (text: string): string => cutHash(createHash('sha256').update(text).digest('hex'))

function* cutShards(
  sorted: readonly string[],
  postings: PostingsBuilder,
  sizes: typeof FILE_SIZES,
): Generator<{ first: string; saved: StaticTerms }> {
  const minUses = sorted.reduce((sum, term) => sum + countUses(postings, term), 0) / sizes.maxTermFiles
  let terms: string[] = []
  let uses = 0
  let places = new NumberWriter()
  for (const [index, term] of sorted.entries()) {
    terms.push(term)
    uses += countUses(postings, term)
    writePlaces(places, postings.getPlaces(term))
    const isFull = places.length >= sizes.terms && uses >= minUses
    if (!isFull && index < sorted.length - 1) continue
    yield { first: terms[0] ?? '', saved: { terms: terms.join('\n'), places: places.toString() } }
    terms = []
    uses = 0
    places = new NumberWriter()
  }
}

/**
 * Returns the documents in a file of an earlier index; undefined if the file was changed since. Documents that are too long to be complete
 * in the file are left out of `complete`.
 */
export function readDocuments(
  path: string,
  text: string,
): { ids: SitePage['id'][]; complete: PageDocument[] } | undefined {
  if (!path.endsWith(`-${getHash(text)}.json`)) return undefined
  const documents: StaticDocument[] = JSON.parse(text)
  const complete = documents.filter(({ sections }) => !isTrimmed(sections))
  return {
    ids: documents.map(({ id }) => id),
    complete: complete.map(({ id, title, properties, sections }) => ({ id, title, properties, sections })),
  }
}

/** The lengths of a field are similar, so they are stored together, which compresses better. */
function describePages(lengths: readonly number[], days: readonly number[]): StaticPages {
  const newest = days.reduce((latest, day) => Math.max(latest, day), 0)
  return {
    lengths: FIELDS.map((_, field) => writeNumbers(days.map((_, page) => lengths[page * FIELDS.length + field] ?? 0))),
    newest,
    days: writeNumbers(days.map((day) => newest - day)),
  }
}

function describeSections(site: Site, pages: readonly SitePage[]): Pick<StaticPages, 'sections'> {
  if (!hasSidebar(site, PUBLIC)) return {}
  const tops = pages.map((page) => getOpenPages(site, PUBLIC, page)[0]?.id)
  const ids = [...new Set(tops)].filter((id) => id !== undefined)
  const numbers = new Map(ids.map((id, index) => [id, index + 1]))
  return { sections: { ids, pages: writeNumbers(tops.map((id) => numbers.get(id ?? '') ?? 0)) } }
}

/** Returns the words that can correct a misspelled one. Shorter words are left out: they are most of the index of a Chinese site. */
function describeWords(sorted: readonly string[], postings: PostingsBuilder): StaticWords {
  const words = sorted.filter((word) => word.length >= MIN_SIMILAR_LENGTH && !isTailTerm(word))
  return { words: words.join('\n'), uses: writeNumbers(words.map((word) => countUses(postings, word))) }
}

const countUses = (postings: PostingsBuilder, term: string): number =>
  postings.getPlaces(term).reduce((sum, { places }) => sum + places.length / 2, 0)

function writeNumbers(numbers: readonly number[]): string {
  const writer = new NumberWriter()
  for (const number of numbers) writer.write(number)
  return writer.toString()
}
