import { createHash } from 'node:crypto'
import { getFeedPages, getNewestPages } from '../../../lib/formats/feeds'
import { divideIntoParts, getPartUrl, renderPartHeading, renderPartList } from '../../../lib/formats/llms'
import { getSocialImageUrl } from '../../../lib/formats/structured-data'
import { FEED_TYPES, getEpubUrl, getFeedUrl, getMarkdownUrl } from '../../../lib/formats/write-values'
import { getExportedAddress, isShrinkable, mayBeHtml } from '../../../lib/page/media-address'
import { getCopyAddress, PICTURE_WIDTHS } from '../../../lib/page/picture-sources'
import { getPagesBelow } from '../../../lib/page/sidebar'
import { SOCIAL_IMAGE_FORMAT } from '../../../lib/pictures/social-image-format'
import { HTML_BLOCKS, ROUTES } from '../../../lib/routes'
import { findScreen } from '../../../lib/screens/find-screen'
import type { Env } from '../../../lib/settings/env'
import { mayRead, PUBLIC } from '../../../lib/site/access'
import { listBookPages } from '../../../lib/site/book-pages'
import { findNotFoundPage } from '../../../lib/site/not-found'
import { joinPath } from '../../../lib/site/paths'
import { getViewerPath, type Site } from '../../../lib/site/site'
import type { SitePage } from '../../../lib/site/site-index'
import { getSiteBranding, getSiteSettings } from '../../../lib/site/site-settings'
import { TAXONOMIES } from '../../../lib/site/terms'
import { getPalette } from '../../../lib/site-folder/site-folder'
import type { FileEntry } from '../../../lib/snapshot/store'
import { getFileName, type OutputFolder } from './output-folder'

/** The version of a file whose address changes with its content. */
export const IMMUTABLE_VERSION = 'lasting'
/** The copies up to this width are exported of every picture, because icons and thumbnails request them whatever its own width is. */
const ALWAYS_COPIED_WIDTH = 640

/** The address of the document for missing pages, which no page can have. */
const MISSING_ADDRESS = '/404/404'

/** A file of the export. */
export interface PlannedFile {
  /** Site-absolute, without the base path. */
  address: string
  /** Changes whenever the content may change. It begins with the subject, if there is one. */
  version: string
  /** Names the page that the file shows, so that it is not mistaken for a former page at the same address. */
  subject?: string
  kind: 'page' | 'document' | 'picture' | 'missing'
  /** The path of the file, if it does not follow from the address. */
  file?: string
  /** The value of the version header that the server sends for this page. */
  shown?: string
  /** Whether the page shows databases or comments, whose rows and further pages are files, too. */
  hasRows?: boolean
  /** The page of a Markdown copy, which is rendered without the server. */
  copiedPage?: SitePage
}

interface PlanOptions {
  env: Pick<Env, 'hasHtmlBlocks' | 'omittedFormats'>
  /** Identifies the build and the settings. */
  key: string
  /** Feeds leave out pages with a later date. */
  now: number
}

/** Returns the version of what contains parts of all public pages, such as the sitemap and the search index. */
export function getWholeVersion({ index }: Site, key: string): string {
  const shown = index.pages.filter(({ access }) => mayRead(access, PUBLIC))
  const pages = shown.map((page) => `${page.version} ${page.edited}`)
  return hashParts([key, index.homeVersion, index.listsVersion, ...pages])
}

/** Returns all files that are rendered for visitors of the public site, except the rows of databases, which only pages name. */
export function planFiles(site: Site, files: readonly FileEntry[], { env, key, now }: PlanOptions): PlannedFile[] {
  const { index } = site
  const shown = index.pages.filter(({ access }) => mayRead(access, PUBLIC))
  const whole = getWholeVersion(site, key)
  // The name is missing if the root page is not public.
  const home = hashParts([key, index.homeVersion, site.name(PUBLIC)])
  // What all social images show.
  const common = [SOCIAL_IMAGE_FORMAT, index.name, getSiteBranding(site).accent, getPalette()]
  const own = shown.filter(({ address }) => address === undefined)
  const pages = own.flatMap((page) => [...planPage(site, page, common, { env, key }), ...planBranch(site, page, key)])
  if (index.root === null) pages.push(...planHome(home, index.homeVersion, env.omittedFormats))
  const omitted = [
    FULL_TEXT,
    ...FEED_TYPES.map((type) => `feed.${type}`),
    ...(Object.keys(index.comments).length === 0 ? [COMMENTS_FEED] : []),
  ]
  const documents = ROUTES.filter(({ kind, segment }) => kind === 'document' && !omitted.includes(segment))
  const root = index.pages.find(({ id }) => id === index.root)
  const getDocumentVersion = (name: string) => {
    if (ICON.test(name)) return hashParts([home, root?.version])
    return SETTINGS_DOCUMENTS.includes(name) ? home : whole
  }
  return [
    ...pages,
    ...planLists(site, hashParts([key, index.listsVersion])),
    ...planFeeds(site, home, now),
    // The two last are the icons that clients look for without a link, see next.config.mjs.
    ...[...documents.map(({ segment }) => segment), 'favicon.ico', 'apple-touch-icon.png'].map(
      (name): PlannedFile => ({ address: `/${name}`, version: getDocumentVersion(name), kind: 'document' }),
    ),
    { address: '/search', version: home, kind: 'page' },
    planMissing(site, home, key),
    ...planPublicFiles(site, files),
    ...(env.hasHtmlBlocks ? listHtmlFiles(site, files) : []).map(
      ({ hash }): PlannedFile => ({ address: `/${HTML_BLOCKS}/${hash}`, version: key, kind: 'document' }),
    ),
  ]
}

