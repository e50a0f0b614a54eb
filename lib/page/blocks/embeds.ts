import type { Block } from '../../workspace/record-map'
import { sourceOf } from '../../workspace/sources'
import { hostOf, webAddress } from '../addresses'
import { colorOf } from '../colors'
import { number, record, string } from '../read'
import type { WireBlock, WireCard } from '../wire-blocks'
import { plainText } from '../wire-text'
import { video as nativeVideo, widthOf } from './media'
import { type Preparation, type Prepare, wire } from './preparation'
import { frameAddress, isVideoHost, youtubeVideo } from './services'

/** Height divided by width of frames that do not say theirs. */
const RATIOS: Readonly<Record<string, number>> = { video: 0.5625, maps: 0.6, typeform: 0.75, replit: 0.75 }
const DEFAULT_RATIO = 0.625
const NAMES: Readonly<Record<string, string>> = {
  codepen: 'CodePen',
  excalidraw: 'Excalidraw drawing',
  figma: 'Figma file',
  maps: 'Map',
  replit: 'Replit',
  typeform: 'Form',
  video: 'Video',
}

/** Videos of known hosts are their players (YouTube's only once it is asked for); all others play in the browser's own. */
export const video: Prepare = (block, run) => {
  const source = webAddress(sourceOf(block))
  if (source === undefined || !isVideoHost(source)) return nativeVideo(block, run)
  const youtube = youtubeVideo(source)
  if (youtube === undefined) return frame(block, run)
  return wire('youtube', run.text(block.properties.caption), undefined, {
    ...youtube,
    title: string(block.format.link_title) ?? 'YouTube video',
    ...widthOf(block),
  })
}

/** Another site in a frame. */
export const frame: Prepare = (block, run) => {
  const source = webAddress(sourceOf(block))
  const address = source && frameAddress(block.type, source, webAddress(block.format.display_source))
  if (address === undefined) return undefined
  const name = string(block.format.link_title) ?? NAMES[block.type]
  return wire('embed', run.text(block.properties.caption), undefined, {
    src: address.href,
    title: name === undefined ? address.hostname : `${name} (${address.hostname})`,
    ...widthOf(block),
    ...shapeOf(block),
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
    icon: picture(block.format.bookmark_icon, block, run),
    cover: picture(block.format.bookmark_cover, block, run),
    source: href.replace(/^https?:\/\//, '').replace(/\/$/, ''),
  })
}

/** A post, gist or anything else that is shown as a link to its place. */
export const linkCard: Prepare = (block, run) => {
  const url = webAddress(sourceOf(block))
  if (url === undefined) return undefined
  const [owner] = url.pathname.split('/').filter((part) => part !== '')
  const kind = block.type === 'tweet' ? 'Post' : block.type === 'gist' ? 'Gist' : undefined
  const title = kind === undefined ? hostOf(url.href) : owner === undefined ? kind : `${kind} by ${owner}`
  return card(block, run, { href: url.href, title, source: hostOf(url.href) })
}

/** A file of Google Drive: its card when its details are known, else its frame, else a link. */
export const drive: Prepare = (block, run) => {
  const details = record(block.format.drive_properties)
  const href = webAddress(details.url)?.href
  if (href === undefined) return webAddress(block.format.display_source) ? frame(block, run) : linkCard(block, run)
  return card(block, run, {
    href,
    title: string(details.title) ?? 'Google Drive document',
    icon: picture(details.icon, block, run),
    cover: picture(details.thumbnail, block, run),
    source: hostOf(href),
  })
}

function card(block: Block, run: Preparation, more: WireCard): WireBlock {
  const caption = run.text(block.properties.caption)
  return wire('card', caption, undefined, { ...more, color: colorOf(block.format.block_color) })
}

function picture(source: unknown, block: Block, { context }: Preparation): string | undefined {
  const address = string(source)
  return address === undefined ? undefined : context.fileAddress(address, block.id)
}
