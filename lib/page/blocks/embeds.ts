import { embedMessagesFor } from '../../messages/parts/embeds'
import { sourceOf } from '../../workspace/read/sources'
import type { Block } from '../../workspace/record-map'
import { getBlockColor } from '../block-color'
import { readNumber, readRecord, readString } from '../read-values'
import { getHost, parseWebAddress } from '../web-addresses'
import type { WireBlock, WireCard, WireEmbed } from '../wire/blocks'
import type { PictureWidth } from '../wire/picture'
import { getPlainText } from '../wire/text'
import { type BlockContext, createWireBlock, type PrepareBlock } from './block-context'
import { getWidth, prepareVideoFile } from './media'
import { getEmbedUrl, getGistUrl, getPostUrl, isVideoHost, parseYoutubeVideo } from './services'

/** Height divided by width of frames that do not say theirs. */
const RATIOS: Readonly<Record<string, number>> = { video: 0.5625, maps: 0.6, typeform: 0.75, replit: 0.75 }
const DEFAULT_RATIO = 0.625
const GIST_RATIO = 0.5
/** The widest a post is shown, and its height until its frame says its own: in pixels. */
const POST = { width: 420, height: 420 }

/** Videos of known hosts are their players (YouTube's only once it is asked for); all others play in the browser's own. */
export const prepareVideo: PrepareBlock = (block, run) => {
  const source = parseWebAddress(sourceOf(block))
  return source === undefined || !isVideoHost(source) ? prepareVideoFile(block, run) : prepareEmbed(block, run)
}

/** Another site in a frame. */
export const prepareEmbed: PrepareBlock = (block, run) => {
  const source = parseWebAddress(sourceOf(block))
  if (source === undefined) return undefined
  const youtube = block.type === 'video' || block.type === 'embed' ? parseYoutubeVideo(source) : undefined
  if (youtube !== undefined) return createYoutubeVideo(block, run, youtube)
  const address = getEmbedUrl(block.type, source, parseWebAddress(block.format.display_source))
  const names: Readonly<Record<string, string>> = embedMessagesFor(run.context.locale).kinds
  const name = readString(block.format.link_title) ?? (Object.hasOwn(names, block.type) ? names[block.type] : undefined)
  return createEmbed(block, run, source, {
    src: address.href,
    title: name === undefined ? getHost(source.href) : `${name} (${getHost(source.href)})`,
    ...getWidth(block),
    ...getShape(block),
  })
}

function createYoutubeVideo(
  block: Block,
  run: BlockContext,
  youtube: NonNullable<ReturnType<typeof parseYoutubeVideo>>,
): WireBlock {
  const { embeds, locale } = run.context
  const title = readString(block.format.link_title) ?? embedMessagesFor(locale).youtube
  if (embeds === 'off') {
    return createCard(block, run, {
      href: `https://www.youtube.com/watch?v=${youtube.id}`,
      title,
      source: 'youtube.com',
    })
  }
  const ask = embeds === 'click' ? 1 : undefined
  return createWireBlock('youtube', run.text(block.properties.caption), undefined, {
    ...youtube,
    title,
    ask,
    ...getWidth(block),
  })
}

/** A post on the page that its service has for that; a link where its address names none. */
export const preparePost: PrepareBlock = (block, run) => {
  const source = parseWebAddress(sourceOf(block))
  const src = source && getPostUrl(source)
  if (source === undefined || src === undefined) return createLinkCard(block, run)
  const width = Math.min(getWidth(block).width ?? POST.width, POST.width)
  return createEmbed(block, run, source, {
    src,
    title: getTitle(block, source, run),
    post: 1,
    width,
    height: POST.height,
  })
}

/** A gist on a page of its own; a link where its address names none. */
export const prepareGist: PrepareBlock = (block, run) => {
  const source = parseWebAddress(sourceOf(block))
  const src = source && getGistUrl(source)
  if (source === undefined || src === undefined) return createLinkCard(block, run)
  return createEmbed(block, run, source, {
    src,
    title: getTitle(block, source, run),
    ratio: GIST_RATIO,
    ...getWidth(block),
  })
}

/** A frame, or the link that the operator wants in its place. */
function createEmbed(block: Block, run: BlockContext, source: URL, frame: WireEmbed): WireBlock {
  const { href } = source
  const { embeds } = run.context
  if (embeds === 'off') return createCard(block, run, { href, title: frame.title, source: getHost(href) })
  return createWireBlock('embed', run.text(block.properties.caption), undefined, {
    ...frame,
    href: href === frame.src ? undefined : href,
    ask: embeds === 'click' ? 1 : undefined,
  })
}

function getShape({ type, format }: Block): { ratio?: number; height?: number } {
  const ratio = readNumber(format.block_aspect_ratio, 0.1, 10)
  if (ratio !== undefined) return { ratio }
  const height = format.block_preserve_scale === true ? undefined : readNumber(format.block_height, 60, 4000)
  return height === undefined ? { ratio: RATIOS[type] ?? DEFAULT_RATIO } : { height: Math.round(height) }
}

export const prepareBookmark: PrepareBlock = (block, run) => {
  const href = parseWebAddress(getPlainText(run.text(block.properties.link)).trim())?.href
  if (href === undefined) return undefined
  const written = getPlainText(run.text(block.properties.title)).trim()
  return createCard(block, run, {
    href,
    title: written === '' || written.startsWith('http') ? getHost(href) : written,
    description: getPlainText(run.text(block.properties.description)).trim() || undefined,
    icon: getPictureAddress(block.format.bookmark_icon, block, run, 128),
    cover: getPictureAddress(block.format.bookmark_cover, block, run, 384),
    source: href.replace(/^https?:\/\//, '').replace(/\/$/, ''),
  })
}

/** A post, gist or anything else that is shown as a link to its place. */
const createLinkCard: PrepareBlock = (block, run) => {
  const url = parseWebAddress(sourceOf(block))
  if (url === undefined) return undefined
  return createCard(block, run, { href: url.href, title: getTitle(block, url, run), source: getHost(url.href) })
}

function getTitle({ type }: Block, { href, pathname }: URL, { context }: BlockContext): string {
  const [owner] = pathname.split('/').filter((part) => part !== '')
  const { post, gist } = embedMessagesFor(context.locale)
  return type === 'tweet' ? post(owner) : type === 'gist' ? gist(owner) : getHost(href)
}

/** A file of Google Drive: its card when its details are known, else its frame, else a link. */
export const prepareDriveFile: PrepareBlock = (block, run) => {
  const details = readRecord(block.format.drive_properties)
  const href = parseWebAddress(details.url)?.href
  if (href === undefined)
    return parseWebAddress(block.format.display_source) ? prepareEmbed(block, run) : createLinkCard(block, run)
  return createCard(block, run, {
    href,
    title: readString(details.title) ?? embedMessagesFor(run.context.locale).kinds.drive,
    icon: getPictureAddress(details.icon, block, run, 128),
    cover: getPictureAddress(details.thumbnail, block, run, 384),
    source: getHost(href),
  })
}

function createCard(block: Block, run: BlockContext, more: WireCard): WireBlock {
  const caption = run.text(block.properties.caption)
  return createWireBlock('card', caption, undefined, { ...more, color: getBlockColor(block.format.block_color) })
}

function getPictureAddress(
  source: unknown,
  block: Block,
  { context }: BlockContext,
  width: PictureWidth,
): string | undefined {
  const address = readString(source)
  return address === undefined ? undefined : context.fileAddress(address, block.id, width)
}
