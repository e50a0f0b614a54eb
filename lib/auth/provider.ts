import type { Env } from '../settings/env'

/** A user of the sign-in service. */
export interface Person {
  /** Identifies the user at the sign-in service. It never changes, unlike name and email. */
  id: string
  name?: string
  email?: string
}

/** What the credentials of a request prove. */
export interface Identity {
  person: Person
  /** The organizations or groups whose pages the user may read, each with the user's role there as the service writes it. */
  organizations: readonly { id: string; slug?: string; role?: string }[]
  /** When the service last confirmed this, in seconds since 1970, if that was before the request. */
  checked?: number
}

/** The result of checking the credentials of a request. */
export interface Authentication {
  /** Undefined if the request does not prove who sent it. */
  identity?: Identity
  /** Until when the result may be cached, in seconds since 1970. Only for providers with a cache key. */
  expires?: number
  /** For the browser: cookies to set, and `location` if it has to fetch a new token first. */
  headers: Headers
}

/** A way to sign in, as the server uses it. `choose-provider.ts` chooses one by the settings. */
export interface SignInProvider<Settings> {
  /** Returns the names of the request headers that the credentials are read from; `authenticate` is given no others. */
  listHeaders(settings: Settings): readonly string[]
  /** Returns the settings on which the result depends besides the headers. Without this function, no result is cached. */
  getCacheKey?(settings: Settings): readonly unknown[]
  /** Checks the credentials of a request. The URL of the request begins with the site's own origin. */
  authenticate(request: Request, settings: Settings, env: Env): Promise<Authentication>
}
