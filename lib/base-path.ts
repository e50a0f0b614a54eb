/** The build writes this variable into the code of browsers and of Next.js; commands and the server call {@link setBasePath}. */
let basePath = process.env.BUILD_BASE_PATH ?? ''

/** Sets the path of `SITE_URL`, such as `/docs`; an empty string for a site at the root of its host. */
export function setBasePath(path: string): void {
  basePath = path
}

/** Returns the path below which the site is served, without a slash at its end. */
export const getBasePath = (): string => basePath

/** Returns the address at which browsers find a path of the site. */
export const addBasePath = (path: string): string => basePath + path

/** Returns the address at which browsers find a link or file that may be a path of the site or on another site. */
export const resolveAddress = (address: string): string => (address.startsWith('/') ? addBasePath(address) : address)

/**
 * Returns the path of the site for an address without an origin; undefined if the address is outside of the site.
 *
 * @example With the base path `/docs`: `/docs/guide?q=1` → `/guide?q=1`, `/docs` → `/`, `/documents` → undefined
 */
export function removeBasePath(address: string): string | undefined {
  if (!address.startsWith(basePath)) return undefined
  const rest = address.slice(basePath.length)
  if (rest.startsWith('/') || basePath === '') return rest
  return /^[?#]|^$/.test(rest) ? `/${rest}` : undefined
}
