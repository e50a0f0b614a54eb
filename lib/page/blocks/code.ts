import { getCodeLanguage } from '../../workspace/code-languages'
import { isDiagram } from '../../workspace/diagrams'
import type { Block } from '../../workspace/record-map'
import { toPlainText } from '../../workspace/text'
import { readString } from '../read-values'
import { highlightCode } from '../text/code'
import { markLines, readLineMarks } from '../text/code-lines'
import { drawDiagram } from '../text/diagram'
import type { WireAttributes, WireBlock } from '../wire/blocks'
import { type BlockContext, createWireBlock, type PrepareBlock } from './block-context'

/** A longer line may not fit into the column, so that the block gets a switch that wraps lines. */
const LONG_LINE = 60
/** The longest caption that can be a file name or the name of a group and a tab. */
const MAX_NAME_LENGTH = 100
/** A name with an extension, perhaps with folders before it; or the usual name of a file without an extension. */
const FILE_NAME = /^(?:[\w@.()[\]-]+[/\\])*(?:[\w@.()[\]-]*\.[A-Za-z][A-Za-z0-9]{0,9}|Dockerfile|Makefile|LICENSE)$/

export const prepareCode: PrepareBlock = (block, preparation) => {
  const source = (block.properties.title ?? []).map(([piece]) => piece).join('')
  const language = readString(block.properties.language?.[0]?.[0])
  const caption = preparation.text(block.properties.caption)
  const wrap = block.format.code_wrap === true ? 1 : undefined
  if (preparation.context.sources) {
    const { label } = getCodeLanguage(language)
    return createWireBlock('code', caption, undefined, { html: '', source, language: label, wrap })
  }
  const { code, marks } = readLineMarks(source)
  const { html, language: label } = highlightCode(code, language, preparation.context)
  const file = getFileName(block)
  const more: WireAttributes['code'] = {
    html: markLines(html, marks),
    language: label,
    file,
    wrap,
    long: code.split('\n').some((line) => line.length > LONG_LINE) ? 1 : undefined,
  }
  const drawing = isDiagram(language)
    ? drawDiagram(source, createDrawingId(block, preparation), preparation.context)
    : undefined
  if (drawing === undefined) return createWireBlock('code', file === undefined ? caption : undefined, undefined, more)
  return createWireBlock('diagram', caption, [createWireBlock('code', undefined, undefined, more)], { html: drawing })
}

/** A synced block may be shown several times. */
const createDrawingId = ({ id }: Block, preparation: BlockContext) =>
  preparation.makeUnique(`d${id.slice(-8)}`).replace(' ', '-')

/** Whether two adjacent blocks are tabs of one group: captions `Install | npm` and `Install | pnpm`. */
export function isSameCodeGroup(one: Block, other: Block): boolean {
  const group = getTabName(one)?.group
  return group !== undefined && group === getTabName(other)?.group
}

/** Prepares adjacent code blocks of one group as tabs, named by the second part of their captions. */
export function prepareCodeTabs(blocks: readonly Block[], preparation: BlockContext): WireBlock | undefined {
  const tabs = blocks.flatMap((block) => {
    const prepared = preparation.block(block)
    return prepared ? [createWireBlock('tab', getTabName(block)?.name, [removeCaption(prepared)], {})] : []
  })
  const name = blocks[0] && getTabName(blocks[0])?.group
  return tabs.length === 0 ? undefined : createWireBlock('tabs', undefined, tabs, { name })
}

/** The block may be inside its anchor. */
function removeCaption(prepared: WireBlock): WireBlock {
  if (prepared[0] === 'code') return createWireBlock('code', undefined, undefined, prepared[3])
  if (prepared[0] === 'diagram') return createWireBlock('diagram', undefined, prepared[2] || undefined, prepared[3])
  if (prepared[0] === 'anchor' && prepared[2])
    return createWireBlock('anchor', undefined, prepared[2].map(removeCaption), prepared[3])
  return prepared
}

function getFileName({ properties: { caption = [] } }: Block): string | undefined {
  // A link in the caption must remain one.
  const isPlain = caption.every(([, formats = []]) => formats.every(([kind]) => kind === 'c'))
  const name = toPlainText(caption).trim()
  return isPlain && name.length <= MAX_NAME_LENGTH && FILE_NAME.test(name) ? name : undefined
}

function getTabName({ type, properties }: Block): { group: string; name: string } | undefined {
  if (type !== 'code') return undefined
  const caption = toPlainText(properties.caption ?? [])
  if (caption.length > MAX_NAME_LENGTH) return undefined
  const [group = '', name = '', ...more] = caption.split('|').map((part) => part.trim())
  return group !== '' && name !== '' && more.length === 0 ? { group, name } : undefined
}
