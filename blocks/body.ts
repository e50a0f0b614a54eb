import 'server-only'
import { getPlainText, type PreparedText } from '@/lib/page/prepared-text'
import { readString } from '@/lib/page/read-values'
import { prepareText } from '@/lib/page/text/rich-text'
import type { PreparedBody, ViewContext } from '@/lib/page/view-context'
import { getHost, parseWebAddress } from '@/lib/page/web-addresses'
import { getBlockTraits, getTypeName, isBlockType } from '@/lib/workspace/block-traits'
import { numberRepeats, PageBlocks } from '@/lib/workspace/read/page-blocks'
import { getRichTexts, getStoredTitle } from '@/lib/workspace/read/page-text'
import { isLatin } from '@/lib/workspace/read/scripts'
import { getSource } from '@/lib/workspace/read/sources'
import type { Block, RichText } from '@/lib/workspace/record-map'
import type { StoredPage } from '@/lib/workspace/stored'
import { getEmbedMessages } from '@/messages/languages'
import { isFootnote, numberFootnotes, prepareFootnotes } from './annotations/footnotes'
import type { BlockContext, BodyHooks, PrepareBlock } from './block-family'
import { isSameCodeGroup, prepareCodeTabs } from './code'
import { prepareCollectionBlock } from './collection'
import { prepareEmbed } from './embed'
import { createOutline } from './heading'
import { isListItem, prepareList } from './list'
import type { PreparedBlock } from './prepared-block'
import { PREPARE } from './registry'

/**
 * Prepares a page's content for one viewer: a tree of blocks that contains only what is shown, and the headings in it.
 * Takes time in proportion to the number of blocks. Never throws: a block that cannot be shown becomes an empty element, and the
 * reason is passed to `context.note`.
 */
export function prepareBody(stored: StoredPage, context: ViewContext, hooks: BodyHooks): PreparedBody {
  const root = stored.blocks[stored.id]
  if (root === undefined) return { blocks: [], contents: [] }
  const shown = new PageBlocks(stored, hooks)

  const prepareKnown = (block: Block): PreparedBlock | undefined =>
    isBlockType(block.type) ? PREPARE[block.type](block, preparation) : undefined
  const prepare = (block: Block): PreparedBlock | undefined => {
    try {
      const prepared = prepareKnown(block) ?? prepareNeutral(block, preparation)
      if (prepared && hooks.drawsType?.(block.type)) prepared.notionType = block.type
      if (prepared && preparation.isLinked(block) && !hasOwnAnchor(prepared))
        return { type: 'anchor', id: shown.anchor(block), children: [prepared] }
      return prepared
    } catch (error) {
      const why = `Block ${block.id} (${block.type}) could not be prepared: ${String(error)}`
      context.note?.(why)
      return { type: 'unknown', text: hooks.development ? why : undefined }
    }
  }

  const { language = 'en' } = hooks
  const linked = new Set(hooks.anchors)
  const preparation: BlockContext = {
    page: stored,
    context,
    hooks,
    shown,
    contents: [],
    language,
    latin: isLatin(language) ? language : '',
    text: (rich) => (rich === undefined ? '' : prepareText(rich, context, stored)),
    caption: ({ properties }) => preparation.text(properties.caption) || undefined,
    children: (block) => prepareChildren(block, preparation),
    block: (block) => shown.visit(block, prepare),
    isLinked: (block) => linked.has(block.id),
    makeUnique: numberRepeats(' '),
    depth: createOutline(),
  }

  const own = root.type === 'collection_view_page' ? prepareCollectionBlock(root, preparation) : undefined
  const blocks = [...(own ? [own] : []), ...prepareChildren(root, preparation)]
  numberFootnotes(blocks, preparation)
  return { blocks, contents: preparation.contents }
}

/** Blocks with text already have an anchor, and a column is always inside its column list. */
function hasOwnAnchor(block: PreparedBlock): boolean {
  return block.type === 'column' || 'id' in block
}

/** Prepares the children of a block. Adjacent list items of the same type become one list, and code blocks of one group become tabs. */
function prepareChildren(block: Block, preparation: BlockContext): PreparedBlock[] {
  const groups: [Block, ...Block[]][] = []
  for (const child of preparation.shown.children(block)) {
    const last = groups.at(-1)
    if (last && isSameGroup(last[0], child)) last.push(child)
    else groups.push([child])
  }
  return groups.map((group) => prepareGroup(group, preparation)).filter((prepared) => prepared !== undefined)
}

function isSameGroup(first: Block, next: Block): boolean {
  if (isFootnote(first) || isFootnote(next)) return isFootnote(first) && isFootnote(next)
  return isListItem(next) ? first.type === next.type : isSameCodeGroup(first, next)
}

function prepareGroup(group: [Block, ...Block[]], preparation: BlockContext): PreparedBlock | undefined {
  if (isFootnote(group[0])) return prepareFootnotes(group, preparation)
  if (isListItem(group[0])) return prepareList(group, preparation)
  return group.length > 1 ? prepareCodeTabs(group, preparation) : preparation.block(group[0])
}

/**
 * Prepares a block that has no form of its own: of an unknown type, with an address that cannot be opened, or a button without a text. It is
 * shown by its texts, else by the name of its type, and as a link or an embed if it has an address. Returns undefined for other blocks,
 * which are empty.
 */
const prepareNeutral: PrepareBlock = (block, preparation) => {
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
