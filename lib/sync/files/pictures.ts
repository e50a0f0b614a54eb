import 'server-only'
import { open, stat } from 'node:fs/promises'
import { getPictureProcess } from '../../pictures/picture-process'
import type { Measured } from '../../pictures/redraw'
import { isWorkerNotReady } from '../../workers/errors'
import { isHeic } from '../../workspace/read/sources'
import type { Id } from '../../workspace/record-map'
import { DownloadError } from './download'

/** Pictures that browsers show as they are. */
const SHOWN: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif'])

export interface FileType {
  /** Media type, detected from the content. */
  type: string
  extension: string
}

/** Detects the type of a file by its content. Of text formats, only SVG is recognized. */
export async function detectFileType(file: string): Promise<FileType> {
  // Imported on first use, because most runs download no files.
  const { fileTypeFromFile } = await import('file-type')
  const found = await fileTypeFromFile(file)
  if (found !== undefined && found.mime !== 'application/xml') return { type: found.mime, extension: found.ext }
  // Comments are removed first, so that the expression takes linear time.
  const start = (await readBeginning(file)).replaceAll(/<!--[\s\S]*?-->/g, '')
  if (/^\s*(?:<\?xml[^>]*>\s*)?(?:<!DOCTYPE svg[^>]*>\s*)*<svg[\s>]/i.test(start)) {
    return { type: 'image/svg+xml', extension: 'svg' }
  }
  return { type: 'application/octet-stream', extension: '' }
}

export const isPicture = ({ type }: FileType): boolean => type.startsWith('image/')
export const isShownPicture = ({ type }: FileType): boolean => SHOWN.has(type)

/**
 * Converts a picture that browsers cannot show, or must not, to WebP in `to`. Returns undefined for a HEIC file that cannot be converted,
 * which pages link to. Throws {@link DownloadError} for any other.
 */
export async function redraw(from: string, to: string, page: Id, { type }: FileType): Promise<FileType | undefined> {
  try {
    await getPictureProcess().run('redraw', { from, to }, `a drawing of page ${page}`)
  } catch (error) {
    if (isWorkerNotReady(error)) throw createRetryError()
    if (isHeic(type)) return undefined
    throw new DownloadError('it is not a readable picture')
  }
  return { type: 'image/webp', extension: 'webp' }
}

/**
 * Returns the upright size and a tiny copy of a picture; undefined if it cannot be read. Throws {@link DownloadError}
 * if a retry may help.
 */
export async function measure(file: string, page: Id): Promise<Measured | undefined> {
  try {
    return await getPictureProcess().run('measure', file, `the size of a picture of page ${page}`)
  } catch (error) {
    if (isWorkerNotReady(error)) throw createRetryError()
    return undefined
  }
}

const createRetryError = () => new DownloadError('pictures cannot be read at the moment')

async function readBeginning(file: string): Promise<string> {
  const { size } = await stat(file)
  const handle = await open(file)
  try {
    const bytes = Buffer.alloc(Math.min(size, 1024))
    await handle.read(bytes, 0, bytes.length, 0)
    return bytes.toString('utf8')
  } finally {
    await handle.close()
  }
}
