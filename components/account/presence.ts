/** The sign-in service sets a cookie that scripts can read: the time of the last sign-in with this browser, or 0. */
const PRESENT = /(?:^|; )__client_uat[^=]*=[1-9]/

/** Runs before the first paint: marks the document if a user is signed in, without loading scripts of the service. */
export const PRESENCE_SCRIPT = `if(${PRESENT}.test(document.cookie))document.documentElement.dataset.signedIn=""`

/** Updates the mark after a user may have signed in or out. */
export function showPresence(): void {
  if (PRESENT.test(document.cookie)) document.documentElement.dataset.signedIn = ''
  else delete document.documentElement.dataset.signedIn
}
