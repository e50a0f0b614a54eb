import 'server-only'
import { findDashboardRefusal } from '../auth/dashboard'
import { makePreviewByReference } from '../auth/make-preview'
import { removeAllPreviews, removePreview } from '../auth/preview-records'
import { addBasePath } from '../base-path'
import { getEnv } from '../settings/env'
import { getSite, ignoreNotReady } from '../site/get-site'
import type { Viewer } from '../site/site-index'
import { recordForViewer } from './record-read'
import { readForm } from './request-body'

const HEADERS = { 'cache-control': 'private, no-store' }
const CHANGES = ['make', 'revoke', 'revoke-all']

/** Makes or revokes preview links, as the forms on the dashboard ask, and redirects back to it. */
export async function changePreviews(request: Request, viewer: Viewer): Promise<Response> {
  const env = getEnv()
  const form = await readForm(request)
  const change = form.get('change') ?? ''
  const refusal = findDashboardRefusal(request, viewer, env)
  const record = (decision: 'allowed' | 'denied', page?: string) =>
    recordForViewer({ action: change === 'make' ? 'make-preview' : 'revoke-preview', decision, viewer, page })
  if (refusal !== undefined) {
    await record('denied')
    return new Response(refusal, { status: 403, headers: HEADERS })
  }
  if (!CHANGES.includes(change)) {
    return new Response(`The form must contain change=${CHANGES.join(', ')}`, { status: 400, headers: HEADERS })
  }
  if (change !== 'make') {
    await (change === 'revoke-all' ? removeAllPreviews(env) : removePreview(form.get('name') ?? '', env))
    await record('allowed')
    return redirectToDashboard('revoked')
  }
  const site = await getSite().catch(ignoreNotReady)
  if (site === undefined) return redirectToDashboard('not-ready')
  const wanted = { page: form.get('page')?.trim() ?? '', lifetime: form.get('lifetime') ?? '' }
  const made = await makePreviewByReference({ ...wanted, hasSubpages: form.has('subpages') }, site.index, env)
  if (made.outcome === 'made') await record('allowed', made.page.id)
  return redirectToDashboard(made.outcome)
}

function redirectToDashboard(outcome: string): Response {
  const location = `${addBasePath('/members/desk')}?preview=${outcome}#desk-previews`
  return new Response(null, { status: 303, headers: { ...HEADERS, location } })
}
