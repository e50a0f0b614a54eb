import path from 'node:path'
import type { Code, Image, List, Nodes, Paragraph, Table } from 'mdast'
import type { ContainerDirective, LeafDirective } from 'mdast-util-directive'
import { LANGUAGES } from '../../../lib/workspace/code-languages'
import type { RichText } from '../../../lib/workspace/record-map'
import {
  alias,
  bullet,
  button,
  callout,
  codeBlock,
  columns,
  divider,
  equationBlock,
  heading,
  numbered,
  quote,
  synced,
  syncedCopy,
  table,
  tableOfContents,
  tabs,
  text,
  toDo,
  toggle,
} from '../blocks'
import { longBlocks } from '../long-words'
import {
  audio,
  bookmark,
  drive,
  EMBED_TYPES,
  embed,
  file,
  image,
  type MediaOptions,
  pdf,
  repository,
  video,
} from '../media'
import type { BlockNode, Node } from '../nodes'
import { Directive } from './directive'
import { type Document, fail } from './document'
import { readDatabaseKey, readInline, readLabel, readPageKey, readPlainLabel } from './inline'

/** Notion's names of languages by their names in Markdown, such as `plain-text`. */
const LANGUAGE_NAMES = new Map(LANGUAGES.map((name) => [name.toLowerCase().replaceAll(' ', '-'), name]))

/** Returns the blocks of a document or of a part of it. */
export function readBlocks(document: Document, nodes: readonly Nodes[]): Node[] {
  return nodes.flatMap((node) => readBlock(document, node))
}

function readBlock(document: Document, node: Nodes): Node[] {
  switch (node.type) {
    case 'paragraph': {
      const picture = findPicture(node)
      return [picture ? readPicture(document, picture) : text(readInline(document, node.children))]
    }
    case 'heading':
      if (node.depth > 4) fail(document, node, 'Notion has headings of the levels 1 to 4.')
      return [heading(toLevel(node.depth), readInline(document, node.children))]
    case 'list':
      return readList(document, node)
    case 'blockquote':
      return [readTextBlock(document, node, node.children, (value, under = []) => quote(value, under))]
    case 'code':
      return [readCode(document, node)]
    case 'math':
      return [equationBlock(node.value)]
    case 'table':
      return [readPictures(document, node) ?? table(readRows(document, node))]
    case 'thematicBreak':
      return [divider()]
    case 'leafDirective':
    case 'containerDirective':
      return readDirective(document, node)
    case 'html':
      return fail(document, node, 'HTML is not supported: write \\< for a character.')
    default:
      return fail(document, node, `Markdown of the type “${node.type}” is not supported.`)
  }
}

const toLevel = (depth: number) => (depth === 1 || depth === 2 || depth === 3 ? depth : 4)

/** Creates a block whose text is the first paragraph, and whose children are the other blocks. */
function readTextBlock(
  document: Document,
  node: Nodes,
  [first, ...under]: readonly Nodes[],
  create: (value: RichText, children?: Node[]) => BlockNode,
): BlockNode {
  if (first?.type !== 'paragraph') fail(document, node, 'This block must begin with a text.')
  return create(readInline(document, first.children), under.length > 0 ? readBlocks(document, under) : undefined)
}

function readList(document: Document, { children, ordered, start }: List): BlockNode[] {
  return children.map((item, index) =>
    readTextBlock(document, item, item.children, (value, under) => {
      if (typeof item.checked === 'boolean') return toDo(value, item.checked, under)
      if (!ordered) return bullet(value, under)
      return numbered(value, under, index === 0 && start !== 1 ? (start ?? undefined) : undefined)
    }),
  )
}

function readCode(document: Document, node: Code): BlockNode {
  if (!node.lang) fail(document, node, 'Code needs a language, such as plain-text.')
  const language = LANGUAGE_NAMES.get(node.lang.toLowerCase()) ?? node.lang
  return codeBlock(language, node.value, node.meta ?? undefined)
}

const readRows = (document: Document, { children }: Table): RichText[][] =>
  children.map((row) => row.children.map((cell) => readInline(document, cell.children)))

/** Returns the picture of a paragraph that consists of it. */
function findPicture({ children }: Paragraph): Image | undefined {
  const [only, ...more] = children
  return only?.type === 'image' && more.length === 0 ? only : undefined
}

/** Returns a picture, which is as wide as the text by default. Its title is the caption. */
function readPicture(document: Document, node: Image, options?: MediaOptions): BlockNode {
  const file = path.posix.join(path.posix.dirname(document.path), node.url)
  const { source, width, height } =
    document.library.findPicture(file) ?? fail(document, node, `There is no picture ${file}.`)
  return image(source, {
    ...(node.alt && { alt: node.alt }),
    ...(node.title && { caption: node.title }),
    ...(width && height && { width, ratio: height / width }),
    spread: options?.width || options?.align ? undefined : 'page',
    ...options,
  })
}

/** Returns the pictures of a table that has only pictures below its head, side by side. The head has their captions. */
function readPictures(document: Document, { children: [head, pictures, ...more] }: Table): BlockNode | undefined {
  const found = pictures?.children.flatMap(({ children: [only] }) => (only?.type === 'image' ? [only] : [])) ?? []
  if (found.length === 0 || found.length !== pictures?.children.length || more.length > 0) return undefined
  const captions = head?.children.map((cell) => readInline(document, cell.children)) ?? []
  return columns(found.map((picture, at) => [readPicture(document, picture, { caption: captions[at] ?? [] })]))
}

const readContent = (directive: Directive) => readBlocks(directive.document, directive.content())

/** Reads the parts of a container, such as its columns. */
const readParts = <T>(directive: Directive, name: string, read: (part: Directive) => T): T[] =>
  directive.parts(name).map((part) => {
    const result = read(part)
    part.close()
    return result
  })

