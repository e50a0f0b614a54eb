import type { CellOf } from '../../../islands/collection/data'
import { toSafeImageAddress } from '../../workspace/address'
import type { ReadValue } from '../../workspace/query/row-values'
import type { CoverSource } from '../../workspace/read/shown-properties'
import type { Block } from '../../workspace/record-map'
import { readNumber, readString } from '../read-values'
import type { ViewContext } from '../view-context'
import { isImageFile } from './cells'

/** Returns a row's picture; null if it has none that a browser may load. */
export function prepareCover(
  source: CoverSource,
  row: Block,
  read: ReadValue,
  context: ViewContext,
  contentImage: (row: Block) => string | undefined,
): CellOf['cover'] | null {
  const image = findImage(source, row, read, contentImage)
  const address = toSafeImageAddress(image && context.fileAddress(image, row.id, 640))
  if (address === undefined) return null
  if (source.kind !== 'page') return [address]
  // Notion measures from the bottom of the picture, browsers from the top.
  const position =
    readNumber(row.format.card_cover_position, 0, 1) ?? readNumber(row.format.page_cover_position, 0, 1) ?? 0.5
  const percent = Math.round((1 - position) * 100)
  return percent === 50 ? [address] : [address, percent]
}

function findImage(
  source: CoverSource,
  row: Block,
  read: ReadValue,
  contentImage: (row: Block) => string | undefined,
): string | undefined {
  if (source.kind === 'page') return readString(row.format.page_cover)
  if (source.kind === 'content') return contentImage(row)
  const value = read(row, source.property)
  if (value?.type === 'files') return value.files.find((file) => isImageFile(file.name, file.source))?.source
  return value?.type === 'text' && isImageFile('', value.text) ? value.text : undefined
}
