import { embedMessagesFor } from '../../messages/parts/embeds'
import { decoded } from '../../workspace/address'
import { pageIdIn } from '../../workspace/ids'
import { sourceOf } from '../../workspace/read/sources'
import type { Block, PreviewImage } from '../../workspace/record-map'
import { readNumber, readString } from '../read-values'
import { getHost, parseWebAddress, resolveLink } from '../web-addresses'
import type { WireText } from '../wire/text'
import { getPlainText } from '../wire/text'
import { type BlockContext, createWireBlock, type PrepareBlock } from './block-context'

const LONGEST_PREVIEW = 2000
const PREVIEW = /^data:image\/(?:png|jpeg|webp|gif);base64,[a-z0-9+/=]+$/i

function getFileAddress(block: Block, { context }: BlockContext): string | undefined {
  const source = sourceOf(block)
  return source === undefined ? undefined : context.fileAddress(source, block.id)
}

/** The same for what a page loads by itself: a page may show pictures and play media of secure sites only. */
function getSecureAddress(block: Block, run: BlockContext): string | undefined {
  return getFileAddress(block, run)?.replace(/^http:/i, 'https:')
}

/** How wide a block asks to be; nothing for the whole measure. */
export function getWidth({ format }: Block): { width?: number; full?: 1 } {
  if (format.block_full_width === true) return { full: 1 }
  const width = format.block_page_width === true ? undefined : readNumber(format.block_width, 16, 4000)
  return width === undefined ? {} : { width: Math.round(width) }
}

export const prepareImage: PrepareBlock = (block, run) => {
  const src = getSecureAddress(block, run)
  if (src === undefined) return undefined
  const written = run.text(block.properties.caption)
  const link = parseCaptionLink(getPlainText(written).trim(), run)
  const caption: WireText = link === undefined ? written : ''
  const preview = getPreview(block, run)
  // Words that stand for the picture are said even where its caption says them again.
  const alt = getPlainText(run.text(block.properties.alt_text)).trim() || link?.name || getPlainText(caption).trim()
  const { block_alignment: align } = block.format
  return createWireBlock('image', caption, undefined, {
    src,
    alt: alt === '' ? undefined : alt,
    align: align === 'left' || align === 'right' ? align : undefined,
    preview: preview && isTinyImage(preview.dataURIBase64) ? preview.dataURIBase64 : undefined,
    href: link?.href,
    ...getImageShape(block, preview, run),
  })
}

/** How wide a picture is, and how high for its width; where the block does not say, as its file in the snapshot. */
function getImageShape(block: Block, preview: PreviewImage | undefined, { context }: BlockContext) {
  const { block_aspect_ratio: said, block_full_width: full, block_page_width: wide } = block.format
  const file = context.fileSize(sourceOf(block) ?? '')
  const written = readNumber(preview ? preview.originalHeight / preview.originalWidth : said, 0.01, 100)
  const ratio = written ?? (file && readNumber(file.height / file.width, 0.01, 100))
  // One that is not told to be wide is never wider than it is.
  const own = file === undefined || full === true || wide === true ? {} : { width: file.width }
  return { ratio, natural: file?.natural, ...own, ...getWidth(block) }
}

/**
 * Whether a caption is nothing but the path of a page with its id, or a web address: then the picture is a link and the
 * caption is not shown. Address and name of its target are missing when the page may not be read.
 */
function parseCaptionLink(caption: string, { context }: BlockContext): { href?: string; name?: string } | undefined {
  const page = /^\/[^\s/]\S*$/.test(caption) ? pageIdIn(caption) : undefined
  const url = /\s/.test(caption) ? undefined : parseWebAddress(caption)
  if (page === undefined && !url?.hostname.includes('.')) return undefined
  return { href: resolveLink(caption, context), name: page ? context.pageLink(page)?.title : getHost(caption) }
}

function getPreview(block: Block, { page }: BlockContext): PreviewImage | undefined {
  const source = sourceOf(block) ?? ''
  const signed = page.files[block.id] ?? ''
  if (Object.hasOwn(page.previews, source)) return page.previews[source]
  return Object.hasOwn(page.previews, signed) ? page.previews[signed] : undefined
}

function isTinyImage(uri: string): boolean {
  return uri.length <= LONGEST_PREVIEW && PREVIEW.test(uri)
}

export const prepareVideoFile: PrepareBlock = (block, run) => {
  const src = getSecureAddress(block, run)
  if (src === undefined) return undefined
  const ratio = readNumber(block.format.block_aspect_ratio, 0.1, 10)
  return createWireBlock('video', run.text(block.properties.caption), undefined, { src, ratio, ...getWidth(block) })
}

export const prepareAudio: PrepareBlock = (block, run) => {
  const src = getSecureAddress(block, run)
  return src === undefined
    ? undefined
    : createWireBlock('audio', run.text(block.properties.caption), undefined, { src })
}

export const prepareFile: PrepareBlock = (block, run) => {
  const src = getFileAddress(block, run)
  if (src === undefined) return undefined
  const size = readString(getPlainText(run.text(block.properties.size)))
  return createWireBlock('file', run.text(block.properties.caption), undefined, {
    src,
    name: getFileName(block, run),
    size,
  })
}

/** Shown in the browser's own viewer when it is a file of this site, else a link to it. */
export const preparePdf: PrepareBlock = (block, run) => {
  const src = getFileAddress(block, run)
  if (src === undefined || !src.startsWith('/')) return prepareFile(block, run)
  const height = readNumber(block.format.block_height, 100, 3000)
  return createWireBlock('pdf', run.text(block.properties.caption), undefined, {
    src,
    name: getFileName(block, run),
    height,
  })
}

function getFileName(block: Block, run: BlockContext): string {
  const title = getPlainText(run.text(block.properties.title)).trim()
  if (title !== '') return title
  const last =
    sourceOf(block)
      ?.replace(/[?#].*$/s, '')
      .split(/[/:]/)
      .at(-1) ?? ''
  return (decoded(last) ?? last) || embedMessagesFor(run.context.locale).file
}
