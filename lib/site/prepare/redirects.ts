import { findRoute } from '../../find-route'
import type { RedirectRow } from '../../workspace/read/site-tables'
import type { Id } from '../../workspace/record-map'
import type { PageRecord } from '../../workspace/stored'
import { mayRead, PUBLIC } from '../access'
import { decodePath } from '../paths'
import { Site } from '../site'
import type { LinkTarget, SiteIndex } from '../site-index'
import { findLinkTarget, removeSiteUrl } from './written-addresses'

/** The maximum number of rows that are used, and the maximum number of characters of a former path. */
const MAX_REDIRECTS = 2000
const MAX_PATH_LENGTH = 500

/** A row that is not used, and why. */
export interface RedirectProblem {
  from: string
  to: string
  /** `taken`: the site has something at `from`. `address`: `from` cannot be the path of a page. `target`: `to` is not public. */
  why: 'taken' | 'address' | 'target' | 'loop' | 'too-many'
}

/** Reads the `Redirects` table of the root page. It is ignored unless the page is public, because redirects reveal what it contains. */
export function readRedirects(
  { pages }: { pages: ReadonlyMap<Id, PageRecord> },
  index: SiteIndex,
  { siteUrl }: { siteUrl: string },
) {
  const isPublic = index.pages.some(({ id, access }) => id === index.root && mayRead(access, PUBLIC))
  const rows = isPublic ? pages.get(index.root ?? '')?.redirects : undefined
  return createRedirects(rows ?? [], { ...index, redirects: {} }, siteUrl)
}

interface Step extends RedirectRow {
  /** The decoded path of the target, if it is a path of the site. */
  next?: string
}

/**
 * Creates the redirects of a `Redirects` table. Of several rows from the same path, the first counts. Each row of a chain redirects
 * directly to the end of the chain. A row that would hide a page, or that belongs to a loop, is left out.
 */
function createRedirects(
  rows: readonly RedirectRow[],
  index: SiteIndex,
  siteUrl: string,
): { redirects: SiteIndex['redirects']; problems: RedirectProblem[] } {
  if (rows.length === 0) return { redirects: {}, problems: [] }
  const site = new Site(index)
  const taken = new Set(index.pages.map(({ path }) => path))
  const steps = new Map<string, Step>()
  const problems: RedirectProblem[] = []
  const report = ({ from, to }: RedirectRow, why: RedirectProblem['why']) => problems.push({ from, to, why })
  for (const [at, row] of rows.entries()) {
    const from = readSourcePath(row.from, siteUrl)
    if (at >= MAX_REDIRECTS) report(row, 'too-many')
    else if (from === undefined) report(row, 'address')
    else if (taken.has(from) || site.resolve(from, PUBLIC).kind === 'list') report(row, 'taken')
    else if (!steps.has(from)) steps.set(from, { ...row, next: row.page ? undefined : readSourcePath(row.to, siteUrl) })
  }
  const paths = new Map(index.pages.map(({ id, path }) => [id, path]))
  const redirects: SiteIndex['redirects'] = {}
  for (const [from, step] of steps) {
    const end = findEnd(from, steps)
    const target = end && findTarget(end, site, siteUrl, paths)
    if (target === undefined) report(step, end === undefined ? 'loop' : 'target')
    else redirects[from] = { ...target, ...(end?.isTemporary && { isTemporary: true }) }
  }
  return { redirects, problems }
}

/** Returns the last row of a chain, which is temporary if any of its rows is; undefined for a loop. */
function findEnd(from: string, steps: ReadonlyMap<string, Step>): Step | undefined {
  const seen = new Set<string>()
  let isTemporary = false
  for (let at = from; !seen.has(at); ) {
    seen.add(at)
    const step = steps.get(at)
    if (step === undefined) return undefined
    isTemporary ||= step.isTemporary === true
    if (step.next === undefined || !steps.has(step.next)) return { ...step, ...(isTemporary && { isTemporary }) }
    at = step.next
  }
  return undefined
}

function findTarget(
  { to, page }: Step,
  site: Site,
  siteUrl: string,
  paths: ReadonlyMap<Id, string>,
): LinkTarget | undefined {
  // A link of Notion to a page that the site does not have is an address like any other.
  const path = page === undefined ? undefined : paths.get(page)
  return findLinkTarget(path === undefined ? removeSiteUrl(to, siteUrl) : `/${path}`, site)
}

/** Returns the decoded path from which a redirect can lead; undefined if no page can have the path. */
function readSourcePath(text: string, siteUrl: string): string | undefined {
  const bare = removeSiteUrl(text, siteUrl)
  if (bare.length > MAX_PATH_LENGTH || /^(?:[a-z][a-z\d+.-]*:|[\\/]{2})|[?#\\]/i.test(bare)) return undefined
  const path = decodePath(bare)
    ?.normalize('NFC')
    .replace(/\.html$/i, '')
  if (path === undefined || path === '' || /\.[a-z\d]+$/i.test(path)) return undefined
  const { kind, audience } = findRoute(`/${path}`)
  return kind === 'page' && audience === 'everyone' ? path : undefined
}
