/** The sign-in service leaves a readable cookie: when somebody last signed in with this browser, or 0. */
const PRESENT = /(?:^|; )__client_uat[^=]*=[1-9]/

/** Runs before the first paint: tells the document whether somebody is signed in, without any of the service's scripts. */
export const PRESENCE_SCRIPT = `if(${PRESENT}.test(document.cookie))document.documentElement.dataset.signedIn=""`

/** Tells the document again, when somebody may have signed in or out since. */
export function showPresence(): void {
  if (PRESENT.test(document.cookie)) document.documentElement.dataset.signedIn = ''
  else delete document.documentElement.dataset.signedIn
}
