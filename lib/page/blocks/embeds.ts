import { getEmbedMessages } from '../../messages/parts/embeds'
import { getSource } from '../../workspace/read/sources'
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

/** Height divided by width of embeds without a stored size. */
const RATIOS: Readonly<Record<string, number>> = { video: 0.5625, maps: 0.6, typeform: 0.75, replit: 0.75 }
const DEFAULT_RATIO = 0.625
const GIST_RATIO = 0.5
/** The maximum width of a post, and its height until the iframe reports its own, in pixels. */
const POST = { width: 420, height: 420 }

/** Videos of known hosts are shown in their players, YouTube's after a click. All others play in a `video` element. */
export const prepareVideo: PrepareBlock = (block, run) => {
  const source = parseWebAddress(getSource(block))
  return source === undefined || !isVideoHost(source) ? prepareVideoFile(block, run) : prepareEmbed(block, run)
}

/** Another site in an iframe. */
export const prepareEmbed: PrepareBlock = (block, run) => {
  const source = parseWebAddress(getSource(block))
  if (source === undefined) return undefined
  const youtube = block.type === 'video' || block.type === 'embed' ? parseYoutubeVideo(source) : undefined
  if (youtube !== undefined) return createYoutubeVideo(block, run, youtube)
  const address = getEmbedUrl(block.type, source, parseWebAddress(block.format.display_source))
  const names: Readonly<Record<string, string>> = getEmbedMessages(run.context.locale).kinds
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
  const title = readString(block.format.link_title) ?? getEmbedMessages(locale).youtube
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

/** A post in its service's embed; a link if the address names no post. */
export const preparePost: PrepareBlock = (block, run) => {
  const source = parseWebAddress(getSource(block))
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

/** A gist in GitHub's embed; a link if the address names no gist. */
export const prepareGist: PrepareBlock = (block, run) => {
  const source = parseWebAddress(getSource(block))
  const src = source && getGistUrl(source)
  if (source === undefined || src === undefined) return createLinkCard(block, run)
  return createEmbed(block, run, source, {
    src,
    title: getTitle(block, source, run),
    ratio: GIST_RATIO,
    ...getWidth(block),
  })
}

/** Creates an embed, or a link if `EMBEDS` is `off`. */
function createEmbed(block: Block, run: BlockContext, source: URL, embed: WireEmbed): WireBlock {
  const { href } = source
  const { embeds } = run.context
  if (embeds === 'off') return createCard(block, run, { href, title: embed.title, source: getHost(href) })
  return createWireBlock('embed', run.text(block.properties.caption), undefined, {
    ...embed,
    href: href === embed.src ? undefined : href,
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

/** A link card for a block that cannot be embedded. */
const createLinkCard: PrepareBlock = (block, run) => {
  const url = parseWebAddress(getSource(block))
  if (url === undefined) return undefined
  return createCard(block, run, { href: url.href, title: getTitle(block, url, run), source: getHost(url.href) })
}

function getTitle({ type }: Block, { href, pathname }: URL, { context }: BlockContext): string {
  const [owner] = pathname.split('/').filter((part) => part !== '')
  const { post, gist } = getEmbedMessages(context.locale)
  return type === 'tweet' ? post(owner) : type === 'gist' ? gist(owner) : getHost(href)
}

/** A file of Google Drive: a card if its details are known, else its embed, else a link. */
export const prepareDriveFile: PrepareBlock = (block, run) => {
  const details = readRecord(block.format.drive_properties)
  const href = parseWebAddress(details.url)?.href
  if (href === undefined)
    return parseWebAddress(block.format.display_source) ? prepareEmbed(block, run) : createLinkCard(block, run)
  return createCard(block, run, {
    href,
    title: readString(details.title) ?? getEmbedMessages(run.context.locale).kinds.drive,
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
