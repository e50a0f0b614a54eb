import { addBasePath } from '../../base-path'
import { findHandler, mayBeOldAddress } from '../../find-route'
import { COPY_PATH } from '../../page-copies.mjs'
import type { RedirectRow } from '../../workspace/read/site-tables'
import type { Id } from '../../workspace/record-map'
import type { PageRecord } from '../../workspace/stored'
import { mayRead, PUBLIC } from '../access'
import { findPathLanguage } from '../languages/languages'
import { decodePath } from '../paths'
import { createWildcardFinder, fillWildcard, findRowAt, isAtOrBelow, MAX_WILDCARDS } from '../resolve/find-row'
import { Site } from '../site'
import type { LinkTarget, RedirectTable, RedirectTarget, SiteIndex } from '../site-index'
import { TAXONOMIES } from '../terms'
import type { BuildSettings } from './site-access'
import { findLinkTarget, removeSiteUrl } from './written-addresses'

/** The largest numbers of rows that are used, of those with a `*`, of characters of an address, and of parameters of its query. */
export const REDIRECT_LIMITS = { rows: 10_000, wildcards: 500, characters: 500, parameters: 10 }

const NO_REDIRECTS: RedirectTable = { exact: {}, queries: {}, wildcards: [] }

/** A row that is not used, and why. */
export interface RedirectProblem {
  from: string
  to: string
  /**
   * `taken`: the site has something at `from`. `address`: `from` is no address that a former site may have had. `wildcard`: a `*` that is
   * not the end of an address. `target`: `to` is not public. `duplicate`: an earlier row has the same address. `too-many`: neither this row
   * nor those after it are used, or of those with a `*` if it has one. The others are faults of cells.
   */
  why:
    | 'taken'
    | 'address'
    | 'wildcard'
    | 'target'
    | 'loop'
    | 'duplicate'
    | 'too-many'
    | NonNullable<RedirectRow['fault']>
}

type RedirectSettings = Pick<BuildSettings, 'siteUrl' | 'publicFiles'>

/** Reads the `Redirects` table of the root page. It is ignored unless the page is public, because redirects reveal what it contains. */
export function readRedirects(
  { pages }: { pages: ReadonlyMap<Id, PageRecord> },
  index: SiteIndex,
  settings: RedirectSettings,
): { redirects: RedirectTable; problems: RedirectProblem[] } {
  const read = known.get(index)
  if (read !== undefined) return read
  const isPublic = index.pages.some(({ id, access }) => id === index.root && mayRead(access, PUBLIC))
  const rows = (isPublic ? pages.get(index.root ?? '')?.redirects : undefined) ?? []
  if (rows.length === 0) return { redirects: NO_REDIRECTS, problems: [] }
  const table = new TableBuilder({ ...index, redirects: NO_REDIRECTS }, settings).build(rows)
  known.set(index, table)
  return table
}

/** The table of an index is built with it, and read again for its findings. */
const known = new WeakMap<SiteIndex, ReturnType<TableBuilder['build']>>()

/** From where a row leads. `path` is decoded, in Unicode form NFC, without slashes at both ends. */
interface Source {
  path: string
  query?: [name: string, value: string][]
  isWildcard?: true
}

/** A row whose address can be used, until its target is known. */
interface Step {
  row: RedirectRow
  source: Source
}

interface WildcardStep extends Step {
  below: string
}

/** Where the last row of a chain leads, or why there is none. */
type End = RedirectTarget | 'loop' | 'wildcard' | 'target'

class TableBuilder {
  readonly #site: Site
  readonly #paths: ReadonlyMap<Id, string>
  readonly #taken: ReadonlySet<string>
  readonly #settings: RedirectSettings
  /** The rows by the paths from which they lead, in all spellings. A chain continues with the row that is here at its target. */
  readonly #exact: Record<string, Step> = {}
  #findWildcards = createWildcardFinder<WildcardStep>([])
  /** Where the chain that begins with a row ends, once it is known. `open`: a row of the chain that is being followed. */
  readonly #ends = new Map<Step, End | 'open'>()
  /** What the site has at a written target, before any row is followed. The ends of chains are made of these. */
  readonly #targets = new Map<string, RedirectTarget | undefined>()
  readonly #problems: RedirectProblem[] = []

  constructor(index: SiteIndex, settings: RedirectSettings) {
    this.#site = new Site(index)
    this.#paths = new Map(index.pages.map(({ id, path }) => [id, path]))
    this.#taken = new Set(index.pages.map(({ path }) => path))
    this.#settings = settings
  }

