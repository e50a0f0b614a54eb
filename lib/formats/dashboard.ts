import type { EditorsMessages } from '../../messages/languages'
import { mayRead, PUBLIC } from '../site/access'
import { type Finding, isWrong } from '../site/prepare/lint'
import { getViewerAddress } from '../site/site'
import type { SiteIndex, SitePage, Viewer } from '../site/site-index'
import type { SyncReport } from '../snapshot/sync-report'
import type { ReceivedToken } from '../webhooks/verification'
import { describeFinding, indexPagesById, type PagesById } from './findings'

/** The longest list. Longer ones are cut, with the number of missing items. */
const MAX_ITEMS = 100

export interface Moment {
  iso: string
  text: string
}

/** Lines about one page. `path` is set if the viewer may read the page. */
export interface DashboardGroup {
  title: string
  path?: string
  lines: string[]
}

export interface DashboardList<Item> {
  items: Item[]
  /** The number of items that were cut off. */
  more: number
}

export interface DashboardView {
  /** Why the site is degraded, as in `/api/health`. */
  reasons: readonly string[]
  sync?: {
    state: SyncReport['state']
    facts: [name: string, value: string | Moment][]
    message?: string
    changed: DashboardList<DashboardGroup>
    failed: DashboardList<DashboardGroup>
  }
  /** The number of pages and of public pages; undefined before the first snapshot. */
  pages?: string
  wrong: DashboardList<DashboardGroup>
  wrongCount: number
  notes: DashboardList<DashboardGroup>
  notesCount: number
  tokens: (Moment & { token: string })[]
}

interface DashboardInput {
  reasons: readonly string[]
  index: SiteIndex | undefined
  report: SyncReport | undefined
  findings: readonly Finding[]
  tokens: readonly ReceivedToken[]
}

interface DashboardSettings {
  /** The editor whom the links are for. */
  viewer: Viewer
  messages: EditorsMessages
  locale: string
  timeZone: string
}

/** Returns the content of the editor dashboard. */
export function createDashboardView(
  { reasons, index, report, findings, tokens }: DashboardInput,
  settings: DashboardSettings,
): DashboardView {
  const { messages } = settings
  const wrong = findings.filter(isWrong)
  const notes = findings.filter((finding) => !isWrong(finding))
  const pages = indexPagesById(index?.pages ?? [])
  const shown = index?.pages.filter((page) => mayRead(page.access, PUBLIC)).length ?? 0
  return {
    reasons,
    sync: report && getSyncView(report, pages, settings),
    pages: index && messages.desk.published(shown, messages.pages(index.pages.length)),
    wrong: groupFindings(wrong, pages, settings),
    wrongCount: wrong.length,
    notes: groupFindings(notes, pages, settings),
    notesCount: notes.length,
    tokens: tokens.map(({ token, at }) => ({ token, ...formatMoment(at, settings) })),
  }
}

function getSyncView(report: SyncReport, known: PagesById, settings: DashboardSettings): DashboardView['sync'] {
  const { messages } = settings
  const { desk, untitled } = messages
  const { pages, pagesKnown, files, filesKnown, calls } = report.progress
  const kinds = { added: desk.added, changed: desk.changedPage, moved: desk.moved, removed: desk.removed }
  const progress = [
    formatRatio(pages, pagesKnown, messages.pages),
    formatRatio(files, filesKnown, messages.files),
    desk.calls(calls),
  ].join(' · ')
  const state = `${desk[report.state]} · ${report.mode === 'full' ? desk.full : desk.difference}`
  const createGroup = (id: string, title: string | undefined, line: string): DashboardGroup => {
    const page = known.get(id)
    return {
      title: page?.title || title || untitled,
      path: page && getReadablePath(page, settings.viewer),
      lines: [line],
    }
  }
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
    changed: cutList(report.changed.map(({ id, title, kind }) => createGroup(id, title, kinds[kind]))),
    failed: cutList(
      [...report.failed, ...report.failedFiles].map(({ id, title, file, reason }) =>
        createGroup(id, title ?? id, file === undefined ? reason : messages.failedFile(file, reason)),
      ),
    ),
  }
}

/** Groups findings by page. Writes the texts of listed pages only, because a site may have as many findings as links. */
function groupFindings(
  findings: readonly Finding[],
  pages: PagesById,
  { messages, viewer }: DashboardSettings,
): DashboardList<DashboardGroup> {
  if (pages.size === 0) return cutList([])
  const byPage = new Map<SitePage | undefined, Finding[]>()
  for (const finding of findings) {
    const page = pages.get(finding.page)
    const known = byPage.get(page)
    if (known === undefined) byPage.set(page, [finding])
    else known.push(finding)
  }
  const { items, more } = cutList([...byPage])
  const groups = items.map(([page, own]): DashboardGroup => {
    const lines = own.map((finding) => describeFinding(finding, pages, messages))
    return { title: page?.title ?? '', path: page && getReadablePath(page, viewer), lines }
  })
  return { items: groups, more }
}

/** Returns the address at which the viewer can read the page. Drafts and scheduled pages have one, for editors. */
function getReadablePath({ path, access }: SitePage, viewer: Viewer): string | undefined {
  return mayRead(access, viewer) ? getViewerAddress(path, viewer) : undefined
}

const formatRatio = (done: number, known: number, format: (count: number) => string) =>
  done === known ? format(done) : `${done} / ${format(known)}`

function cutList<Item>(items: readonly Item[]): DashboardList<Item> {
  return { items: items.slice(0, MAX_ITEMS), more: Math.max(0, items.length - MAX_ITEMS) }
}

function formatMoment(time: number, { locale, timeZone }: DashboardSettings): Moment {
  const style = { dateStyle: 'medium', timeStyle: 'medium', timeZone } as const
  return { iso: new Date(time).toISOString(), text: new Intl.DateTimeFormat(locale, style).format(time) }
}
