import 'server-only'
import path from 'node:path'
import type { Id } from '../workspace/record-map'
import { isObject, parseObject } from '../workspace/values'
import { readTextOrEmpty } from './regular-file'
import { writeFileAtomically } from './write-file-atomically'

export interface SyncProgress {
  /** Pages that this run has brought up to date, of those known so far. */
  pages: number
  pagesKnown: number
  /** Files that this run has downloaded or stopped retrying, of those known so far. */
  files: number
  filesKnown: number
  /** Calls to the workspace so far, and their current rate per second. */
  calls: number
  rate: number
}

export interface SyncChange {
  id: Id
  title: string
  kind: 'added' | 'changed' | 'moved' | 'removed'
}

export interface SyncFailure {
  /** Of a page, or of a database whose rows could not be listed. */
  id: Id
  title?: string
  /** The name of the page's file that could not be loaded. */
  file?: string
  /** A part of a sentence, without secrets. */
  reason: string
}

/** The report of the current sync, or of the last one. */
export interface SyncReport {
  /** `refused`: the root or over half of the pages would have been lost. They keep their last good copies; the rest is published. */
  state: 'running' | 'done' | 'refused' | 'failed'
  /** Milliseconds since 1970. */
  startedAt: number
  finishedAt?: number
  /** `full`: a first sync. */
  mode: 'full' | 'refresh'
  progress: SyncProgress
  /** At most {@link MAX_LISTED} changes of this run. */
  changed: SyncChange[]
  /** Pages that could not be fetched; they keep their last good copy. */
  failed: SyncFailure[]
  /** Pages with files that could not be downloaded. Pages link to their original addresses. */
  failedFiles: SyncFailure[]
  /** Why the comments of readers could not be read, or new ones not be written, as a part of a sentence. */
  comments?: string
  /** The number of files that known pages show and the snapshot lacks. Set when the run ends. */
  missingFiles?: number
  /** Why the sync was refused or failed, as a sentence. */
  message?: string
  /** Why the workspace folder could not be written to, as a part of a sentence that names no file. */
  unwritten?: string
}

/** Longer lists are cut when a report is written. */
export const MAX_LISTED = 500

const STATES: readonly unknown[] = ['running', 'done', 'refused', 'failed']

const getReportFile = (stateDir: string) => path.join(stateDir, 'sync', 'report.json')

/** Returns the report of the last sync; undefined before the first one, and if it cannot be read. */
export async function readSyncReport(stateDir: string): Promise<SyncReport | undefined> {
  return parseSyncReport(await readTextOrEmpty(getReportFile(stateDir)))
}

/** Returns the report in a JSON text; undefined if it is not one. */
export function parseSyncReport(text: string): SyncReport | undefined {
  const value: unknown = parseObject(text)
  return isReport(value) ? value : undefined
}

/** Replaces the report atomically. Throws errors of the file system. */
export async function writeSyncReport(stateDir: string, report: SyncReport): Promise<void> {
  const changed = report.changed.slice(0, MAX_LISTED)
  const failed = report.failed.slice(0, MAX_LISTED)
  const failedFiles = report.failedFiles.slice(0, MAX_LISTED)
  await writeFileAtomically(getReportFile(stateDir), JSON.stringify({ ...report, changed, failed, failedFiles }))
}

/** Marks the report of a sync that ended unexpectedly as failed. Never throws. */
export async function endRunningReport(stateDir: string, message: string): Promise<void> {
  const report = await readSyncReport(stateDir)
  if (report?.state !== 'running') return
  await writeSyncReport(stateDir, { ...report, state: 'failed', finishedAt: Date.now(), message }).catch(() => {})
}

/** Returns the reason for health. */
export const describeUnwrittenWorkspace = (unwritten: string): string =>
  `The workspace folder cannot be written to (${unwritten}): changes of the workspace are not copied`

function isReport(value: unknown): value is SyncReport {
  return (
    isObject(value) &&
    STATES.includes(value.state) &&
    typeof value.startedAt === 'number' &&
    (value.mode === 'full' || value.mode === 'refresh') &&
    isObject(value.progress) &&
    Array.isArray(value.changed) &&
    Array.isArray(value.failed) &&
    Array.isArray(value.failedFiles)
  )
}
