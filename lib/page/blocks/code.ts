import type { PreparedBlock, PreparedBlockOf } from '../../../blocks/prepared-block'
import { getCodeLanguage } from '../../workspace/code-languages'
import { isDiagram } from '../../workspace/diagrams'
import type { Block } from '../../workspace/record-map'
import { toPlainText } from '../../workspace/text'
import { readString } from '../read-values'
import { highlightCode } from '../text/code'
import { markLines, readLineMarks } from '../text/code-lines'
import { drawDiagram } from '../text/diagram'
import type { BlockContext, PrepareBlock } from './block-context'

/** A longer line may not fit into the column, so that the block gets a switch that wraps lines. */
const LONG_LINE = 60
/** The longest caption that can be a file name or the name of a group and a tab. */
const MAX_NAME_LENGTH = 100
/** A name with an extension, perhaps with folders before it; or the usual name of a file without an extension. */
const FILE_NAME = /^(?:[\w@.()[\]-]+[/\\])*(?:[\w@.()[\]-]*\.[A-Za-z][A-Za-z0-9]{0,9}|Dockerfile|Makefile|LICENSE)$/

export const prepareCode: PrepareBlock = (block, preparation) => {
  const source = (block.properties.title ?? []).map(([piece]) => piece).join('')
  const language = readString(block.properties.language?.[0]?.[0])
  const caption = preparation.caption(block)
  const wrap = block.format.code_wrap === true || undefined
  if (preparation.context.sources) {
    const { label } = getCodeLanguage(language)
    return { type: 'code', caption, html: '', source, language: label, wrap }
  }
  const { code, marks } = readLineMarks(source)
  const { html, language: label } = highlightCode(code, language, preparation.context)
  const file = getFileName(block)
  const prepared: PreparedBlockOf<'code'> = {
    type: 'code',
    html: markLines(html, marks),
    language: label,
    file,
    wrap,
    long: code.split('\n').some((line) => line.length > LONG_LINE) || undefined,
  }
  const drawing = isDiagram(language)
    ? drawDiagram(source, createDrawingId(block, preparation), preparation.context)
    : undefined
  if (drawing === undefined) return { ...prepared, caption: file === undefined ? caption : undefined }
  return { type: 'diagram', caption, html: drawing, children: [prepared] }
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
export function prepareCodeTabs(blocks: readonly Block[], preparation: BlockContext): PreparedBlock | undefined {
  const tabs = blocks.flatMap((block): PreparedBlockOf<'tab'>[] => {
    const prepared = preparation.block(block)
    return prepared ? [{ type: 'tab', label: getTabName(block)?.name, children: [removeCaption(prepared)] }] : []
  })
  const name = blocks[0] && getTabName(blocks[0])?.group
  return tabs.length === 0 ? undefined : { type: 'tabs', name, children: tabs }
}

/** The block may be inside its anchor. */
function removeCaption(prepared: PreparedBlock): PreparedBlock {
  if (prepared.type === 'code' || prepared.type === 'diagram') return { ...prepared, caption: undefined }
  return prepared.type === 'anchor' ? { ...prepared, children: prepared.children?.map(removeCaption) } : prepared
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
