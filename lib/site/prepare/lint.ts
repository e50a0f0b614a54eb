import type { Problem } from '../../snapshot/store'
import type { Loss } from '../../workspace/losses'
import { findUnsharedProperties } from '../../workspace/query/relations'
import type { AuthorRow } from '../../workspace/read/site-tables'
import type { Id } from '../../workspace/record-map'
import type { PageRecord } from '../../workspace/stored'
import { toPlainText } from '../../workspace/text'
import { PUBLIC } from '../access'
import { parseRowType } from '../blog'
import { findList } from '../lists'
import { isReserved } from '../paths'
import { Site } from '../site'
import type { Access, Reason, SiteIndex, SitePage } from '../site-index'
import { findWrongPictures } from './authors'
import type { BuildInput } from './build-site'
import { readConfig } from './config-rows'
import { collectRows, createRowCosts, createWithheldFinder } from './findings/computed-properties'
import {
  type EditorSettingsRemark,
  findLostLinks,
  findRootTableRemarks,
  findWrongCommentsValue,
  findWrongLayout,
  findWrongLookTables,
} from './findings/editor-settings'
import {
  type FileRemark,
  findFileRemarks,
  findLinkRemarks,
  findMissingFonts,
  type LinkRemark,
  type MissingFonts,
} from './findings/page-remarks'
import { findMisnamed, findNearHeadings, type ProtectionRemark } from './findings/protection'
import { chooseLanguages, getRoots, type LanguageProblem } from './languages'
import { type RedirectProblem, readRedirects } from './redirects'
import { createSeoReader, type WrongSeo } from './seo'
import { type BuildSettings, createSiteAccess } from './site-access'
import { readMenuRows } from './site-rows'
import { createTree } from './tree'

/** A problem or a note for editors, by kind. */
export type Remark =
  /** There are several top pages, and none is set as the root. `candidates` are the first of them. */
  | { kind: 'no-root'; tops: number; candidates: Id[] }
  | { kind: 'unreadable-file'; file: string; reason: string }
  | { kind: 'unreadable-page' }
  | { kind: 'duplicate-path' | 'reserved-path'; preferredPath: string }
  /** The slug is an address that the site does not use, so the page has the path of its title. */
  | { kind: 'slug-address' }
  /** The page has the path of a list, which visitors therefore do not find. */
  | { kind: 'hides-list' }
  | LinkRemark
  | MissingFonts
  | { kind: 'unsupported-block' | 'unsupported-view'; type: string }
  | { kind: 'images-without-alt'; count: number }
  | FileRemark
  | { kind: 'no-description' }
  /** Concerns the page, or a database on it. */
  | { kind: 'wrong-access' | 'draft' | 'scheduled'; reason: Reason; database?: string }
  | ProtectionRemark
  /** A view whose filter has an unknown part, which is ignored. */
  | { kind: 'unknown-filter'; view: string }
  /** A view whose filter compares people with the current user, which is never true on the site. */
  | { kind: 'me-filter'; view: string }
  /** The marker of a footnote without a note, or a note without a marker, which are text. */
  | { kind: 'loose-footnote'; text: string }
  /** A block or a property that is shown in a reduced form, because it exceeds a budget. */
  | { kind: 'reduced'; what: 'code' | 'diagram' | 'equation'; text: string; block: Id }
  | { kind: 'reduced'; what: 'property'; text: string; database: string }
  /** A `Menu` or `SubMenu` row of a blog database that leads nowhere. */
  | { kind: 'menu-target'; text: string }
  /** A row of the `Redirects` table that leads nowhere. */
  | ({ kind: 'redirect' } & RedirectProblem)
  /** Settings in `Config` rows of a blog database that the site does not have, or whose values it cannot use. */
  | { kind: 'unused-config'; names: string[] }
  /** The content is not in the snapshot: not yet, or because the workspace has none. */
  | { kind: 'not-copied' | 'content-missing' | 'text-cut' }
  /** The formulas of all rows exceed the budget of the search index, so the values of the last ones are not found. */
  | { kind: 'formulas-not-searched' }
  /** A property that relates to a database which the sync may not read, so that its values are unknown. `related`: its name, if known. */
  | { kind: 'unshared-property'; property: string; database: string; related?: string }
  /** Results of a formula that are not shown, because they depend on rows that the readers may not read: the first rows, and all. */
  | { kind: 'withheld-results'; property: string; database: string; rows: string[]; count: number }
  /** What Notion's official API does not return of the page, or without a page, of each page. */
  | { kind: 'api-losses'; losses: readonly Loss[] }
  /** A view whose database is not there, or none of the site's. */
  | { kind: 'missing-view' }
  /** Reported by the page thread: the page took too long. `isShown`: its reduced form is shown. */
  | { kind: 'slow-page'; isShown: boolean }
  /** Reported by the page thread: a component of the site folder threw an error or took too long. */
  | { kind: 'failed-component'; file: string; reason: string }
  | PageRemark
  | LanguageProblem
  /** An invalid address in the `Authors` table of the root page. */
  | { kind: 'author-picture'; name: string; text: string }
  | EditorSettingsRemark
  /** A value for search engines that the site does not use. */
  | ({ kind: 'wrong-seo' } & WrongSeo)

