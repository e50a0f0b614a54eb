import type { SignInSettings } from '../settings/sign-in'

/** What the credentials of a request prove. */
export interface Identity {
  /** The organization that the session is active in, and the user's role there as the service writes it. */
  organization?: { id: string; slug?: string; role?: string }
  /** When the credentials expire, in seconds since 1970. */
  expires: number
}

/** The result of checking the credentials of a request. */
export interface Authentication {
  /** Undefined if the request does not prove who sent it. */
  identity?: Identity
  /** For the browser: cookies to set, and `location` if it has to fetch a new token first. */
  headers: Headers
}

/** A sign-in service, as the server uses it. Its screens, and the script that knows its cookies, are in `components/account`. */
export interface SignInProvider {
  /** The request headers that the credentials are read from; `authenticate` is given no others. */
  requestHeaders: readonly string[]
  /** Checks the token of a request without asking the service. The URL of the request begins with the site's own origin. */
  authenticate(request: Request, settings: SignInSettings, origin: string): Promise<Authentication>
}
