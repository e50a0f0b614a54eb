import type { PhrasingContent } from 'mdast'
import { Link, useInsideLink } from '@/components/ui/link'
import { usePageMessages } from '@/components/ui/page-messages'
import { getImageSources, TEXT_WIDTH } from '@/lib/page/picture-sources'
import { getPlainText, type PreparedText } from '@/lib/page/prepared-text'
import { readNumber, readString } from '@/lib/page/read-values'
import { getHost, parseWebAddress, resolveLink } from '@/lib/page/web-addresses'
import { decodePercent } from '@/lib/workspace/address'
import { findPageId } from '@/lib/workspace/ids'
import { isLinkCaption } from '@/lib/workspace/read/page-text'
import { getSource, isHeic, isVideoFile } from '@/lib/workspace/read/sources'
import type { Block, PreviewImage } from '@/lib/workspace/record-map'
import { getEmbedMessages } from '@/messages/languages'
import type { BlockContext, BlockFamily, BlockProps, Content, MarkdownContext, PrepareBlock } from './block-family'
import { Caption } from './block-parts'
import { convertParagraph, createCaptioned, createLink, joinLines } from './phrasing'
import type { PreparedBlock, PreparedBlockOf, PreparedImage } from './prepared-block'

/** Height divided by width of embeds without a stored size. */
const RATIOS: Readonly<Record<string, number>> = { video: 0.5625, maps: 0.6, typeform: 0.75, replit: 0.75 }
const DEFAULT_RATIO = 0.625
const MAX_PREVIEW_LENGTH = 2000
const HEIC_FILE = /\.hei[cf]$/i
/** The media types of files that a `video` element may play. */
const PLAYABLE = /^(?:video|audio)\/|^application\/ogg$/
const PREVIEW = /^data:image\/(?:png|jpeg|webp|gif);base64,[a-z0-9+/=]+$/i

function getFileAddress(
  block: Block,
  { context }: BlockContext,
  source: string | undefined = getSource(block),
): string | undefined {
  return source === undefined ? undefined : context.fileAddress(source, block.id)
}

/** Like {@link getFileAddress}, over `https`: the Content Security Policy allows no insecure pictures and media. */
function getSecureAddress(block: Block, preparation: BlockContext, source?: string): string | undefined {
  return getFileAddress(block, preparation, source)?.replace(/^http:/i, 'https:')
}

/** Returns the width that a block is set to; an empty object stands for the width of the text. */
export function getWidth({ format }: Block): { width?: number; full?: true } {
  if (format.block_full_width === true) return { full: true }
  const width = format.block_page_width === true ? undefined : readNumber(format.block_width, 16, 4000)
  return width === undefined ? {} : { width: Math.round(width) }
}

/** Returns the size that an embed is set to, or the ratio of its type. `height` is in pixels, `ratio` is height divided by width. */
export function getShape({ type, format }: Block): { ratio?: number; height?: number } {
  const ratio = readNumber(format.block_aspect_ratio, 0.1, 10)
  if (ratio !== undefined) return { ratio }
  const height = format.block_preserve_scale === true ? undefined : readNumber(format.block_height, 60, 4000)
  return height === undefined ? { ratio: RATIOS[type] ?? DEFAULT_RATIO } : { height: Math.round(height) }
}

/** A picture; a HEIC file that was not converted is a link, because most browsers do not show it. */
const prepareImage: PrepareBlock = (block, preparation) => {
  const src = getSecureAddress(block, preparation)
  if (src === undefined) return undefined
  const written = preparation.text(block.properties.caption)
  const link = parseCaptionLink(getPlainText(written).trim(), preparation)
  const caption: PreparedText = link === undefined ? written : ''
  const ownAlt = getPlainText(preparation.text(block.properties.alt_text)).trim()
  const type = preparation.context.fileType(getSource(block) ?? '')
  if (type === undefined ? HEIC_FILE.test(parseWebAddress(src)?.pathname ?? '') : isHeic(type)) {
    const target: PreparedText | undefined =
      link?.href === undefined ? undefined : [[link.name ?? link.href, ['a', link.href]]]
    return createFile(block, preparation, caption || target, ownAlt)
  }
  const preview = getPreview(block, preparation)
  // An alternative text is kept even if the caption repeats it.
  const alt = ownAlt || link?.name || getPlainText(caption).trim()
  const { block_alignment: align } = block.format
  return {
    type: 'image',
    caption: caption || undefined,
    src,
    alt: alt === '' ? undefined : alt,
    align: align === 'left' || align === 'right' ? align : undefined,
    preview: preview && isTinyImage(preview.dataURIBase64) ? preview.dataURIBase64 : undefined,
    href: link?.href,
    ...getImageShape(block, preview, preparation),
  }
}

