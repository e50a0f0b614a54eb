import type { Element, ElementContent, Parents } from 'hast'
import { toHtml } from 'hast-util-to-html'
import type { Root } from 'mdast'
import { type Handlers, toHast } from 'mdast-util-to-hast'
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

/** Renders an mdast tree as HTML without scripts and styles. Texts and addresses are escaped. */
export function renderHtml(root: Root): string {
  return toHtml(toHast(root, { handlers: HANDLERS }), OPTIONS)
}

/** Precedes the hash of a picture of the site in the XHTML of a book. */
export const PICTURE_SCHEME = 'picture:'

/**
 * Renders an mdast tree as XHTML for a chapter of a book. Pictures of the site at `siteUrl` have the address `picture:<hash>`; those of
 * other sites are links, because a book must not load them. Texts and addresses are escaped.
 */
export function renderXhtml(root: Root, siteUrl: string): string {
  const tree = toHast(root, { handlers: HANDLERS })
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
  const href = tagName === 'a' && !place.isLinked ? parseBookAddress(properties.href) : undefined
  adaptChildren(element, { ...place, isLinked: place.isLinked || href !== undefined })
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
