import 'server-only'
import { createHash } from 'node:crypto'
import { getPageMessages } from '../../../messages/languages'
import { type Book, type BookPicture, type Chapter, createEpub, getChapterFile, PICTURES } from '../../formats/epub'
import { PICTURE_SCHEME } from '../../formats/html'
import { getEpubUrl, getPageUrl } from '../../formats/write-values'
import { matchesEtag } from '../../page/open-file'
import { findCopiedPage } from '../../screens/find-screen'
import { getEnv } from '../../settings/env'
import { isPublicViewer } from '../../site/access'
import { type BookPage, listBookPages } from '../../site/book-pages'
import { getStore } from '../../site/get-site'
import { getPageLocale } from '../../site/languages/interface-locale'
import { toPagePath } from '../../site/page-locks'
import { getSiteUrl, type Site } from '../../site/site'
import type { SitePage, Viewer } from '../../site/site-index'
import { getSiteSettings } from '../../site/site-settings'
import { recordForViewer } from '../record-read'
import { getSharedCacheControl } from '../shared-cache'
import { getNextHour, respondWithError } from '../text-response'
import { respondToReader, respondWithoutCopy } from './copy-responses'
import { getPageCopy } from './page-copy'

/** The limits of a book. Chapters and pictures beyond them are left out. */
const MAX_CHARACTERS = 8_000_000
const MAX_PICTURE_BYTES = 5_000_000
const MAX_PICTURES_BYTES = 30_000_000
/** The time after which a book is given up, in milliseconds. Its chapters are cached, so that a later request continues. */
const MAX_MS = 20_000
/** How many books a process makes at a time. One needs the memory of its pictures three times. */
const MAX_BOOKS = 2
let books = 0

/** The picture formats that e-readers must show, and their extensions. An SVG may contain scripts. */
const PICTURE_TYPES: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/gif': 'gif',
}

/**
 * Responds with the book of the page at a decoded path, which begins with `members` for the book that the viewer may read. Forbidden and
 * missing pages return the same response.
 */
export const respondWithEpub = (request: Request, path: string): Promise<Response> =>
  respondToReader(path, (site, ownPath, viewer) => respondWithPage(request, site, ownPath, viewer))

async function respondWithPage(request: Request, site: Site, path: string, viewer: Viewer): Promise<Response> {
  if (!getSiteSettings(site).epub) return respondWithError(404)
  const found = findCopiedPage(site, toPagePath(path), viewer)
  switch (found.kind) {
    case 'page':
      return respondWithBook(request, site, found.page, viewer)
    case 'home':
      return respondWithError(404)
    default:
      if (found.kind !== 'redirect') {
        await recordForViewer({ action: 'copy', decision: 'denied', viewer, path: `/${path}` })
      }
      return respondWithoutCopy(found, viewer, getEpubUrl)
  }
}

async function respondWithBook(request: Request, site: Site, page: SitePage, viewer: Viewer): Promise<Response> {
  const pages = listBookPages(site, page, viewer)
  const versions = pages.map(({ page: { id, version }, depth }) => [id, version, depth])
  const hash = createHash('sha256').update(
    JSON.stringify([getNextHour(), getPublisher(site, page, viewer), viewer, versions]),
  )
  const headers = {
    // Weak, because databases in the text may depend on the time.
    etag: `W/"${hash.digest('base64url').slice(0, 22)}"`,
    'cache-control': isPublicViewer(viewer) ? getSharedCacheControl() : 'private, no-store',
    'content-type': 'application/epub+zip',
    // Browsers name the file after the address.
    'content-disposition': 'attachment',
    'x-robots-tag': 'noindex',
  }
  if (matchesEtag(request.headers.get('if-none-match'), headers.etag))
    return new Response(null, { status: 304, headers })
  if (request.method === 'HEAD') return new Response(null, { headers })
  // Not 503, which would be reported as a page that cannot be read.
  if (books >= MAX_BOOKS) return respondWithError(429)
  books++
  try {
    const opened = await openBook(site, pages, viewer)
    if (opened === undefined) return respondWithError(503)
    const { etag, ...others } = headers
    // A later request gets the whole book.
    const sent = opened.isComplete ? headers : { ...others, 'cache-control': 'private, no-store' }
    return new Response(Uint8Array.from(await createEpub(opened.book)), { headers: sent })
  } finally {
    books--
  }
}

/** Returns the name of the site in the language of a page; undefined if the viewer may not read it. */
const getPublisher = (site: Site, { path }: SitePage, viewer: Viewer) => site.forPath(path).name(viewer)

/**
 * Returns the book of these pages; undefined if that takes too long or the first page cannot be read now. Other pages and pictures that
 * cannot be read now are left out, and the book is incomplete.
 */
