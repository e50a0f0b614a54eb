import type { ServiceKeys } from './sign-in/keys'
import { createCookies, createToken } from './sign-in/visitor'

/** Returns the cookies of an editor. */
export const createEditorCookies = (site: string, keys: ServiceKeys): string =>
  createCookies(keys, createToken(keys, site, { slug: 'editors', role: 'admin' }))

/** Sends a form of the dashboard that makes or revokes preview links. */
export const changePreviews = (
  site: string,
  cookie: string,
  form: Record<string, string>,
  headers: Record<string, string> = { 'sec-fetch-site': 'same-origin' },
): Promise<Response> =>
  fetch(`${site}/members/desk/previews`, {
    method: 'POST',
    body: new URLSearchParams(form),
    headers: { cookie, ...headers },
    redirect: 'manual',
  })

/** Returns the paths of the preview links that the dashboard lists. */
export async function readPreviews(site: string, cookie: string): Promise<string[]> {
  const body = await (await fetch(`${site}/members/desk`, { headers: { cookie } })).text()
  return [...body.matchAll(/value="[^"]*(\/preview\/[^"]+)"/g)].map(([, found = '']) => found)
}

/** Makes a preview link as an editor. Returns its path. */
export async function makePreviewLink(site: string, cookie: string, form: Record<string, string>): Promise<string> {
  const before = await readPreviews(site, cookie)
  const response = await changePreviews(site, cookie, { change: 'make', lifetime: '7d', ...form })
  const location = response.headers.get('location')
  const made = (await readPreviews(site, cookie)).find((each) => !before.includes(each))
  if (made === undefined) throw new Error(`No preview link was made: ${response.status} ${location}`)
  return made
}
