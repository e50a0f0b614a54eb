/** The sign-in service sets a cookie that scripts can read: the time of the last sign-in with this browser, or 0. */
const PRESENT = /(?:^|; )__client_uat[^=]*=[1-9]/

/** The same cookie of a site that draws the screens of sign-in itself, see `lib/auth/presence-cookie.ts`. */
const OWN_PRESENT = /(?:^|; )colophon-signed-in=1/

/** Runs before the first paint: marks the document if a user is signed in, without loading scripts of the service. */
const createPresenceScript = (present: RegExp) =>
  `if(${present}.test(document.cookie))document.documentElement.dataset.signedIn=""`
export const PRESENCE_SCRIPT = createPresenceScript(PRESENT)
export const OWN_PRESENCE_SCRIPT = createPresenceScript(OWN_PRESENT)

/** Updates the mark after a user may have signed in or out. */
export function showPresence(): void {
  if (PRESENT.test(document.cookie)) document.documentElement.dataset.signedIn = ''
  else delete document.documentElement.dataset.signedIn
}
