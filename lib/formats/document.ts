import type { BlockContent, List, ListItem, Paragraph, PhrasingContent, RootContent, TableRow } from 'mdast'
import { getChildren, type PreparedBlock, type PreparedBlockOf } from '../../blocks/prepared-block'
import type { PreparedText } from '../page/prepared-text'
import { decodePercent } from '../workspace/address'
import { convertCollection } from './database'
import { type Absolute, convertText, createLink, createParagraph, joinLines, replaceBreaks } from './phrasing'

type Content = RootContent & BlockContent

/** Blocks that become items of a list, with the functions that convert them. */
const ITEMS: Readonly<Record<string, (block: PreparedBlock, absolute: Absolute) => ListItem>> = {
  item: convertItem,
  toggle: convertItem,
  to_do: (block, absolute) => ({
    ...convertItem(block, absolute),
    checked: block.type === 'to_do' && block.done === true,
  }),
  page: (block, absolute) =>
    createListItem(block.type === 'page' ? [createParagraph([createLink(absolute(block.path), block.title)])] : []),
}

/** Converts the blocks of a page to an mdast tree, from which Markdown and HTML are written. Its addresses are absolute. */
export function convertBlocks(blocks: readonly PreparedBlock[], absolute: Absolute): Content[] {
  const content: Content[] = []
  let open: { type: string; list: List } | undefined
  for (const block of blocks) {
    const make = Object.hasOwn(ITEMS, block.type) ? ITEMS[block.type] : undefined
    if (make === undefined) open = undefined
    else if (open?.type !== block.type) {
      open = { type: block.type, list: { type: 'list', ordered: false, spread: false, children: [] } }
      content.push(open.list)
    }
    if (make !== undefined) open?.list.children.push(make(block, absolute))
    else for (const node of convertBlock(block, absolute)) content.push(node)
  }
  return content
}

function convertBlock(block: PreparedBlock, absolute: Absolute): Content[] {
  const below = () => convertBlocks(getChildren(block), absolute)
  switch (block.type) {
    case 'text':
      return [...convertParagraph(block.text, absolute), ...below()]
    case 'heading': {
      return [
        { type: 'heading', depth: block.level, children: replaceBreaks(convertText(block.text, absolute)) },
        ...below(),
      ]
    }
    case 'quote':
      return [{ type: 'blockquote', children: [...convertParagraph(block.text, absolute), ...below()] }]
    case 'callout': {
      const { icon, text } = block
      const sign: PhrasingContent[] =
        icon === undefined || /[/:]/.test(icon) ? [] : [{ type: 'text', value: `${icon} ` }]
      const content = [...sign, ...convertText(text, absolute)]
      return [{ type: 'blockquote', children: [...(content.length > 0 ? [createParagraph(content)] : []), ...below()] }]
    }
    case 'list': {
      const { ordered, start } = block
      const items = getChildren(block).map((child) => convertItem(child, absolute))
      return [
        {
          type: 'list',
          ordered: ordered === true,
          start: ordered ? (start ?? 1) : null,
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
      return [createParagraph([{ type: 'strong', children: convertText(block.label, absolute) }]), ...below()]
    case 'code':
      return [
        { type: 'code', lang: getLanguageName(block.language), value: block.source ?? '' },
        ...convertParagraph(block.caption, absolute),
      ]
    case 'equation':
      return [{ type: 'math', value: block.source ?? '' }]
    case 'button': {
      const label = convertText(block.text, absolute)
      const { href } = block
      return [createParagraph(href === undefined ? label : [{ type: 'link', url: absolute(href), children: label }])]
    }
    case 'unknown':
      return convertParagraph(block.text, absolute)
    case 'table':
      return [convertTable(block, absolute)]
    case 'collection':
      return convertCollection(block.data, absolute)
    default:
      return convertMedia(block, absolute)
  }
}

/** Converts media and embeds: pictures to images, everything else to links, followed by the caption. */
function convertMedia(block: PreparedBlock, absolute: Absolute): Content[] {
  const caption = convertText('caption' in block ? block.caption : undefined, absolute)
  const below = (node: PhrasingContent): Content[] => [
    createParagraph(caption.length > 0 ? [node, { type: 'break' }, ...caption] : [node]),
  ]
  switch (block.type) {
    case 'image': {
      const { src, alt = '', href } = block
      // The data URL of a picture would be longer than the rest of the page.
      if (src.startsWith('data:')) return caption.length > 0 ? [createParagraph(caption)] : []
      const image: PhrasingContent = { type: 'image', url: absolute(src), alt: joinLines(alt) }
      return below(href === undefined ? image : { type: 'link', url: absolute(href), children: [image] })
    }
    case 'youtube':
      return below(createLink(`https://www.youtube.com/watch?v=${block.id}`, block.title))
    case 'embed':
      return below(createLink(absolute(block.href ?? block.src), block.title))
    case 'video':
    case 'audio':
      return below(createLink(absolute(block.src), getFileName(block.src)))
    case 'file':
    case 'pdf':
      return below(createLink(absolute(block.src), block.name))
    case 'card': {
      const { href, title, description } = block
      const details: PhrasingContent[] =
        description === undefined ? [] : [{ type: 'text', value: `: ${joinLines(description)}` }]
      return [
        createParagraph([createLink(absolute(href), title), ...details]),
        ...convertParagraph(block.caption, absolute),
      ]
    }
    default:
      // Tables of contents and breadcrumbs lead to what the reader of a copy has already.
      return []
  }
}

function convertTable({ rows, headerRow }: PreparedBlockOf<'table'>, absolute: Absolute): Content {
  const tableRows = rows.map(
    ({ cells }): TableRow => ({
      type: 'tableRow',
      children: cells.map((cell) => ({ type: 'tableCell', children: convertText(cell, absolute) })),
    }),
  )
  const empty: TableRow = {
    type: 'tableRow',
    children: (rows[0]?.cells ?? []).map(() => ({ type: 'tableCell', children: [] })),
  }
  return { type: 'table', children: headerRow ? tableRows : [empty, ...tableRows] }
}

function convertItem(block: PreparedBlock, absolute: Absolute): ListItem {
  const text = 'text' in block ? block.text : undefined
  return createListItem([...convertParagraph(text, absolute), ...convertBlocks(getChildren(block), absolute)])
}

/** Creates a list item. A paragraph followed by a list needs no blank line in between; other content does. */
function createListItem(children: Content[]): ListItem {
  const below = children[0]?.type === 'paragraph' ? children.slice(1) : children
  return { type: 'listItem', spread: below.length > 1 || below.some(({ type }) => type !== 'list'), children }
}

function convertParagraph(text: PreparedText | undefined, absolute: Absolute): Paragraph[] {
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