/** The document for missing addresses: the chosen page, or else that of the server. */
function planMissing(site: Site, home: string, key: string): PlannedFile {
  const page = findNotFoundPage(site)
  if (page === undefined) return { address: MISSING_ADDRESS, file: '404.html', version: home, kind: 'missing' }
  return {
    address: getViewerPath(page.path, PUBLIC),
    file: '404.html',
    version: hashParts([key, page.id, page.version]),
    kind: 'page',
    shown: `${page.id}:${page.version}`,
  }
}

function planPage(
  site: Site,
  page: SitePage,
  common: unknown[],
  { env, key }: Pick<PlanOptions, 'env' | 'key'>,
): PlannedFile[] {
  // Visitors can read the versions, so they do not contain the id.
  const subject = `${hashParts([page.id])} `
  const version = subject + hashParts([key, page.version])
  const { title, icon, cover, direction, files } = page
  const social = subject + hashParts([...common, title, icon, cover, direction, files])
  const planned: PlannedFile[] = [
    {
      address: getViewerPath(page.path, PUBLIC),
      version,
      subject,
      kind: 'page',
      shown: `${page.id}:${page.version}`,
      hasRows: page.collections.length > 0 || Object.hasOwn(site.index.comments, page.id),
    },
  ]
  if (!env.omittedFormats.includes('markdown')) {
    planned.push({ address: getMarkdownUrl('', page.path), version, subject, kind: 'document', copiedPage: page })
  }
  if (getSiteSettings(site).epub && !env.omittedFormats.includes('epub')) {
    const versions = listBookPages(site, page, PUBLIC).map(({ page, depth }) => [page.version, depth])
    const book = subject + hashParts([key, site.forPath(page.path).name(PUBLIC), versions])
    planned.push({ address: getEpubUrl('', page.path), version: book, subject, kind: 'document' })
  }
  if (!env.omittedFormats.includes('social')) {
    planned.push({ address: getSocialImageUrl('', page.path), version: social, subject, kind: 'document' })
  }
  return planned
}

/** The pages below a page, which the sidebar of other pages loads. */
function planBranch(site: Site, page: SitePage, key: string): PlannedFile[] {
  const branch = getPagesBelow(site, page, PUBLIC)
  if (branch === undefined) return []
  const subject = `${hashParts([page.id])} `
  const address = `/api/branches${getViewerPath(page.path, PUBLIC)}.json`
  return [{ address, version: subject + hashParts([key, JSON.stringify(branch)]), subject, kind: 'document' }]
}

/** The generated home page of a workspace without a root page. */
function planHome(home: string, shown: string, omittedFormats: Env['omittedFormats']): PlannedFile[] {
  const subject = 'home '
  const version = subject + home
  const planned: PlannedFile[] = [{ address: '/', version, subject, kind: 'page', shown: `home:${shown}` }]
  if (!omittedFormats.includes('markdown'))
    planned.push({ address: getMarkdownUrl('', ''), version, subject, kind: 'document' })
  if (!omittedFormats.includes('social'))
    planned.push({ address: getSocialImageUrl('', ''), version, subject, kind: 'document' })
  return planned
}

/** Returns the site of each language, or the site itself if it has one language. */
export function listSites(site: Site): Site[] {
  const { languages } = site.index
  return languages.length === 0 ? [site] : languages.map(({ tag }) => site.forLanguage(tag))
}

function planLists(site: Site, version: string): PlannedFile[] {
  const paths = listSites(site).flatMap((own) =>
    ['archive', ...TAXONOMIES, ...listTerms(own)].map((list) => joinPath(own.prefix, list)),
  )
  const shown = `lists:${site.index.listsVersion}`
  const posts = listSites(site).flatMap((own) => {
    // The page with the list is its first page.
    const [, ...later] = own.posts(PUBLIC).paths
    return later.map((path): PlannedFile => ({ address: getViewerPath(path, PUBLIC), version, kind: 'page', shown }))
  })
  const lists = paths.flatMap((path) => {
    const found = findScreen(site, { area: 'public', prefix: '', path }, PUBLIC)
    if (found.kind !== 'list') return []
    const partCount = 'partCount' in found.list ? found.list.partCount : 1
    return Array.from({ length: partCount }, (_, at): PlannedFile => {
      const address = getViewerPath(at === 0 ? path : `${path}/${at + 1}`, PUBLIC)
      return { address, version, kind: 'page', shown }
    })
  })
  return [...posts, ...lists]
}

