import path from 'node:path'
import type { Link, PhrasingContent } from 'mdast'
import type { TextDirective } from 'mdast-util-directive'
import type { RichText } from '../../../lib/workspace/record-map'
import {
  bold,
  code,
  customEmoji,
  databaseMention,
  date,
  equation,
  externalObjectMention,
  highlight,
  italic,
  link,
  linkMention,
  pageMention,
  rich,
  strike,
  underline,
  userMention,
} from '../inline'
import { Directive } from './directive'
import { type Document, fail, parseMarkdown } from './document'

/** Returns the rich text of inline Markdown. */
export function readInline(document: Document, nodes: readonly PhrasingContent[]): RichText {
  const texts: RichText = []
  let unfinished = ''
  const finish = () => {
    texts.push(...rich(unfinished))
    unfinished = ''
  }
  for (const node of nodes) {
    // A line of the source ends anywhere, but a line of the text only at a backslash.
    if (node.type === 'text') unfinished += node.value.replaceAll('\n', ' ')
    else if (node.type === 'break') unfinished += '\n'
    else {
      finish()
      texts.push(...readFormatted(document, node))
    }
  }
  finish()
  return texts
}

/** Returns the rich text of a string with inline Markdown, such as a value of a row. */
export function readInlineString(document: Document, markdown: string): RichText {
  const { children } = parseMarkdown(markdown)
  const [paragraph] = children
  if (!paragraph) return []
  if (paragraph.type !== 'paragraph' || children.length > 1)
    fail(document, paragraph, 'Only a line of text can be here.')
  return readInline(document, paragraph.children)
}

function readFormatted(document: Document, node: PhrasingContent): RichText {
  switch (node.type) {
    case 'inlineCode':
      return code(node.value)
    case 'inlineMath':
      return equation(node.value)
    case 'strong':
      return bold(readInline(document, node.children))
    case 'emphasis':
      return italic(readInline(document, node.children))
    case 'delete':
      return strike(readInline(document, node.children))
    case 'link':
      return link(readInline(document, node.children), getAddress(document, node))
    case 'textDirective':
      return readDirective(document, node)
    case 'html':
      return fail(document, node, 'HTML is not supported: write \\< for a character.')
    case 'image':
      return fail(document, node, 'A picture must be a paragraph of its own.')
    default:
      return fail(document, node, `Markdown of the type “${node.type}” is not supported.`)
  }
}

/** Returns the address of a link: another site's, or that of a page or heading, whose file and anchor the link names. */
function getAddress(document: Document, node: Link): string {
  if (/^[a-z]+:/.test(node.url)) return node.url
  const [target = '', anchor] = decodeAddress(document, node).split('#', 2)
  const file = target === '' ? document.path : path.posix.join(path.posix.dirname(document.path), target)
  const found = document.library.findAddress(file, anchor)
  return (
    found ?? fail(document, node, `There is no page ${[file, anchor].filter(Boolean).join(' with the heading #')}.`)
  )
}

function decodeAddress(document: Document, node: Link): string {
  try {
    return decodeURI(node.url)
  } catch {
    return fail(document, node, `${node.url} is not percent-encoded text: write %25 for a percent sign.`)
  }
}

/** Returns the rich text of the label of a directive. */
export const readLabel = (directive: Directive): RichText => readInline(directive.document, directive.label())

/** Returns the characters of the label of a directive, such as a key. */
export const readPlainLabel = (directive: Directive): string =>
  readLabel(directive)
    .map(([text]) => text)
    .join('')

const DIRECTIVES: Record<string, (directive: Directive) => RichText> = {
  ':color': (directive) =>
    highlight(readLabel(directive), directive.color(directive.flag()) ?? directive.fail('Write a color in braces.')),
  ':underline': (directive) => underline(readLabel(directive)),
  // Notion may divide a text into pieces with equal formats.
  ':piece': readLabel,
  ':date': (directive) => date(directive.need('start'), directive.get('end'), directive.get('zone')),
  ':page': (directive) => pageMention(readPageKey(directive)),
  ':database': (directive) => databaseMention(readDatabaseKey(directive)),
  ':person': (directive) => {
    const key = readPlainLabel(directive)
    return userMention(directive.document.library.findPerson(key) ?? directive.fail(`There is no person “${key}”.`))
  },
  ':emoji': (directive) => customEmoji(readPlainLabel(directive)),
  // The repository is one of the blocks in `:::attached`.
  ':repository': (directive) => externalObjectMention(readPlainLabel(directive)),
  ':link-card': (directive) => {
    const description = directive.get('description')
    const icon = directive.source('icon')
    const picture = directive.source('picture')
    const site = directive.get('site')
    return linkMention({
      href: directive.need('href'),
      title: readPlainLabel(directive),
      ...(description && { description }),
      ...(icon && { icon_url: icon }),
      ...(picture && { thumbnail_url: picture }),
      ...(site && { link_provider: site }),
    })
  },
}

/** Returns the label of a directive, which must be the key of a page. */
export function readPageKey(directive: Directive): string {
  const key = readPlainLabel(directive)
  return directive.document.library.hasPage(key) ? key : directive.fail(`There is no page “${key}”.`)
}

/** Returns the label of a directive, which must be the key of a database. */
export function readDatabaseKey(directive: Directive): string {
  const key = readPlainLabel(directive)
  return directive.document.library.hasDatabase(key) ? key : directive.fail(`There is no database “${key}”.`)
}

function readDirective(document: Document, node: TextDirective): RichText {
  const directive = new Directive(document, node)
  const read =
    DIRECTIVES[directive.name] ?? directive.fail(`There is no ${directive.name} in texts: write \\: for a colon.`)
  const text = read(directive)
  directive.close()
  return text
}
