import { type DefaultTreeAdapterTypes, parse } from 'parse5'

type Node = DefaultTreeAdapterTypes.ChildNode

/** Elements of a document that a golden keeps: what a reader sees of a page, and the metadata in its head. */
const HEAD = ['title', 'meta', 'link']
const VOLATILE_LINKS = ['stylesheet', 'preload', 'modulepreload']

/**
 * Returns an HTML document as lines to compare: one node a line, indented by depth, with sorted attributes and without scripts, comments,
 * and what differs between builds or starts. Only the head and the `main` element are kept.
 */
export function normalizeHtml(html: string, origin: string): string {
  const document = parse(html)
  const head = findAll(document, 'head').flatMap((each) => each.childNodes.filter(isStableInHead))
  const ids = new Map<string, string>()
  const lines = [...head, ...findAll(document, 'main')].flatMap((node) => printNode(node, 0, ids))
  return `${normalizeText(lines.join('\n'), origin)}\n`
}

/** Replaces the origin of a started site, which has another port in each run, and shortens what the complete run makes longer. */
export function normalizeText(text: string, origin: string): string {
  return text.replaceAll(origin, 'https://site.example').replace(/(W)\1{99,}/g, 'W…')
}

function isStableInHead(node: Node): boolean {
  if (!('tagName' in node) || !HEAD.includes(node.tagName)) return false
  const read = (wanted: string) => node.attrs.find(({ name }) => name === wanted)?.value ?? ''
  // Next.js adds this element at varying places.
  return !VOLATILE_LINKS.includes(read('rel')) && read('name') !== 'next-size-adjust'
}

function findAll(node: DefaultTreeAdapterTypes.ParentNode, tagName: string): DefaultTreeAdapterTypes.Element[] {
  return node.childNodes.flatMap((child) => {
    if (!('tagName' in child)) return []
    return child.tagName === tagName ? [child] : findAll(child, tagName)
  })
}

function printNode(node: Node, depth: number, ids: Map<string, string>): string[] {
  const indent = '  '.repeat(depth)
  if (node.nodeName === '#text') {
    const { value } = node as DefaultTreeAdapterTypes.TextNode
    return [`${indent}"${value.replaceAll('\n', '\\n')}"`]
  }
  if (!('tagName' in node) || node.tagName === 'script') return []
  const attributes = node.attrs
    // Identifies the version of the content.
    .filter(({ name }) => name !== 'data-markup')
    .map(({ name, value }) => ` ${name}="${numberGeneratedIds(value, ids)}"`)
    .sort()
    .join('')
  return [`${indent}<${node.tagName}${attributes}>`, ...printChildren(node, depth + 1, ids)]
}

/** React separates neighboring texts by comments: they are one text here. */
function printChildren(element: DefaultTreeAdapterTypes.Element, depth: number, ids: Map<string, string>): string[] {
  const merged: Node[] = []
  for (const child of element.childNodes) {
    const last = merged.at(-1)
    if (child.nodeName === '#comment') continue
    if (isText(child) && last && isText(last)) merged[merged.length - 1] = { ...last, value: last.value + child.value }
    else merged.push(child)
  }
  return merged.flatMap((child) => printNode(child, depth, ids))
}

function isText(node: Node): node is DefaultTreeAdapterTypes.TextNode {
  return node.nodeName === '#text'
}

/** The ids of React's `useId` depend on all components of a document. */
function numberGeneratedIds(value: string, ids: Map<string, string>): string {
  return value.replace(/_(?:island-\d+-)?R_\w*_/g, (id) => {
    const known = ids.get(id) ?? `id-${ids.size + 1}`
    ids.set(id, known)
    return known
  })
}
