import { embedMessagesFor } from '../../messages/parts/embeds'
import { sourceOf } from '../../workspace/read/sources'
import type { Block } from '../../workspace/record-map'
import { hostOf, webAddress } from '../addresses'
import { colorOf } from '../colors'
import { number, record, string } from '../read'
import type { WireBlock, WireCard, WireEmbed } from '../wire/blocks'
import type { PictureWidth } from '../wire/picture'
import { plainText } from '../wire/text'
import { video as nativeVideo, widthOf } from './media'
import { type Preparation, type Prepare, wire } from './preparation'
import { frameAddress, gistAddress, isVideoHost, postAddress, youtubeVideo } from './services'

/** Height divided by width of frames that do not say theirs. */
const RATIOS: Readonly<Record<string, number>> = { video: 0.5625, maps: 0.6, typeform: 0.75, replit: 0.75 }
const DEFAULT_RATIO = 0.625
const GIST_RATIO = 0.5
/** The widest a post is shown, and its height until its frame says its own: in pixels. */
const POST = { width: 420, height: 420 }

/** Videos of known hosts are their players (YouTube's only once it is asked for); all others play in the browser's own. */
export const video: Prepare = (block, run) => {
  const source = webAddress(sourceOf(block))
  return source === undefined || !isVideoHost(source) ? nativeVideo(block, run) : frame(block, run)
}

/** Another site in a frame. */
export const frame: Prepare = (block, run) => {
  const source = webAddress(sourceOf(block))
  if (source === undefined) return undefined
  const youtube = block.type === 'video' || block.type === 'embed' ? youtubeVideo(source) : undefined
  if (youtube !== undefined) return film(block, run, youtube)
  const address = frameAddress(block.type, source, webAddress(block.format.display_source))
  const names: Readonly<Record<string, string>> = embedMessagesFor(run.context.locale).kinds
  const name = string(block.format.link_title) ?? (Object.hasOwn(names, block.type) ? names[block.type] : undefined)
  return embed(block, run, source, {
    src: address.href,
    title: name === undefined ? hostOf(source.href) : `${name} (${hostOf(source.href)})`,
    ...widthOf(block),
    ...shapeOf(block),
  })
}

function film(block: Block, run: Preparation, youtube: NonNullable<ReturnType<typeof youtubeVideo>>): WireBlock {
  const { embeds, locale } = run.context
  const title = string(block.format.link_title) ?? embedMessagesFor(locale).youtube
  if (embeds === 'off') {
    return card(block, run, { href: `https://www.youtube.com/watch?v=${youtube.id}`, title, source: 'youtube.com' })
  }
  const ask = embeds === 'click' ? 1 : undefined
  return wire('youtube', run.text(block.properties.caption), undefined, { ...youtube, title, ask, ...widthOf(block) })
}

/** A post on the page that its service has for that; a link where its address names none. */
export const post: Prepare = (block, run) => {
  const source = webAddress(sourceOf(block))
  const src = source && postAddress(source)
  if (source === undefined || src === undefined) return linkCard(block, run)
  const width = Math.min(widthOf(block).width ?? POST.width, POST.width)
  return embed(block, run, source, { src, title: titleOf(block, source, run), post: 1, width, height: POST.height })
}

/** A gist on a page of its own; a link where its address names none. */
export const gist: Prepare = (block, run) => {
  const source = webAddress(sourceOf(block))
  const src = source && gistAddress(source)
  if (source === undefined || src === undefined) return linkCard(block, run)
  return embed(block, run, source, { src, title: titleOf(block, source, run), ratio: GIST_RATIO, ...widthOf(block) })
}

/** A frame, or the link that the operator wants in its place. */
function embed(block: Block, run: Preparation, source: URL, frame: WireEmbed): WireBlock {
  const { href } = source
  const { embeds } = run.context
  if (embeds === 'off') return card(block, run, { href, title: frame.title, source: hostOf(href) })
  return wire('embed', run.text(block.properties.caption), undefined, {
    ...frame,
    href: href === frame.src ? undefined : href,
    ask: embeds === 'click' ? 1 : undefined,
  })
}

function shapeOf({ type, format }: Block): { ratio?: number; height?: number } {
  const ratio = number(format.block_aspect_ratio, 0.1, 10)
  if (ratio !== undefined) return { ratio }
  const height = format.block_preserve_scale === true ? undefined : number(format.block_height, 60, 4000)
  return height === undefined ? { ratio: RATIOS[type] ?? DEFAULT_RATIO } : { height: Math.round(height) }
}

export const bookmark: Prepare = (block, run) => {
  const href = webAddress(plainText(run.text(block.properties.link)).trim())?.href
  if (href === undefined) return undefined
  const written = plainText(run.text(block.properties.title)).trim()
  return card(block, run, {
    href,
    title: written === '' || written.startsWith('http') ? hostOf(href) : written,
    description: plainText(run.text(block.properties.description)).trim() || undefined,
    icon: picture(block.format.bookmark_icon, block, run, 128),
    cover: picture(block.format.bookmark_cover, block, run, 384),
    source: href.replace(/^https?:\/\//, '').replace(/\/$/, ''),
  })
}

/** A post, gist or anything else that is shown as a link to its place. */
const linkCard: Prepare = (block, run) => {
  const url = webAddress(sourceOf(block))
  if (url === undefined) return undefined
  return card(block, run, { href: url.href, title: titleOf(block, url, run), source: hostOf(url.href) })
}

function titleOf({ type }: Block, { href, pathname }: URL, { context }: Preparation): string {
  const [owner] = pathname.split('/').filter((part) => part !== '')
  const { post, gist } = embedMessagesFor(context.locale)
  return type === 'tweet' ? post(owner) : type === 'gist' ? gist(owner) : hostOf(href)
}

/** A file of Google Drive: its card when its details are known, else its frame, else a link. */
export const drive: Prepare = (block, run) => {
  const details = record(block.format.drive_properties)
  const href = webAddress(details.url)?.href
  if (href === undefined) return webAddress(block.format.display_source) ? frame(block, run) : linkCard(block, run)
  return card(block, run, {
    href,
    title: string(details.title) ?? embedMessagesFor(run.context.locale).kinds.drive,
    icon: picture(details.icon, block, run, 128),
    cover: picture(details.thumbnail, block, run, 384),
    source: hostOf(href),
  })
}

function card(block: Block, run: Preparation, more: WireCard): WireBlock {
  const caption = run.text(block.properties.caption)
  return wire('card', caption, undefined, { ...more, color: colorOf(block.format.block_color) })
}

function picture(source: unknown, block: Block, { context }: Preparation, width: PictureWidth): string | undefined {
  const address = string(source)
  return address === undefined ? undefined : context.fileAddress(address, block.id, width)
}
