import type { FileEntry } from '../snapshot/store'
import { isWorkspaceHost } from '../workspace/ids'
import { isHeic, MAX_HTML_BYTES } from '../workspace/read/sources'
import type { Id } from '../workspace/record-map'
import { getCopyAddress, type PictureWidth } from './picture-sources'
import type { PictureSize, ViewContext } from './view-context'

/** The site on which Notion serves its own icons, covers and, for public pages, uploaded images. */
const PROVIDER = 'https://www.notion.so'
/** Hosts of uploaded files. Their addresses must be signed, and soon expire. */
const UPLOADS =
  /(^|\.)(secure\.notion-static\.com|prod-files-secure\.s3[.\w-]*\.amazonaws\.com|s3[.\w-]*\.amazonaws\.com)$/

/** The maximum length of a host name. It bounds the cost of the regular expression. */
const MAX_HOST_LENGTH = 253

const TEXT_TYPES: ReadonlySet<string> = new Set(['application/octet-stream', 'text/html'])
const SHRINKABLE: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/webp', 'image/avif'])

/** A static host derives the media type from the extension. Files with these ones run no scripts on the origin of the site. */
const HARMLESS =
  /\.(?:avif|bmp|gif|hei[cf]|ico|jpe?g|png|webp|aac|flac|m4a|mp3|oga|ogg|opus|wav|avi|m4v|mov|mp4|mpeg|ogv|webm|7z|bz2|csv|docx?|epub|gz|json|md|odp|ods|odt|pdf|pptx?|rar|rtf|tar|tsv|txt|xlsx?|zip)$/i
/** A width in which the site serves pictures. */
const ANY_WIDTH = 1280
/** The width of the picture that an export contains in place of an SVG. */
const DRAWING_WIDTH = 1280

/**
 * Returns the address from which a browser loads the file of a block: the copy in the snapshot, else Notion's proxy for uploads, else the
 * source itself. Returns undefined for an address that no browser should load. `width` requests a smaller copy of a picture, which a HEIC
 * file does not have. `isExport`: a static host will serve the file.
 */
export function getMediaAddress(
  source: string,
  block: Id,
  files: Readonly<Record<string, FileEntry>>,
  width?: PictureWidth,
  isExport = false,
): string | undefined {
  const entry = Object.hasOwn(files, source) ? files[source] : undefined
  if (entry !== undefined) {
    const address = getFileAddress(entry)
    if (width !== undefined && isHeic(entry.type)) return undefined
    if (width !== undefined && isShrinkable(entry)) return getCopyAddress(address, width)
    return isExport ? getExportedAddress(entry) : address
  }
  if (source.startsWith('/icons/')) return `${PROVIDER}${source}?mode=light`
  if (source.startsWith('/images/')) return PROVIDER + source
  if (source.startsWith('attachment:')) return getProviderAddress(source, block)
  if (/^data:image\/(png|jpeg|gif|webp|avif);base64,/.test(source)) return source
  if (!/^https?:\/\//i.test(source) || !URL.canParse(source)) return undefined
  const url = new URL(source)
  if (isWorkspaceHost(url.hostname) && url.pathname.startsWith('/icons/'))
    return `${PROVIDER}${url.pathname}?mode=light`
  if (url.hostname.length > MAX_HOST_LENGTH || !UPLOADS.test(url.hostname) || !isUpload(url)) return url.href
  return getProviderAddress(url.origin + url.pathname, block)
}

/** Returns the address of a picture in its own size; undefined if browsers do not show it. */
export function getPictureAddress(
  source: string,
  block: Id,
  fileAddress: ViewContext['fileAddress'],
): string | undefined {
  return fileAddress(source, block, ANY_WIDTH) === undefined ? undefined : fileAddress(source, block)
}

const getFileAddress = ({ hash, name }: FileEntry) => `/files/${hash}/${encodeURIComponent(name)}`

/**
 * Returns the address of a file in an export, where no response headers make it harmless: an SVG is replaced with a picture of it, and a
 * file with an unknown extension, such as `.html`, gets one that browsers do not run.
 */
export function getExportedAddress(entry: FileEntry): string {
  const address = getFileAddress(entry)
  if (isDrawing(entry)) return getCopyAddress(address, DRAWING_WIDTH)
  return HARMLESS.test(entry.name) ? address : `${address}.bin`
}

/** Whether a file is an SVG, which may contain scripts. */
export const isDrawing = ({ type }: Pick<FileEntry, 'type'>): boolean => type === 'image/svg+xml'

/** Whether an HTML block may show a file. Types are detected by the content, which does not detect HTML. */
export const mayBeHtml = ({ type, name, bytes }: FileEntry): boolean =>
  TEXT_TYPES.has(type) && /(?:^[^.]*|\.html?)$/i.test(name) && bytes !== undefined && bytes <= MAX_HTML_BYTES

/** Whether the site serves smaller copies of a file. Animations and vector drawings have none. */
export function isShrinkable({ type }: Pick<FileEntry, 'type'>): boolean {
  return SHRINKABLE.has(type)
}

/** Returns the size of an image in pixels, if the snapshot knows it. */
export function getMediaSize(source: string, files: Readonly<Record<string, FileEntry>>): PictureSize | undefined {
  const entry = Object.hasOwn(files, source) ? files[source] : undefined
  const { width, height } = entry ?? {}
  if (entry === undefined || width === undefined || height === undefined) return undefined
  return { width, height, natural: isShrinkable(entry) ? width : undefined }
}

/** Returns the media type of a file in the snapshot; undefined if it is not there. */
export const getMediaType = (source: string, files: Readonly<Record<string, FileEntry>>): string | undefined =>
  Object.hasOwn(files, source) ? files[source]?.type : undefined

/** On the shared hosts of Amazon S3, only paths of Notion's bucket are uploads. */
function isUpload(url: URL): boolean {
  return !/^s3[.\w-]*\.amazonaws\.com$/.test(url.hostname) || url.pathname.startsWith('/secure.notion-static.com/')
}

function getProviderAddress(source: string, block: Id): string {
  return `${PROVIDER}/image/${encodeURIComponent(source)}?table=block&id=${block}&cache=v2`
}
