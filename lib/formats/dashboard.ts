import type { EditorsMessages } from '../../messages/languages'
import { mayRead, PUBLIC } from '../site/access'
import { findPageByReference } from '../site/prepare/explain-access'
import { explainForViewer } from '../site/prepare/explain-for-viewer'
import { type Finding, isWrong } from '../site/prepare/lint'
import { getViewerAddress } from '../site/site'
import type { SiteIndex, SitePage, Viewer } from '../site/site-index'
import type { SyncReport } from '../snapshot/sync-report'
import type { ReceivedToken } from '../webhooks/verification'
import { getNotionUrl, toUuid } from '../workspace/ids'
import type { Id } from '../workspace/record-map'
import {
  describeAudience,
  describeExplanation,
  explainFinding,
  formatFinding,
  indexPagesById,
  type PagesById,
} from './findings'
import { findHandbookAddress } from './handbook'

/** The longest list. Longer ones are cut, with the number of missing items. */
const MAX_ITEMS = 100
/** How long preview links may be valid: the first one is the default. */
const LIFETIMES = [
  ['7d', 7, 'day'],
  ['1h', 1, 'hour'],
  ['1d', 1, 'day'],
  ['30d', 30, 'day'],
  ['90d', 90, 'day'],
] as const
/** The maximum number of pages whose access is explained. */
const MAX_EXPLAINED = 10
/** The maximum number of audiences that are listed for a database. */
const MAX_AUDIENCES = 10

export interface Moment {
  iso: string
  text: string
}

/** A line about a page. `help` is the address of the handbook's page about it, if the site knows a handbook. */
export interface DashboardLine {
  text: string
  help?: string
}

/** Lines about one page. `notion` is its address in Notion; `path` is set if the viewer may read the page. */
export interface DashboardGroup {
  title: string
  notion?: string
  path?: string
  lines: DashboardLine[]
}

export interface DashboardList<Item> {
  items: Item[]
  /** The number of items that were cut off. */
  more: number
}

/** What an editor asks about a page: who may read it. */
export interface AccessQuery {
  /** The address of a page, or a part of its title; empty for no query. */
  page: string
  /** Empty for a visitor who is not signed in, `*` for a member without an organization, or else an organization. */
  as: string
}

export interface DashboardView {
  access: {
    query: AccessQuery
    organizations: readonly string[]
    /** Undefined without a query. */
    explained?: DashboardList<DashboardGroup>
  }
  /** Why the site is degraded, as in `/api/health`. */
  reasons: readonly string[]
  sync?: {
    state: SyncReport['state']
    facts: [name: string, value: string | Moment][]
    message?: string
    changed: DashboardList<DashboardGroup>
    failed: DashboardList<DashboardGroup>
  }
  /** Whether the site serves a folder that it does not copy from Notion. */
  servesFolder: boolean
  /** The number of pages and of public pages; undefined before the first snapshot. */
  pages?: string
  /** Pages with problems, which are listed with their notes. */
  wrong: DashboardList<DashboardGroup>
  wrongCount: number
  /** Pages with notes only. */
  notes: DashboardList<DashboardGroup>
  /** What protects each database, and how many of its rows each audience may read. */
  protection: DashboardList<DashboardGroup>
  tokens: (Moment & { token: string })[]
  previews: PreviewsView
}

/** A valid preview link. `expires` is in milliseconds since 1970. */
interface ListedPreview {
  name: string
  page: Id
  hasSubpages: boolean
  expires: number
  url: string
}

/** The preview links of drafts. */
export interface PreviewsView {
  /** What the last change has done. */
  outcome?: string
  /** The valid links; undefined if the site has no `SITE_SECRET`, which signs them. */
  links?: (Pick<ListedPreview, 'name' | 'url' | 'hasSubpages'> & { title: string; until: Moment })[]
  /** Why the links cannot be shown. */
  problem?: string
  /** How long a new link may be valid: the values of the form, such as `7d`, and their texts. */
  lifetimes: [value: string, text: string][]
}

interface DashboardInput {
  reasons: readonly string[]
  index: SiteIndex | undefined
  report: SyncReport | undefined
  findings: readonly Finding[]
  /** What protects each database. */
  protection: readonly Finding[]
  servesFolder: boolean
  tokens: readonly ReceivedToken[]
  /** The organizations that access depends on. */
  organizations: readonly string[]
  query: AccessQuery
  /** The valid preview links; undefined without `SITE_SECRET`. `previewOutcome` is what the last change has done, from the address. */
  previews?: readonly ListedPreview[] | 'unreadable' | undefined
  previewOutcome?: string | undefined
}

