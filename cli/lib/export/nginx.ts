import type { HeaderRule, Redirect } from './rules'
import { LIST } from './swap'

/** Media types by extension. nginx finds its own list only where a distribution puts it. */
const TYPES: Record<string, string> = {
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
const TEXTS = 'text/css text/javascript text/plain text/markdown application/json application/xml image/svg+xml'

const MAPS = 'nginx.conf'
const SERVER = 'nginx-server.conf'
/** Matches the files of the folder that are only for nginx and for the next export. */
const UNSERVED = [MAPS, SERVER, LIST].map((name) => name.replaceAll('.', String.raw`\.`)).join('|')

/**
 * Matches an address as it was requested, with a slash at its end. Decoded, or with empty segments or backslashes, it could lead browsers
 * to another site.
 */
const WITH_SLASH = String.raw`^((?:/[\x21-\x2e\x30-\x3e\x40-\x5b\x5d-\x7e]+)+)/(?:\?|$)`

/**
 * Returns two files that nginx includes: maps for its `http` block, and rules for a `server` block of the user, whose own lines (`listen`,
 * `server_name`, `root`) the next export must not replace.
 */
export function writeNginxConfiguration(
  redirects: Redirect[],
  rules: HeaderRule[],
  basePath: string,
): [file: string, content: string][] {
  const names = [...new Set(rules.flatMap(({ headers }) => Object.keys(headers)))]
  return [
    [MAPS, writeMaps(names, redirects, rules, basePath)],
    [SERVER, writeServer(names, basePath)],
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
${Object.entries(TYPES)
  .map(([type, extensions]) => `  ${type} ${extensions};\n`)
  .join('')}}
default_type application/octet-stream;
gzip on;
gzip_vary on;
# The default, 1, makes scripts a sixth larger.
gzip_comp_level 6;
gzip_types ${TEXTS};
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
