import { getTransformedRoutes, type Route as VercelRoute } from '@vercel/routing-utils'
import { parsePlain } from 'netlify-redirector'

/** What a host responds to a request for a path with a query. `location` is that of a redirect. */
export interface HostResponse {
  status: number
  location?: string
}

/** Responds to an address as a host does with the files of an export. */
export type HostMatcher = (address: string) => Promise<HostResponse>

/** The rules of an export by the names of their files, and the encoded addresses that have a file, such as `/tides.html`. */
interface Folder {
  rules: ReadonlyMap<string, string>
  files: ReadonlySet<string>
}

const split = (address: string): [path: string, query: string] => {
  const at = address.indexOf('?')
  return at < 0 ? [address, ''] : [address.slice(0, at), address.slice(at + 1)]
}

/** Finds a file as hosts of files do: `/a` is `a.html`, `/` is `index.html`. */
function findFile(files: ReadonlySet<string>, path: string): string | undefined {
  const normal = encodeURI(decodeURIComponent(path))
  return [normal, `${normal}.html`, `${normal.replace(/\/$/, '')}/index.html`].find((each) => files.has(each))
}

const serve = (files: ReadonlySet<string>, path: string): HostResponse => ({
  status: findFile(files, path) === undefined ? 404 : 200,
})

/** Netlify redirects from paths with a slash at the end, for which it also has the rules of those without. */
export async function createNetlifyMatcher({ rules, files }: Folder): Promise<HostMatcher> {
  const matcher = await parsePlain(rules.get('_redirects') ?? '', {})
  return async (address) => {
    const [path, query] = split(address)
    const request = { scheme: 'https', host: 'a.example', path, query, getHeader: () => '', getCookie: () => '' }
    const found = matcher.match({ ...request, headers: {}, cookieValues: {} })
    const hasFile = findFile(files, path) !== undefined
    if (found && (found.force || !hasFile)) {
      // Netlify adds the query to a target of the site.
      return found.status === 410 ? { status: 410 } : { status: found.status, location: found.to }
    }
    return serve(files, path)
  }
}

/** Vercel tries the routes that `@vercel/routing-utils` makes of `vercel.json`: redirects, then files, then rewrites to files. */
export async function createVercelMatcher({ rules, files }: Folder): Promise<HostMatcher> {
  const { routes, error } = getTransformedRoutes(JSON.parse(rules.get('vercel.json') ?? '{}'))
  if (error || routes === null) throw new Error(error?.message ?? 'There are no routes')
  return async (address) => {
    const [path, query] = split(address)
    const parameters = new URLSearchParams(query)
    for (const route of routes as (VercelRoute & VercelRule)[]) {
      if (route.handle === 'filesystem') {
        if (files.has(path) || (path === '/' && files.has('/index.html'))) return { status: 200 }
        continue
      }
      const match = route.continue || route.src === undefined ? null : new RegExp(route.src).exec(path)
      const hasQuery = (route.has ?? []).every(({ key, value }) =>
        parameters.getAll(key).some((given) => new RegExp(`^${value}$`).test(given)),
      )
      if (match === null || !hasQuery) continue
      const fill = (text: string) => text.replace(/\$(\d)/g, (_, at) => match[Number(at)] ?? '')
      if (route.status === 410) return { status: 410 }
      if (route.headers?.Location !== undefined) {
        return { status: route.status ?? 0, location: fill(route.headers.Location) }
      }
      if (route.dest !== undefined && files.has(fill(route.dest))) return { status: 200 }
    }
    return { status: 404 }
  }
}

interface VercelRule {
  src?: string
  dest?: string
  handle?: string
  status?: number
  continue?: boolean
  headers?: Record<string, string>
  has?: { key: string; value: string }[]
}

/** A colon before a letter, as in `utils/configuration/constants.ts` of Cloudflare's `workers-shared`. */
const PLACEHOLDER = /:[A-Za-z]\w*/g

