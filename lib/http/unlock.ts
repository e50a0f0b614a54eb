import 'server-only'
import { THEME_SCRIPT } from '@/components/site/theme'
import { isCrossOrigin } from '../auth/same-origin'
import { createUnlockCookie, findClosedLocks, findOpenedLocks, takeAttempt } from '../auth/unlocking'
import { getUnlockedViewer, getViewer } from '../auth/viewer'
import { addBasePath } from '../base-path'
import { createContentSecurityPolicy } from '../cache/policy.mjs'
import type { ErrorStatus } from '../formats/error-page'
import { isForMembers, MEMBERS } from '../members-path'
import { getRuntime } from '../runtime'
import { findScreen } from '../screens/find-screen'
import { getEnv } from '../settings/env'
import { getSite, ignoreNotReady } from '../site/get-site'
import { decodePath } from '../site/paths'
import { getPagePath } from '../site/site'
import { loadErrorPages } from './error-pages'
import { readBody } from './request-body'

const NOT_CACHED = { 'cache-control': 'private, no-store' }

/** Checks the password that a form sent for a page. Sets a cookie if it is right, and redirects back to the page. */
export async function respondToPassword(request: Request): Promise<Response> {
  const env = getEnv()
  if (isCrossOrigin(request, env)) return sendError(403)
  const body = await readBody(request)
  const site = await getSite().catch(ignoreNotReady)
  if (site === undefined) return sendError(503, { 'retry-after': '5' })
  const form = new URLSearchParams(new TextDecoder().decode(body))
  const address = form.get('path') ?? ''
  const isMembers = isForMembers(address)
  const viewer = await (isMembers ? getViewer() : getUnlockedViewer())
  const path = decodePath(isMembers ? address.slice(MEMBERS.length + 1) : address)
  const area = isMembers ? 'members' : 'public'
  const found =
    path === undefined || isMembers !== viewer.signedIn
      ? undefined
      : findScreen(site, { area, prefix: '', path }, viewer)
  if (found?.kind === 'page') return redirect(getPagePath(found.page, viewer))
  if (found?.kind !== 'locked') return sendError(404)
  const { page } = found
  const closed = findClosedLocks(page, viewer)
  const wait = await takeAttempt(request.headers, closed)
  if (wait > 0) return sendError(429, { 'retry-after': String(wait) })
  const opened = findOpenedLocks(closed, form.get('password') ?? '')
  const location = getPagePath(page, viewer)
  return redirect(opened.length > 0 ? location : `${location}?wrong`, opened)
}

/** Redirects to a page, which the browser loads with GET, and sets the cookies of these locks. */
function redirect(location: string, locks: readonly string[] = []): Response {
  const headers = new Headers({ ...NOT_CACHED, location: addBasePath(location) })
  for (const lock of locks) headers.append('set-cookie', createUnlockCookie(lock))
  return new Response(null, { status: 303, headers })
}

async function sendError(status: ErrorStatus, headers: Record<string, string> = {}): Promise<Response> {
  const policy = createContentSecurityPolicy([THEME_SCRIPT])
  const type = { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy }
  const settings = getRuntime().getErrorPageSettings?.() ?? { locale: getEnv().locale }
  const { renderErrorPage } = await loadErrorPages()
  return new Response(renderErrorPage(status, settings), {
    status,
    headers: { ...NOT_CACHED, ...type, ...headers },
  })
}
