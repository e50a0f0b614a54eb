import 'server-only'
import { recordAudit } from '../audit-log'
import { getPersonKey, hasPersonalAddresses } from '../auth/access-records'
import { makeTokens, revokeTokens } from '../auth/personal-tokens'
import { isSameOrigin } from '../auth/same-origin'
import { getCheckedAt, getPerson, getViewer } from '../auth/viewer'
import { addBasePath } from '../base-path'
import { PERSONAL_ACCESS } from '../routes'
import { getEnv } from '../settings/env'
import { readForm } from './request-body'

/** Makes or revokes the personal addresses of a member, as the form on their page asks, and redirects back to it. */
export async function changePersonalAccess(request: Request): Promise<Response> {
  const env = getEnv()
  const headers = { 'cache-control': 'private, no-store' }
  const [viewer, person] = [await getViewer(), await getPerson()]
  if (!hasPersonalAddresses(env) || !viewer.signedIn || person === undefined) {
    return new Response('Forbidden', { status: 403, headers })
  }
  if (!isSameOrigin(request, env)) return new Response('The request came from another site', { status: 403, headers })
  const change = (await readForm(request)).get('change')
  if (change === 'make') await makeTokens(person, viewer, env, await getCheckedAt())
  else if (change === 'revoke') await revokeTokens(person, env)
  if (change === 'make' || change === 'revoke') {
    const token = getPersonKey(person, env)
    recordAudit({ action: `${change}-addresses`, decision: 'allowed', viewer, person, token }, env)
  } else return new Response('The form must contain change=make or change=revoke', { status: 400, headers })
  return new Response(null, { status: 303, headers: { ...headers, location: addBasePath(`/${PERSONAL_ACCESS}`) } })
}