interface CloudflareRule {
  from: string
  to: string
  status: number
}

/**
 * Reads rules and matches requests as `wrangler` 4.164.0 does (`parseRedirects.ts` and `rules-engine.ts` of `workers-shared`), which needs
 * a newer Node.js than this project. Throws if it would ignore a line.
 */
export async function createCloudflareMatcher({ rules, files }: Folder): Promise<HostMatcher> {
  const [fixed, dynamic] = parseCloudflareRules(rules.get('_redirects') ?? '')
  const compiled = dynamic.map((rule) => ({ rule, pattern: compileRule(rule.from) }))
  return async (address) => {
    const { pathname } = new URL(address, 'https://a.example')
    const found = fixed.get(pathname)
    if (found !== undefined) return { status: found.status, location: found.to }
    for (const { rule, pattern } of compiled) {
      const match = pattern.exec(pathname)
      if (match === null) continue
      const location = Object.entries(match.groups ?? {}).reduce(
        (text, [name, value]) => text.replaceAll(`:${name}`, value),
        rule.to,
      )
      return { status: rule.status, location }
    }
    return serveFromCloudflare(files, pathname)
  }
}

/** Cloudflare redirects from names of files to paths without them. */
function serveFromCloudflare(files: ReadonlySet<string>, path: string): HostResponse {
  const bare = path.replace(/(?:\/index)?(?:\.html)?\/?$/, '') || '/'
  const isPage = files.has(`${bare}.html`) || (bare === '/' && files.has('/index.html'))
  if (isPage && path !== bare) return { status: 307, location: bare }
  return serve(files, path)
}

function parseCloudflareRules(text: string): [fixed: Map<string, CloudflareRule>, dynamic: CloudflareRule[]] {
  const fixed = new Map<string, CloudflareRule>()
  const dynamic: CloudflareRule[] = []
  for (const line of text.split('\n').filter(Boolean)) {
    const [from = '', to = '', status = '', ...more] = line.split(/\s+/)
    const isKnown = fixed.has(from) || dynamic.some((rule) => rule.from === from)
    const hasStatus = ['301', '302', '303', '307', '308'].includes(status)
    if (line.length > 2000 || more.length > 0 || isKnown || !hasStatus || !/^(?:\/|https:\/\/)/.test(to)) {
      throw new Error(`Cloudflare ignores the line ${line}`)
    }
    const rule = { from: new URL(from, 'https://a.example').pathname, to, status: Number(status) }
    const isFixed = dynamic.length === 0 && !from.includes('*') && from.match(PLACEHOLDER) === null
    if (isFixed) fixed.set(rule.from, rule)
    else dynamic.push(rule)
  }
  if (fixed.size > 2000 || dynamic.length > 100) throw new Error('Cloudflare ignores some of so many lines')
  return [fixed, dynamic]
}

function compileRule(from: string): RegExp {
  const escaped = from
    .split('*')
    .map((part) => part.replace(/[-/\\^$*+?.()|[\]{}]/g, '\\$&'))
    .join('(?<splat>.*)')
  return new RegExp(`^${escaped.replace(PLACEHOLDER, (name) => `(?<${name.slice(1)}>[^/]+)`)}$`)
}

/** GitHub Pages has no rules, and serves `/tides/` only from `tides/index.html`. A document that sends visitors elsewhere is a redirect here. `read` returns the text of a file. */
export const createGithubMatcher =
  ({ files }: Pick<Folder, 'files'>, read: (file: string) => string): HostMatcher =>
  async (address) => {
    const [path] = split(address)
    const file = findFile(files, path)
    if (file === undefined) return { status: 404 }
    const [, target] = /<meta http-equiv="refresh" content="0; url=([^"]+)">/.exec(read(file)) ?? []
    return target === undefined ? { status: 200 } : { status: 308, location: target.replaceAll('&amp;', '&') }
  }
