import type { IncomingMessage, ServerResponse } from 'node:http'
import path from 'node:path'
import sendFile from 'send'
import { type CachedDocument, compressBody, createDocument } from '../../lib/cache/document-cache'
import { getEnv } from '../../lib/settings/env'
import { findPublicFile } from '../../lib/site-folder/public-files'
import { listFolders } from '../../lib/site-folder/read-site-folder'
import { getSiteFolder } from '../../lib/site-folder/site-folder'
import { hashFile, hashText, STYLE_SHEET } from '../../lib/site-folder/style-sheet'
import { sendDocument } from '../documents'

/** An address with a version changes with the content. Others are asked for again each time. */
const LASTING = 'public, max-age=31536000, immutable'
const REVALIDATED = 'public, max-age=0, must-revalidate'

let styleSheet: { css: string; document: Promise<CachedDocument> } | undefined

/**
 * Sends a file of the site folder or its theme: the style sheet, a font, or a file of `public`. Returns whether there is one at this
 * target.
 */
export function sendSiteFile(request: IncomingMessage, response: ServerResponse, target: string): boolean {
  const [pathname = '', query = ''] = target.split('?', 2)
  // Pages have no dot in their paths, so most requests end here.
  if (!pathname.includes('.') || (request.method !== 'GET' && request.method !== 'HEAD')) return false
  const folder = getSiteFolder()
  if (pathname === STYLE_SHEET) {
    if (folder.css === '') return false
    void sendStyleSheet(folder.css, query, request, response)
    return true
  }
  const file = findPublicFile(pathname, listFolders(getEnv(), folder.theme))
  if (file === undefined) return false
  response.setHeader(
    'cache-control',
    getCaching(query, () => hashFile(file)),
  )
  response.setHeader('x-content-type-options', 'nosniff')
  sendFile(request, encodeURIComponent(path.basename(file)), {
    root: path.dirname(file),
    cacheControl: false,
    dotfiles: 'allow',
  })
    .on('error', ({ statusCode = 500 }: Error & { statusCode?: number }) => {
      // The file was removed meanwhile, or a range is wrong.
      response.statusCode = statusCode
      response.end()
    })
    .pipe(response)
  return true
}

/** While several instances are updated, an address may name a version that this one does not have. */
const getCaching = (query: string, hash: () => string) =>
  query.startsWith('v=') && query === `v=${hash()}` ? LASTING : REVALIDATED

async function sendStyleSheet(css: string, query: string, request: IncomingMessage, response: ServerResponse) {
  try {
    if (styleSheet?.css !== css) styleSheet = { css, document: createStyleSheet(css) }
    const document = await styleSheet.document
    await sendDocument(document, request.headers, response, ['cache-control', getCaching(query, () => hashText(css))])
  } catch (error) {
    console.error('The style sheet of the site folder could not be sent:', error)
    response.destroy()
  }
}

async function createStyleSheet(css: string): Promise<CachedDocument> {
  const headers = {
    'content-type': 'text/css; charset=utf-8',
    'x-content-type-options': 'nosniff',
    vary: 'accept-encoding',
    etag: `W/"${hashText(css)}"`,
  }
  return createDocument('', headers, await compressBody(Buffer.from(css)))
}
