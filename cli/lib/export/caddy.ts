import { type BelowRedirect, type Redirect, type Redirects, removeLastSlash } from './host-redirects'
import { indexByPageId, isPlainQuery } from './redirect-maps'
import { createBelowPattern, type HeaderRule, ID_PATTERNS, listUnserved, REVALIDATED, WITH_SLASH } from './web-servers'

const CADDY_RULES = 'caddy.conf'

/** Characters that end a token, or begin a placeholder. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: addresses of a table may contain them
const SPECIAL = /[`{}\u0000-\u001f]/

/**
 * Returns the file that Caddy imports in a site block of the user, whose root is the folder. `included` are the redirects that it contains. A
 * map compares its texts one after the other, which takes less time than to read a file, also with thousands of them.
 */
export function writeCaddyRules(
  { redirects, below }: Redirects,
  headers: readonly HeaderRule[],
): { files: [file: string, content: string][]; included: Set<Redirect | BelowRedirect> } {
  const usable = redirects.filter(({ from, to }) => !SPECIAL.test(decodeURIComponent(from) + to))
  const withQuery = usable.filter((each) => each.query !== undefined && isPlainQuery(each))
  const exact = usable.filter(({ query, pageId }) => query === undefined && pageId === undefined)
  const pages = indexByPageId(usable)
  const rules = below.filter(({ to }) => !SPECIAL.test(to))
  const lines = [
    ...headers.flatMap(writeHeaders),
    'encode gzip',
    ...['map {query} {colophon_query} {', '\t"" ""', '\tdefault "?{query}"', '}'],
    ...['map {path} {colophon_path} {', `\t\`~^(.+?)/+$\` "\${1}"`, '\tdefault {path}', '}'],
    ...writeQueries(withQuery),
    ...writeMap('{colophon_path}', 'colophon_to', exact.map(writeExact)),
    ...writeStatuses('colophon_to', exact),
    ...writePages(pages),
    // What no file has.
    ...writeMap('{http.request.orig_uri}', 'colophon_below', rules.map(writeBelow)),
    ...writeStatuses('colophon_below', rules, '\tnot file {path} {path}.html'),
    ...writeMap('{http.request.orig_uri}', 'colophon_slashless', [`\t\`~${WITH_SLASH}\` "\${1}" 308q`]),
    ...writeStatuses('colophon_slashless', [{ to: '/' }], '\tnot path /'),
    `@unserved path ${listUnserved(CADDY_RULES)
      .map((name) => `/${name}`)
      .join(' ')}`,
    'error @unserved 404',
    'try_files {path} {path}.html',
    'file_server',
  ]
  const content = [
    '# Written by `npm run export`. Import this file in a site block of Caddy whose root is this folder.',
    'route {',
    ...lines.map((line) => `\t${line}`),
    '}',
    'handle_errors {',
    '\trewrite * /404.html',
    '\tfile_server',
    '}',
  ]
  return {
    files: [[CADDY_RULES, content.map((line) => `${line}\n`).join('')]],
    included: new Set([...withQuery, ...exact, ...usable.filter(({ pageId }) => pageId !== undefined), ...rules]),
  }
}

function writeHeaders({ below, headers }: HeaderRule): string[] {
  const caching = below === '/' ? { 'cache-control': REVALIDATED } : {}
  return Object.entries({ ...caching, ...headers }).map(([name, value]) => `header ${below}* ${name} \`${value}\``)
}

/** A map from addresses to a target and its status. */
function writeMap(source: string, name: string, lines: readonly string[]): string[] {
  if (lines.length === 0) return []
  return [`map ${source} {${name}} {${name}_kind} {`, ...lines, '\tdefault "" ""', '}']
}

/** Rules for the targets of a map: one for each status, and for those that get the query of the request. */
function writeStatuses(name: string, of: readonly Kept[], condition?: string): string[] {
  const used = [...new Set(of.map(getKind))].sort()
  return used.flatMap((kind) => {
    const matcher = `@${name}_${kind}`
    const status = Number.parseInt(kind, 10)
    return [
      `${matcher} {`,
      ...(condition === undefined ? [] : [condition]),
      `\texpression \`{${name}_kind} == "${kind}"\``,
      '}',
      status === 410
        ? `error ${matcher} 410`
        : `redir ${matcher} {${name}}${kind.endsWith('q') ? '{colophon_query}' : ''} ${status}`,
    ]
  })
}

type Kept = Pick<Redirect, 'to' | 'status'>

/** The status of a redirect, with a `q` if its target gets the query of the request, as an address of this site without one does. */
const getKind = ({ to, status = 308 }: Kept): string =>
  `${status}${status !== 410 && to.startsWith('/') && !/[?#]/.test(to) ? 'q' : ''}`

const writeExact = (each: Redirect) =>
  `\t\`${decodeURIComponent(each.from)}\` \`${each.status === 410 ? '-' : each.to}\` ${getKind(each)}`

function writeBelow(each: BelowRedirect): string {
  const to = each.continues ? `${removeLastSlash(each.to)}/\${1}` : each.to
  return `\t\`~(?i)${createBelowPattern(each.from)}\` \`${each.status === 410 ? '-' : to}\` ${getKind(each)}`
}

function writePages(pages: ReadonlyMap<string, Redirect>): string[] {
  if (pages.size === 0) return []
  const patterns = [ID_PATTERNS.bare, ID_PATTERNS.dashed].map((pattern, at) => {
    const digits = Array.from({ length: at === 0 ? 1 : 5 }, (_, group) => `\${${group + 1}}`).join('')
    return `\t\`~(?i)^${pattern}\` "${digits}"`
  })
  const lines = [...pages].map(([id, each]) => `\t${id} \`${each.to}\` ${getKind(each)}`)
  return [
    ...['map {colophon_path} {colophon_id} {', ...patterns, '\tdefault ""', '}'],
    ...writeMap('{colophon_id}', 'colophon_page', lines),
    ...writeStatuses('colophon_page', [...pages.values()]),
  ]
}

const writeQueries = (withQuery: readonly Redirect[]) =>
  withQuery
    .toSorted((a, b) => (b.query?.length ?? 0) - (a.query?.length ?? 0))
    .flatMap((each, at) => {
      const path = decodeURIComponent(each.from)
      const name = `@colophon_query_${at}`
      const parameters = (each.query ?? []).map(([key, value]) => `{query.${key}} == ${JSON.stringify(value)}`)
      const paths = path === '/' ? '/' : `\`${path}\` \`${path}/\``
      return [
        `${name} {`,
        `\tpath ${paths}`,
        `\texpression \`${parameters.join(' && ')}\``,
        '}',
        each.status === 410 ? `error ${name} 410` : `redir ${name} \`${each.to}\` ${each.status ?? 308}`,
      ]
    })
