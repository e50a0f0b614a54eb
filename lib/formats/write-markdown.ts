import type { ListItem, Nodes, Parents, PhrasingContent, RootContent, Text } from 'mdast'
import { gfmToMarkdown } from 'mdast-util-gfm'
import { mathToMarkdown } from 'mdast-util-math'
import { type Info, type State, toMarkdown } from 'mdast-util-to-markdown'
import { createLink, createParagraph, joinLines } from '../../blocks/phrasing'
import type { PageLink } from '../site/site-index'
import { getAddressUrl } from './write-values'

/** Renders the generated home page of a site without a root page. */
export function renderHomeMarkdown(name: string, description: string, pages: PageLink[], siteUrl: string): string {
  const items = pages.map(
    ({ path, title }): ListItem => ({
      type: 'listItem',
      children: [createParagraph([createLink(getAddressUrl(siteUrl, path), title)])],
    }),
  )
  const about: RootContent[] = description === '' ? [] : [createParagraph([{ type: 'text', value: description }])]
  return writeMarkdown([createTitle(name), ...about, { type: 'list', spread: false, children: items }])
}

/** Renders an mdast tree as Markdown. Special characters in its texts are escaped, and no letter is written as a reference. */
export function writeMarkdown(children: RootContent[]): string {
  const nodes = children.map((node) => makeReadable(node))
  const written = writeNodes(nodes)
  // Most documents contain no reference, so that they are written only once.
  return hasReference(written) ? writeNodes(nodes.map((node) => removeReferences(node, writeNodes))) : written
}

const writeNodes = (children: RootContent[]): string =>
  toMarkdown(
    { type: 'root', children },
    {
      bullet: '-',
      rule: '-',
      fences: true,
      resourceLink: false,
      extensions: [gfmToMarkdown({ tablePipeAlign: false }), mathToMarkdown()],
      handlers: { text: writeText },
      // Spaces at the end of a line become character references, which a preceding backslash would escape.
      // `<` before a mark such as `**` could start an autolink.
      unsafe: [
        { character: '\\', after: '[\\t ]', inConstruct: 'phrasing' },
        { character: '<', after: '\\S', inConstruct: 'phrasing' },
      ],
    },
  )

export const createTitle = (title: string): RootContent => ({
  type: 'heading',
  depth: 1,
  children: [{ type: 'text', value: joinLines(title) }],
})

