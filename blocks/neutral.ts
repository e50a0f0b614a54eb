import { getPlainText, type PreparedText } from '@/lib/page/prepared-text'
import { readString } from '@/lib/page/read-values'
import { getHost, parseWebAddress } from '@/lib/page/web-addresses'
import { getBlockTraits, getTypeName, isBlockType } from '@/lib/workspace/block-traits'
import { getRichTexts, getStoredTitle } from '@/lib/workspace/read/page-text'
import { getSource } from '@/lib/workspace/read/sources'
import type { Block, RichText } from '@/lib/workspace/record-map'
import { getEmbedMessages } from '@/messages/languages'
import type { BlockContext, PrepareBlock } from './block-family'
import { prepareEmbed } from './embed'

/**
 * Prepares a block that has no form of its own: of an unknown type, with an address that cannot be opened, or a button without a text. It is
 * shown by its texts, else by the name of its type, and as a link or an embed if it has an address. Returns undefined for other blocks,
 * which are empty.
 */
export const prepareNeutral: PrepareBlock = (block, preparation) => {
  const { type, format } = block
  const isKnown = isBlockType(type)
  if (isKnown && type !== 'button' && !getBlockTraits(type).needsAddress) return undefined
  if (!isKnown) preparation.context.note?.(`Block of unknown type "${type}" is shown by its text or name`)
  const rich = joinTexts(block, preparation)
  const text = getPlainText(rich).trim()
  if (isKnown && type !== 'button') {
    if (text !== '') return { type: 'text', text: rich }
    const why = preparation.hooks.development ? `Block without an address: ${type}` : undefined
    return { type: 'unknown', text: why }
  }
  if (!isKnown && parseWebAddress(format.display_source)) {
    const caption = getWritten(block, preparation).flatMap(
      (each, at): RichText => (at === 0 ? each : [['\n'], ...each]),
    )
    return prepareEmbed({ ...block, properties: { ...block.properties, caption } }, preparation)
  }
  const { name, notShown } = getEmbedMessages(preparation.context.locale).unknown
  const label = getLabel(block) ?? name
  const href = getAddress(block, preparation)
  if (href !== undefined) return { type: 'card', href, title: text || label, source: getHost(href) }
  return text === '' ? { type: 'unknown', text: notShown(label) } : { type: 'text', text: rich }
}

/** Returns the texts of a block, each on a line. */
function joinTexts(block: Block, preparation: BlockContext): PreparedText {
  const texts = [getStoredTitle(block), ...getWritten(block, preparation).map(preparation.text)]
  const lines = texts.filter((each) => each !== '').map((each) => (typeof each === 'string' ? [each] : each))
  const pieces = lines.flatMap((line, at) => (at === 0 ? line : ['\n', ...line]))
  return pieces.every((piece) => typeof piece === 'string') ? pieces.join('') : pieces
}

const getWritten = (block: Block, { text }: BlockContext): RichText[] =>
  getRichTexts(block, (rich) => getPlainText(text(rich)))

/** Returns the name of a type as a label: `external_widget` becomes `External widget`. */
function getLabel(block: Block): string | undefined {
  const words = getTypeName(block).replaceAll(/[_-]+/g, ' ').trim()
  if (['', 'unknown', 'unsupported'].includes(words)) return undefined
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function getAddress(block: Block, { text }: BlockContext): string | undefined {
  const { original_url: url } = block.format
  const link = getPlainText(text(block.properties.link)).trim()
  return [getSource(block), link, readString(url)]
    .map((address) => parseWebAddress(address)?.href)
    .find((href) => href !== undefined)
}
