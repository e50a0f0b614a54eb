import { getNotionFileUrl } from 'notion-utils'
import type { Block, RichText } from '../record-map'
import { toPlainText } from '../text'
import { isObject } from '../values'

const FIELDS = ['page_cover', 'page_icon', 'display_source', 'bookmark_cover', 'bookmark_icon'] as const

/** Returns the address of a file, picture or embed block, as it is stored. */
export function getSource({ properties, format }: Block): string | undefined {
  const named = [properties.source?.[0]?.[0], format.display_source]
  const source = named.find((each): each is string => typeof each === 'string' && each.trim() !== '')
  return source?.trim()
}

const HTML_FILE = /\.html?(?:$|[?#])/i
const VIDEO_FILE = /\.(?:mp4|m4v|mov|webm|ogv|ogg)$/i

/** Whether an address is that of a video file. Any other web address of a video is the page of a service. */
export function isVideoFile(address: string): boolean {
  const url = URL.canParse(address) ? new URL(address) : undefined
  return url !== undefined && url.protocol !== 'data:' && VIDEO_FILE.test(url.pathname)
}

/** Larger HTML files are links, in bytes. */
export const MAX_HTML_BYTES = 512_000

/**
 * Whether a block shows an HTML file of the workspace. Notion marks such embeds in record maps. The official API does not, there the
 * extension of the uploaded file shows it.
 */
export function isHtmlBlock(block: Block): boolean {
  if (block.type !== 'embed') return false
  const source = getSource(block) ?? ''
  return (
    getNotionFileUrl(source) !== undefined && (block.format.embed_variant === 'html_artifact' || HTML_FILE.test(source))
  )
}

/** Whether a media type is HEIC or HEIF, which most browsers do not show. */
export const isHeic = (type: string): boolean => /^image\/hei[cf]\b/i.test(type)

/** Returns the addresses that a block shows as pictures: its own, its cover and its icon. */
export function collectPictures(block: Block): string[] {
  const { page_cover, page_icon, bookmark_cover, bookmark_icon, drive_properties } = block.format
  const thumbnail = isObject(drive_properties) ? drive_properties.thumbnail : undefined
  const own = block.type === 'image' ? [getSource(block), toPlainText(block.properties.source ?? [])] : []
  return [page_cover, page_icon, bookmark_cover, bookmark_icon, thumbnail, ...own].filter(
    (address): address is string => typeof address === 'string' && address !== '',
  )
}

/** Returns the addresses of all images and files of a block, as they are stored. */
export function collectSources({ type, format, properties }: Block): string[] {
  const drive = isObject(format.drive_properties) ? format.drive_properties.thumbnail : undefined
  const listed = type === 'page' ? Object.values(properties).flatMap(getLinks) : []
  const named = [...FIELDS.map((field) => format[field]), drive, toPlainText(properties.source ?? []), ...listed]
  return named.filter((source): source is string => typeof source === 'string' && source !== '')
}

/** Returns the links in a files property, which contains a link for each file. */
function getLinks(text: RichText): unknown[] {
  return text.flatMap(([, formats = []]) => formats.filter(([kind]) => kind === 'a').map(([, address]) => address))
}
