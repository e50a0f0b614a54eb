import type { Nodes, PhrasingContent, RootContent } from 'mdast'

const isMark = ({ type }: Nodes) => type === 'strong' || type === 'emphasis' || type === 'delete'
/** A character reference, which no escape precedes. */
const REFERENCE = /(?<!\\)&#x/g

export const hasReference = (markdown: string): boolean => countReferences(markdown) > 0

/**
 * Returns a tree whose texts have no spaces and line breaks that Markdown writes as character references, because references hurt readers
 * and searches. Line breaks and bars of equations in cells become what a cell can contain. The words are the same.
 */
export function makeReadable<Content extends Nodes>(node: Content): Content {
  return mapPhrasing(node, (nodes, isCell) => {
    const children = trimLines(convertPhrasing(nodes, isCell))
    return isCell ? children.map(convertBreak) : children
  }) as Content
}

/**
 * Removes the marks of each paragraph that contains references for letters: those beside marks inside of words. `write` writes nodes as
 * Markdown, because only its complete rules show which these are.
 */
export function removeReferences<Content extends Nodes>(
  node: Content,
  write: (nodes: RootContent[]) => string,
): Content {
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
