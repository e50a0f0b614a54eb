import { HTML_BLOCK_POLICY, PRIVACY_HEADERS } from '../../../lib/cache/policy.mjs'
import { HTML_BLOCKS } from '../../../lib/routes'
import { writeCaddyRules } from './caddy'
import type { BelowRedirect, Redirect, Redirects } from './host-redirects'
import { writeCloudflareRedirects, writeNetlifyRedirects } from './listed-redirects'
import { writeNginxRules } from './nginx'
import { createVercelRedirects } from './vercel-redirects'
import type { HeaderRule } from './web-servers'

export const HOSTS = ['github', 'cloudflare', 'netlify', 'vercel', 'nginx', 'caddy'] as const
export type Host = (typeof HOSTS)[number]
export const HOST_NAMES: Record<Host, string> = {
  github: 'GitHub Pages',
  cloudflare: 'Cloudflare',
  netlify: 'Netlify',
  vercel: 'Vercel',
  nginx: 'nginx',
  caddy: 'Caddy',
}

/** The limits of a host. An undefined number means no limit. The sources are in docs/decisions/0040-static-export.md. */
interface HostLimits {
  /** Whether the host also serves a folder below a path of a domain. */
  allowsBasePath: boolean
  files?: number
  fileBytes?: number
  bytes?: number
  redirects?: number
}

export const LIMITS: Record<Host, HostLimits> = {
  github: { allowsBasePath: true, bytes: 1_000_000_000, redirects: 0 },
  cloudflare: { allowsBasePath: false, files: 20_000, fileBytes: 25 * 2 ** 20, redirects: 2000 },
  netlify: { allowsBasePath: false, redirects: 10_000 },
  vercel: { allowsBasePath: false, redirects: 2048 },
  nginx: { allowsBasePath: true },
  caddy: { allowsBasePath: false },
}

/** Whether a host sends the headers that an export names. GitHub Pages does not, and an unnamed host may not. */
export const sendsHeaders = (host: Host | undefined): boolean => host !== undefined && host !== 'github'

interface RuleOptions {
  host: Host | undefined
  redirects: readonly Redirect[]
  below?: readonly BelowRedirect[]
  basePath: string
  /** The encoded paths of the pages of the export. */
  pages?: readonly string[]
  /** Whether the export has a page whose encoded path matches a pattern. */
  isTaken?: (pattern: RegExp) => boolean
}

/** A row of the `Redirects` table that a host cannot respond to as the site does, and the reason. */
interface LeftRow {
  row: string
  why: 'query' | 'gone' | 'below' | 'known' | 'sign'
}

interface HostRules {
  files: Map<string, string>
  /** The redirects that need an HTML document, because no rule can express them. A path may end in a slash. */
  stubs: Redirect[]
  left: LeftRow[]
  /** The redirects that the files contain. */
  included: (Redirect | BelowRedirect)[]
}

/** Returns the files with the rules of a host. Rules of some hosts can be read by visitors, so they do not name unlisted pages. */
export function writeHostRules({
  host,
  redirects,
  below = [],
  basePath,
  pages = [],
  isTaken = () => false,
}: RuleOptions): HostRules {
  const rules = below.filter((each) => each.isListed && canHaveBelow(host, each))
  const froms = new Set(redirects.filter(({ query }) => query === undefined).map(({ from }) => from))
  const known = below
    .flatMap((each) => each.known.filter(({ sameAsRule }) => !sameAsRule || !rules.includes(each)))
    .filter(({ from }) => !froms.has(from) && froms.add(from))
  const all = [...redirects, ...known]
  const listed = { redirects: all.filter(({ isListed }) => isListed), below: rules }
  const { files, included } = writeRules(host, listed, basePath, isTaken)
  const stubs = all.filter((each) => !included.has(each) && each.query === undefined && each.status !== 410)
  return {
    files: new Map(files),
    stubs: host === 'github' ? [...stubs, ...addSlashes(stubs, pages)] : stubs,
    left: [...all, ...below].filter((each) => !included.has(each)).flatMap((each) => explainLeft(each, host) ?? []),
    included: [...included],
  }
}

/** Returns the redirects from paths with a slash at their end: GitHub Pages serves `tides.html` at `/tides`, but not at `/tides/`. */
function addSlashes(stubs: readonly Redirect[], pages: readonly string[]): Redirect[] {
  return [...stubs, ...pages.map((page) => ({ from: page, to: page, isListed: true }))]
    .filter(({ from }) => WITHOUT_EXTENSION.test(from))
    .map((each) => ({ ...each, from: `${each.from}/` }))
}

