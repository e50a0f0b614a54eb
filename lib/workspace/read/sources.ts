import type { Block, RichText } from '../record-map'
import { toPlainText } from '../text'
import { isObject } from '../values'

const FIELDS = ['page_cover', 'page_icon', 'display_source', 'bookmark_cover', 'bookmark_icon'] as const

/** The address that a block of a file, picture or frame names, as the workspace wrote it. */
export function getSource({ properties, format }: Block): string | undefined {
  const named = [properties.source?.[0]?.[0], format.display_source]
  const source = named.find((each): each is string => typeof each === 'string' && each.trim() !== '')
  return source?.trim()
}

/** The addresses of images and files that a block names, as it names them. */
export function collectSources({ type, format, properties }: Block): string[] {
  const drive = isObject(format.drive_properties) ? format.drive_properties.thumbnail : undefined
  const listed = type === 'page' ? Object.values(properties).flatMap(getLinks) : []
  const named = [...FIELDS.map((field) => format[field]), drive, toPlainText(properties.source ?? []), ...listed]
  return named.filter((source): source is string => typeof source === 'string' && source !== '')
}

/** A file property holds the names of files, each a link to the file. */
function getLinks(text: RichText): unknown[] {
  return text.flatMap(([, formats = []]) => formats.filter(([kind]) => kind === 'a').map(([, address]) => address))
}
