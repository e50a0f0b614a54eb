import 'server-only'
import { getSite, ignoreNotReady } from '../site/get-site'
import type { Viewer } from '../site/site-index'
import { toUuid } from '../workspace/ids'
import { respondWithFile } from './file-response'
import { respondWithHtmlBlock } from './html-block'
import { recordForViewer } from './record-read'

const NOT_CACHED = 'private, no-store'

/** A file of a page that is not public. `hash` is that of its content. */
interface PageFile {
  page: string
  hash: string
  isHtmlBlock?: true
}

/**
 * Sends a file of a page if the viewer may read that page, else a response with the status `denied`. Access is checked at each request.
 * Without a viewer, the visitor has neither signed in nor given the password.
 */
export async function respondWithPageFile(
  request: Request,
  { page, hash, isHtmlBlock }: PageFile,
  viewer: Viewer | undefined,
  denied: 403 | 404,
): Promise<Response> {
  const site = viewer && (await getSite().catch(ignoreNotReady))
  const isAllowed = viewer !== undefined && site?.showsFile(hash, viewer, page) === true
  if (viewer !== undefined) {
    const id = toUuid(page)
    await recordForViewer({ action: 'file', decision: isAllowed ? 'allowed' : 'denied', viewer, page: id })
  }
  if (isAllowed) {
    const response = isHtmlBlock
      ? await respondWithHtmlBlock(request, hash, viewer, NOT_CACHED)
      : await respondWithFile(request, hash, viewer, { file: NOT_CACHED, fallback: NOT_CACHED })
    if (response !== undefined) return response
  }
  const text = denied === 403 ? 'Forbidden' : 'Not found'
  return new Response(text, { status: denied, headers: { 'cache-control': NOT_CACHED } })
}

/** Returns the hash in the last part of a file's address, which its name follows. */
export const readFileHash = (file: string): string => /^([0-9a-f]+)-/.exec(file)?.[1] ?? ''
