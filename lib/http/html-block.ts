import 'server-only'
import { isUtf8 } from 'node:buffer'
import { createHash } from 'node:crypto'
import { HTML_BLOCK_POLICY } from '../cache/policy.mjs'
import { mayBeHtml } from '../page/media-address'
import { matchesEtag } from '../page/open-file'
import { getSite, getStore, ignoreNotReady } from '../site/get-site'
import type { Viewer } from '../site/site-index'
import { MAX_HTML_BYTES } from '../workspace/read/sources'

/** Reports the height of the document to the page whenever it changes or the page asks, see `islands/html-blocks.ts`. */
const REPORT_HEIGHT = Buffer.from(
  "<script>{const report=()=>parent.postMessage({height:document.documentElement.offsetHeight},'*');new ResizeObserver(report).observe(document.documentElement);addEventListener('message',report)}</script>",
)
const REPORT_VERSION = createHash('sha256').update(REPORT_HEIGHT).digest('hex').slice(0, 8)

/** Responds with an HTML file for an iframe. Returns undefined if the viewer may read no page that shows it, or if the file is not HTML. */
export async function respondWithHtmlBlock(
  request: Request,
  hash: string,
  viewer: Viewer,
  cacheControl: string,
): Promise<Response | undefined> {
  const site = await getSite().catch(ignoreNotReady)
  if (!site?.showsFile(hash, viewer)) return undefined
  const store = getStore()
  const entry = await store.file(hash)
  if (entry !== undefined && !mayBeHtml(entry)) return undefined
  const opened = entry && (await store.openFile(entry))
  if (opened === undefined) return new Response(null, { status: 503, headers: { 'retry-after': '5' } })
  const etag = `"${hash}-${REPORT_VERSION}"`
  const headers = {
    'content-security-policy': HTML_BLOCK_POLICY,
    'x-content-type-options': 'nosniff',
    'x-robots-tag': 'noindex',
    'referrer-policy': 'no-referrer',
    'cache-control': cacheControl,
    etag,
  }
  try {
    if (matchesEtag(request.headers.get('if-none-match'), etag)) return new Response(null, { status: 304, headers })
    if (opened.size > MAX_HTML_BYTES) return undefined
    const content = await opened.handle.readFile()
    // A document in another encoding names it.
    const type = isUtf8(content) ? 'text/html; charset=utf-8' : 'text/html'
    return new Response(Buffer.concat([content, REPORT_HEIGHT]), { headers: { ...headers, 'content-type': type } })
  } finally {
    await opened.handle.close()
  }
}
