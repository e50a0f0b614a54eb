import 'server-only'
import { HTML_BLOCK_POLICY } from '../cache/policy.mjs'
import { mayBeHtml } from '../page/media-address'
import { matchesEtag } from '../page/open-file'
import { getSite, getStore, ignoreNotReady } from '../site/get-site'
import type { Viewer } from '../site/site-index'

/** Reports the height of the document to the page, see `islands/html-block.ts`. */
const REPORT_HEIGHT =
  "<script>new ResizeObserver(()=>parent.postMessage({height:document.documentElement.offsetHeight},'*')).observe(document.documentElement)</script>"

/** Responds with an HTML file for an iframe. Returns undefined if the viewer may read no page that shows it, or if it is none. */
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
  const etag = `"${hash}"`
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': HTML_BLOCK_POLICY,
    'x-content-type-options': 'nosniff',
    'x-robots-tag': 'noindex',
    'referrer-policy': 'no-referrer',
    'cache-control': cacheControl,
    etag,
  }
  try {
    if (matchesEtag(request.headers.get('if-none-match'), etag)) return new Response(null, { status: 304, headers })
    return new Response((await opened.handle.readFile('utf8')) + REPORT_HEIGHT, { headers })
  } finally {
    await opened.handle.close()
  }
}
