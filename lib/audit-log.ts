import 'server-only'
import { randomBytes } from 'node:crypto'
import { access, appendFile, constants, mkdir, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Person } from './auth/provider'
import { hasProblem, reportProblem } from './problems'
import { getRuntime } from './runtime'
import type { Env } from './settings/env'
import type { Viewer } from './site/site-index'

/**
 * `fileBytes`: a file that reaches this size, or the end of its day (UTC), is followed by another one. `waitingBytes`: the limit of the
 * lines that wait for the disk, after which further lines are dropped. `folderBytes`: no file is begun in a folder of this size.
 */
const LIMITS = { fileBytes: 10_000_000, waitingBytes: 1_000_000, folderBytes: 1_000_000_000 }
/** How long lines are dropped before the size of a full folder is read again. */
const FULL_MS = 60_000
/** How long `/api/health` reports that lines were dropped. */
const REPORT_MS = 3600 * 1000
const DAY_MS = 24 * 3600 * 1000
const MAX_PATH_LENGTH = 500
const FILE = /^audit-\d{4}-\d\d-\d\d-[0-9a-f]{8}\.jsonl$/

/** What a member read or did. */
export interface AuditEntry {
  /**
   * `read`: a page or list, `copy`: its Markdown copy, `rows`: its data as JSON; `search`: excerpts of pages, also by MCP; `assistant`: a
   * page by MCP; `sync`: an editor requested one.
   */
  action:
    | 'read'
    | 'copy'
    | 'rows'
    | 'file'
    | 'feed'
    | 'search'
    | 'assistant'
    | 'desk'
    | 'sync'
    | 'make-preview'
    | 'revoke-preview'
    | 'make-addresses'
    | 'revoke-addresses'
  decision: 'allowed' | 'denied'
  viewer: Viewer
  person?: Person | undefined
  /** Whose personal token was used, or made: the name that `getPersonKey` returns. */
  token?: string
  /** The id of a page. */
  page?: string | undefined
  /** The path of a request, if it may have no page. */
  path?: string
}

declare module './runtime' {
  interface Runtime {
    auditLog?: AuditLog
  }
}

/** Opens the audit log at the start of the server, if the operator wants one. Reports a folder that cannot be written to. */
export async function openAuditLog({ auditLog, auditDays }: Pick<Env, 'auditLog' | 'auditDays'>): Promise<void> {
  if (auditLog === undefined) return
  try {
    await createAuditFolder(auditLog)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    console.error(
      `The audit log cannot be written to ${auditLog} (${code}): give this user write access, or set AUDIT_LOG to another folder`,
    )
    reportProblem('audit-log', 'The audit log cannot be written', REPORT_MS)
  }
  getRuntime().auditLog = new AuditLog(auditLog, auditDays * DAY_MS)
}

/** Creates the folder of the audit log, which only this user can read. Throws errors of the file system, also if it cannot be written to. */
export async function createAuditFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await access(folder, constants.W_OK)
}

/** Adds an entry to the audit log, if there is one. Returns at once: the entry is written later. */
export function recordAudit(
  { action, decision, viewer, person, token, page, path: requested }: AuditEntry,
  { auditNames }: Pick<Env, 'auditNames'>,
): void {
  getRuntime().auditLog?.add({
    time: new Date().toISOString(),
    ...{ action, decision, person: person?.id, token },
    ...(auditNames && { name: person?.name, email: person?.email }),
    ...(viewer.role === 'editor' && { editor: true }),
    ...{ page, path: requested?.slice(0, MAX_PATH_LENGTH) },
  })
}

/** Writes lines of JSON to files of its own in a folder, which several instances may share. */
export class AuditLog {
  readonly #folder: string
  readonly #keptMs: number
  readonly #limits: typeof LIMITS
  #file = ''
  #fileBytes = 0
  #waiting: string[] = []
  #waitingBytes = 0
  #writing: Promise<void> | undefined
  #dropped = 0
  #fullUntil = 0

  constructor(folder: string, keptMs: number, limits = LIMITS) {
    this.#folder = folder
    this.#keptMs = keptMs
    this.#limits = limits
    void this.#removeOld()
    setInterval(() => void this.#removeOld(), DAY_MS).unref()
  }

  add(entry: object): void {
    const line = `${JSON.stringify(entry)}\n`
    if (this.#waitingBytes + line.length > this.#limits.waitingBytes) {
      this.#drop(1)
      return
    }
    this.#waiting.push(line)
    this.#waitingBytes += line.length
    this.#writing ??= this.#writeWaiting()
  }

  /** Resolves once all entries are written or dropped. */
  async flush(): Promise<void> {
    await this.#writing
  }

  async #writeWaiting(): Promise<void> {
    while (this.#waiting.length > 0) {
      const lines = this.#waiting.splice(0)
      this.#waitingBytes = 0
      try {
        const text = lines.join('')
        await createAuditFolder(this.#folder)
        await appendFile(path.join(this.#folder, await this.#chooseFile()), text, { mode: 0o600 })
        this.#fileBytes += Buffer.byteLength(text)
      } catch (error) {
        // The last line of this file may be incomplete.
        this.#file = ''
        this.#drop(lines.length, error)
      }
    }
    // In the same step as the last check of the loop, so that a line that is added later begins the next run.
    this.#writing = undefined
  }

  async #chooseFile(): Promise<string> {
    const prefix = `audit-${new Date().toISOString().slice(0, 10)}-`
    if (!this.#file.startsWith(prefix) || this.#fileBytes >= this.#limits.fileBytes) {
      await this.#requireSpace()
      this.#file = `${prefix}${randomBytes(4).toString('hex')}.jsonl`
      this.#fileBytes = 0
    }
    return this.#file
  }

  /** Throws if the folder is full. Files are not removed before their time, so that nothing is lost without a report. */
  async #requireSpace(): Promise<void> {
    const now = performance.now()
    if (now >= this.#fullUntil) {
      if ((await this.#removeExpired()) < this.#limits.folderBytes) return
      this.#fullUntil = now + FULL_MS
    }
    throw new Error(`its folder has more than ${this.#limits.folderBytes} bytes: move files elsewhere`)
  }

  #drop(lines: number, error?: unknown): void {
    this.#dropped += lines
    if (!hasProblem('audit-log')) {
      const reason = error instanceof Error ? error.message : 'the disk is too slow'
      console.error(`Entries of the audit log are dropped: ${reason}`)
    }
    reportProblem(
      'audit-log',
      `The audit log is incomplete: entries dropped since the start: ${this.#dropped}`,
      REPORT_MS,
    )
  }

  /** Removes files that were last written longer ago than entries are kept. Returns the size of all others in bytes. */
  async #removeExpired(): Promise<number> {
    let bytes = 0
    for (const name of (await readdir(this.#folder)).filter((each) => FILE.test(each))) {
      const file = path.join(this.#folder, name)
      // Another instance may have removed it.
      const { mtimeMs, size } = await stat(file).catch(() => ({ mtimeMs: Date.now(), size: 0 }))
      if (mtimeMs < Date.now() - this.#keptMs) await rm(file, { force: true })
      else bytes += size
    }
    return bytes
  }

  async #removeOld(): Promise<void> {
    try {
      await this.#removeExpired()
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException
      // Nothing was written yet, or the start has reported that it is no folder.
      if (code === 'ENOENT' || code === 'ENOTDIR') return
      console.error('Old files of the audit log could not be removed:', message)
    }
  }
}
