import type { Person } from '../auth/provider'
import type { ErrorPageSettings } from '../formats/error-page'

/** A screen of sign-in that the site draws itself. All addresses include the base path. */
export type AccountPage =
  | {
      kind: 'sign-in'
      /** Address at which the sign-in begins; undefined if a proxy signs visitors in. */
      start?: string
      /** Why the last attempt failed. */
      failure?: 'canceled' | 'invalid' | 'unavailable' | 'not-allowed'
    }
  | {
      kind: 'account'
      person: Person
      groups: readonly string[]
      /** Address that a form posts to in order to sign out; undefined if the proxy has its own. */
      signOut?: string
      /** Address of the page with the member's addresses for feed readers and assistants, if the site has it. */
      personal?: string
    }

export type RenderAccountPage = (page: AccountPage, settings: ErrorPageSettings) => string
