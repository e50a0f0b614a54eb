import 'server-only'
import path from 'node:path'
import { Readable } from 'node:stream'
import { getSite, getStore, ignoreNotReady } from '../site/get-site'
import type { Viewer } from '../site/site-index'
import { IncompleteError } from '../snapshot/store'
import { openCachedPicture } from './picture-cache'
import { getSmallerCopy } from './smaller-copies'

/** The media types that a browser shows without running scripts. All others are downloads. */
const INLINE_TYPES = /^(image\/(png|jpeg|gif|webp|avif)|audio\/[\w.+-]+|video\/[\w.+-]+|application\/pdf)$/

/** An SVG may contain scripts. A browser runs none in an `img` element; opened by itself, the file is a download. */
const DRAWING = 'image/svg+xml'

export interface OpenedFile {
  /** 503: the file is missing or damaged, until it is restored. */
  status: 200 | 206 | 304 | 416 | 503
  /** The original picture instead of a smaller copy, which may be ready at the next request. */
  isFallback: boolean
  headers: Record<string, string>
  body: ReadableStream | null
}

/** A response that is not cached. */
const UNAVAILABLE: OpenedFile = { status: 503, isFallback: false, headers: { 'retry-after': '5' }, body: null }

/**
 * Opens a file of the snapshot that the viewer may see, for a request that may be conditional or for a range. With `width`, a picture is
 * replaced with a copy of at most this width in pixels, in a format that the `Accept` header names. Returns undefined if the viewer
 * may read no page that shows the file.
 */
export async function openFile(
  hash: string,
  viewer: Viewer,
  { method, headers: requested }: Request,
  width?: number,
): Promise<OpenedFile | undefined> {
  const site = await getSite().catch(ignoreNotReady)
  if (!site?.showsFile(hash, viewer)) return undefined
  const store = getStore()
  const found = await store.file(hash)
  if (found === undefined) return UNAVAILABLE
  // A cached copy was made from a verified original, so only a new copy needs this check.
  const verify = async () => {
    const original = await store.openFile(found)
    await original?.handle.close()
    if (original === undefined) throw new IncompleteError([hash])
  }
  const smaller = width && (await getSmallerCopy(found, width, requested.get('accept'), verify))
  const copy = typeof smaller === 'object' ? smaller : undefined
  const isFallback = smaller === 'original-for-now'
  const opened = copy ? await openCachedPicture(copy.path) : await store.openFile(found)
  if (opened === undefined) return UNAVAILABLE
  const { handle, size } = opened
  const entry = copy ?? found
  const etag = copy ? `"${path.basename(copy.path)}"` : `"${hash}"`
  const isShown = INLINE_TYPES.test(entry.type)
  const headers: Record<string, string> = {
    'content-type': isShown || entry.type === DRAWING ? entry.type : 'application/octet-stream',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    'x-content-type-options': 'nosniff',
    'accept-ranges': 'bytes',
    etag,
    ...(width !== undefined && { vary: 'accept' }),
  }
  if (!isShown) headers['content-disposition'] = 'attachment'
  // Chromium's PDF viewer does not open in a sandbox.
  if (entry.type === 'application/pdf') headers['content-security-policy'] = "default-src 'none'; object-src 'self'"

  const withoutBody = async (status: OpenedFile['status'], more: Record<string, string> = {}): Promise<OpenedFile> => {
    await handle.close()
    return { status, isFallback, headers: { ...headers, ...more }, body: null }
  }
  if (matchesEtag(requested.get('if-none-match'), etag)) return withoutBody(304)
  const known = requested.get('if-range')
  const part = parseRange(known === null || known === etag ? requested.get('range') : null, size)
  if (part === undefined) return withoutBody(416, { 'content-range': `bytes */${size}` })
  headers['content-length'] = String(part.end - part.start + 1)
  if (part.partial) headers['content-range'] = `bytes ${part.start}-${part.end}/${size}`
  const status = part.partial ? 206 : 200
  if (size === 0 || method === 'HEAD') return withoutBody(status)
  const { start, end } = part
  const body = Readable.toWeb(handle.createReadStream({ start, end })) as ReadableStream
  return { status, isFallback, headers, body }
}

/** Whether an `If-None-Match` header contains this ETag. */
export function matchesEtag(header: string | null, etag: string): boolean {
  return header?.split(',').some((each) => ['*', etag, `W/${etag}`].includes(each.trim())) ?? false
}

/** Parses a `Range` header; both ends are inclusive. Returns the whole file for several ranges, undefined for one that is not satisfiable. */
export function parseRange(
  range: string | null,
  size: number,
): { start: number; end: number; partial: boolean } | undefined {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(range ?? '') ?? []
  if (from === '' && to === '') return { start: 0, end: size - 1, partial: false }
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from)
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1)
  return start <= end && start < size ? { start, end, partial: true } : undefined
}
