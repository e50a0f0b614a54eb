import type { RedirectTable, RedirectTarget, WildcardRedirect } from '../site-index'

/** Returns the row of a table from a decoded path, also if it is written in another case or with `.html`. */
export function findRowAt<Row>(exact: Readonly<Record<string, Row>>, path: string): Row | undefined {
  const at = path.normalize('NFC')
  for (const each of [at, at.toLowerCase(), ...listBare(at)]) if (Object.hasOwn(exact, each)) return exact[each]
  return undefined
}

function listBare(path: string): string[] {
  const bare = path.replace(/\.html$/i, '')
  return bare === path ? [] : [bare, bare.toLowerCase()]
}

/** The maximum number of rows such as `/2019/*` whose targets are resolved for one request. */
export const MAX_WILDCARDS = 10

/** Whether a path is another path, or below it. An empty path is above all others. */
export const isAtOrBelow = (path: string, above: string): boolean =>
  above === '' || path === above || path.startsWith(`${above}/`)

/**
 * Returns a function that finds the rows from all paths below a path that a decoded path belongs to, in any case, the longest first. It
 * looks up each path above the decoded path.
 */
export function createWildcardFinder<Row extends { below: string }>(rows: readonly Row[]): (path: string) => Row[] {
  const byPath = new Map<string, Row[]>()
  for (const row of rows) {
    const below = row.below.toLowerCase()
    const known = byPath.get(below)
    if (known === undefined) byPath.set(below, [row])
    else known.push(row)
  }
  return (path) => {
    if (byPath.size === 0) return []
    const found: Row[] = []
    let above = path.normalize('NFC').toLowerCase()
    for (;;) {
      found.push(...(byPath.get(above) ?? []))
      if (above === '') return found
      above = above.slice(0, Math.max(0, above.lastIndexOf('/')))
    }
  }
}

/** Whether a row leads from a decoded path with a query. Other queries do not change what the path shows. */
export const hasQueryRows = ({ queries }: RedirectTable, path: string): boolean => Object.hasOwn(queries, path)

/** Returns the target of the row from a path with a query, which may have more parameters than the row. */
export function findQueryTarget({ queries }: RedirectTable, path: string, query: string): RedirectTarget | undefined {
  const rows = Object.hasOwn(queries, path) ? (queries[path] ?? []) : []
  const given = new URLSearchParams(query)
  return rows.find(({ parameters }) => parameters.every(([name, value]) => given.getAll(name).includes(value)))?.target
}

/** Returns the target of a row from all paths below a path, for one of them: a decoded path, or another target. */
export function fillWildcard({ below, target, continues }: WildcardRedirect, path: string): RedirectTarget {
  if (!continues || target.status === 410) return target
  const rest = path.normalize('NFC').slice(below.length).replace(/^\/+/, '')
  if ('address' in target)
    return { ...target, address: `${target.address}${encodeURI(rest).replace(/[?#]/g, encodeURIComponent)}` }
  return 'path' in target ? { ...target, path: [target.path, rest].filter((part) => part !== '').join('/') } : target
}