/** Returns the width and the aspect ratio of a picture, from the block or else from its file in the snapshot. */
function getImageShape(block: Block, preview: PreviewImage | undefined, { context }: BlockContext) {
  const { block_aspect_ratio: stored, block_full_width: full, block_page_width: wide } = block.format
  const file = context.fileSize(getSource(block) ?? '')
  const written = readNumber(preview ? preview.originalHeight / preview.originalWidth : stored, 0.01, 100)
  const ratio = written ?? (file && readNumber(file.height / file.width, 0.01, 100))
  // A picture is not enlarged beyond its size, unless the block is set to full width.
  const own = file === undefined || full === true || wide === true ? {} : { width: file.width }
  return { ratio, natural: file?.natural, ...own, ...getWidth(block) }
}

/**
 * A caption that consists of a page's path or a web address makes the picture a link, and is not shown. Returns undefined for any other
 * caption. `href` and `name` are missing if the viewer may not read the page.
 */
function parseCaptionLink(caption: string, { context }: BlockContext): { href?: string; name?: string } | undefined {
  const page = /^\/[^\s/]\S*$/.test(caption) ? findPageId(caption) : undefined
  const url = /\s/.test(caption) ? undefined : parseWebAddress(caption)
  if (!isLinkCaption(caption) || (page ?? url) === undefined) return undefined
  return { href: resolveLink(caption, context), name: page ? context.pageLink(page)?.title : getHost(caption) }
}

function getPreview(block: Block, { page }: BlockContext): PreviewImage | undefined {
  const source = getSource(block) ?? ''
  const signed = page.files[block.id] ?? ''
  if (Object.hasOwn(page.previews, source)) return page.previews[source]
  return Object.hasOwn(page.previews, signed) ? page.previews[signed] : undefined
}

function isTinyImage(uri: string): boolean {
  return uri.length <= MAX_PREVIEW_LENGTH && PREVIEW.test(uri)
}

/** A video in the player of the browser; a file that is none is a link. `address` replaces the source of the block. */
export function prepareVideoFile(block: Block, preparation: BlockContext, address?: string): PreparedBlock | undefined {
  const source = address ?? getSource(block) ?? ''
  const type = preparation.context.fileType(source)
  if (type === undefined ? block.type === 'embed' && !isVideoFile(source) : !PLAYABLE.test(type)) {
    return prepareFile(block, preparation)
  }
  const src = getSecureAddress(block, preparation, address)
  if (src === undefined) return undefined
  const ratio = readNumber(block.format.block_aspect_ratio, 0.1, 10)
  return {
    type: 'video',
    caption: preparation.caption(block),
    src,
    ratio,
    ...getWidth(block),
  }
}

const prepareAudio: PrepareBlock = (block, preparation) => {
  const src = getSecureAddress(block, preparation)
  return src === undefined ? undefined : { type: 'audio', caption: preparation.caption(block), src }
}

const prepareFile: PrepareBlock = (block, preparation) => createFile(block, preparation, preparation.caption(block))

/** A link to a file. An empty `name` stands for that of the file. */
function createFile(
  block: Block,
  preparation: BlockContext,
  caption: PreparedText | undefined,
  name = '',
): PreparedBlock | undefined {
  const src = getFileAddress(block, preparation)
  if (src === undefined) return undefined
  const size = readString(getPlainText(preparation.text(block.properties.size)))
  return { type: 'file', caption, src, name: name || getFileName(block, preparation), size }
}

/** A file of this site opens in the browser's PDF viewer. Any other is a link. */
const preparePdf: PrepareBlock = (block, preparation) => {
  const src = getFileAddress(block, preparation)
  if (src === undefined || !src.startsWith('/')) return prepareFile(block, preparation)
  const height = readNumber(block.format.block_height, 100, 3000)
  return {
    type: 'pdf',
    caption: preparation.caption(block),
    src,
    name: getFileName(block, preparation),
    height,
  }
}

