import { getEditDistance } from '../edit-distance'
import { mayRead, PUBLIC } from '../site/access'
import { getViewerAddress } from '../site/site'
import type { SiteIndex, SitePage, Viewer } from '../site/site-index'
import { addCounts, type Counts, OTHERS } from '../statistics/counts'
import type { PageText } from '../statistics/page-texts'
import { TOTALS_KINDS, type Totals, type TotalsKind } from '../statistics/totals'

/** The rows of each list. */
const MAX_ROWS = 25
/** A suggested address differs from the missing one by at most so many letters. */
const MAX_DISTANCE = 2
/** Paths that are longer get no suggestion. */
const MAX_COMPARED = 100

/** A line of a list, with its count of each day, the last day last. */
export interface StatisticsRow {
  name: string
  /** The address of the page, if it is one that the viewer may read. */
  path?: string
  /** For a missing address: the page that was probably meant. */
  suggestion?: string
  total: number
  daily: number[]
}

/** How readers voted on whether a page was helpful. */
interface HelpfulRow extends Pick<StatisticsRow, 'name' | 'path'> {
  yes: number
  no: number
}

/** What a reader wrote about a page. */
interface TextRow extends Pick<StatisticsRow, 'name' | 'path'> {
  day: string
  text: string
}

/** What the site counted in the last days. */
export interface StatisticsView {
  days: number
  views: Omit<StatisticsRow, 'name'>
  lists: Record<Exclude<TotalsKind, 'helpful' | 'unhelpful'>, StatisticsRow[]>
  helpful: HelpfulRow[]
  texts: TextRow[]
}

interface StatisticsInput {
  /** By day, the last one last. */
  totals: readonly Totals[]
  /** The newest first. */
  texts: readonly (PageText & { day: string })[]
  index: SiteIndex | undefined
  viewer: Viewer
}

/** Returns what the editor dashboard shows of the totals of days. */
export function createStatisticsView({ totals, texts, index, viewer }: StatisticsInput): StatisticsView {
  const pages = new Map(index?.pages.map((page) => [page.id, page]))
  const daily = totals.map(({ views }) => sum(views ?? new Map()))
  const namePage = (id: string): Pick<StatisticsRow, 'name' | 'path'> => {
    const page = pages.get(id)
    if (page === undefined) return { name: id }
    return { name: page.title, ...(mayRead(page.access, viewer) && { path: getViewerAddress(page.path, viewer) }) }
  }
  const suggest = createSuggestions(index?.pages ?? [])
  return {
    days: totals.length,
    views: { total: daily.reduce((all, each) => all + each, 0), daily },
    lists: {
      views: listRows(totals, 'views').map((row) => ({ ...row, ...namePage(row.name) })),
      referrers: listRows(totals, 'referrers'),
      missing: listRows(totals, 'missing').map((row) => ({ ...row, ...suggest(row.name) })),
      searches: leaveOutBeginnings(listRows(totals, 'searches')),
    },
    helpful: listHelpful(totals).map((row) => ({ ...row, ...namePage(row.name) })),
    texts: texts.map(({ page, ...rest }) => ({ ...rest, ...namePage(page) })),
  }
}

/** Returns the pages with the most votes. */
function listHelpful(totals: readonly Totals[]): HelpfulRow[] {
  const [helpful, unhelpful] = [sumDays(totals, 'helpful'), sumDays(totals, 'unhelpful')]
  return [...new Set([...helpful.keys(), ...unhelpful.keys()])]
    .filter((key) => key !== OTHERS)
    .map((name) => ({ name, yes: helpful.get(name) ?? 0, no: unhelpful.get(name) ?? 0 }))
    .sort((a, b) => b.yes + b.no - (a.yes + a.no))
    .slice(0, MAX_ROWS)
}

function sumDays(totals: readonly Totals[], kind: TotalsKind): Counts {
  const sums: Counts = new Map()
  for (const { [kind]: counts } of totals) if (counts) addCounts(sums, counts)
  return sums
}

/** Returns the largest sums of a kind. */
function listRows(totals: readonly Totals[], kind: TotalsKind): StatisticsRow[] {
  return [...sumDays(totals, kind)]
    .filter(([key]) => key !== OTHERS)
    .sort(([, a], [, b]) => b - a)
    .slice(0, MAX_ROWS)
    .map(([name, total]) => ({ name, total, daily: totals.map((each) => each[kind]?.get(name) ?? 0) }))
}

const sum = (counts: Counts) => [...counts.values()].reduce((all, count) => all + count, 0)

/** Leaves out the beginnings of a text that were searched while it was typed. */
const leaveOutBeginnings = (rows: readonly StatisticsRow[]): StatisticsRow[] =>
  rows.filter(({ name }) => !rows.some((other) => other.name !== name && other.name.startsWith(name)))

/** Returns a function that finds the public page whose address is nearest to a missing one. */
function createSuggestions(pages: readonly SitePage[]) {
  const paths = pages.flatMap(({ path, access }) => (mayRead(access, PUBLIC) && path !== '' ? [`/${path}`] : []))
  const byEnd = new Map(paths.map((path) => [getEnd(path), path]))
  return (missing: string): Pick<StatisticsRow, 'suggestion'> => {
    const wanted = missing.toLowerCase().replace(/(?:\.html?|\/)$/, '')
    if (wanted.length > MAX_COMPARED) return {}
    const same = byEnd.get(getEnd(wanted))
    if (same !== undefined && same !== missing) return { suggestion: same }
    let [nearest, least] = ['', MAX_DISTANCE + 1]
    for (const path of paths) {
      // Paths that share no beginning and no end differ by more than a mistake in typing.
      if (
        Math.abs(path.length - wanted.length) > MAX_DISTANCE ||
        (path[1] !== wanted[1] && path.at(-1) !== wanted.at(-1))
      )
        continue
      const distance = getEditDistance(path, wanted)
      if (distance < least) [nearest, least] = [path, distance]
    }
    return nearest === '' ? {} : { suggestion: nearest }
  }
}

const getEnd = (path: string) => path.slice(path.lastIndexOf('/') + 1)

/** Returns totals as CSV: the day, what was counted, its key, the title of the page, and the count. */
export function formatStatistics(
  days: readonly string[],
  totals: readonly Totals[],
  index: SiteIndex | undefined,
): string {
  const pages = new Map(index?.pages.map((page) => [page.id, page]))
  const lines = ['day,kind,key,title,count']
  for (const [at, day] of days.entries()) {
    for (const kind of TOTALS_KINDS) {
      for (const [key, count] of totals[at]?.[kind] ?? []) {
        const name = key === OTHERS ? '(others)' : key
        lines.push([day, kind, quote(name), quote(pages.get(key)?.title ?? ''), count].join(','))
      }
    }
  }
  return `${lines.join('\r\n')}\r\n`
}

/** Spreadsheets execute a text that begins like a formula. */
const quote = (text: string) => `"${text.replace(/^(?=[=+\-@\t\r])/, "'").replaceAll('"', '""')}"`
