import type { Person } from '../auth/provider'
import type { ErrorPageSettings } from '../formats/error-page'

/** A screen of sign-in that the site draws itself. All addresses include the base path. */
export type AccountPage =
  | {
      kind: 'sign-in'
      /** Address at which the sign-in begins; undefined if a proxy signs visitors in. */
      start?: string
      /** Why the last attempt failed, or `remaining`: a sign-out could not end the sessions in other browsers. */
      failure?: 'canceled' | 'invalid' | 'unavailable' | 'not-allowed' | 'remaining'
    }
  | {
      kind: 'account'
      person: Person
      groups: readonly string[]
      /** Address that a form posts to in order to sign out; undefined if the proxy has its own. */
      signOut?: string
      /** When the session began and when it ends at the latest, in milliseconds since 1970; undefined if the proxy has its own. */
      session?: { began: number; ends: number }
      /** Address of the page with the member's addresses for feed readers and assistants, if the site has it. */
      personal?: string
    }

export type RenderAccountPage = (page: AccountPage, settings: ErrorPageSettings) => string
