import type { BelowRedirect, Redirect, RuleStatus } from './host-redirects'

/** Statuses of redirects, each of which needs rules of its own in web servers. */
export const REDIRECT_STATUSES = [301, 302, 307, 308] as const satisfies RuleStatus[]

export const hasStatus =
  (status: RuleStatus) =>
  (each: Redirect | BelowRedirect): boolean =>
    (each.status ?? 308) === status

/** Returns the pages by the digits of their ids, with one of the redirects from addresses that end in them. */
export const indexByPageId = (redirects: readonly Redirect[]): Map<string, Redirect> =>
  new Map(redirects.flatMap((each) => (each.pageId === undefined ? [] : [[each.pageId, each] as const])))

/** Names of parameters that nginx has variables for, and values that clients do not percent-encode. */
const PLAIN_NAME = /^[a-z\d_]+$/i
const PLAIN_VALUE = /^[\w.~-]*$/

export const isPlainQuery = ({ query = [] }: Redirect): boolean =>
  query.every(([name, value]) => PLAIN_NAME.test(name) && PLAIN_VALUE.test(value))

/** Groups redirects with a query by the names of their parameters, those with the most first. */
export function groupByParameters(redirects: readonly Redirect[]): Map<string, Redirect[]> {
  const groups = new Map<string, Redirect[]>()
  for (const each of redirects) {
    if (each.query === undefined) continue
    const names = each.query.map(([name]) => name.toLowerCase()).join()
    groups.set(names, [...(groups.get(names) ?? []), each])
  }
  return new Map([...groups].sort(([a], [b]) => b.split(',').length - a.split(',').length))
}