function getFileName(block: Block, preparation: BlockContext): string {
  const title = getPlainText(preparation.text(block.properties.title)).trim()
  if (title !== '') return title
  const last =
    getSource(block)
      ?.replace(/[?#].*$/s, '')
      .split(/[/:]/)
      .at(-1) ?? ''
  return (decodePercent(last) ?? last) || getEmbedMessages(preparation.context.locale).file
}

/** An image with its caption. It is a link if the workspace defines one; otherwise a click enlarges it, see `islands/pictures.ts`. */
function ImageBlock({ block }: BlockProps<'image'>) {
  const messages = usePageMessages().body
  const { caption, alt, width, full, align, href } = block
  const isLinked = useInsideLink()
  return (
    <figure className="block-image" data-full={full && 1} data-align={align} style={{ width }}>
      {href ? (
        <Link href={href}>
          <Picture image={block} />
        </Link>
      ) : (
        <span className="picture">
          <Picture image={block} />
          {!isLinked && <button type="button" aria-label={alt ? `${messages.zoomIn}: ${alt}` : messages.zoomIn} />}
        </span>
      )}
      <Caption text={caption} />
    </figure>
  )
}

/** Reserves the space of an image until it is loaded. */
function Picture({ image }: { image: PreparedImage }) {
  const { alt = '', preview, src, natural, width = TEXT_WIDTH, ratio, eager } = image
  return (
    // biome-ignore lint/performance/noImgElement: the server prepared its sources
    <img
      alt={alt}
      width={ratio && width}
      height={ratio && Math.round(width * ratio)}
      loading={eager ? 'eager' : 'lazy'}
      fetchPriority={eager && 'high'}
      decoding="async"
      {...getImageSources(image)}
      data-src={natural && src}
      data-natural={natural}
      data-state="loading"
      style={preview === undefined ? undefined : { backgroundImage: `url(${preview})` }}
    />
  )
}

/** A video in the browser's native player. */
function Video({ block }: BlockProps<'video'>) {
  const { caption, src, width, ratio, full } = block
  return (
    <figure className="block-video" data-full={full && 1} style={{ width }}>
      {/* biome-ignore lint/a11y/useMediaCaption: the workspace holds no subtitles */}
      <video src={src} controls playsInline preload="none" style={{ aspectRatio: ratio && 1 / ratio }} />
      <Caption text={caption} />
    </figure>
  )
}

/** A file to open or download. */
function File({ block }: BlockProps<'file'>) {
  const { caption, src, name, size } = block
  return (
    <figure className="block-file">
      <a href={src} rel="noopener noreferrer">
        <span>{name}</span>
        {size && <span className="block-file-size">{size}</span>}
      </a>
      <Caption text={caption} />
    </figure>
  )
}

/** A PDF in the browser's viewer, and a link for browsers without one. */
function Pdf({ block }: BlockProps<'pdf'>) {
  const { caption, src, name, height } = block
  const messages = usePageMessages().body
  return (
    <figure className="block-pdf">
      <iframe src={src} title={name} loading="lazy" style={{ height }} />
      <a href={src}>{`${messages.open}: ${name}`}</a>
      <Caption text={caption} />
    </figure>
  )
}

function Audio({ block }: BlockProps<'audio'>) {
  const { caption, src } = block
  return (
    <figure className="block-audio">
      {/* biome-ignore lint/a11y/useMediaCaption: the workspace holds no transcripts */}
      <audio src={src} controls preload="none" />
      <Caption text={caption} />
    </figure>
  )
}

function getAddressName(address: string): string {
  const last =
    address
      .replace(/[?#].*$/s, '')
      .split('/')
      .at(-1) ?? ''
  return (decodePercent(last) ?? last) || address
}

export const MEDIA = {
  prepare: { audio: prepareAudio, file: prepareFile, image: prepareImage, pdf: preparePdf },
  outputs: {
    audio: { Html: Audio, toMarkdown: convertPlayer },
    file: { Html: File, toMarkdown: convertFile },
    image: {
      Html: ImageBlock,
      toMarkdown: ({ src, alt = '', href, caption }, { toAbsolute }) => {
        // The data URL of a picture would be longer than the rest of the page.
        if (src.startsWith('data:')) return convertParagraph(caption, toAbsolute)
        const image: PhrasingContent = { type: 'image', url: toAbsolute(src), alt: joinLines(alt) }
        const shown: PhrasingContent =
          href === undefined ? image : { type: 'link', url: toAbsolute(href), children: [image] }
        return [createCaptioned(shown, caption, toAbsolute)]
      },
    },
    pdf: { Html: Pdf, toMarkdown: convertFile },
    video: { Html: Video, toMarkdown: convertPlayer },
  },
} satisfies BlockFamily

function convertPlayer(
  { src, caption }: PreparedBlockOf<'audio' | 'video'>,
  { toAbsolute }: MarkdownContext,
): Content[] {
  return [createCaptioned(createLink(toAbsolute(src), getAddressName(src)), caption, toAbsolute)]
}

function convertFile(
  { src, name, caption }: PreparedBlockOf<'file' | 'pdf'>,
  { toAbsolute }: MarkdownContext,
): Content[] {
  return [createCaptioned(createLink(toAbsolute(src), name), caption, toAbsolute)]
}