/** Returns the paths of the lists of public pages by tag, category and author, below the home page. */
const listTerms = (site: Site): string[] =>
  TAXONOMIES.flatMap((each) => [...site.terms(each, PUBLIC).keys()].map((segment) => `${each}/${segment}`))

/** The feeds of each language and of its lists. Only the pages that a feed contains change its version. */
function planFeeds(site: Site, home: string, now: number): PlannedFile[] {
  return listSites(site).flatMap((own) => {
    const name = own.name(PUBLIC)
    const lists = TAXONOMIES.flatMap((each) =>
      [...own.terms(each, PUBLIC).values()].map(({ segment, name: term, pages }) => {
        return { path: joinPath(own.prefix, `${each}/${segment}`), term, pages: getNewestPages(pages, now) }
      }),
    )
    const main = { path: own.prefix, term: null, pages: getFeedPages(own.index, PUBLIC, now) }
    // A language whose home page is not public has no feed of its pages.
    return [...(name === undefined ? [] : [main]), ...lists].flatMap(({ path, term, pages }) => {
      const entries = pages.map(({ id, version, edited }) => [id, version, edited])
      // An empty feed contains the time of the sync.
      const changed = pages.length === 0 ? site.index.syncedAt : entries
      const version = hashParts([home, name, own.index.description, term, changed])
      return FEED_TYPES.map(
        (type): PlannedFile => ({ address: getFeedUrl('', type, path || undefined), version, kind: 'document' }),
      )
    })
  })
}

/** The files of public pages, and the smaller copies of the pictures among them. */
function planPublicFiles(site: Site, files: readonly FileEntry[]): PlannedFile[] {
  const shown = files.filter(({ hash }) => site.showsFile(hash, PUBLIC))
  const addresses = shown.flatMap((entry) => {
    const address = getExportedAddress(entry)
    return isShrinkable(entry) ? [address, ...listCopies(address, entry.width)] : [address]
  })
  return [...new Set(addresses)].map((address) => ({ address, version: IMMUTABLE_VERSION, kind: 'picture' }))
}

/** Returns the files of public pages that HTML blocks may show. */
export function listHtmlFiles(site: Site, files: readonly FileEntry[]): FileEntry[] {
  return files.filter((entry) => mayBeHtml(entry) && site.showsFile(entry.hash, PUBLIC))
}

function listCopies(address: string, natural: number | undefined): string[] {
  // The first width that is not less than the picture's own is that of the picture itself.
  const ownWidth = natural === undefined ? undefined : PICTURE_WIDTHS.find((width) => width >= natural)
  const largest = Math.max(ALWAYS_COPIED_WIDTH, ownWidth ?? Number.POSITIVE_INFINITY)
  return PICTURE_WIDTHS.filter((width) => width <= largest).map((width) => getCopyAddress(address, width))
}

/** The icons of the site, which show that of the root page. */
const ICON = /\.(?:png|ico)$/
/** Documents that contain nothing of pages. */
const SETTINGS_DOCUMENTS = ['robots.txt', 'manifest.webmanifest']

const hashParts = (parts: unknown) => createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 16)

/** The feed of comments, which a site without comments does not have. */
const COMMENTS_FEED = 'comments.xml'

/** The document with the texts of all pages, or with links to its parts. */
const FULL_TEXT = 'llms-full.txt'

/**
 * Writes `llms-full.txt`, and its parts if there are several, from the Markdown copies in the export: to render all pages again after each
 * edit would take minutes.
 */
export async function writeFullText({ index }: Site, output: OutputFolder, { siteUrl }: Pick<Env, 'siteUrl'>) {
  const parts = divideIntoParts(index)
  for (const [at, pages] of parts.entries()) {
    const number = parts.length === 1 ? undefined : String(at + 1)
    const heading = renderPartHeading(index, number, parts.length)
    const copies = pages.flatMap(({ path }) => {
      const named = getFileName(getMarkdownUrl('', path))
      return 'file' in named && output.contains(named.file) ? [named.file] : []
    })
    const file = parts.length === 1 ? FULL_TEXT : getPartUrl('', at + 1).slice(1)
    const version = hashParts([heading, copies.map((copy) => [copy, output.getVersion(copy)])])
    if (output.has(file, version)) output.reuse(file)
    else {
      const texts: Buffer[] = [Buffer.from(heading)]
      for (const copy of copies) texts.push(await output.read(copy), NEWLINE)
      await output.write(file, Buffer.concat(texts), version)
    }
  }
  if (parts.length > 1) await output.writeVersion(FULL_TEXT, renderPartList(parts, index, siteUrl))
}

const NEWLINE = Buffer.from('\n')