/** Found by preparing a page, see `findCostlyPages`. */
export type PageRemark =
  /** The databases of the page exceed its budget, so visitors load the rows of the last ones on request. */
  | { kind: 'rows-on-request' }
  /** A board has so many columns that empty ones are left out. */
  | { kind: 'columns-left-out'; view: string }

export type Finding = Remark & { page?: Id }

/** Kinds that are notes. All others are problems. */
const NOTES: ReadonlySet<Remark['kind']> = new Set([
  'api-losses',
  'closed-link',
  'columns-left-out',
  'draft',
  'formulas-not-searched',
  'loose-footnote',
  'me-filter',
  'missing-fonts',
  'no-description',
  'no-root',
  'not-copied',
  'protection',
  'reduced',
  'rows-on-request',
  'scheduled',
  'text-cut',
  'unknown-filter',
  'unsupported-view',
  'unused-config',
  'withheld-results',
])

/** Kinds that hide content which editors expect visitors to see. */
const HIDING: ReadonlySet<Remark['kind']> = new Set([
  'columns-left-out',
  'content-missing',
  'failed-file',
  'missing-view',
  'not-copied',
  'unreadable-file',
  'unreadable-page',
  'unsupported-block',
  'unsupported-view',
  'wrong-access',
])

export const isWrong = ({ kind }: Remark): boolean => !NOTES.has(kind)

/** Sorts findings: the whole site first, then hidden content, other problems, missing alternative texts, and notes. */
export function sortByUrgency<Each extends Finding>(findings: readonly Each[]): Each[] {
  return findings.toSorted((a, b) => getUrgency(a) - getUrgency(b))
}

function getUrgency(finding: Finding): number {
  if (finding.kind === 'no-root' || finding.kind === 'misnamed') return 0
  if (HIDING.has(finding.kind) || (finding.kind === 'slow-page' && !finding.isShown)) return 1
  if (finding.kind === 'images-without-alt') return 3
  return isWrong(finding) ? 2 : 4
}

/** Reasons that are mistakes, not intentions. */
const MISTAKES: ReadonlySet<Reason['why']> = new Set([
  'access-unknown',
  'date-unreadable',
  'no-organization',
  'password-unusable',
  'wrong-type',
])