function readColored(directive: Directive): Node[] {
  const color = directive.color(directive.flag()) ?? directive.fail('Write a color in braces.')
  return readContent(directive).map((node) => {
    if (node.node !== 'block') return directive.fail('Pages and databases have no color.')
    return { ...node, format: { block_color: color, ...node.format } }
  })
}

function readToggle(directive: Directive): BlockNode {
  const level = directive.choice('heading', ['1', '2', '3', '4'])
  const content = readContent(directive)
  return level === undefined
    ? toggle(readLabel(directive), content)
    : heading(toLevel(Number(level)), readLabel(directive), content)
}

function readColumns(directive: Directive): BlockNode {
  const widths = directive.numbers('widths')
  const sum = widths?.reduce((total, width) => total + width, 0) ?? 1
  return columns(
    readParts(directive, 'column', readContent),
    widths?.map((width) => width / sum),
  )
}

function readStyledTable(directive: Directive): BlockNode {
  const [only, ...more] = directive.content()
  if (only?.type !== 'table' || more.length > 0) directive.fail('Only a table can be in :::table.')
  const headings = directive.choice('headings', ['row', 'both', 'none'])
  return table(readRows(directive.document, only), {
    header: headings !== 'none',
    rowHeader: headings === 'both',
    widths: directive.numbers('widths'),
    colors: directive
      .get('colors')
      ?.split(' ')
      .map((color) => directive.color(color === '-' ? undefined : color)),
  })
}

function readStyledPicture(directive: Directive): BlockNode {
  const [first, second, ...more] = directive.content()
  const picture = first?.type === 'paragraph' ? findPicture(first) : undefined
  if (!picture || (second && second.type !== 'paragraph') || more.length > 0) {
    directive.fail('Only a picture and its caption can be in :::picture.')
  }
  const [width] = directive.numbers('width') ?? []
  const align = directive.choice('align', ['left', 'center', 'right'])
  const spread = directive.choice('spread', ['full'])
  return readPicture(directive.document, picture, {
    ...(width && { width }),
    ...(align && { align }),
    ...(spread && { spread }),
    ...(second && { caption: readInline(directive.document, second.children) }),
  })
}

/** Returns options of a video, a document or an embed. */
function readMediaOptions(directive: Directive): MediaOptions {
  const [height] = directive.numbers('height') ?? []
  const caption = readLabel(directive)
  const displaySource = directive.get('display')
  return { ...(height && { height }), ...(caption.length > 0 && { caption }), ...(displaySource && { displaySource }) }
}

const needSource = (directive: Directive, name = 'src') => directive.source(name) ?? directive.need(name)

const DIRECTIVES: Record<string, (directive: Directive) => Node | Node[]> = {
  '::page': (directive) => directive.document.library.readPage(readPageKey(directive)),
  '::database': (directive) => directive.document.library.readDatabase(readDatabaseKey(directive)),
  '::link-to-page': (directive) => alias(readPageKey(directive)),
  '::table-of-contents': tableOfContents,
  '::paragraph': () => text(''),
  ':::paragraph': (directive) => text(readLabel(directive), readContent(directive)),
  ':::color': readColored,
  // Notion stores blocks without children with an empty list, as other quotes have it, or without one.
  '::quote': (directive) => quote(readLabel(directive)),
  ':::callout': (directive) => {
    const icon = directive.source('icon') ?? ''
    const color = directive.color(directive.get('color'))
    return readTextBlock(directive.document, directive.node, directive.content(), (value, under) =>
      callout(icon, value, under, color),
    )
  },
  ':::toggle': readToggle,
  ':::columns': readColumns,
  ':::tabs': (directive) => tabs(readParts(directive, 'tab', (tab) => [readPlainLabel(tab), readContent(tab)])),
  ':::table': readStyledTable,
  ':::picture': readStyledPicture,
  ':::synced': (directive) => synced(directive.need('key'), readContent(directive)),
  '::synced': (directive) => syncedCopy(directive.need('key')),
  '::audio': (directive) => audio(needSource(directive)),
  '::file': (directive) => file(needSource(directive), directive.need('src'), directive.get('size')),
  '::pdf': (directive) => pdf(needSource(directive), readMediaOptions(directive)),
  '::video': (directive) => video(needSource(directive), readMediaOptions(directive)),
  '::embed': (directive) =>
    embed(directive.choice('type', EMBED_TYPES) ?? 'embed', needSource(directive), readMediaOptions(directive)),
  '::bookmark': (directive) =>
    bookmark(directive.need('href'), {
      title: readPlainLabel(directive),
      description: directive.get('description'),
      icon: directive.source('icon'),
      cover: directive.source('cover'),
    }),
  '::drive': (directive) =>
    drive({
      url: directive.need('href'),
      title: readPlainLabel(directive),
      icon: needSource(directive, 'icon'),
      thumbnail: needSource(directive, 'picture'),
    }),
  '::repository': (directive) =>
    repository(directive.need('key'), {
      owner: directive.need('owner'),
      name: directive.need('name'),
      updated: directive.need('updated'),
    }),
  '::button': (directive) => button(readLabel(directive), directive.color(directive.get('color'))),
  '::long-words': (directive) =>
    longBlocks({ word: directive.need('word'), span: directive.need('span'), address: directive.need('address') }),
}

function readDirective(document: Document, node: ContainerDirective | LeafDirective): Node[] {
  const directive = new Directive(document, node)
  const read = DIRECTIVES[directive.name] ?? directive.fail(`There is no ${directive.name}.`)
  const nodes = read(directive)
  directive.close()
  return [nodes].flat()
}
