import type { RichText } from '../../lib/workspace/record-map'
import { keyedBlockId, pageId, spaceId } from './ids'
import { type HighlightColor, rich, type Text } from './inline'
import type { BlockNode, Node } from './nodes'

interface TextStyle {
  color?: HighlightColor
}

interface TextBlock extends TextStyle {
  children?: Node[]
  format?: Record<string, unknown>
  properties?: Record<string, RichText>
}

/** A block of the given type; the helpers below are short names for it. */
export function block(type: string, more: Omit<BlockNode, 'node' | 'type'> = {}): BlockNode {
  return { node: 'block', type, ...more }
}

function textBlock(type: string, text: Text, { color, children, format, properties }: TextBlock = {}): BlockNode {
  const title = rich(text)
  return block(type, {
    ...((title.length > 0 || properties) && { properties: { ...(title.length > 0 && { title }), ...properties } }),
    ...((color || format) && { format: { ...(color && { block_color: color }), ...format } }),
    ...(children && { children }),
  })
}

const headings = { 1: 'header', 2: 'sub_header', 3: 'sub_sub_header', 4: 'header_4' } as const

/** A paragraph with indented children. */
export const text = (value: Text, children?: Node[], style?: TextStyle): BlockNode =>
  textBlock('text', value, { ...style, children })

/** A heading of level 1 to 4; a toggle heading if it has children. */
export const heading = (level: 1 | 2 | 3 | 4, value: Text, children?: Node[], style?: TextStyle): BlockNode =>
  textBlock(headings[level], value, { ...style, ...(children && { children, format: { toggleable: true } }) })

export const bullet = (value: Text, children?: Node[], style?: TextStyle): BlockNode =>
  textBlock('bulleted_list', value, { ...style, children })

/** A numbered list item; `start` is the number of the first item of a list. */
export const numbered = (value: Text, children?: Node[], start?: number): BlockNode =>
  textBlock('numbered_list', value, { children, ...(start && { format: { list_start_index: start } }) })

export const toDo = (value: Text, done: boolean, children?: Node[], style?: TextStyle): BlockNode =>
  textBlock('to_do', value, { ...style, children, properties: { checked: [[done ? 'Yes' : 'No']] } })

export const toggle = (value: Text, children: Node[], style?: TextStyle): BlockNode =>
  textBlock('toggle', value, { ...style, children })

export const quote = (value: Text, children?: Node[], style?: TextStyle): BlockNode =>
  textBlock('quote', value, { ...style, children })

/** A callout with its icon: an emoji, or the address of an image. */
export const callout = (
  icon: string,
  value: Text,
  children?: Node[],
  color: HighlightColor = 'gray_background',
): BlockNode => textBlock('callout', value, { color, children, format: { page_icon: icon } })

/** A code block. `language` is a name that Notion uses: `TypeScript`, `Bash`, `Plain Text`… */
export const codeBlock = (language: string, value: string, caption?: Text): BlockNode =>
  block('code', {
    properties: { title: [[value]], language: [[language]], ...(caption && { caption: rich(caption) }) },
  })

/** A displayed equation in TeX. */
export const equationBlock = (tex: string): BlockNode => textBlock('equation', tex)

export const divider = (): BlockNode => block('divider')
export const tableOfContents = (): BlockNode => block('table_of_contents', { format: { block_color: 'gray' } })

/** Columns of equal width, or of the given ratios, which sum to 1. */
export function columns(contents: Node[][], ratios?: number[]): BlockNode {
  const children = contents.map((content, index) =>
    block('column', { format: { column_ratio: ratios?.[index] ?? 1 / contents.length }, children: content }),
  )
  return block('column_list', { children })
}

interface TableOptions {
  header?: boolean
  rowHeader?: boolean
  widths?: number[]
  colors?: (HighlightColor | undefined)[]
}

/** A simple table as a list of rows. The first row is the header unless `header` is false. */
export function table(
  rows: Text[][],
  { header = true, rowHeader = false, widths, colors }: TableOptions = {},
): BlockNode {
  const width = Math.max(...rows.map((cells) => cells.length))
  const order = Array.from({ length: width }, (_, index) => `col${index + 1}`)
  const styles = order.map((column, index) => {
    const style = { ...(widths?.[index] && { width: widths[index] }), ...(colors?.[index] && { color: colors[index] }) }
    return [column, style] as const
  })
  return block('table', {
    format: {
      table_block_column_order: order,
      table_block_column_header: header,
      table_block_row_header: rowHeader,
      ...((widths || colors) && { table_block_column_format: Object.fromEntries(styles) }),
    },
    children: rows.map((cells) =>
      block('table_row', {
        properties: Object.fromEntries(cells.map((cell, index) => [order[index] ?? '', rich(cell)])),
      }),
    ),
  })
}

/** Tabs, each a label and its content. */
export const tabs = (panels: [label: string, content: Node[]][]): BlockNode =>
  block('tab', { children: panels.map(([label, content]) => text(label, content)) })

/** The original of a synced block. */
export const synced = (key: string, children: Node[]): BlockNode => block('transclusion_container', { key, children })

const pointer = (id: string) => ({ id, table: 'block', spaceId })

/** A copy of the synced block with this key. */
export const syncedCopy = (key: string): BlockNode =>
  block('transclusion_reference', { format: { transclusion_reference_pointer: pointer(keyedBlockId(key)) } })

/** A link to a page as a block of its own. */
export const alias = (key: string): BlockNode => block('alias', { format: { alias_pointer: pointer(pageId(key)) } })

/** A button; the site shows its label. */
export const button = (label: Text, color: HighlightColor = 'gray'): BlockNode => textBlock('button', label, { color })