/** Finds problems and notes for editors, in the order of the site's pages. For unpublished pages, it only finds why. Pure. */
export function findFindings(
  input: BuildInput,
  index: SiteIndex,
  problems: readonly Problem[],
  settings: BuildSettings,
  tree = createTree(input.pages, input.collections),
): Finding[] {
  const roots = getRoots(index.root ?? undefined, index.languages)
  const { ownAccess } = createSiteAccess(input, tree, roots, settings)
  const site = new Site(index)
  const byId = new Map(index.pages.map((page) => [page.id, page]))
  const readSeo = createSeoReader(index, input, roots, settings.siteUrl)
  const getAccessRemarks = (access: Access) => findAccessRemarks(access, settings.signIn)

  const found: Finding[] = problems.map(({ file, reason }) => ({ kind: 'unreadable-file', file, reason }))
  found.push(...findRootRemarks(index))
  if ([...input.pages.values()].some(({ remarks }) => remarks?.losses.includes('style'))) {
    found.push({ kind: 'api-losses', losses: ['style'] })
  }
  for (const page of index.pages) {
    const above = page.parent === null ? undefined : byId.get(page.parent)?.access
    const remarks: Remark[] = [
      ...getAccessRemarks(ownAccess({ kind: 'page', id: page.id })),
      ...(isShutOut(page.access) && !isShutOut(above) ? getAccessRemarks(page.access) : []),
    ]
    const record = input.pages.get(page.id)
    if (roots.includes(page.id)) remarks.push(...findNearHeadings(record))
    if (page.id === index.root) {
      const redirects = readRedirects(input, index, settings).problems
      remarks.push(...findRootTableRemarks(record, settings.themes))
      remarks.push(...findWrongPictures(record?.authors).map(toPictureRemark))
      remarks.push(...redirects.map((each): Remark => ({ kind: 'redirect', ...each })))
      remarks.push(...chooseLanguages({ ...input, root: page.id }, settings.locale, tree).problems)
    } else remarks.push(...findWrongLookTables(record, ['posts']))
    if (page.access.kind !== 'unpublished') {
      remarks.push(
        ...findPageRemarks(page),
        ...findContentRemarks(record),
        ...(settings.fonts ? findMissingFonts(page.title, settings.fonts) : []),
        ...findLinkRemarks(page, record, site, byId),
        ...findWrongLayout(record, input.collections.get(page.collection ?? ''), settings.timeZone),
        ...(settings.hasComments ? findWrongCommentsValue(record, input.collections.get(page.collection ?? '')) : []),
        ...readSeo(page).wrong.map((each): Remark => ({ kind: 'wrong-seo', ...each })),
      )
      if (findList(site.forPath(page.path), page.path, PUBLIC)?.kind === 'terms') remarks.push({ kind: 'hides-list' })
      if (record && lacksView(record, index)) remarks.push({ kind: 'missing-view' })
      remarks.push(...findFileRemarks(input.failedFiles.get(page.id)))
    }
    found.push(...remarks.map((remark) => ({ ...remark, page: page.id })))
  }
  for (const { page, slug, link, isGroup } of readMenuRows(input, index, settings)) {
    if (link === undefined && !isGroup) found.push({ kind: 'menu-target', text: slug, page: page.id })
  }
  found.push(...findLostLinks(input, index))
  const { unused } = readConfig(input, index, settings, { tree, ownAccess })
  if (unused.length > 0) found.push({ kind: 'unused-config', names: unused })
  const rows = collectRows(input.pages, input.collections)
  const costs = createRowCosts(input.pages, input.collections, rows, settings)
  const findWithheld = createWithheldFinder(site, rows)
  for (const id of Object.keys(index.collections)) {
    const owner = tree.above({ kind: 'collection', id })
    const name = toPlainText(input.collections.get(id)?.name ?? []).trim() || id
    for (const remark of findMisnamed(id, input)) found.push({ ...remark, database: name, page: owner?.id })
    for (const text of costs.findReducedProperties(id)) {
      found.push({ kind: 'reduced', what: 'property', text, database: name, page: owner?.id })
    }
    for (const each of findUnsharedProperties(id, input.collections)) {
      found.push({ kind: 'unshared-property', ...each, database: name, page: owner?.id })
    }
    const collection = input.collections.get(id)
    for (const { property, rows: withheld } of collection ? findWithheld(id, collection) : []) {
      const titles = withheld.slice(0, MAX_NAMED_ROWS).map(({ title }) => title)
      const count = withheld.length
      found.push({ kind: 'withheld-results', property, database: name, rows: titles, count, page: owner?.id })
    }
    for (const each of findFileRemarks(input.failedFiles.get(id))) {
      found.push({ ...each, database: name, page: owner?.id })
    }
    // A database that is a page of its own was met as that page.
    if (owner !== undefined && input.pages.get(owner.id)?.block.collection_id === id) continue
    const remarks = getAccessRemarks(ownAccess({ kind: 'collection', id }))
    found.push(...remarks.map((remark) => ({ ...remark, database: name, page: owner?.id })))
  }
  if (costs.exceedsSearch(index.pages)) found.push({ kind: 'formulas-not-searched' })
  return found
}

