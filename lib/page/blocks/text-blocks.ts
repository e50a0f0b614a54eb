import { getEmbedMessages } from '../../messages/parts/embeds'
import { getBlockColor } from '../block-color'
import { getIconAddress } from '../icon-address'
import { readNumber, readString } from '../read-values'
import { renderEquation } from '../text/equation'
import { resolveLink } from '../web-addresses'
import { getPlainText } from '../wire/text'
import { createWireBlock, type PrepareBlock } from './block-context'
import { prepareBlockText } from './block-text'

/** Prepares a block that consists of its text and its children. */
const prepareAs =
  (type: 'text' | 'quote'): PrepareBlock =>
  (block, preparation) => {
    const { text, children, attributes } = prepareBlockText(block, preparation)
    return createWireBlock(type, text, children, attributes)
  }

export const prepareParagraph = prepareAs('text')
export const prepareQuote = prepareAs('quote')

/** A toggle always has an anchor. */
export const prepareToggle: PrepareBlock = (block, preparation) => {
  const { text, children, attributes } = prepareBlockText(block, preparation, true)
  return createWireBlock('toggle', text, children, attributes)
}

export const prepareToDo: PrepareBlock = (block, preparation) => {
  const { text, children, attributes } = prepareBlockText(block, preparation)
  return createWireBlock('to_do', text, children, {
    done: block.properties.checked?.[0]?.[0] === 'Yes' ? 1 : undefined,
    ...attributes,
  })
}

export const prepareCallout: PrepareBlock = (block, preparation) => {
  const { text, children, attributes } = prepareBlockText(block, preparation)
  const icon = readString(block.format.page_icon)
  return createWireBlock('callout', text, children, {
    ...attributes,
    icon: icon && getIconAddress(icon, block.id, preparation.context.fileAddress),
  })
}

export const prepareDivider: PrepareBlock = () => createWireBlock('divider', undefined, undefined, {})

export const prepareSyncedBlock: PrepareBlock = (block, preparation) => {
  const children = preparation.children(block)
  return children.length === 0 ? undefined : createWireBlock('synced', undefined, children, {})
}

export const prepareEquation: PrepareBlock = (block, { context }) => {
  const source = (block.properties.title ?? []).map(([piece]) => piece).join('')
  if (source.trim() === '') return undefined
  const set = context.sources ? { html: '', source } : { html: renderEquation(source, true, context) }
  return createWireBlock('equation', undefined, undefined, set)
}

export const prepareColumnList: PrepareBlock = (block, preparation) => {
  const columns = preparation.children(block).filter(([type]) => type === 'column')
  return columns.length === 0 ? undefined : createWireBlock('column_list', undefined, columns, {})
}

export const prepareColumnBlock: PrepareBlock = (block, preparation) => {
  const siblings = preparation.shown.path.at(-2)?.content.length ?? 2
  const ratio = readNumber(block.format.column_ratio, 0.01, 1) ?? readNumber(1 / siblings, 0, 1) ?? 0.5
  return createWireBlock('column', undefined, preparation.children(block), { ratio })
}

/** A tab that is a text has it as its label. Any other block is the content of a tab without a name. */
export const prepareTabs: PrepareBlock = (block, preparation) => {
  const { tab } = getEmbedMessages(preparation.context.locale)
  const children = preparation.children(block).map((child, index) => {
    const isLabelled = child[0] === 'text'
    const label = (isLabelled && getPlainText(child[1])) || tab(index + 1)
    return createWireBlock('tab', label, isLabelled ? child[2] || undefined : [child], {})
  })
  return children.length === 0 ? undefined : createWireBlock('tabs', undefined, children, {})
}

/** A button is a link if it opens a page that the viewer may read, or an address. Others are labels. */
export const prepareButton: PrepareBlock = (block, preparation) => {
  const label = preparation.text(block.properties.title)
  if (getPlainText(label).trim() === '') return undefined
  return createWireBlock('button', label, undefined, {
    color: getBlockColor(block.format.block_color),
    href: resolveLink(getPlainText(preparation.text(block.properties.link)).trim(), preparation.context),
  })
}
