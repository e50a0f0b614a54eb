import 'server-only'
import { isCrossOrigin } from '../../auth/same-origin'
import { addBasePath } from '../../base-path'
import { type ClientLimit, createSharedLimit, readClientKey, takeFrom } from '../../client-limit'
import { ELEMENT_IDS } from '../../element-ids'
import { getRuntime } from '../../runtime'
import { getEnv } from '../../settings/env'
import { PUBLIC } from '../../site/access'
import { getSite, ignoreNotReady } from '../../site/get-site'
import { getPagePath } from '../../site/site'
import { cleanText, storeText } from '../../statistics/page-texts'
import type { TotalsKind } from '../../statistics/totals'
import { toUuid } from '../../workspace/ids'
import { readBody } from '../request-body'

const HEADERS = { 'cache-control': 'private, no-store' }
/** The largest form. */
const MAX_BODY_BYTES = 16 * 1024
/** How many forms each client may send in an hour. */
const LIMIT = { name: 'helpful', points: 30, seconds: 3600 }

const VOTES: ReadonlyMap<string, TotalsKind> = new Map([
  ['yes', 'helpful'],
  ['no', 'unhelpful'],
])

declare module '../../runtime' {
  interface Runtime {
    helpfulLimit?: ClientLimit
  }
}

/** Counts whether a page was helpful, or stores what a reader wrote about it, and redirects back to the page. */
export async function respondToHelpful(request: Request): Promise<Response> {
  const env = getEnv()
  if (env.helpful === undefined) return refuse(404, 'HELPFUL is not set')
  if (isCrossOrigin(request, env)) return refuse(403, 'The form came from another site')
  const body = await readBody(request, MAX_BODY_BYTES)
  if (body === undefined) return refuse(413, `The form is longer than ${MAX_BODY_BYTES} bytes`)
  const site = await getSite().catch(ignoreNotReady)
  const runtime = getRuntime()
  const { statistics } = runtime
  if (site === undefined || statistics === undefined)
    return refuse(503, 'The site is not ready yet', { 'retry-after': '5' })
  const form = new URLSearchParams(new TextDecoder().decode(body))
  const id = toUuid(form.get('page'))
  const page = id === undefined ? undefined : site.page(id, PUBLIC)
  if (page === undefined) return refuse(400, 'The form must name a public page of the site')
  const kind = VOTES.get(form.get('vote') ?? '')
  const text = env.helpful === 'text' ? cleanText(form.get('text') ?? '') : ''
  if (kind === undefined && text === '') return refuse(400, 'The form must have a vote or a text')
  runtime.helpfulLimit ??= await createSharedLimit(LIMIT, env)
  const wait = await takeFrom(runtime.helpfulLimit, readClientKey(request.headers, env))
  if (wait > 0) return refuse(429, 'Too many forms: wait a moment', { 'retry-after': String(wait) })
  if (kind !== undefined) statistics.count(kind, page.id)
  else await storeText({ page: page.id, text }, env)
  const next = kind !== undefined && env.helpful === 'text' ? ELEMENT_IDS.helpfulText : ELEMENT_IDS.helpfulThanks
  const location = `${addBasePath(getPagePath(page, PUBLIC))}#${next}`
  return new Response(null, { status: 303, headers: { ...HEADERS, location } })
}

const refuse = (status: number, message: string, more: Record<string, string> = {}) =>
  new Response(message, { status, headers: { ...HEADERS, 'content-type': 'text/plain; charset=utf-8', ...more } })
