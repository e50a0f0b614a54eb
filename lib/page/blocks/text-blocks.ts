import type { PreparedBlockOf } from '../../../blocks/prepared-block'
import { getEmbedMessages } from '../../messages/parts/embeds'
import { getBlockColor } from '../block-color'
import { getIconAddress } from '../icon-address'
import { getPlainText } from '../prepared-text'
import { readNumber, readString } from '../read-values'
import { renderEquation } from '../text/equation'
import { resolveLink } from '../web-addresses'
import type { PrepareBlock } from './block-context'
import { prepareBlockText } from './block-text'

/** Prepares a block that consists of its text and its children. */
const prepareAs =
  (type: 'text' | 'quote'): PrepareBlock =>
  (block, preparation) => ({ type, ...prepareBlockText(block, preparation) })

export const prepareParagraph = prepareAs('text')
export const prepareQuote = prepareAs('quote')

/** A toggle always has an anchor. */
export const prepareToggle: PrepareBlock = (block, preparation) => ({
  type: 'toggle',
  ...prepareBlockText(block, preparation, true),
})

export const prepareToDo: PrepareBlock = (block, preparation) => ({
  type: 'to_do',
  ...prepareBlockText(block, preparation),
  done: block.properties.checked?.[0]?.[0] === 'Yes' || undefined,
})

export const prepareCallout: PrepareBlock = (block, preparation) => {
  const icon = readString(block.format.page_icon)
  return {
    type: 'callout',
    ...prepareBlockText(block, preparation),
    icon: icon && getIconAddress(icon, block.id, preparation.context.fileAddress),
  }
}

export const prepareDivider: PrepareBlock = () => ({ type: 'divider' })

export const prepareSyncedBlock: PrepareBlock = (block, preparation) => {
  const children = preparation.children(block)
  return children.length === 0 ? undefined : { type: 'synced', children }
}

export const prepareEquation: PrepareBlock = (block, { context }) => {
  const source = (block.properties.title ?? []).map(([piece]) => piece).join('')
  if (source.trim() === '') return undefined
  return context.sources
    ? { type: 'equation', html: '', source }
    : { type: 'equation', html: renderEquation(source, true, context) }
}

export const prepareColumnList: PrepareBlock = (block, preparation) => {
  const columns = preparation.children(block).filter(({ type }) => type === 'column')
  return columns.length === 0 ? undefined : { type: 'column_list', children: columns }
}

export const prepareColumnBlock: PrepareBlock = (block, preparation) => {
  const siblings = preparation.shown.path.at(-2)?.content.length ?? 2
  const ratio = readNumber(block.format.column_ratio, 0.01, 1) ?? readNumber(1 / siblings, 0, 1) ?? 0.5
  return { type: 'column', children: preparation.children(block), ratio }
}

/** A tab that is a text has it as its label. Any other block is the content of a tab without a name. */
export const prepareTabs: PrepareBlock = (block, preparation) => {
  const { tab } = getEmbedMessages(preparation.context.locale)
  const children = preparation.children(block).map((child, index): PreparedBlockOf<'tab'> => {
    const text = child.type === 'text' ? child : undefined
    const label = getPlainText(text?.text) || tab(index + 1)
    return { type: 'tab', label, children: text ? text.children : [child] }
  })
  return children.length === 0 ? undefined : { type: 'tabs', children }
}

/** A button is a link if it opens a page that the viewer may read, or an address. Others are labels. */
export const prepareButton: PrepareBlock = (block, preparation) => {
  const label = preparation.text(block.properties.title)
  if (getPlainText(label).trim() === '') return undefined
  return {
    type: 'button',
    text: label,
    color: getBlockColor(block.format.block_color),
    href: resolveLink(getPlainText(preparation.text(block.properties.link)).trim(), preparation.context),
  }
}