/** A file is served at its path only, and `writeStub` writes a folder for the document of a former path with an extension. */
const WITHOUT_EXTENSION = /\/[^/.]+$/

/**
 * Hosts that redirect before they look for a file cannot have a rule for all paths below one if some of these have files. Only the patterns
 * of web servers leave out slashes before what follows the path: after the target `/`, these would lead to another site.
 */
function canHaveBelow(host: Host | undefined, { hides, continues, to }: BelowRedirect): boolean {
  if (host === undefined || host === 'github') return false
  if (continues && to === '/' && host !== 'nginx' && host !== 'caddy') return false
  return !hides || (host !== 'cloudflare' && host !== 'vercel')
}

interface Written {
  files: [file: string, content: string][]
  included: ReadonlySet<Redirect | BelowRedirect>
}

function writeRules(
  host: Host | undefined,
  redirects: Redirects,
  basePath: string,
  isTaken: (pattern: RegExp) => boolean,
): Written {
  const headers = createHeaderRules(basePath)
  const most = host === undefined ? 0 : (LIMITS[host].redirects ?? Number.POSITIVE_INFINITY)
  switch (host) {
    case undefined:
      return { files: [], included: new Set() }
    case 'github':
      // Without this file, GitHub Pages does not publish files whose names begin with an underscore.
      return { files: [['.nojekyll', '']], included: new Set() }
    case 'cloudflare':
      return addHeaders(writeCloudflareRedirects(redirects, most, isTaken), headers)
    case 'netlify':
      return addHeaders(writeNetlifyRedirects(redirects, most), headers)
    case 'vercel': {
      const { redirects: written, included } = createVercelRedirects(redirects, most)
      return { files: [['vercel.json', writeVercelConfiguration(written, headers)]], included }
    }
    case 'nginx':
      return writeNginxRules(redirects, headers, basePath)
    case 'caddy':
      return writeCaddyRules(redirects, headers)
  }
}

/** Returns why a row of the table is not as on a server; undefined if there is a document in its place. */
function explainLeft(each: Redirect | BelowRedirect, host: Host | undefined): LeftRow | undefined {
  const { row } = each
  if (row === undefined) return undefined
  if ('continues' in each) return { row, why: each.known.some(({ row }) => row !== undefined) ? 'known' : 'below' }
  if (each.query !== undefined)
    return { row, why: host === undefined || host === 'github' || host === 'cloudflare' ? 'query' : 'sign' }
  return each.status === 410 ? { row, why: 'gone' } : undefined
}

/** Returns the files `_headers` and `_redirects`, which Cloudflare and Netlify read. */
function addHeaders(
  { text, included }: ReturnType<typeof writeNetlifyRedirects>,
  headers: readonly HeaderRule[],
): Written {
  const rules = headers.map(({ below, headers }) => {
    const lines = Object.entries(headers).map(([name, value]) => `  ${name}: ${value}\n`)
    return `${below}*\n${lines.join('')}`
  })
  return {
    files: [
      ['_headers', rules.join('\n')],
      ['_redirects', text],
    ],
    included,
  }
}

/** `cleanUrls` and `trailingSlash` would redirect before all other rules, so an old address would be two redirects away. */
function writeVercelConfiguration(redirects: readonly object[], rules: readonly HeaderRule[]): string {
  const configuration = {
    redirects,
    rewrites: [{ source: '/:path(.*)', destination: '/:path.html' }],
    headers: rules.map(({ below, headers }) => ({
      source: `${below}(.*)`,
      headers: Object.entries(headers).map(([key, value]) => ({ key, value })),
    })),
  }
  return `${JSON.stringify(configuration, null, 2)}\n`
}

const IMMUTABLE = { 'cache-control': 'public, max-age=31536000, immutable' }

/** The headers that the live site sends and a document cannot contain. */
export const createHeaderRules = (basePath: string): HeaderRule[] => [
  {
    below: `${basePath}/`,
    headers: {
      'x-content-type-options': 'nosniff',
      ...PRIVACY_HEADERS,
      'content-security-policy': "frame-ancestors 'self'",
    },
  },
  { below: `${basePath}/_next/static/`, headers: IMMUTABLE },
  { below: `${basePath}/${HTML_BLOCKS}/`, headers: { 'content-security-policy': HTML_BLOCK_POLICY } },
  {
    below: `${basePath}/files/`,
    // Chromium's PDF viewer needs `object-src`.
    headers: {
      ...IMMUTABLE,
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; object-src 'self'",
    },
  },
]
