import 'server-only'
import { isBearer } from '../auth/secrets'
import { respondWithJson } from './text-response'

/** Returns the refusal of a request without the token of a setting, or if it is not set; undefined if the token is right. */
export function refuseWithoutToken(request: Request, setting: string, token: string | undefined): Response | undefined {
  if (token === undefined) return respondWithJson(404, { error: `This route is off: set ${setting}` })
  if (isBearer(request.headers.get('authorization'), token)) return undefined
  const error = `The bearer token is not ${setting}`
  return respondWithJson(401, { error }, { 'www-authenticate': 'Bearer' })
}
