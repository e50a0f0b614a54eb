import { mayList, PUBLIC } from '../site/access'
import { splitByLanguage } from '../site/languages/languages'
import type { SiteIndex, SitePage } from '../site/site-index'
import { cutExcerpt } from '../workspace/text'
import { getMarkdownUrl, getPageUrl } from './write-values'

/** In characters. */
const MAX_DESCRIPTION_LENGTH = 200

/**
 * Renders `llms.txt` (see llmstxt.org): the name and description of the site, and links to the Markdown copies of all public pages, or to
 * the pages if there are no copies. Each main page with subpages has a section; all other main pages are in a section with the heading
 * `otherPages`, or, in languages other than the first, with the title of the language's home page.
 */
export function renderLlmsText(index: SiteIndex, siteUrl: string, otherPages: string, hasCopies = true): string {
  const getUrl = hasCopies ? getMarkdownUrl : getPageUrl
  const sections = listLanguages(index).flatMap((own, at) => createSections(own, at === 0 ? otherPages : own.name))
  const about = index.description === '' ? [] : [`> ${escapeLine(index.description)}`]
  const lists = sections.map(([title, pages]) => {
    const lines = pages.map((page) => renderLine(page, page.address ?? getUrl(siteUrl, page.path)))
    return `## ${escapeLine(title)}\n\n${lines.join('\n')}`
  })
  return `${[`# ${escapeLine(index.name)}`, ...about, ...lists].join('\n\n')}\n`
}

function createSections(index: SiteIndex, otherPages: string): [title: string, pages: SitePage[]][] {
  const shown = listShown(index)
  const listChildren = createChildLister(shown)
  const root = shown.find(({ id }) => id === index.root)
  const sections: [title: string, pages: SitePage[]][] = []
  const others: SitePage[] = root === undefined ? [] : [root]
  for (const page of listChildren(index.root)) {
    const pages = listDescendants(page, listChildren)
    if (pages.length > 1) sections.push([page.title, pages])
    else others.push(page)
  }
  if (others.length > 0) sections.push([otherPages, others])
  return sections
}

/** Returns the index of each language, or of the site if it has one language. */
function listLanguages(index: SiteIndex): SiteIndex[] {
  const all = splitByLanguage(index).map(([, own]) => own)
  return all.length === 0 ? [index] : all
}

/** Returns all public pages in reading order: the root page, then each main page followed by its subpages and rows. */
function listInReadingOrder(index: SiteIndex): SitePage[] {
  return listLanguages(index).flatMap(listLanguageInReadingOrder)
}

function listLanguageInReadingOrder(index: SiteIndex): SitePage[] {
  const shown = listShown(index)
  const listChildren = createChildLister(shown)
  const root = shown.filter(({ id }) => id === index.root)
  return [...root, ...listChildren(index.root).flatMap((page) => listDescendants(page, listChildren))]
}

const listShown = ({ pages }: SiteIndex): SitePage[] =>
  pages.filter((page) => page.readable && mayList(page.access, PUBLIC) && page.seo?.noindex === undefined)

function renderLine({ title, description }: SitePage, url: string): string {
  const about = description === '' ? '' : `: ${escapeLine(cutExcerpt(description, MAX_DESCRIPTION_LENGTH))}`
  return `- [${escapeLine(title)}](${url.replace(/[()]/g, encodeURIComponent)})${about}`
}

/** Returns a function that lists the subpages of a page in the order of its content, followed by the rows of its databases. */
function createChildLister(shown: SitePage[]): (id: SitePage['parent']) => SitePage[] {
  const byParent = new Map<SitePage['parent'], SitePage[]>()
  const order = new Map<string, number>()
  for (const page of shown) {
    const known = byParent.get(page.parent)
    if (known === undefined) byParent.set(page.parent, [page])
    else known.push(page)
    for (const [at, id] of page.children.entries()) order.set(id, at)
  }
  const getPosition = ({ id }: SitePage) => order.get(id) ?? Number.POSITIVE_INFINITY
  for (const pages of byParent.values())
    pages.sort((a, b) => (getPosition(a) === getPosition(b) ? 0 : getPosition(a) - getPosition(b)))
  return (id) => byParent.get(id) ?? []
}

function listDescendants(page: SitePage, listChildren: (id: SitePage['parent']) => SitePage[]): SitePage[] {
  const found: SitePage[] = []
  const waiting = [page]
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    found.push(at)
    // Pushes one at a time, because the number of arguments of a call is limited.
    for (const page of listChildren(at.id).toReversed()) waiting.push(page)
  }
  return found
}

/** Escapes a text for Markdown and puts it on one line. */
const escapeLine = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\\`*_[\]<>&~$|#]/g, '\\$&')

/** The size of a part, estimated, in bytes. */
const PART_BYTES = 5_000_000
/** The estimated size of a word in Markdown, and of what each page has besides its words. */
const WORD_BYTES = 8
const PAGE_BYTES = 500

/** Returns the public pages of each part of `llms-full.txt`, in reading order. The sizes of parts are estimates: no page is rendered. */
export function divideIntoParts(index: SiteIndex, partBytes = PART_BYTES): SitePage[][] {
  const parts: SitePage[][] = []
  let size = Number.POSITIVE_INFINITY
  for (const page of listInReadingOrder(index)) {
    if (page.address !== undefined) continue
    const own = PAGE_BYTES + page.words * WORD_BYTES
    if (size + own > partBytes) {
      parts.push([])
      size = 0
    }
    parts.at(-1)?.push(page)
    size += own
  }
  return parts
}

/** Returns the URL of a part, counted from 1. */
export const getPartUrl = (siteUrl: string, part: number): string => `${siteUrl}/llms-full-${part}.txt`

/** Renders the first lines of the text: the name of the site, and which part this is if there are several. */
export function renderPartHeading({ name }: SiteIndex, part: string | undefined, parts: number): string {
  return `# ${escapeLine(name)}\n\n${part === undefined ? '' : `Part ${part} of ${parts}\n\n`}`
}

/** Renders `llms-full.txt` for a site of several parts: links to them, with the first title of each. */
export function renderPartList(parts: readonly SitePage[][], { name }: SiteIndex, siteUrl: string): string {
  const lines = parts.map((pages, at) => {
    return `- [Part ${at + 1}, from “${escapeLine(pages[0]?.title ?? '')}”](${getPartUrl(siteUrl, at + 1)})`
  })
  return `# ${escapeLine(name)}\n\nThe text of all public pages, in ${parts.length} parts:\n\n${lines.join('\n')}\n`
}
