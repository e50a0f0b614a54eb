import type { Element, ElementContent, Nodes, Parents } from 'hast'
import { toHtml } from 'hast-util-to-html'
import type { Root } from 'mdast'
import { type Handlers, toHast } from 'mdast-util-to-hast'
import { getEmbedMessages } from '../../messages/languages'
import type { Id } from '../workspace/record-map'
import { removeForbidden } from './write-values'

/** Renders an equation as its source, because feed readers and e-readers do not load the fonts of equations. */
const renderFormula = (_: unknown, { value }: { value: string }): ElementContent => ({
  type: 'element',
  tagName: 'code',
  properties: {},
  children: [{ type: 'text', value }],
})

const HANDLERS: Handlers = {
  inlineMath: renderFormula,
  math: (state, node) => ({ type: 'element', tagName: 'p', properties: {}, children: [renderFormula(state, node)] }),
}

const OPTIONS = { characterReferences: { useNamedReferences: false } }

/** What footnotes need: the language of their texts, and the page, whose ids must differ from those of other pages in one document. */
interface FootnoteSettings {
  locale: string
  page: Id
}

/** Renders an mdast tree as HTML without scripts and styles. Texts and addresses are escaped. */
export function renderHtml(root: Root, settings: FootnoteSettings): string {
  return toHtml(createTree(root, settings), OPTIONS)
}

/** Converts an mdast tree, with the footnotes in a section at the end. */
function createTree(root: Root, { locale, page }: FootnoteSettings): Nodes {
  const { label, back } = getEmbedMessages(locale).footnotes
  const tree = toHast(root, {
    handlers: HANDLERS,
    clobberPrefix: `${page}-`,
    footnoteLabel: label,
    footnoteLabelProperties: {},
    footnoteBackLabel: (index, place) => back(index + 1, place),
  })
  if ('children' in tree) setFootnoteRoles(tree)
  return tree
}

/** Gives the links and the section of footnotes their roles, in place of attributes and ids for the scripts and styles of GitHub. */
function setFootnoteRoles(parent: Parents): void {
  for (const child of parent.children) {
    if (child.type !== 'element') continue
    const { id, href, ariaLabel, dataFootnotes, dataFootnoteRef, dataFootnoteBackref } = child.properties
    if (dataFootnoteRef) child.properties = { id, href, role: 'doc-noteref' }
    else if (dataFootnoteBackref !== undefined) child.properties = { href, role: 'doc-backlink', ariaLabel }
    else if (dataFootnotes) {
      child.properties = { role: 'doc-endnotes' }
      for (const each of child.children) if (each.type === 'element' && each.tagName === 'h2') each.properties = {}
    }
    setFootnoteRoles(child)
  }
}

/** Precedes the hash of a picture of the site in the XHTML of a book. */
export const PICTURE_SCHEME = 'picture:'

/**
 * Renders an mdast tree as XHTML for a chapter of a book. Pictures of the site at `siteUrl` have the address `picture:<hash>`; those of
 * other sites are links, because a book must not load them. Texts and addresses are escaped.
 */
export function renderXhtml(root: Root, siteUrl: string, settings: FootnoteSettings): string {
  const tree = createTree(root, settings)
  if ('children' in tree) adaptChildren(tree, { origin: new URL(siteUrl).origin, isLinked: false })
  return removeForbidden(toHtml(tree, { ...OPTIONS, closeSelfClosing: true }))
}

interface Place {
  origin: string
  /** Whether a link surrounds the element. */
  isLinked: boolean
}

function adaptChildren(parent: Parents, place: Place): void {
  for (const [at, child] of parent.children.entries()) {
    if (child.type === 'element') parent.children[at] = adaptElement(child, place)
  }
}

/** Returns an element as EPUB allows it: no inputs, no pictures of other sites, no outdated attributes, and only valid addresses. */
function adaptElement(element: Element, place: Place): ElementContent {
  const { tagName, properties } = element
  if (tagName === 'input') return { type: 'text', value: properties.checked ? '☑' : '☐' }
  if (tagName === 'img') return adaptPicture(String(properties.src ?? ''), String(properties.alt ?? ''), place)
  const isNote = tagName === 'a' && properties.role !== undefined
  const href = tagName === 'a' && !place.isLinked && !isNote ? parseBookAddress(properties.href) : undefined
  adaptChildren(element, { ...place, isLinked: place.isLinked || href !== undefined })
  if (isNote) return element
  if (tagName === 'a')
    return href === undefined ? { ...element, tagName: 'span', properties: {} } : { ...element, properties: { href } }
  const { align, ...rest } = properties
  return align ? { ...element, properties: { ...rest, style: `text-align: ${align}` } } : element
}

function adaptPicture(src: string, alt: string, { origin, isLinked }: Place): ElementContent {
  const url = URL.canParse(src) ? new URL(src) : undefined
  const hash = url?.origin === origin ? FILE_PATH.exec(url.pathname)?.[1] : undefined
  if (hash) return { type: 'element', tagName: 'img', properties: { src: PICTURE_SCHEME + hash, alt }, children: [] }
  const text: ElementContent = { type: 'text', value: alt || (url?.hostname ?? '') }
  const href = isLinked ? undefined : parseBookAddress(src)
  return href === undefined ? text : { type: 'element', tagName: 'a', properties: { href }, children: [text] }
}

/** The address of a file of the site, also of one that checks access, see `fileAddress` in `lib/site/site.ts`. */
const FILE_PATH = /\/files\/(?:[^/]+\/)?([0-9a-f]{64})[-/]/

/** Returns a web or mail address in the form of a URL; undefined for others. */
function parseBookAddress(address: unknown): string | undefined {
  const url = typeof address === 'string' && URL.canParse(address) ? new URL(address) : undefined
  return url && ['http:', 'https:', 'mailto:'].includes(url.protocol) ? url.href : undefined
}