  /**
   * Builds the table. Of several rows from the same address, the first counts. Each row of a chain leads to the end of the chain. A row
   * that would hide something of the site, or that belongs to a loop, is left out.
   */
  build(rows: readonly RedirectRow[]): { redirects: RedirectTable; problems: RedirectProblem[] } {
    const steps = this.#readSteps(rows)
    const wildcards: WildcardStep[] = []
    for (const step of steps) {
      const { path, query, isWildcard } = step.source
      if (isWildcard) wildcards.push({ ...step, below: path })
      else if (query === undefined) this.#exact[path] = step
    }
    this.#findWildcards = createWildcardFinder(wildcards)
    this.#addSpellings(steps)
    const table: RedirectTable = { exact: {}, queries: {}, wildcards: [] }
    for (const step of steps) this.#addTo(table, step)
    for (const [path, step] of Object.entries(this.#exact)) {
      const end = this.#ends.get(step)
      if (typeof end === 'object') table.exact[path] = end
    }
    for (const list of Object.values(table.queries)) list.sort((a, b) => b.parameters.length - a.parameters.length)
    table.wildcards.sort((a, b) => b.below.length - a.below.length)
    return { redirects: table, problems: this.#problems }
  }

  #report({ from, to }: RedirectRow, why: RedirectProblem['why']) {
    this.#problems.push({ from, to, why })
  }

  #readSteps(rows: readonly RedirectRow[]): Step[] {
    const [excess] = rows.slice(REDIRECT_LIMITS.rows)
    const known = new Set<string>()
    let wildcards = 0
    const steps = rows.slice(0, REDIRECT_LIMITS.rows).flatMap((row): Step[] => {
      const source = readSource(row.from, this.#settings.siteUrl)
      const key = JSON.stringify(source)
      const problem = row.fault ?? this.#findProblem(source) ?? (known.has(key) ? 'duplicate' : undefined)
      if (problem !== undefined || typeof source === 'string') {
        this.#report(row, problem ?? 'address')
        return []
      }
      known.add(key)
      if (source.isWildcard && ++wildcards > REDIRECT_LIMITS.wildcards) {
        if (wildcards === REDIRECT_LIMITS.wildcards + 1) this.#report(row, 'too-many')
        return []
      }
      return [{ row, source }]
    })
    if (excess !== undefined) this.#report(excess, 'too-many')
    return steps
  }

  #findProblem(source: Source | 'address' | 'wildcard'): RedirectProblem['why'] | undefined {
    if (typeof source === 'string') return source
    const { path, query, isWildcard } = source
    if (!mayBeOldAddress(isWildcard ? `/${path}/x` : `/${path}`)) return 'address'
    if (isWildcard || query !== undefined) return undefined
    if (path === '') return 'address'
    return this.#isTaken(path) ? 'taken' : undefined
  }

  #isTaken(path: string): boolean {
    if (this.#taken.has(path)) return true
    if (MAY_BE_LIST.test(path) && this.#site.list(path, PUBLIC) !== undefined) return true
    return path.includes('.') && this.#isOwnFile(path)
  }

  /** Whether the site has a file, a feed, or a copy of a page at a path. */
  #isOwnFile(path: string): boolean {
    const [, page] = COPY_PATH.exec(path) ?? []
    if (page !== undefined) return page === 'index' || this.#taken.has(page)
    const [, list] = /^(.+)\/feed\.(?:xml|json)$/.exec(path) ?? []
    if (list !== undefined) return this.#hasFeed(list)
    return OWN_FILE.test(path) || this.#settings.publicFiles?.has(encodeURI(`/${path}`)) === true
  }

  #hasFeed(path: string): boolean {
    const found = this.#site.list(path, PUBLIC)
    if (found !== undefined) return found.kind === 'term'
    const language = findPathLanguage(path, this.#site.index)
    return path === language && this.#taken.has(path)
  }

  /**
   * Adds paths that mean the same as those of rows, unless a row or a page has them: in lower case, because many servers ignore the case,
   * and without `.html`.
   */
  #addSpellings(steps: readonly Step[]): void {
    for (const step of steps) {
      const { path, query, isWildcard } = step.source
      if (query !== undefined || isWildcard) continue
      const lower = path.toLowerCase()
      for (const spelling of [lower, lower.replace(/\.html$/, '')]) {
        const isFree = spelling !== '' && spelling !== path && !Object.hasOwn(this.#exact, spelling)
        if (isFree && mayBeOldAddress(`/${spelling}`) && !this.#isTaken(spelling)) this.#exact[spelling] = step
      }
    }
  }

  #addTo(table: RedirectTable, step: Step): void {
    const { row, source } = step
    const { path, query, isWildcard } = source
    const continues = isWildcard && continuesPath(step)
    const end = continues ? this.#readContinued(step) : this.#findEnd(step)
    if (typeof end === 'string') this.#report(row, end)
    else if (isWildcard) table.wildcards.push({ below: path, target: end, ...(continues && { continues }) })
    else if (query !== undefined) {
      const list = Object.hasOwn(table.queries, path) ? table.queries[path] : undefined
      table.queries[path] = [...(list ?? []), { parameters: query, target: end }]
    }
  }

