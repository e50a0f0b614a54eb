import 'server-only'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { getSite, getStore } from '../site/get-site'
import type { Viewer } from '../site/types'
import { smallerCopy } from './pictures'

/** The media types that a browser shows without running anything; all others are downloads. */
const SHOWN = /^(image\/(png|jpeg|gif|webp|avif)|audio\/[\w.+-]+|video\/[\w.+-]+|application\/pdf)$/

export interface OpenedFile {
  status: 200 | 206 | 416
  headers: Record<string, string>
  body: ReadableStream | null
}

/** What is asked of a file: a part of it, or a picture at most as many pixels wide in a format that the `Accept` header names. */
export interface FileWish {
  range: string | null
  width?: number
  accept?: string | null
}

/** A file of the snapshot, when a page that shows it may be read by the viewer. Undefined: there is none for this viewer. */
export async function openFile(hash: string, viewer: Viewer, wish: FileWish): Promise<OpenedFile | undefined> {
  const site = await getSite()
  if (!site.showsFile(hash, viewer)) return undefined
  const found = await getStore().file(hash)
  const copy = found && wish.width && (await smallerCopy(found, wish.width, wish.accept ?? null))
  const entry = copy || found
  const size = entry && (await stat(entry.path).catch(() => undefined))?.size
  if (entry === undefined || size === undefined) return undefined
  const headers: Record<string, string> = {
    'content-type': SHOWN.test(entry.type) ? entry.type : 'application/octet-stream',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    'x-content-type-options': 'nosniff',
    'accept-ranges': 'bytes',
    etag: copy ? `"${path.basename(copy.path)}"` : `"${hash}"`,
    ...(wish.width !== undefined && { vary: 'accept' }),
  }
  if (!SHOWN.test(entry.type)) headers['content-disposition'] = 'attachment'
  // The browser's own viewer of this type does not open in a sandbox.
  if (entry.type === 'application/pdf') headers['content-security-policy'] = "default-src 'none'; object-src 'self'"

  const part = partOf(wish.range, size)
  if (part === undefined)
    return { status: 416, headers: { ...headers, 'content-range': `bytes */${size}` }, body: null }
  headers['content-length'] = String(part.end - part.start + 1)
  if (part.partial) headers['content-range'] = `bytes ${part.start}-${part.end}/${size}`
  const body = size === 0 ? null : Readable.toWeb(createReadStream(entry.path, { start: part.start, end: part.end }))
  return { status: part.partial ? 206 : 200, headers, body: body as ReadableStream | null }
}

/** The bytes that a `Range` header asks for, both ends included; several ranges at once are answered with the whole. */
export function partOf(
  range: string | null,
  size: number,
): { start: number; end: number; partial: boolean } | undefined {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(range ?? '') ?? []
  if (from === '' && to === '') return { start: 0, end: size - 1, partial: false }
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from)
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1)
  return start <= end && start < size ? { start, end, partial: true } : undefined
}