interface DashboardSettings {
  /** The editor whom the links are for. */
  viewer: Viewer
  messages: EditorsMessages
  locale: string
  timeZone: string
  siteUrl: string
  /** The address of a site that publishes the handbook. */
  handbookUrl?: string | undefined
}

/** Returns the content of the editor dashboard. */
export function createDashboardView(input: DashboardInput, settings: DashboardSettings): DashboardView {
  const { reasons, index, report, findings, protection, servesFolder, tokens, organizations, query } = input
  const { messages } = settings
  const grouped = groupFindings(findings)
  const wrong = grouped.filter((own) => own.some(isWrong))
  const notes = grouped.filter((own) => !own.some(isWrong))
  const pages = indexPagesById(index?.pages ?? [])
  const shown = index?.pages.filter((page) => mayRead(page.access, PUBLIC)).length ?? 0
  return {
    access: {
      query,
      organizations,
      ...(index && query.page !== '' && { explained: explainPages(query, index, settings) }),
    },
    reasons,
    sync: report && getSyncView(report, pages, settings),
    pages: index && messages.desk.published(shown, messages.pages(index.pages.length)),
    servesFolder,
    wrong: describeGroups(wrong, pages, index, settings),
    wrongCount: findings.filter(isWrong).length,
    notes: describeGroups(notes, pages, index, settings),
    protection: describeProtection(protection, pages, index, settings),
    tokens: tokens.map(({ token, at }) => ({ token, ...formatMoment(at, settings) })),
    previews: getPreviewsView(input.previews, input.previewOutcome, pages, settings),
  }
}

function getPreviewsView(
  previews: DashboardInput['previews'],
  outcome: string | undefined,
  pages: PagesById,
  settings: DashboardSettings,
): PreviewsView {
  const { messages, locale } = settings
  const texts: Partial<Record<string, string>> = messages.previews.outcomes
  const text = outcome !== undefined && Object.hasOwn(texts, outcome) ? texts[outcome] : undefined
  return {
    lifetimes: LIFETIMES.map(([value, count, unit]) => [
      value,
      new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(count),
    ]),
    ...(text !== undefined && { outcome: text }),
    ...(previews === 'unreadable' && { links: [], problem: messages.previews.unreadable }),
    ...(previews !== undefined &&
      previews !== 'unreadable' && {
        links: previews.map(({ name, page, hasSubpages, url, expires }) => ({
          ...{ name, hasSubpages, url, until: formatMoment(expires, settings) },
          title: pages.get(page)?.title ?? messages.untitled,
        })),
      }),
  }
}

/** Explains the access to the pages that a query names. */
function explainPages(
  { page: reference, as }: AccessQuery,
  index: SiteIndex,
  { messages, siteUrl, viewer }: DashboardSettings,
): DashboardList<DashboardGroup> {
  const { access: texts } = messages.desk
  const asked: Viewer = { signedIn: as !== '', organizations: as === '' || as === '*' ? [] : [as.toLowerCase()] }
  const who = as === '' ? texts.signedOut : as === '*' ? texts.anyMember : texts.member(as)
  const id = findPageByReference(reference, index, siteUrl)
  const part = reference.toLowerCase()
  const found = index.pages.filter((page) =>
    id === undefined ? page.title.toLowerCase().includes(part) : page.id === id,
  )
  const { items, more } = cutList(found, MAX_EXPLAINED)
  const groups = items.map((page): DashboardGroup => {
    const explanation = explainForViewer(page, index, asked)
    const verdict = explanation.isReadable ? texts.readable(who) : texts.unreadable(who)
    const lines = [verdict, ...describeExplanation(explanation, messages)]
    return { title: page.title, ...getAddresses(page, viewer), lines: lines.map((text) => ({ text })) }
  })
  return { items: groups, more }
}

function getSyncView(report: SyncReport, known: PagesById, settings: DashboardSettings): DashboardView['sync'] {
  const { messages } = settings
  const { desk } = messages
  const { pages, pagesKnown, files, filesKnown, calls } = report.progress
  const kinds = { added: desk.added, changed: desk.changedPage, moved: desk.moved, removed: desk.removed }
  const progress = [
    formatRatio(pages, pagesKnown, messages.pages),
    formatRatio(files, filesKnown, messages.files),
    desk.calls(calls),
  ].join(' · ')
  const state = `${desk[report.state]} · ${report.mode === 'full' ? desk.full : desk.difference}`
  const failed = [...report.failed, ...report.failedFiles].map(({ id, title, file, reason }) => ({
    id,
    title: title ?? id,
    line: file === undefined ? reason : messages.failedFile(file, reason),
  }))
  const changed = report.changed.map(({ id, title, kind }) => ({ id, title, line: kinds[kind] }))
  return {
    state: report.state,
    facts: [
      [desk.state, state],
      [desk.started, formatMoment(report.startedAt, settings)],
      ...(report.finishedAt === undefined
        ? []
        : [[desk.finished, formatMoment(report.finishedAt, settings)] satisfies [string, Moment]]),
      [desk.progress, progress],
    ],
    message: report.message,
    changed: groupSynced(changed, known, settings),
    failed: groupSynced(failed, known, settings),
  }
}

