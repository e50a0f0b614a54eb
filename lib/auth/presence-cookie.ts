import { addBasePath } from '../base-path'
import type { Env } from '../settings/env'

/** A cookie that scripts of public pages read, to show links for members. It grants nothing. */
const NAME = 'colophon-signed-in'

/**
 * Returns the `Set-Cookie` line by which public pages know whether someone is signed in: for some seconds, or until the browser is closed.
 */
export function createPresenceCookie(isSignedIn: boolean, { siteUrl }: Pick<Env, 'siteUrl'>, seconds?: number): string {
  const maxAge = isSignedIn ? seconds : 0
  const attributes = [
    `${NAME}=${isSignedIn ? '1' : ''}`,
    `Path=${addBasePath('/')}`,
    maxAge === undefined ? [] : `Max-Age=${maxAge}`,
    'SameSite=Lax',
    siteUrl.startsWith('https:') ? 'Secure' : [],
  ]
  return attributes.flat().join('; ')
}

/** Whether someone is signed in according to the cookies of a request. */
export const hasPresenceCookie = (cookies: string | null): boolean =>
  (cookies ?? '').split(';').some((each) => each.trim() === `${NAME}=1`)