  /** Returns the end of the chain that a row begins. Its status is that of the row, or temporary if that of a later row is. */
  #findEnd(step: Step): End {
    const known = this.#ends.get(step)
    if (known !== undefined) return known === 'open' ? 'loop' : known
    // Rows may form a chain that is as long as the table, so this is no recursion.
    const chain: Step[] = []
    let end: End | undefined
    for (let at: Step | undefined = step; at !== undefined && end === undefined; ) {
      chain.push(at)
      this.#ends.set(at, 'open')
      const next = this.#follow(at)
      if ('end' in next) end = next.end
      else {
        at = next.step
        const known = this.#ends.get(at)
        if (known !== undefined) end = known === 'open' ? 'loop' : known
      }
    }
    for (const at of chain.reverse()) {
      end = typeof end === 'object' ? addStatus(end, at.row) : end
      this.#ends.set(at, end ?? 'target')
    }
    return end ?? 'target'
  }

  /** Returns the row to which a row leads, or the end of the chain. */
  #follow({ row }: Step): { step: Step } | { end: End } {
    if (row.status === 410) return { end: { status: 410 } }
    const own = row.page === undefined ? undefined : this.#paths.get(row.page)
    // A link of Notion to a page that the site does not have is an address like any other.
    const text = own === undefined ? removeSiteUrl(row.to, this.#settings.siteUrl) : encodeURI(`/${own}`)
    if (text.includes('*')) return { end: 'wildcard' }
    if (SURROGATE.test(text)) return { end: 'target' }
    if (/^[a-z][a-z\d+.-]*:/i.test(text)) return { end: readOtherSite(text) ?? 'target' }
    if (text === '' || /^(?:#|[\\/]{2})/.test(text)) return { end: 'target' }
    const [, written = '', suffix = ''] = /^([^?#]*)(.*)$/s.exec(text) ?? []
    const path = decodePath(written)?.normalize('NFC')
    return path === undefined ? { end: 'target' } : this.#followPath(path, suffix)
  }

  #followPath(first: string, suffix: string): { step: Step } | { end: End } {
    const seen = new Set<string>()
    for (let path = first; ; ) {
      const row = findRowAt(this.#exact, path)
      if (row !== undefined) return { step: row }
      const target = this.#findTargetOnce(path, suffix)
      if (target !== undefined) return { end: target }
      const [wildcard] = this.#findWildcards(path)
      if (wildcard === undefined) return { end: 'target' }
      if (!continuesPath(wildcard)) return { step: wildcard }
      if (seen.has(path) || seen.size === MAX_WILDCARDS) return { end: 'loop' }
      seen.add(path)
      const read = this.#readContinued(wildcard)
      if (typeof read === 'string') return { end: read }
      const filled = fillWildcard({ below: wildcard.below, target: read, continues: true }, path)
      if (!('path' in filled)) return { end: filled }
      path = filled.path
    }
  }

  /** Many rows have the same target. */
  #findTargetOnce(path: string, suffix: string): RedirectTarget | undefined {
    const key = `${path} ${suffix}`
    const known = this.#targets.get(key)
    if (known !== undefined || this.#targets.has(key)) return known
    const target = this.#findTarget(path, suffix)
    this.#targets.set(key, target)
    return target
  }

  /** Returns what the site has at a path, as the target of a row. */
  #findTarget(path: string, suffix: string): RedirectTarget | undefined {
    const pathname = `/${path}`
    const handler = findHandler(pathname)
    const isFile = handler?.kind === 'file' && handler.audience === 'everyone' && this.#isShown(path)
    if (handler?.kind === 'document' || isFile || (path.includes('.') && this.#isOwnFile(path))) {
      return { address: toOwnAddress(pathname, suffix) }
    }
    if (path === 'search' && suffix !== '') return { address: toOwnAddress(pathname, suffix) }
    const found = findLinkTarget(encodeURI(pathname), this.#site)
    return found && addSuffix(found, suffix)
  }

  #isShown(path: string): boolean {
    const [, hash = ''] = path.split('/')
    return this.#site.showsFile(hash, PUBLIC)
  }

  /** Returns the target of a row such as `/2019/*` to `/blog/*`, without the `*`. */
  #readContinued({ row, source }: Step): End {
    const text = removeSiteUrl(row.to, this.#settings.siteUrl).slice(0, -1)
    if (SURROGATE.test(text)) return 'target'
    if (text.includes('*')) return 'wildcard'
    if (/^[a-z][a-z\d+.-]*:/i.test(text)) {
      const other = readOtherSite(text)
      return other ? addStatus(other, row) : 'target'
    }
    const path = /^[\\/]{2}|[?#]/.test(text) ? undefined : decodePath(text)?.normalize('NFC')
    if (path === undefined) return 'target'
    return this.#leadsBack(source.path, path) ? 'loop' : addStatus({ path }, row)
  }

  /** Whether addresses below `path` would lead to addresses from which the same row leads. Requests follow no more rows, either. */
  #leadsBack(below: string, first: string): boolean {
    let path = first
    for (let rows = 0; rows <= MAX_WILDCARDS; rows++) {
      if (isAtOrBelow(path, below)) return true
      const next = this.#findWildcards(path).find(continuesPath)
      const to = next && removeSiteUrl(next.row.to, this.#settings.siteUrl)
      if (next === undefined || to === undefined || !to.startsWith('/')) return false
      const target = decodePath(to.slice(0, -1))?.normalize('NFC')
      if (target === undefined) return false
      path = `${target}${path.slice(next.below.length)}`.replace(/^\//, '')
    }
    return false
  }
}

/** Paths of lists contain the name of a taxonomy or of the archive, or are a number. */
const MAY_BE_LIST = new RegExp(`(?:^|/)(?:archive|\\d+|${TAXONOMIES.join('|')})(?:/|$)`)

/** Icons that clients request without a link, and parts of `llms-full.txt`. */
const OWN_FILE = /^(?:favicon\.ico|apple-touch-icon\.png|llms-full-\d{1,4}\.txt)$/

/** Half of a character, which no address can contain. */
const SURROGATE = /\p{Surrogate}/u

const continuesPath = ({ row }: Step) => row.page === undefined && row.to.endsWith('/*')

/** Returns the address of another site; undefined unless it begins with `https://`, without a user name. */
function readOtherSite(text: string): { address: string } | undefined {
  if (!/^https:\/\//i.test(text) || !URL.canParse(text)) return undefined
  const { href, username, password } = new URL(text)
  return username === '' && password === '' ? { address: href } : undefined
}

const TEMPORARY: ReadonlySet<number | undefined> = new Set([302, 307])

/** Adds the status of an earlier row to the end of a chain. */
function addStatus(target: RedirectTarget, { status }: RedirectRow): RedirectTarget {
  if (target.status === 410 || status === 410) return { status: 410 }
  if (TEMPORARY.has(target.status)) return TEMPORARY.has(status) ? { ...target, status } : target
  const { status: _, ...bare } = target
  return status === undefined ? bare : { ...bare, status }
}

function addSuffix(target: LinkTarget, suffix: string): RedirectTarget {
  if (suffix === '') return target
  if ('id' in target) return { ...target, suffix: encodeSuffix(suffix) }
  return 'path' in target ? { address: toOwnAddress(`/${target.path}`, suffix) } : target
}

/** Returns the address of a decoded path with the query and the anchor that an editor wrote. */
function toOwnAddress(pathname: string, suffix: string): string {
  return addBasePath(encodeURI(pathname) + encodeSuffix(suffix))
}

/** Encodes a query and an anchor, because a header cannot contain other characters than those of ASCII. */
function encodeSuffix(suffix: string): string {
  const { search, hash } = new URL(suffix, 'https://own.invalid')
  return search + hash
}

/** Reads the address from which a row leads. */
function readSource(text: string, siteUrl: string): Source | 'address' | 'wildcard' {
  const bare = removeSiteUrl(text, siteUrl)
  if (SURROGATE.test(bare) || bare.length > REDIRECT_LIMITS.characters) return 'address'
  if (/^(?:[a-z][a-z\d+.-]*:|[\\/]{2})|[#\\]/i.test(bare)) return 'address'
  const [, written = '', search] = /^([^?]*)(?:\?(.*))?$/s.exec(bare) ?? []
  const isWildcard = /(?:^|\/)\*$/.test(written) && search === undefined
  const pathText = isWildcard ? written.slice(0, -1) : written
  if (pathText.includes('*')) return 'wildcard'
  const path = decodePath(pathText)?.normalize('NFC')
  if (path === undefined) return 'address'
  if (isWildcard) return { path, isWildcard }
  if (search === undefined) return { path }
  const query = [...new URLSearchParams(search)].sort(([a], [b]) => (a < b ? -1 : 1))
  return query.length > 0 && query.length <= REDIRECT_LIMITS.parameters ? { path, query } : 'address'
}