/** Groups what a sync reports by page. */
function groupSynced(
  reported: readonly { id: string; title?: string | undefined; line: string }[],
  known: PagesById,
  { messages, viewer }: DashboardSettings,
): DashboardList<DashboardGroup> {
  const { items, more } = cutList([...groupBy(reported, ({ id }) => id)])
  const groups = items.map(([id, own]): DashboardGroup => {
    const page = known.get(id)
    const uuid = toUuid(id)
    return {
      title: page?.title || own[0]?.title || messages.untitled,
      ...(page ? getAddresses(page, viewer) : uuid !== undefined && { notion: getNotionUrl(uuid) }),
      lines: own.map(({ line: text }) => ({ text })),
    }
  })
  return { items: groups, more }
}

/** Groups findings by page, in the order of the first of each. */
const groupFindings = (findings: readonly Finding[]): Finding[][] => [...groupBy(findings, ({ page }) => page).values()]

/** Describes groups of findings. Writes the texts of listed pages only, because a site may have as many findings as links. */
function describeGroups(
  grouped: readonly (readonly Finding[])[],
  pages: PagesById,
  index: SiteIndex | undefined,
  { messages, viewer, handbookUrl }: DashboardSettings,
): DashboardList<DashboardGroup> {
  if (pages.size === 0) return cutList([])
  const { items, more } = cutList(grouped)
  const groups = items.map((own): DashboardGroup => {
    const page = pages.get(own[0]?.page)
    const lines = own
      .toSorted((a, b) => Number(isWrong(b)) - Number(isWrong(a)))
      .map((finding): DashboardLine => {
        const help = findHandbookAddress(finding.kind, index, handbookUrl)
        return { text: explainFinding(finding, pages, messages), ...(help && { help }) }
      })
    return { title: page?.title ?? '', ...(page && getAddresses(page, viewer)), lines }
  })
  return { items: groups, more }
}

/** Describes what protects each database, with the number of its rows for each audience. */
function describeProtection(
  protection: readonly Finding[],
  pages: PagesById,
  index: SiteIndex | undefined,
  { messages, viewer, handbookUrl }: DashboardSettings,
): DashboardList<DashboardGroup> {
  const rows = groupBy(index?.pages ?? [], ({ collection }) => collection)
  const { items, more } = cutList(protection.filter((finding) => finding.kind === 'protection'))
  const groups = items.map((finding): DashboardGroup => {
    const page = pages.get(finding.page)
    const help = findHandbookAddress(finding.kind, index, handbookUrl)
    const own = finding.collection === undefined ? [] : (rows.get(finding.collection) ?? [])
    const audiences = cutList([...groupBy(own, ({ access }) => describeAudience(access, messages))], MAX_AUDIENCES)
    return {
      title: finding.database,
      ...(page && getAddresses(page, viewer)),
      lines: [
        { text: formatFinding(finding, pages, messages), ...(help && { help }) },
        ...audiences.items.map(([who, { length }]) => ({ text: `${who}: ${length}` })),
        ...(audiences.more > 0 ? [{ text: messages.more(audiences.more) }] : []),
      ],
    }
  })
  return { items: groups, more }
}

/** Returns the address of a page in Notion, and the one at which the viewer can read it. Editors can read drafts and scheduled pages. */
function getAddresses({ id, path, access }: SitePage, viewer: Viewer): Pick<DashboardGroup, 'notion' | 'path'> {
  return { notion: getNotionUrl(id), ...(mayRead(access, viewer) && { path: getViewerAddress(path, viewer) }) }
}

function groupBy<Item, Key>(items: Iterable<Item>, getKey: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>()
  for (const item of items) {
    const key = getKey(item)
    const known = groups.get(key)
    if (known === undefined) groups.set(key, [item])
    else known.push(item)
  }
  return groups
}

const formatRatio = (done: number, known: number, format: (count: number) => string) =>
  done === known ? format(done) : `${done} / ${format(known)}`

function cutList<Item>(items: readonly Item[], most = MAX_ITEMS): DashboardList<Item> {
  return { items: items.slice(0, most), more: Math.max(0, items.length - most) }
}

function formatMoment(time: number, { locale, timeZone }: DashboardSettings): Moment {
  const style = { dateStyle: 'medium', timeStyle: 'medium', timeZone } as const
  return { iso: new Date(time).toISOString(), text: new Intl.DateTimeFormat(locale, style).format(time) }
}
