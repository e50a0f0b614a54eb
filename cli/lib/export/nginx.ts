import { type BelowRedirect, escapePattern, type Redirect, type Redirects, removeLastSlash } from './host-redirects'
import { groupByParameters, hasStatus, indexByPageId, isPlainQuery, REDIRECT_STATUSES } from './redirect-maps'
import { createBelowPattern, type HeaderRule, ID_PATTERNS, listUnserved, REVALIDATED, WITH_SLASH } from './web-servers'

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
  'application/epub+zip': 'epub',
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
const UNSERVED = listUnserved(NGINX_MAPS, NGINX_SERVER).map(escapePattern).join('|')

/** The maximum number of bytes of an address in a map, whose buckets have 1024. */
const MAX_BYTES = 900

/** Characters that no text of a map should contain. */
const CONTROL = /\p{Cc}/u

interface NginxRedirects {
  maps: string
  /** Rules that come before files. */
  rules: string
  /** Rules for what no file has. */
  last: string
  included: Set<Redirect | BelowRedirect>
}

/**
 * Returns two files that nginx includes: maps for its `http` block, and rules for a `server` block of the user, whose own lines (`listen`,
 * `server_name`, `root`) the next export must not replace. `included` are the redirects that they contain.
 */
export function writeNginxRules(
  redirects: Redirects,
  headers: readonly HeaderRule[],
  basePath: string,
): { files: [file: string, content: string][]; included: Set<Redirect | BelowRedirect> } {
  const names = [...new Set(headers.flatMap((rule) => Object.keys(rule.headers)))]
  const written = writeRedirects(redirects, basePath)
  return {
    files: [
      [NGINX_MAPS, writeMaps(names, written.maps, headers, basePath)],
      [NGINX_SERVER, writeServer(names, written, basePath)],
    ],
    included: written.included,
  }
}

const writeMaps = (names: string[], redirects: string, rules: readonly HeaderRule[], basePath: string): string =>
  `# Written by \`npm run export\`. Include this file in the http block of nginx.
map_hash_bucket_size 1024;
map_hash_max_size 65536;
map $request_uri $colophon_without_slash {
  default "";
  "~${WITH_SLASH}" $1;
}
map $uri $colophon_document {
  default "";
  "~^${basePath}(/.+?)/+$" "$1.html";
}
map $colophon_without_slash $colophon_file {
  default $colophon_document;
  "" "";
}
${redirects}${names.map((name) => writeHeaderMap(name, rules, basePath)).join('')}`

