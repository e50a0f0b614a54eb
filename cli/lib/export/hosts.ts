import { HTML_BLOCK_POLICY, PRIVACY_HEADERS } from '../../../lib/cache/policy.mjs'
import { HTML_BLOCKS } from '../../../lib/routes'
import { LIST } from './output-folder'

export const HOSTS = ['github', 'cloudflare', 'netlify', 'vercel', 'nginx'] as const
export type Host = (typeof HOSTS)[number]

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
}

/** Whether a host sends the headers that an export names. GitHub Pages does not, and an unnamed host may not. */
export const sendsHeaders = (host: Host | undefined): boolean => host !== undefined && host !== 'github'

/** Characters with a special meaning in the rules of at least one host. Paths of pages never contain them. */
const SPECIAL = /[\s"'\\$;{}()[\]<>#?*:+!|^]/

const SCHEME = /^https?:\/\//

interface RuleOptions {
  host: Host | undefined
  redirects: readonly Redirect[]
  basePath: string
}

/** Returns the files with the rules of a host, and the redirects (`stubs`) that need an HTML document because no rule can express them. */
export function writeHostRules({ host, redirects, basePath }: RuleOptions): {
  files: Map<string, string>
  stubs: Redirect[]
} {
  const most = host === undefined ? 0 : (LIMITS[host].redirects ?? Number.POSITIVE_INFINITY)
  const fit = redirects
    .filter(
      ({ from, to, isListed }) => isListed && !SPECIAL.test(decodeURI(from)) && !SPECIAL.test(to.replace(SCHEME, '')),
    )
    .slice(0, most)
  const ruled = new Set(fit)
  const headers = createHeaderRules(basePath)
  return {
    files: new Map(host === undefined ? [] : WRITERS[host](fit, headers, basePath)),
    stubs: redirects.filter((each) => !ruled.has(each)),
  }
}

type Writer = (redirects: Redirect[], headers: HeaderRule[], basePath: string) => [file: string, content: string][]

const WRITERS: Record<Host, Writer> = {
  // Without this file, GitHub Pages does not publish files whose names begin with an underscore.
  github: () => [['.nojekyll', '']],
  cloudflare: writeListedRules,
  netlify: writeListedRules,
  vercel: (redirects, headers) => [['vercel.json', writeVercelConfiguration(redirects, headers)]],
  nginx: writeNginxConfiguration,
}

/** Returns the files `_headers` and `_redirects`, which Cloudflare and Netlify read. */
function writeListedRules(redirects: Redirect[], headers: HeaderRule[]): [string, string][] {
  const rules = headers.map(({ below, headers }) => {
    const lines = Object.entries(headers).map(([name, value]) => `  ${name}: ${value}\n`)
    return `${below}*\n${lines.join('')}`
  })
  return [
    ['_headers', rules.join('\n')],
    ['_redirects', redirects.map(({ from, to, isTemporary }) => `${from} ${to} ${isTemporary ? 302 : 301}\n`).join('')],
  ]
}

function writeVercelConfiguration(redirects: Redirect[], rules: HeaderRule[]): string {
  const configuration = {
    cleanUrls: true,
    trailingSlash: false,
    redirects: redirects.map(({ from, to, isTemporary }) => ({
      source: from,
      destination: to,
      permanent: !isTemporary,
    })),
    headers: rules.map(({ below, headers }) => ({
      source: `${below}(.*)`,
      headers: Object.entries(headers).map(([key, value]) => ({ key, value })),
    })),
  }
  return `${JSON.stringify(configuration, null, 2)}\n`
}

/** Media types by extension. nginx finds its own list only where a distribution puts it. */
const NGINX_TYPES: Record<string, string> = {
  'text/html': 'html',
  'text/css': 'css',
  'text/javascript': 'js',
  'text/plain': 'txt',
  'text/markdown': 'md',
  'text/csv': 'csv',
  'application/json': 'json',
  'application/xml': 'xml',
  'application/manifest+json': 'webmanifest',
  'application/pdf': 'pdf',
  'application/zip': 'zip',
  'image/svg+xml': 'svg',
  'image/png': 'png',
  'image/jpeg': 'jpg jpeg',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/avif': 'avif',
  'image/x-icon': 'ico',
  'font/woff2': 'woff2',
  'audio/mpeg': 'mp3',
  'audio/mp4': 'm4a',
  'audio/ogg': 'ogg oga opus',
  'audio/wav': 'wav',
  'video/mp4': 'mp4 m4v',
  'video/webm': 'webm',
  'video/quicktime': 'mov',
}
/** The types that are compressed, besides HTML. */
const NGINX_TEXTS = 'text/css text/javascript text/plain text/markdown application/json application/xml image/svg+xml'

const NGINX_MAPS = 'nginx.conf'
const NGINX_SERVER = 'nginx-server.conf'
/** Matches the files of the folder that are only for nginx and for the next export. */
const UNSERVED = [NGINX_MAPS, NGINX_SERVER, LIST].map((name) => name.replaceAll('.', String.raw`\.`)).join('|')

/**
 * Matches an address as it was requested, with a slash at its end. Decoded, or with empty segments or backslashes, it could lead browsers
 * to another site.
 */
const WITH_SLASH = String.raw`^((?:/[\x21-\x2e\x30-\x3e\x40-\x5b\x5d-\x7e]+)+)/(?:\?|$)`

/**
 * Returns two files that nginx includes: maps for its `http` block, and rules for a `server` block of the user, whose own lines (`listen`,
 * `server_name`, `root`) the next export must not replace.
 */
function writeNginxConfiguration(
  redirects: Redirect[],
  rules: HeaderRule[],
  basePath: string,
): [file: string, content: string][] {
  const names = [...new Set(rules.flatMap(({ headers }) => Object.keys(headers)))]
  return [
    [NGINX_MAPS, writeMaps(names, redirects, rules, basePath)],
    [NGINX_SERVER, writeServer(names, basePath)],
  ]
}

const writeMaps = (names: string[], redirects: Redirect[], rules: HeaderRule[], basePath: string): string =>
  `# Written by \`npm run export\`. Include this file in the http block of nginx.
map_hash_bucket_size 1024;
${writeRedirectMap(
  'colophon_target',
  redirects.filter(({ isTemporary }) => !isTemporary),
)}${writeRedirectMap(
  'colophon_temporary_target',
  redirects.filter(({ isTemporary }) => isTemporary),
)}map $request_uri $colophon_without_slash {
  default "";
  "~${WITH_SLASH}" $1;
}
${names.map((name) => writeHeaderMap(name, rules, basePath)).join('')}`

const writeServer = (names: string[], basePath: string): string =>
  `# Written by \`npm run export\`. Include this file in a server block of nginx whose root is this folder.
charset utf-8;
charset_types text/plain text/css text/javascript text/markdown application/json application/xml;
types {
${Object.entries(NGINX_TYPES)
  .map(([type, extensions]) => `  ${type} ${extensions};\n`)
  .join('')}}
default_type application/octet-stream;
gzip on;
gzip_vary on;
# The default, 1, makes scripts a sixth larger.
gzip_comp_level 6;
gzip_types ${NGINX_TEXTS};
absolute_redirect off;
error_page 404 /404.html;
${names.map((name) => `add_header ${name} $${toVariable(name)} always;\n`).join('')}
if ($colophon_target) {
  return 308 $colophon_target$is_args$args;
}
if ($colophon_temporary_target) {
  return 307 $colophon_temporary_target$is_args$args;
}
location = /404.html {
  internal;
}
# What is only for nginx and for the next export.
location ~ ^${basePath}/(?:${UNSERVED})$ {
  return 404;
}
location ~ ./$ {
  if ($colophon_without_slash) {
    return 308 $colophon_without_slash$is_args$args;
  }
  return 404;
}
${basePath === '' ? '' : writeAround(basePath)}location ${basePath}/ {
${basePath === '' ? '' : `  rewrite ^${basePath}(/.*)$ $1 break;\n`}  try_files $uri $uri.html =404;
}
location = ${basePath}/ {
  try_files /index.html =404;
}
`

/** Without these rules, nginx would find the same files outside of the base path, too. */
const writeAround = (basePath: string): string => `location = ${basePath} {
  return 308 ${basePath}/$is_args$args;
}
location / {
  return 404;
}
`

const writeRedirectMap = (variable: string, redirects: Redirect[]): string =>
  `map $uri $${variable} {\n  default "";\n${redirects.map(({ from, to }) => `  "${decodeURI(from)}" "${to}";\n`).join('')}}\n`

/** Maps paths to the value of a header. Documents inside a base path have been rewritten when headers are sent. */
function writeHeaderMap(name: string, rules: HeaderRule[], basePath: string): string {
  const lines = rules
    .flatMap(({ below, headers }) => {
      const value = headers[name]
      const inside = below.slice(basePath.length)
      if (value === undefined) return []
      return inside === '/' ? `  default "${value}";\n` : `  "~^${inside}" "${value}";\n`
    })
    .join('')
  const others = name === 'cache-control' ? '  default "public, max-age=0, must-revalidate";\n' : ''
  return `map $uri $${toVariable(name)} {\n${others}${lines}}\n`
}

const toVariable = (name: string) => `colophon_${name.replaceAll('-', '_')}`

/** A redirect from an encoded, site-absolute path with the base path to another one, or to another site. */
export interface Redirect {
  from: string
  to: string
  /** Whether the page is in lists. Visitors can read the rules of some hosts, so those do not name other pages. */
  isListed: boolean
  isTemporary?: true
}

/** A group of addresses and the headers of their responses. */
interface HeaderRule {
  /** The beginning of the paths, which ends with a slash. */
  below: string
  headers: Readonly<Record<string, string>>
}

const IMMUTABLE = { 'cache-control': 'public, max-age=31536000, immutable' }

/** The headers that the live site sends and a document cannot contain. */
const createHeaderRules = (basePath: string): HeaderRule[] => [
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