/** The rows that a remark names. */
const MAX_NAMED_ROWS = 5

/** Pages at the top that a remark names: those with the most pages directly below them. */
const MAX_CANDIDATES = 5

function findRootRemarks({ root, pages }: SiteIndex): Remark[] {
  if (root !== null) return []
  const below = new Map<Id | null, number>()
  for (const { parent } of pages) below.set(parent, (below.get(parent) ?? 0) + 1)
  const tops = pages.filter(({ parent, collection }) => parent === null && collection === undefined).map(({ id }) => id)
  if (tops.length < 2) return []
  tops.sort((a, b) => (below.get(b) ?? 0) - (below.get(a) ?? 0))
  return [{ kind: 'no-root', tops: tops.length, candidates: tops.slice(0, MAX_CANDIDATES) }]
}

function toPictureRemark({ name, picture }: AuthorRow): Remark {
  return { kind: 'author-picture', name, text: picture }
}

const isShutOut = (access: Access | undefined) =>
  access?.kind === 'unpublished' && access.reason.why === 'no-organization'

function findAccessRemarks(access: Access, signIn: boolean): Remark[] {
  if (access.kind === 'public' || access.kind === 'locked') return []
  if (access.kind === 'members') return signIn ? [] : [{ kind: 'draft', reason: { why: 'no-sign-in' } }]
  const { reason } = access
  // Other rows of a blog database are reported together.
  if (reason.why === 'no-page') return parseRowType(reason.type) === undefined ? [{ kind: 'wrong-access', reason }] : []
  if (MISTAKES.has(reason.why)) return [{ kind: 'wrong-access', reason }]
  return [{ kind: reason.why === 'scheduled' ? 'scheduled' : 'draft', reason }]
}

function findPageRemarks({
  preferredPath,
  hasUnusableSlug,
  address,
  locale,
  hasStoredContent,
  contentMissing,
  readable,
  description,
}: SitePage): Remark[] {
  if (!readable) return [{ kind: 'unreadable-page' }]
  const remarks: Remark[] = []
  // The preferred path is empty if the title contains no letters.
  if (preferredPath)
    remarks.push({
      kind: isReserved(locale === undefined ? preferredPath : preferredPath.replace(`${locale}/`, ''))
        ? 'reserved-path'
        : 'duplicate-path',
      preferredPath,
    })
  if (hasUnusableSlug) remarks.push({ kind: 'slug-address' })
  // The content of a page that leads to another site is not shown.
  if (address !== undefined) return remarks
  if (!hasStoredContent) remarks.push({ kind: contentMissing ? 'content-missing' : 'not-copied' })
  else if (description === '') remarks.push({ kind: 'no-description' })
  return remarks
}

function lacksView({ hasStoredContent, collections, remarks }: PageRecord, index: SiteIndex): boolean {
  if (!hasStoredContent) return false
  return remarks?.lacksViews === true || collections.some((id) => !Object.hasOwn(index.collections, id))
}

function findContentRemarks(record: PageRecord | undefined): Remark[] {
  if (record?.remarks === undefined) return []
  const { blocks, views, imagesWithoutAlt, filters, meFilters, looseMarkers, reduced, isTextCut, losses } =
    record.remarks
  // The style of pages is reported once for the whole site.
  const own = losses.filter((loss) => loss !== 'style')
  return [
    ...blocks.map((type): Remark => ({ kind: 'unsupported-block', type })),
    ...views.map((type): Remark => ({ kind: 'unsupported-view', type })),
    ...(imagesWithoutAlt > 0 ? [{ kind: 'images-without-alt', count: imagesWithoutAlt } as const] : []),
    ...reduced.map((each): Remark => ({ kind: 'reduced', ...each })),
    ...(isTextCut ? [{ kind: 'text-cut' } as const] : []),
    ...(own.length > 0 ? [{ kind: 'api-losses', losses: own } as const] : []),
    ...filters.map((view): Remark => ({ kind: 'unknown-filter', view })),
    ...meFilters.map((view): Remark => ({ kind: 'me-filter', view })),
    ...looseMarkers.map((text): Remark => ({ kind: 'loose-footnote', text })),
  ]
}
