/** Returns the value of the header `cookie`. */
export const formatCookies = (cookies: ReadonlyMap<string, string>): string =>
  [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')

/** A browser without scripts: it keeps cookies by host name as browsers do, for all ports, and follows redirects. */
export class CookieBrowser {
  readonly cookies = new Map<string, string>()

  /** Sends a request with the cookies of this browser, and keeps those of the response. Does not follow redirects. */
  async send(url: string, init: RequestInit = {}): Promise<Response> {
    const cookie = formatCookies(this.cookies)
    const headers = new Headers(init.headers)
    if (cookie !== '') headers.set('cookie', cookie)
    if (!headers.has('accept')) headers.set('accept', 'text/html')
    const response = await this.fetch(url, { ...init, headers, redirect: 'manual' })
    for (const line of response.headers.getSetCookie()) this.store(line)
    return response
  }

  /** Sends a request; a test can replace it to call a handler without a server. */
  fetch: (url: string, init: RequestInit) => Promise<Response> = fetch

  store(line: string): void {
    const [pair = '', ...attributes] = line.split(';').map((each) => each.trim())
    const at = pair.indexOf('=')
    const name = pair.slice(0, at)
    const isRemoved = attributes.some((each) => /^(?:max-age=0|expires=Thu, 01 Jan 1970)/i.test(each))
    if (isRemoved) this.cookies.delete(name)
    else this.cookies.set(name, pair.slice(at + 1))
  }

  /** Opens an address and follows redirects. Returns the last response and its address. */
  async open(address: string, init?: RequestInit): Promise<{ url: string; response: Response; body: string }> {
    let url = address
    let response = await this.send(url, init)
    for (let redirects = 0; redirects < 20; redirects++) {
      const location = response.headers.get('location')
      if (location === null) break
      url = new URL(location, url).href
      response = await this.send(url)
    }
    return { url, response, body: await response.text() }
  }
}

/** Signs in at a site: opens the page, follows the link of the sign-in screen, and names the account at the provider. */
export async function signInWithOidc(
  browser: CookieBrowser,
  siteUrl: string,
  account: string,
  path = '/members',
): Promise<{ url: string; response: Response; body: string }> {
  const screen = await browser.open(siteUrl + path)
  const start = findLink(screen.body, '/auth/start')
  if (start === undefined) return screen
  const form = await browser.open(new URL(start, screen.url).href)
  if (!form.body.includes('name="login"')) return form
  return browser.open(`${form.url}?login=${account}`)
}

/** Returns the address of the first link to a path. */
const findLink = (body: string, path: string): string | undefined =>
  new RegExp(`href="([^"]*${path}[^"]*)"`).exec(body)?.[1]?.replaceAll('&amp;', '&')
