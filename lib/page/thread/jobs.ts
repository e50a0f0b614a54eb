import 'server-only'
import type { Site } from '../../site/site'
import type { SitePage, Viewer } from '../../site/site-index'
import type { JobOptions } from '../open-page'
import { getAllRows, getRowNames, getRowsPage } from '../rows'
import { getPageView } from '../view'
import { renderFeedEntry, renderMarkdownCopy } from './copies'

/** The jobs of the page thread, by name. Their results can be sent between threads. */
const JOBS = {
  allRows: getAllRows,
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
}

/** Does a job in this thread; see `page-thread.ts`. Throws if the content of the page cannot be read. */
export async function doPageJob<Name extends keyof PageJobs>(
  name: Name,
  [site, page, viewer, ...more]: [Site, SitePage, Viewer, ...MoreArguments<Name>],
  reduced: boolean,
): Promise<PageResult<Name>> {
  const notes = new Set<string>()
  const options: JobOptions = {
    reduced,
    note: (message) => void notes.add(message),
  }
  const job = JOBS[name] as (...all: unknown[]) => Promise<PageResult<Name>['value']>
  const value = await job(site, page, viewer, options, ...more)
  return { value, notes: [...notes] }
}
