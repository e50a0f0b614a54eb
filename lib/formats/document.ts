import type { BlockContent, List, ListItem, Paragraph, PhrasingContent, RootContent, TableRow } from 'mdast'
import type { WireBlock, WireTable } from '../page/wire/blocks'
import type { WireText } from '../page/wire/text'
import { decodePercent } from '../workspace/address'
import { convertCollection } from './database'
import { type Absolute, convertText, createLink, createParagraph, joinLines, replaceBreaks } from './phrasing'

type Content = RootContent & BlockContent

/** Blocks that become items of a list, with the functions that convert them. */
const ITEMS: Readonly<Record<string, (block: WireBlock, absolute: Absolute) => ListItem>> = {
  item: convertItem,
  toggle: convertItem,
  to_do: (block, absolute) => ({
    ...convertItem(block, absolute),
    checked: block[0] === 'to_do' && block[3]?.done === 1,
  }),
  page: (block, absolute) =>
    createListItem(block[0] === 'page' ? [createParagraph([createLink(absolute(block[3].path), block[3].title)])] : []),
}

/** Converts the blocks of a page to an mdast tree, from which Markdown and HTML are written. Its addresses are absolute. */
export function convertBlocks(blocks: readonly WireBlock[], absolute: Absolute): Content[] {
  const content: Content[] = []
  let open: { type: string; list: List } | undefined
  for (const block of blocks) {
    const make = Object.hasOwn(ITEMS, block[0]) ? ITEMS[block[0]] : undefined
    if (make === undefined) open = undefined
    else if (open?.type !== block[0]) {
      open = { type: block[0], list: { type: 'list', ordered: false, spread: false, children: [] } }
      content.push(open.list)
    }
    if (make !== undefined) open?.list.children.push(make(block, absolute))
    else for (const node of convertBlock(block, absolute)) content.push(node)
  }
  return content
}

function convertBlock(block: WireBlock, absolute: Absolute): Content[] {
  const [type, text, children, attributes] = block
  const below = () => convertBlocks(children || [], absolute)
  switch (type) {
    case 'text':
      return [...convertParagraph(text, absolute), ...below()]
    case 'heading': {
      const level = attributes.level
      return [{ type: 'heading', depth: level, children: replaceBreaks(convertText(text, absolute)) }, ...below()]
    }
    case 'quote':
      return [{ type: 'blockquote', children: [...convertParagraph(text, absolute), ...below()] }]
    case 'callout': {
      const icon = attributes?.icon
      const sign: PhrasingContent[] =
        icon === undefined || /[/:]/.test(icon) ? [] : [{ type: 'text', value: `${icon} ` }]
      const content = [...sign, ...convertText(text, absolute)]
      return [{ type: 'blockquote', children: [...(content.length > 0 ? [createParagraph(content)] : []), ...below()] }]
    }
    case 'list': {
      const { ordered, start } = attributes ?? {}
      const items = (children || []).map((child) => convertItem(child, absolute))
      return [
        {
          type: 'list',
          ordered: ordered === 1,
          start: ordered === 1 ? (start ?? 1) : null,
          spread: false,
          children: items,
        },
      ]
    }
    case 'divider':
      return [{ type: 'thematicBreak' }]
    case 'column_list':
    case 'column':
    case 'synced':
    case 'tabs':
      return below()
    case 'tab':
      return [createParagraph([{ type: 'strong', children: convertText(text, absolute) }]), ...below()]
    case 'code':
      return [
        { type: 'code', lang: getLanguageName(attributes.language), value: attributes.source ?? '' },
        ...convertParagraph(text, absolute),
      ]
    case 'equation':
      return [{ type: 'math', value: attributes.source ?? '' }]
    case 'button': {
      const label = convertText(text, absolute)
      const href = attributes?.href
      return [createParagraph(href === undefined ? label : [{ type: 'link', url: absolute(href), children: label }])]
    }
    case 'unknown':
      return convertParagraph(text, absolute)
    case 'table':
      return [convertTable(attributes, absolute)]
    case 'collection':
      return convertCollection(attributes.data, absolute)
    default:
      return convertMedia(block, absolute)
  }
}

/** Converts media and embeds: pictures to images, everything else to links, followed by the caption. */
function convertMedia(block: WireBlock, absolute: Absolute): Content[] {
  const [type, text, , attributes] = block
  const caption = convertText(text, absolute)
  const below = (node: PhrasingContent): Content[] => [
    createParagraph(caption.length > 0 ? [node, { type: 'break' }, ...caption] : [node]),
  ]
  switch (type) {
    case 'image': {
      const { src, alt = '', href } = attributes
      // The data URL of a picture would be longer than the rest of the page.
      if (src.startsWith('data:')) return caption.length > 0 ? [createParagraph(caption)] : []
      const image: PhrasingContent = { type: 'image', url: absolute(src), alt: joinLines(alt) }
      return below(href === undefined ? image : { type: 'link', url: absolute(href), children: [image] })
    }
    case 'youtube':
      return below(createLink(`https://www.youtube.com/watch?v=${attributes.id}`, attributes.title))
    case 'embed':
      return below(createLink(absolute(attributes.href ?? attributes.src), attributes.title))
    case 'video':
    case 'audio':
      return below(createLink(absolute(attributes.src), getFileName(attributes.src)))
    case 'file':
    case 'pdf':
      return below(createLink(absolute(attributes.src), attributes.name))
    case 'card': {
      const { href, title, description } = attributes
      const details: PhrasingContent[] =
        description === undefined ? [] : [{ type: 'text', value: `: ${joinLines(description)}` }]
      return [createParagraph([createLink(absolute(href), title), ...details]), ...convertParagraph(text, absolute)]
    }
    default:
      // Tables of contents and breadcrumbs lead to what the reader of a copy has already.
      return []
  }
}

function convertTable({ rows, headerRow }: WireTable, absolute: Absolute): Content {
  const tableRows = rows.map(
    ([cells]): TableRow => ({
      type: 'tableRow',
      children: cells.map((cell) => ({ type: 'tableCell', children: convertText(cell, absolute) })),
    }),
  )
  const empty: TableRow = {
    type: 'tableRow',
    children: (rows[0]?.[0] ?? []).map(() => ({ type: 'tableCell', children: [] })),
  }
  return { type: 'table', children: headerRow === 1 ? tableRows : [empty, ...tableRows] }
}

function convertItem([, text, children]: WireBlock, absolute: Absolute): ListItem {
  return createListItem([...convertParagraph(text, absolute), ...convertBlocks(children || [], absolute)])
}

/** Creates a list item. A paragraph followed by a list needs no blank line in between; other content does. */
function createListItem(children: Content[]): ListItem {
  const below = children[0]?.type === 'paragraph' ? children.slice(1) : children
  return { type: 'listItem', spread: below.length > 1 || below.some(({ type }) => type !== 'list'), children }
}

function convertParagraph(text: WireText | undefined, absolute: Absolute): Paragraph[] {
  const children = convertText(text, absolute)
  return children.length === 0 ? [] : [createParagraph(children)]
}

/** Returns the name of a language as it is written after a code fence. */
function getLanguageName(label: string): string | null {
  const name = label.toLowerCase().replaceAll('`', '').replace(/\s+/g, '-')
  return name === '' || name === 'plain-text' ? null : name
}

function getFileName(address: string): string {
  const last =
    address
      .replace(/[?#].*$/s, '')
      .split('/')
      .at(-1) ?? ''
  return (decodePercent(last) ?? last) || address
}
