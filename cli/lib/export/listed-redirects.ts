import {
  type BelowRedirect,
  escapePattern,
  listSpellings,
  type Redirect,
  type Redirects,
  type RuleStatus,
  removeLastSlash,
} from './host-redirects'

/** The rules of a `_redirects` file, and the redirects that they contain. */
interface ListedRedirects {
  text: string
  included: Set<Redirect | BelowRedirect>
}

interface Lines {
  of: Redirect | BelowRedirect
  lines: string[]
}

/** The statuses that Netlify documents for those that it does not. */
const NETLIFY_STATUSES: Partial<Record<RuleStatus, RuleStatus>> = { 307: 302, 308: 301 }

/** Writes the `_redirects` file of Netlify, whose rules without an exclamation mark never hide a file. */
export function writeNetlifyRedirects({ redirects, below }: Redirects, most: number): ListedRedirects {
  const exact = redirects.filter(({ from, to }) => !NETLIFY_SPECIAL.test(from) && !hasSpace(to))
  const withQuery = exact.filter(({ query }) => query !== undefined)
  const all: Lines[] = [
    ...withQuery.toSorted(compareQueries).map((each) => ({
      of: each,
      lines: listSpellings(each.from).map(
        (from) => `${from} ${writeQuery(each)} ${writeTarget(each, NETLIFY_STATUSES)}!`,
      ),
    })),
    ...exact
      .filter(({ query }) => query === undefined)
      .map((each) => ({
        of: each,
        lines: listSpellings(each.from).map((from) => `${from} ${writeTarget(each, NETLIFY_STATUSES)}`),
      })),
    ...below.map((each) => ({
      of: each,
      lines: listSpellings(each.from).map((from) => `${from}/* ${writeTarget(each, NETLIFY_STATUSES)}`),
    })),
  ]
  return joinLines(all, most)
}

/** A segment that begins with a colon is a placeholder. */
const NETLIFY_SPECIAL = /\/:|[\s#*]/
const hasSpace = (text: string) => /\s/.test(text)

const compareQueries = (a: Redirect, b: Redirect) => (b.query?.length ?? 0) - (a.query?.length ?? 0)

const writeQuery = ({ query = [] }: Redirect) =>
  query.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join(' ')

function writeTarget(each: Redirect | BelowRedirect, statuses: Partial<Record<RuleStatus, RuleStatus>> = {}): string {
  if (each.status === 410) return '/404.html 410'
  const to = 'continues' in each && each.continues ? `${removeLastSlash(each.to)}/:splat` : each.to
  const { status = 308 } = each
  return `${to} ${statuses[status] ?? status}`
}

/** The limits of Cloudflare for lines with and without a placeholder or a `*`. */
const CLOUDFLARE_DYNAMIC = 100
const CLOUDFLARE_LINE = 2000
/** A colon before a letter begins a placeholder, which matches any text. */
const PLACEHOLDER = /:[a-z]/i

/**
 * Writes the `_redirects` file of Cloudflare. Each spelling of a path needs a line of its own. After the first line with a placeholder or a
 * `*`, all lines count as such lines, so they are the last. Cloudflare reads no queries and has no status 410. `isTaken` returns whether
 * the export has a file at a path, which the rule would hide.
 */
export function writeCloudflareRedirects(
  { redirects, below }: Redirects,
  most: number,
  isTaken: (pattern: RegExp) => boolean,
): ListedRedirects {
  const usable = redirects.filter(
    ({ from, to, query, status }) => query === undefined && status !== 410 && !/[\s*]/.test(from) && !hasSpace(to),
  )
  const isDynamic = ({ from }: Redirect) => PLACEHOLDER.test(from)
  const plain = usable.filter((each) => !isDynamic(each))
  const dynamic = usable.filter((each) => isDynamic(each) && !isTaken(toPlaceholderPattern(each.from)))
  const fit = ({ lines }: Lines) => lines.every((line) => line.length <= CLOUDFLARE_LINE)
  const first = plain.map((each) => ({ of: each, lines: [`${each.from} ${writeTarget(each)}`] })).filter(fit)
  const others = plain.map((each) => ({
    of: each,
    lines: [...listSpellings(each.from).slice(1), ...listSpellings(`${each.from}/`)].map(
      (from) => `${from} ${writeTarget(each)}`,
    ),
  }))
  const last = [
    ...dynamic.map((each) => ({
      of: each,
      lines: [each.from, `${each.from}/`].map((from) => `${from} ${writeTarget(each)}`),
    })),
    ...below
      .filter(({ status }) => status !== 410)
      .map((each) => ({ of: each, lines: listSpellings(each.from).map((from) => `${from}/* ${writeTarget(each)}`) })),
  ].filter(fit)
  const static_ = joinLines(first, most)
  const rest = joinLines(others.filter(({ of }) => static_.included.has(of)).filter(fit), most - static_.included.size)
  const tail = joinLines(last, CLOUDFLARE_DYNAMIC)
  return {
    text: static_.text + rest.text + tail.text,
    included: new Set([...static_.included, ...tail.included]),
  }
}

const toPlaceholderPattern = (from: string) =>
  new RegExp(
    `^${from
      .split(/:[a-z]\w*/i)
      .map(escapePattern)
      .join('[^/]+')}$`,
  )

function joinLines(all: readonly Lines[], most: number): ListedRedirects {
  const included = new Set<Redirect | BelowRedirect>()
  const lines: string[] = []
  for (const { of, lines: own } of all) {
    if (lines.length + own.length > most) continue
    lines.push(...own)
    included.add(of)
  }
  return { text: lines.map((line) => `${line}\n`).join(''), included }
}