/** An address that GitHub Flavored Markdown links where it stands, up to characters that addresses in running text seldom contain. */
const ADDRESS =
  /(?<![\p{L}\p{N}_])(?:https?:\/\/[\w\-.~:/?#@!&'()*+,;=%]*[\w\-~/?#&=%]|www\.[\w\-.~:/?#@!&'()*+,;=%]*[\w\-~/?#&=%]|(?<![.+-])[\w.+-]{1,64}@[\w-]+(?:\.[\w-]+)+)/gu
/** What may follow an address that stands without marks: a space, or the punctuation of a sentence and a space. */
const END = /^[.,;:!?)'"]*(?:\s|$)/
/** A character reference would be decoded, and a mark at the end is not part of the address. */
const AMBIGUOUS = /&#?\w+;|[*_~]$/

/**
 * Writes a text node. Addresses are written as they are, or between `<` and `>`: in an address, GitHub Flavored Markdown does not
 * recognize escapes, and other readers would see them. Everything else is escaped.
 */
function writeText({ value }: Text, _: Parents | undefined, state: State, info: Info): string {
  if (state.stack.includes('link') || state.stack.includes('autolink') || !value.includes('.'))
    return state.safe(value, info)
  const isInCell = state.stack.includes('tableCell')
  // A space separates the text from the bar at the end of its cell.
  const afterText = isInCell && info.after === '|' ? ' ' : info.after
  const pieces: string[] = []
  let at = 0
  const escapeUntil = (end: number, after: string) => {
    if (end === at) return
    pieces.push(
      state.safe(value.slice(at, end), { ...info, before: at === 0 ? info.before : value.charAt(at - 1), after }),
    )
    at = end
  }
  for (const { 0: address, index } of value.matchAll(ADDRESS)) {
    const end = index + address.length
    const written = AMBIGUOUS.test(address) ? undefined : markAddress(address, value.slice(end) + afterText, isInCell)
    if (written === undefined) continue
    escapeUntil(index, written.charAt(0))
    pieces.push(written)
    at = end
  }
  escapeUntil(value.length, info.after)
  return pieces.join('')
}

/** Returns an address as it can be written before a text; undefined if it must be escaped. */
function markAddress(address: string, following: string, isInCell: boolean): string | undefined {
  if (END.test(following)) return address
  // Before a line break, which begins with a backslash, and in cells, it is escaped.
  return address.startsWith('http') && !isInCell && !following.startsWith('\\') ? `<${address}>` : undefined
}

const isMark = ({ type }: Nodes) => type === 'strong' || type === 'emphasis' || type === 'delete'
/** A character reference, which no escape precedes. */
const REFERENCE = /(?<!\\)&#x/g

const hasReference = (markdown: string): boolean => countReferences(markdown) > 0

/**
 * Returns a tree whose texts have no spaces and line breaks that Markdown writes as character references, because references hurt readers
 * and searches. Line breaks and bars of equations in cells become what a cell can contain. The words are the same.
 */
function makeReadable<Content extends Nodes>(node: Content): Content {
  return mapPhrasing(node, (nodes, isCell) => {
    const children = trimLines(convertPhrasing(nodes, isCell))
    return isCell ? children.map(convertBreak) : children
  }) as Content
}

/**
 * Removes the marks of each paragraph that contains references for letters: those beside marks inside of words. `write` writes nodes as
 * Markdown, because only its complete rules show which these are.
 */
function removeReferences<Content extends Nodes>(node: Content, write: (nodes: RootContent[]) => string): Content {
  return mapPhrasing(node, (children) => {
    if (!children.some(hasMark)) return children
    const written = write([{ type: 'paragraph', children }])
    const expected = children.reduce((sum, each) => sum + countReferences(getSource(each)), 0)
    return countReferences(written) > expected ? removeMarks(children) : children
  }) as Content
}

function mapPhrasing(node: Nodes, map: (nodes: PhrasingContent[], isCell: boolean) => PhrasingContent[]): Nodes {
  if (!('children' in node)) return node
  if (node.type === 'paragraph' || node.type === 'heading' || node.type === 'tableCell') {
    return { ...node, children: map(node.children, node.type === 'tableCell') }
  }
  return { ...node, children: node.children.map((child) => mapPhrasing(child, map)) } as Nodes
}

const hasMark = (node: PhrasingContent): boolean =>
  isMark(node) || ('children' in node && node.children.some((child) => hasMark(child)))
const countReferences = (text: string) => text.match(REFERENCE)?.length ?? 0
/** Returns the text of code, which is written as it is. */
const getSource = (node: PhrasingContent): string =>
  'children' in node
    ? node.children.map(getSource).join('')
    : node.type === 'text' || !('value' in node)
      ? ''
      : node.value

const removeMarks = (nodes: PhrasingContent[]): PhrasingContent[] =>
  nodes.flatMap((node) => {
    if (!('children' in node)) return [node]
    const children = removeMarks(node.children)
    return isMark(node) ? children : [{ ...node, children } as PhrasingContent]
  })

/** Makes texts one line, and lets equations in cells stay in their cells. */
const convertPhrasing = (nodes: PhrasingContent[], isCell: boolean): PhrasingContent[] =>
  nodes.map((node): PhrasingContent => {
    if (node.type === 'text') return { ...node, value: node.value.replace(/[\r\n]+/g, ' ') }
    if (node.type === 'inlineMath' && isCell) return { ...node, value: replaceBars(node.value) }
    return 'children' in node
      ? ({ ...node, children: convertPhrasing(node.children, isCell) } as PhrasingContent)
      : node
  })

const convertBreak = (node: PhrasingContent): PhrasingContent => {
  if (node.type === 'break') return { type: 'html', value: '<br>' }
  return 'children' in node ? ({ ...node, children: node.children.map(convertBreak) } as PhrasingContent) : node
}

/**
 * Replaces the bars of an equation by commands, because a bar ends a cell: GitHub and other readers disagree on escaped bars in equations.
 * The lines between the columns of an array are left out.
 */
const replaceBars = (source: string): string =>
  source
    .replace(/(\\begin\{(?:array|darray|subarray|tabular)\})(\{[^{}]*\})/g, (_, begin: string, columns: string) => {
      return `${begin}${columns.replaceAll('|', '')}`
    })
    .replace(/(\\(?:text|textrm|textbf|textit|textsf|texttt|mbox)\{)([^{}]*)\}/g, (_, begin: string, text: string) => {
      return `${begin}${text.replaceAll('|', '\\textbar{}')}}`
    })
    .replace(/\\\||\|/g, (bar) => (bar === '|' ? '\\vert ' : '\\Vert '))
    .trim()

/**
 * Removes spaces at both ends of each line, which are written as references and which no reader shows, and empty lines at both ends: after
 * the last text, a line break would be read as a backslash.
 */
const trimLines = (nodes: PhrasingContent[]): PhrasingContent[] =>
  trimEdges(trimEdges(nodes, (text) => text.replace(/^[ \t]+/, '')).reverse(), trimEnd).reverse()

/** Trims the texts that begin a line, in the given order of nodes. Removes those that become empty, and the first line breaks. */
function trimEdges(nodes: PhrasingContent[], trim: (text: string) => string): PhrasingContent[] {
  let isAtStart = true
  let isAtEdge = true
  return nodes.flatMap((node): PhrasingContent[] => {
    if (isAtStart && node.type === 'break') return []
    const value = isAtEdge && node.type === 'text' ? trim(node.value) : undefined
    isAtEdge = node.type === 'break' || (isAtEdge && value === '')
    isAtStart &&= value === ''
    if (value === undefined) return [node]
    return value === '' ? [] : [{ type: 'text', value }]
  })
}

/** Removes spaces and tabs at the end. Unlike a regular expression, this always takes linear time. */
function trimEnd(text: string): string {
  let end = text.length
  while (text[end - 1] === ' ' || text[end - 1] === '\t') end--
  return text.slice(0, end)
}
