import 'server-only'
import { getChildren, type PreparedBlock } from '../../../blocks/prepared-block'
import type { SlotPlace } from '../../../components/slots/context'
import type { OpenSlots } from '../../../components/slots/open-slots'
import type { DrawnScreen, ScreenInput } from '../../../components/slots/parts'
import { getEnv } from '../../settings/env'
import { getPageLocale } from '../../site/languages/interface-locale'
import { getSiteUrl, type Site } from '../../site/site'
import type { SitePage, Viewer } from '../../site/site-index'
import { getActiveSlots } from '../../slots/active-slots'
import type { SlotFailure } from '../../slots/slot-failure'
import { getPageContent, type PageContent } from '../content'
import type { JobOptions } from '../open-page'
import { getPlainText } from '../prepared-text'
import { getAllRows, getRowNames, getRowsPage } from '../rows'
import { getPageView } from '../view'

/** The jobs of the page thread, by name. Their results can be sent between threads. */
const JOBS = {
  allRows: getAllRows,
  chapter: renderChapter,
  feedEntry: renderFeedEntry,
  markdown: renderMarkdownCopy,
  rowNames: getRowNames,
  rowsPage: getRowsPage,
  view: getPageView,
}

export type PageJobs = typeof JOBS

/** The arguments of a job that follow the page, the viewer and the options. */
export type MoreArguments<Name extends keyof PageJobs> =
  Parameters<PageJobs[Name]> extends [Site, SitePage, Viewer, unknown?, ...infer More] ? More : never

/** The result of a job, and notes for the log on what it left out. */
export interface PageResult<Name extends keyof PageJobs> {
  value: Awaited<ReturnType<PageJobs[Name]>>
  notes: string[]
  /** The components of the site folder that failed. */
  failures: SlotFailure[]
}

/** How a job is done. */
export interface JobMode {
  reduced: boolean
  /** Where components of the site folder draw parts of the page. Without it, and in the reduced form, all parts are built-in. */
  place?: SlotPlace
  /** The files of components that are not used. */
  without?: readonly string[]
}

/** Does a job in this thread; see `page-thread.ts`. Throws if the content of the page cannot be read. */
export async function doPageJob<Name extends keyof PageJobs>(
  name: Name,
  [site, page, viewer, ...more]: [Site, SitePage, Viewer, ...MoreArguments<Name>],
  { reduced, place, without = [] }: JobMode,
): Promise<PageResult<Name>> {
  const notes = new Set<string>()
  const slots = reduced || place === undefined ? undefined : await openActiveSlots(place, without)
  const options: JobOptions = {
    reduced,
    slots,
    note: (message) => void notes.add(message),
  }
  const job = JOBS[name] as (...all: unknown[]) => Promise<PageResult<Name>['value']>
  const value = await job(site, page, viewer, options, ...more)
  return { value, notes: [...notes], failures: slots?.listFailures() ?? [] }
}

async function openActiveSlots(
  place: SlotPlace | undefined,
  without: readonly string[],
): Promise<OpenSlots | undefined> {
  const slots = getActiveSlots()
  if (slots === undefined) return undefined
  // Imported only by sites that have components.
  const { openSlots } = await import('../../../components/slots/open-slots')
  return openSlots(slots, place, without)
}

/** The parts of a screen that components of the site folder draw, and the components that failed. */
export interface ScreenSlots {
  drawn: DrawnScreen
  failures: SlotFailure[]
}

/** Renders the parts of a screen other than a page that components of the site folder draw. */
export async function drawScreen(input: ScreenInput, without: readonly string[]): Promise<ScreenSlots> {
  const slots = await openActiveSlots(input.place, without)
  return { drawn: slots?.drawScreen(input) ?? {}, failures: slots?.listFailures() ?? [] }
}

type Input = [Site, SitePage, Viewer, JobOptions]

/** Renders the Markdown copy of a page. Throws if the stored content cannot be read. */
async function renderMarkdownCopy(...input: Input): Promise<string> {
  const [site, page] = input
  // Imported with the first copy, because most visits need none.
  const { renderMarkdown } = await import('../../formats/markdown')
  const comments = Object.hasOwn(site.index.comments, page.id) ? site.index.comments[page.id] : undefined
  return renderMarkdown(page, await getContent(...input), getSettings(...input), comments)
}

/** Renders the content of a page as HTML for feeds. Throws if the stored content cannot be read. */
async function renderFeedEntry(...input: Input): Promise<string> {
  const [, page] = input
  const settings = getSettings(...input)
  const { renderHtml } = await import('../../formats/html')
  const { createMarkdownTree } = await import('../../formats/markdown')
  const tree = createMarkdownTree(page, await getContent(...input), settings)
  return renderHtml(tree, { locale: settings.locale, page: page.id })
}

/** Renders the content of a page as a chapter of a book. Throws if the stored content cannot be read. */
async function renderChapter(...input: Input): Promise<string> {
  const [, page] = input
  const settings = getSettings(...input)
  const { renderXhtml } = await import('../../formats/html')
  const { createMarkdownTree } = await import('../../formats/markdown')
  const tree = createMarkdownTree(page, await getContent(...input), settings)
  return renderXhtml(tree, getEnv().siteUrl, { locale: settings.locale, page: page.id })
}

/** In the reduced form, the texts of blocks have no formats, because a copy takes long for each formatted piece. */
async function getContent(...input: Input): Promise<PageContent> {
  const content = await getPageContent(...input)
  return input[3].reduced ? { ...content, body: removeFormats(content.body) } : content
}

function removeFormats(blocks: readonly PreparedBlock[]): PreparedBlock[] {
  return blocks.map((block) => {
    const plain = { ...block }
    if ('text' in plain) plain.text = getPlainText(plain.text)
    if ('caption' in plain) plain.caption = getPlainText(plain.caption)
    // The blocks in a block keep their types.
    return 'children' in plain ? ({ ...plain, children: removeFormats(getChildren(plain)) } as PreparedBlock) : plain
  })
}

const getSettings = (...[site, page, viewer]: Input) => ({
  siteUrl: getSiteUrl(getEnv().siteUrl, viewer),
  locale: getPageLocale(site, page),
})
