import type { SitePage } from '../../lib/site/site-index'
import type { SyncReport } from '../../lib/snapshot/sync-report'
import type { Id } from '../../lib/workspace/record-map'
import { formatCount } from '../../messages/plural'
import { ProgressLine } from '../../server/progress-line'

/**
 * Returns a report for the log, whose readers may not be members: it contains titles and names of files of public pages only, with the
 * titles in the index of the site.
 */
export function redactReport(
  report: SyncReport,
  pages: readonly Pick<SitePage, 'id' | 'title' | 'access'>[],
): SyncReport {
  const shown = pages.filter(({ access }) => access.kind === 'public')
  const titles = new Map(shown.map(({ id, title }) => [id, title]))
  const redact = <Item extends { id: Id; title?: string; file?: string }>(items: readonly Item[]) =>
    items.map(({ file, ...item }) => {
      const title = titles.get(item.id)
      return title === undefined ? { ...item, title: '' } : { ...item, title, ...(file !== undefined && { file }) }
    })
  return {
    ...report,
    changed: redact(report.changed),
    failed: redact(report.failed),
    failedFiles: redact(report.failedFiles),
  }
}

/** Prints the progress and the result of a sync. */
export interface SyncOutput {
  progress(report: SyncReport): void
  finished(report: SyncReport): void
  failed(message: string): void
}

const WIDTH = 24
/** The interval of lines in a log, which needs fewer than a terminal. */
const LINE_INTERVAL_MS = 10_000
const MAX_LISTED = 50

/** Draws a progress bar on a terminal, which one line replaces when the run ends. */
export class ProgressBar implements SyncOutput {
  readonly #line = new ProgressLine()

  progress(report: SyncReport): void {
    if (report.state !== 'running') return
    const { pages, pagesKnown, files, filesKnown } = report.progress
    const done = pagesKnown === 0 ? 0 : Math.min(1, pages / pagesKnown)
    const filled = Math.round(done * WIDTH)
    const bar = `${'━'.repeat(filled)}${'─'.repeat(WIDTH - filled)}`
    const left = formatTimeLeft(report)
    const parts = [
      `${pages}/${formatCount(pagesKnown, 'page')}`,
      `${files}/${formatCount(filesKnown, 'file')}`,
      `${getRate(report)}/min`,
    ]
    this.#line.draw(`${bar} ${[...parts, ...(left === undefined ? [] : [`${left} left`])].join('  ')}`)
  }

  finished(report: SyncReport): void {
    this.#line.clear()
    printSummary(report)
  }

  failed(message: string): void {
    this.#line.clear()
    console.error(message)
  }
}

/** Prints a line at intervals. With `--watch`, runs without changes print none. */
export class PlainLines implements SyncOutput {
  #next = performance.now() + LINE_INTERVAL_MS

  constructor(readonly isWatching: boolean) {}

  progress(report: SyncReport): void {
    if (report.state !== 'running' || performance.now() < this.#next) return
    this.#next = performance.now() + LINE_INTERVAL_MS
    const { pages, pagesKnown, files, filesKnown } = report.progress
    const left = formatTimeLeft(report)
    const parts = [`${pages} of ${formatCount(pagesKnown, 'page')}`, `${files} of ${formatCount(filesKnown, 'file')}`]
    parts.push(
      `${formatCount(getRate(report), 'request')} a minute`,
      ...(left === undefined ? [] : [`about ${left} left`]),
    )
    console.log(parts.join(', '))
  }

  finished(report: SyncReport): void {
    const isNews =
      report.state !== 'done' || report.changed.length > 0 || report.failed.length > 0 || report.comments !== undefined
    if (isNews || !this.isWatching) printSummary(report)
  }

  failed(message: string): void {
    console.error(message)
  }
}

/** Prints one JSON object per line: the progress during a run, and the whole report at its end. */
export class JsonLines implements SyncOutput {
  constructor(readonly isWatching: boolean) {}

  progress(report: SyncReport): void {
    if (report.state === 'running') console.log(JSON.stringify({ state: report.state, progress: report.progress }))
  }

  finished(report: SyncReport): void {
    console.log(JSON.stringify(report))
  }

  failed(message: string): void {
    console.log(JSON.stringify({ state: 'failed', message }))
  }
}

function printSummary(report: SyncReport): void {
  const { state, message, changed, failed, failedFiles, startedAt, finishedAt = startedAt, progress, mode } = report
  // Requested pages were fetched during a refresh, which prints its summary when it ends.
  if (state === 'running') return
  if (state !== 'done') {
    console.error(message)
    return
  }
  for (const { id, title, reason } of failed.slice(0, MAX_LISTED)) {
    console.error(`Failed: ${id}${title ? ` (${title})` : ''}: ${reason}`)
  }
  if (failed.length > MAX_LISTED) console.error(`… and ${failed.length - MAX_LISTED} more`)
  if (report.comments !== undefined) console.error(`The comments are not up to date: ${report.comments}`)
  const kinds = (['added', 'changed', 'moved', 'removed'] as const).flatMap((kind) => {
    const count = changed.filter((each) => each.kind === kind).length
    return count === 0 ? [] : [`${count} ${kind}`]
  })
  const seconds = Math.round((finishedAt - startedAt) / 100) / 10
  const parts = [
    `${mode === 'full' ? 'Synced' : 'Refreshed'} in ${seconds} s with ${formatCount(progress.calls, 'call')}: ${kinds.join(', ') || 'nothing changed'}`,
    ...(failed.length > 0 ? [`${failed.length} failed`] : []),
    ...(failedFiles.length > 0 ? [`${formatCount(failedFiles.length, 'file')} not loaded`] : []),
  ]
  console.log(parts.join('; '))
}

/** Returns the requests a minute, by which Notion limits them. */
const getRate = ({ progress }: SyncReport): number => Math.round(progress.rate * 60)

/** Returns how long the known pages will take; undefined until that can be estimated. */
function formatTimeLeft({ progress, startedAt }: SyncReport): string | undefined {
  const { pages, pagesKnown } = progress
  const ran = (Date.now() - startedAt) / 1000
  if (pages < 5 || ran < 2) return undefined
  const left = Math.round(((pagesKnown - pages) * ran) / pages)
  return left < 60 ? `${left} s` : `${Math.round(left / 60)} min`
}
