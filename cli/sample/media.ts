import type { RichText } from '../../lib/workspace/record-map'
import { block } from './blocks'
import { rich, type Text } from './inline'
import type { BlockNode } from './nodes'

export interface MediaOptions {
  caption?: Text
  /** The alternative text of an image. */
  alt?: string
  /** In pixels. */
  width?: number
  height?: number
  /** The ratio of height to width. */
  ratio?: number
  align?: 'left' | 'center' | 'right'
  /** As wide as the text, or as the window. */
  spread?: 'page' | 'full'
  displaySource?: string
  preserveScale?: boolean
}

function media(type: string, source: string, options: MediaOptions = {}): BlockNode {
  const { caption, alt, width, height, ratio, align, spread, displaySource, preserveScale } = options
  return block(type, {
    properties: {
      source: [[source]],
      ...(caption && { caption: rich(caption) }),
      ...(alt && { alt_text: [[alt]] }),
    },
    format: {
      ...(width && { block_width: width }),
      ...(height && { block_height: height }),
      ...(ratio && { block_aspect_ratio: ratio }),
      ...(align && { block_alignment: align }),
      block_full_width: spread === 'full',
      block_page_width: spread === 'page',
      ...(preserveScale && { block_preserve_scale: true }),
      display_source: displaySource ?? source,
    },
  })
}

export const image = (source: string, options?: MediaOptions): BlockNode =>
  media('image', source, { preserveScale: true, ...options })

export const video = (source: string, options?: MediaOptions): BlockNode =>
  media('video', source, { spread: 'page', ratio: 0.5625, ...options })

export const pdf = (source: string, options?: MediaOptions): BlockNode =>
  media('pdf', source, { spread: 'page', height: 480, ...options })

export const audio = (source: string): BlockNode => block('audio', { properties: { source: [[source]] } })

/** An attached file: its shown name and size such as `1.2 kB`. */
export const file = (source: string, name: string, size?: string): BlockNode =>
  block('file', { properties: { source: [[source]], title: [[name]], ...(size && { size: [[size]] }) } })

export const EMBED_TYPES = [
  'embed',
  'replit',
  'tweet',
  'maps',
  'figma',
  'typeform',
  'codepen',
  'excalidraw',
  'gist',
] as const
type EmbedType = (typeof EMBED_TYPES)[number]

/** An embed of a page of another site. */
export const embed = (type: EmbedType, source: string, options?: MediaOptions): BlockNode =>
  media(type, source, { spread: 'page', ratio: 0.6, ...options })

interface Drive {
  url: string
  title: string
  icon: string
  thumbnail: string
}

export const drive = (properties: Drive): BlockNode => block('drive', { format: { drive_properties: properties } })

interface Bookmark {
  title?: string
  description?: string
  icon?: string
  cover?: string
}

export function bookmark(address: string, { title, description, icon, cover }: Bookmark = {}): BlockNode {
  const properties: Record<string, RichText> = {
    link: [[address]],
    ...(title && { title: [[title]] }),
    ...(description && { description: [[description]] }),
  }
  const format = { ...(icon && { bookmark_icon: icon }), ...(cover && { bookmark_cover: cover }) }
  return block('bookmark', { properties, ...((icon || cover) && { format }) })
}

interface Repository {
  owner: string
  name: string
  /** A day such as `2026-03-01`. */
  updated: string
}

/** A repository that is shown as a card. Mentions refer to its key. */
export function repository(key: string, { owner, name, updated }: Repository): BlockNode {
  const address = `https://github.com/${owner}/${name}`
  return block('external_object_instance', {
    key,
    format: {
      uri: address,
      original_url: address,
      domain: 'github.com',
      attributes: [
        { id: 'title', name: 'Name', type: 'inline', values: [name] },
        { id: 'owner', name: 'Owner', type: 'relation', values: [`https://github.com/${owner}`] },
        {
          id: 'updated_at',
          name: 'Updated At',
          type: 'inline',
          values: [{ type: 'datetime', time_zone: 'UTC', start_date: updated, start_time: '12:00' }],
        },
      ],
    },
  })
}