async function openBook(
  site: Site,
  pages: readonly BookPage[],
  viewer: Viewer,
): Promise<{ book: Book; isComplete: boolean } | undefined> {
  const [first] = pages
  if (first === undefined) return undefined
  const until = performance.now() + MAX_MS
  const pagesUrl = getSiteUrl(getEnv().siteUrl, viewer)
  const files = new Map<string, string>()
  const chapters: Chapter[] = []
  let characters = 0
  let isComplete = true
  for (const { page, depth } of pages) {
    if (performance.now() > until) return undefined
    const { id, path, title, language, direction } = page
    await recordForViewer({ action: 'copy', decision: 'allowed', viewer, page: id, path: `/${path}` })
    const body = await getPageCopy('chapter', site, page, viewer)
    if (body === undefined && chapters.length === 0) return undefined
    if (body === undefined) {
      isComplete = false
      continue
    }
    characters += body.length
    if (characters > MAX_CHARACTERS && chapters.length > 0) break
    files.set(new URL(getPageUrl(pagesUrl, path)).href, getChapterFile(chapters.length))
    // The page above may be left out.
    const deepest = (chapters.at(-1)?.depth ?? -1) + 1
    chapters.push({ title, language, direction, depth: Math.min(depth, deepest), body })
  }
  const opened = await openPictures(site, chapters, viewer, until)
  if (opened === undefined) return undefined
  const { pictures } = opened
  return {
    isComplete: isComplete && opened.isComplete,
    book: {
      id: first.page.id,
      title: first.page.title,
      source: getPageUrl(pagesUrl, first.page.path),
      publisher: getPublisher(site, first.page, viewer),
      authors: first.page.authors ?? [],
      modified: Math.max(...pages.map(({ page }) => page.edited)),
      contents: getPageMessages(getPageLocale(site, first.page)).contents.title,
      chapters: chapters.map((chapter) => ({ ...chapter, body: linkParts(chapter.body, files, pictures) })),
      pictures: [...pictures.values()],
    },
  }
}

/** Matches a picture as `renderXhtml` writes it. */
const PICTURE = new RegExp(`<img src="${PICTURE_SCHEME}([0-9a-f]{64})" alt="([^"]*)" />`, 'g')
const LINK = /<a href="([^"#]+)(?:#[^"]*)?"/g

/** Makes links between pages lead to chapters, and replaces a picture that is left out with its text. */
const linkParts = (
  body: string,
  files: ReadonlyMap<string, string>,
  pictures: ReadonlyMap<string, BookPicture>,
): string =>
  body
    .replace(PICTURE, (_, hash: string, alt: string) => {
      const picture = pictures.get(hash)
      return picture === undefined ? alt : `<img src="${PICTURES}/${picture.name}" alt="${alt}" />`
    })
    .replace(LINK, (link, address: string) => {
      const file = files.get(address)
      return file === undefined ? link : `<a href="${file}"`
    })

/**
 * Returns the pictures of chapters by hash, as far as the viewer may see them and e-readers show them; undefined if that takes too long.
 */
async function openPictures(
  site: Site,
  chapters: readonly Chapter[],
  viewer: Viewer,
  until: number,
): Promise<{ pictures: Map<string, BookPicture>; isComplete: boolean } | undefined> {
  const hashes = new Set(chapters.flatMap(({ body }) => [...body.matchAll(PICTURE)].map(([, hash = '']) => hash)))
  const pictures = new Map<string, BookPicture>()
  let bytes = 0
  let isComplete = true
  for (const hash of hashes) {
    if (performance.now() > until) return undefined
    if (!site.showsFile(hash, viewer)) continue
    const picture = await readPicture(hash, Math.min(MAX_PICTURE_BYTES, MAX_PICTURES_BYTES - bytes))
    if (picture === undefined) isComplete = false
    if (!picture) continue
    bytes += picture.content.length
    pictures.set(hash, picture)
  }
  return { pictures, isComplete }
}

/** Returns a picture of at most this size; null if it is larger or has another format, undefined if it cannot be read now. */
async function readPicture(hash: string, maxBytes: number): Promise<BookPicture | null | undefined> {
  const store = getStore()
  const entry = await store.file(hash)
  const extension = PICTURE_TYPES[entry?.type ?? '']
  if (entry === undefined || extension === undefined) return null
  const opened = await store.openFile(entry)
  if (!opened) return undefined
  try {
    if (opened.size > maxBytes) return null
    return { name: `${hash.slice(0, 32)}.${extension}`, type: entry.type, content: await opened.handle.readFile() }
  } finally {
    await opened.handle.close()
  }
}