const writeServer = (names: string[], { rules, last }: NginxRedirects, basePath: string): string =>
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
error_page 404 410 /404.html;
${names.map((name) => `add_header ${name} $${toVariable(name)} always;\n`).join('')}
${rules}location = /404.html {
  internal;
}
# What is only for nginx and for the next export.
location ~ ^${basePath}/(?:${UNSERVED})$ {
  return 404;
}
location ~ ./$ {
  if (-f $document_root$colophon_file) {
    return 308 $colophon_without_slash$is_args$args;
  }
${last}  if ($colophon_without_slash) {
    return 308 $colophon_without_slash$is_args$args;
  }
  return 404;
}
${basePath === '' ? '' : writeAround(basePath)}location ${basePath}/ {
${basePath === '' ? '' : `  rewrite ^${basePath}(/.*)$ $1 break;\n`}  try_files $uri $uri.html @colophon_old;
}
location @colophon_old {
${last}  return 404;
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

/** Maps paths to the value of a header. Documents inside a base path have been rewritten when headers are sent. */
function writeHeaderMap(name: string, rules: readonly HeaderRule[], basePath: string): string {
  const lines = rules
    .flatMap(({ below, headers }) => {
      const value = headers[name]
      const inside = below.slice(basePath.length)
      if (value === undefined) return []
      return inside === '/' ? `  default "${value}";\n` : `  "~^${inside}" "${value}";\n`
    })
    .join('')
  const others = name === 'cache-control' ? `  default "${REVALIDATED}";\n` : ''
  return `map $uri $${toVariable(name)} {\n${others}${lines}}\n`
}

const toVariable = (name: string) => `colophon_${name.replaceAll('-', '_')}`

/** Returns the maps and rules of redirects. nginx compares the texts of a map in any case. */
function writeRedirects({ redirects, below }: Redirects, basePath: string): NginxRedirects {
  const usable = redirects.filter(({ from, to }) => {
    const path = toPath(from)
    return Buffer.byteLength(path) <= MAX_BYTES && !CONTROL.test(path + to)
  })
  const withQuery = usable.filter((each) => each.query !== undefined && isPlainQuery(each))
  const pages = indexByPageId(usable)
  const exact = usable.filter(({ query, pageId }) => query === undefined && pageId === undefined)
  const statuses = [...REDIRECT_STATUSES, 410] as const
  const maps: string[] = []
  const rules: string[] = []
  const last: string[] = []
  const add = (list: string[], variable: string, status: number, source: string, lines: string[]) => {
    if (lines.length === 0) return
    maps.push(`map ${source} $${variable} {\n  default "";\n${removeRepeated(lines).join('')}}\n`)
    list.push(`if ($${variable}) {\n  return ${status === 410 ? status : `${status} $${variable}`};\n}\n`)
  }
  let group = 0
  for (const [names, members] of groupByParameters(withQuery)) {
    const source = `"$colophon_path?${names
      .split(',')
      .map((name) => `$arg_${name}`)
      .join('&')}"`
    group++
    for (const status of statuses) {
      const lines = members.filter(hasStatus(status)).map((each) => {
        const values = (each.query ?? []).map(([, value]) => value).join('&')
        return writeLine(`${toPath(each.from)}?${values}`, each, '')
      })
      add(rules, `colophon_query_${group}_${status}`, status, source, lines)
    }
  }
  for (const status of statuses) {
    const lines = exact.filter(hasStatus(status)).map((each) => writeLine(toPath(each.from), each, KEEPS_QUERY))
    add(rules, `colophon_to_${status}`, status, '$colophon_path', lines)
  }
  const ids = [...pages].map(([id, { to }]) => `  ${id} "${escapeValue(to)}${KEEPS_QUERY}";\n`)
  add(rules, 'colophon_page', 308, '$colophon_id', ids)
  for (const status of statuses) {
    // The longest path counts, whatever its status is.
    const lines = below.map((each) => writeBelow(each, hasStatus(status)(each)))
    if (below.some(hasStatus(status))) add(last, `colophon_below_${status}`, status, '$request_uri', lines)
  }
  return {
    maps: PATHS(basePath) + maps.join(''),
    rules: rules.join(''),
    last: last.join('').replace(/^(?=.)/gm, '  '),
    included: new Set([...withQuery, ...exact, ...usable.filter(({ pageId }) => pageId !== undefined), ...below]),
  }
}

/** Removes lines whose texts differ only in the case of Latin letters from that of an earlier line, which nginx would refuse. */
function removeRepeated(lines: readonly string[]): string[] {
  const known = new Set<string>()
  return lines.filter((line) => {
    const key = line.slice(0, line.indexOf('" "') + 1).replace(/[A-Z]/g, (letter) => letter.toLowerCase())
    return key === '' || (!known.has(key) && known.add(key))
  })
}

const PATHS = (basePath: string) => `map $uri $colophon_path {
  default $uri;
  "~^(.+?)/+$" $1;
}
map $colophon_path $colophon_id {
  default "";
  "~*^${basePath}${ID_PATTERNS.bare}" $1;
  "~*^${basePath}${ID_PATTERNS.dashed}" "$1$2$3$4$5";
}
`

const KEEPS_QUERY = '$is_args$args'

/** The decoded path, without a slash at its end. */
const toPath = (from: string) => decodeURIComponent(from)

function writeLine(key: string, { to, status }: Redirect, query: string): string {
  const value = status === 410 ? '1' : escapeValue(to) + (keepsQuery(to) ? query : '')
  return `  "${key.replace(/["\\]/g, '\\$&')}" "${value}";\n`
}

function writeBelow({ from, to, status, continues }: BelowRedirect, isOwn: boolean): string {
  const target = continues ? `${escapeValue(removeLastSlash(to))}/$1` : escapeValue(to)
  const value = status === 410 ? '1' : `${target}${keepsQuery(to) ? KEEPS_QUERY : ''}`
  return `  "~*${createBelowPattern(from).replaceAll('"', '\\"')}" "${isOwn ? value : ''}";\n`
}

/** Another site does not get the query, nor does an address that has one. */
const keepsQuery = (to: string) => to.startsWith('/') && !/[?#]/.test(to)

const escapeValue = (to: string) => to.replace(/[$"\\]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
