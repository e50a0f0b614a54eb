import 'server-only'
import { appendFileSync, closeSync, ftruncateSync, openSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { isShortage, readRegularFile } from '../snapshot/regular-file'
import { flushFile } from '../snapshot/write-file-atomically'
import type { Id } from '../workspace/record-map'
import { isObject } from '../workspace/values'
import { SyncWriteError } from './errors'
import type { SnapshotFolder } from './snapshot-folder'

const compress = promisify(gzip)
const expand = promisify(gunzip)

/** Increase it when the format changes. Everything is then fetched again. */
const FORMAT = 1

/** A page of the snapshot, as the last runs found it. */
export interface KnownPage {
  /** The stamp of its own block in the last response. */
  stamp: string
  /** The hash of the content of its file; empty if the file was found damaged. */
  hash: string
  /** The fingerprint of the file when its content was last verified. If the file has another one, it is verified again. */
  fingerprint?: string
  title: string
  /** Milliseconds since 1970. */
  edited: number
  /** The page, block or collection that contains it. */
  parent: Id
  /** The pages that it leads to: its child pages, and those that it links to. */
  leads: Id[]
  /** Collections that it shows. */
  collections: Id[]
  /** Stamps of collections in the page's file, by collection, see {@link FetchedPage}. */
  sources?: Record<Id, string>
  /** The addresses of the files that it shows, as written in its blocks, each with the id of the block. */
  files: Record<string, Id>
}

/** A collection that pages show, as the last runs found it. */
export interface KnownCollection {
  space?: Id
  /** The view whose rows are requested. `bare`: they are requested without its filter. */
  asked: { view: Id; bare: boolean }
  /** The rows in the order of the response. */
  rows: Id[]
  /** The stamp of its record. */
  stamp: string
  /** Views whose responses may be stale. */
  stale: Id[]
}

/** A file, as the last runs found it; by its address without a signature. */
export interface KnownFile {
  /** The path relative to the snapshot folder; absent if the file could not be downloaded. */
  file?: string
  /** The name under which it is served. */
  name: string
  hash: string
  /** See {@link KnownPage}. */
  fingerprint?: string
  type: string
  bytes: number
  width?: number
  height?: number
  /** A tiny picture in an address. */
  preview?: string
  /** The failed downloads. Together with `file`, the downloaded file was found damaged. */
  failed?: FailedAttempts & { reason: string }
}

interface Tables {
  pages: KnownPage
  collections: KnownCollection
  files: KnownFile
  /** Names of people, empty where there is none. */
  users: { given: string; family: string }
  /** Pages that could not be fetched for the first time. */
  missed: FailedAttempts
  /**
   * The ids of blocks and pages that were requested and that no response contained, and of collections whose rows were refused. `page` shows
   * them, or is missing if no page does.
   */
  unanswered: FailedAttempts & { page?: Id; isCollection?: true }
  /** Pages that were found to be deleted before a run has visited the whole workspace. */
  removed: true
  /** Known pages that a source did not find, although it does not know that they were deleted. */
  lost: FailedAttempts
  /** Times and positions that a source keeps between runs, by name. */
  clocks: number
  /** `whole`: a run has visited the whole workspace and has requested missing pages several times. */
  marks: true
}

type TableName = keyof Tables

const WHOLE = 'state.json.gz'
const JOURNAL = 'journal.jsonl'

const NAMES: readonly TableName[] = [
  'pages',
  'collections',
  'files',
  'users',
  'missed',
  'unanswered',
  'removed',
  'lost',
  'clocks',
  'marks',
]

/**
 * The state that the sync keeps between runs: a compressed file, and a journal of each change since, so that a run that was killed can
 * be continued.
 */
export class SyncState {
  readonly pages = new Map<Id, KnownPage>()
  readonly collections = new Map<Id, KnownCollection>()
  readonly files = new Map<string, KnownFile>()
  readonly users = new Map<Id, Tables['users']>()
  readonly missed = new Map<Id, Tables['missed']>()
  readonly unanswered = new Map<Id, Tables['unanswered']>()
  readonly removed = new Map<Id, true>()
  readonly lost = new Map<Id, Tables['lost']>()
  readonly clocks = new Map<string, number>()
  readonly marks = new Map<string, true>()
  /** Addresses of files that changed since their previews were written into pages, in this process or in one that did not get so far. */
  readonly newFiles = new Set<string>()
  #journaled = 0
  /** Descriptor of the journal. */
  #journal = -1

  private constructor(
    readonly folder: SnapshotFolder,
    readonly root: Id,
    /** The root pages of all languages, beginning with `root`. */
    readonly roots: readonly Id[],
  ) {}

  /**
   * Returns the state of the workspace below `root` and the root pages of other languages, which is empty if it belongs
   * to another root or cannot be read. Throws {@link SyncError} if it cannot be written.
   */
  static async load(folder: SnapshotFolder, root: Id, others: readonly Id[] = []): Promise<SyncState> {
    const state = new SyncState(folder, root, [root, ...others])
    const isRead = await state.#readWhole()
    state.newFiles.clear()
    const journal = await readRegularFile(state.#journalFile).then(String, (error: unknown) => {
      // The journal may be whole. A damaged one is replaced.
      if (isShortage(error)) throw new SyncWriteError(folder.ownDir, error)
      return ''
    })
    // A line may have been cut, by the end of the process or of the disk.
    for (const line of journal.split('\n')) {
      const change = parse(line)
      if (!Array.isArray(change) || change[0] !== root) continue
      state.#put(change[1], change[2], change[3])
      state.#journaled++
    }
    // A journal without the compressed file is only the end of the state.
    if (!isRead) state.marks.clear()
    // A new file: an earlier sync that was paused and continues writes to the previous one.
    await folder.replaceOwn(JOURNAL, journal)
    state.#journal = openSync(state.#journalFile, 'a')
    return state
  }

  close(): void {
    closeSync(this.#journal)
  }

  set<Name extends TableName>(name: Name, key: string, value: Tables[Name]): void {
    this.#put(name, key, value)
    this.#append(name, key, value)
  }

  delete(name: TableName, key: string): void {
    if (!this[name].delete(key)) return
    this.#append(name, key, null)
  }

  /** Puts all changes so far on the disk. */
  async flush(): Promise<void> {
    if (this.#journaled === 0) return
    await flushFile(this.#journalFile).catch((error: unknown) => {
      throw new SyncWriteError(this.folder.dir, error)
    })
  }

  /** Writes everything into one place again. */
  async compact(): Promise<void> {
    if (this.#journaled === 0) return
    const tables = Object.fromEntries(NAMES.map((name) => [name, Object.fromEntries(this[name])]))
    const text = JSON.stringify({ format: FORMAT, root: this.root, ...tables })
    const upTo = this.#journaled
    await this.folder.replaceOwn(WHOLE, await compress(text, { level: 1 }))
    // Keep lines that were appended meanwhile. Reading a line twice does no harm.
    if (this.#journaled === upTo) {
      ftruncateSync(this.#journal)
      this.#journaled = 0
    }
  }

  /** Returns whether there was anything to read. */
  async #readWhole(): Promise<boolean> {
    const bytes = await readRegularFile(path.join(this.folder.ownDir, WHOLE)).catch(() => undefined)
    const whole = bytes === undefined ? undefined : parse(await expand(bytes).then(String, () => ''))
    if (!isObject(whole) || whole.format !== FORMAT || whole.root !== this.root) return false
    for (const name of NAMES) for (const [key, value] of Object.entries(whole[name] ?? {})) this.#put(name, key, value)
    return true
  }

  get #journalFile() {
    return path.join(this.folder.ownDir, JOURNAL)
  }

  #append(name: TableName, key: string, value: unknown): void {
    try {
      // The previous line may be incomplete.
      appendFileSync(this.#journal, `\n${JSON.stringify([this.root, name, key, value])}`)
    } catch (error) {
      throw new SyncWriteError(this.folder.dir, error)
    }
    this.#journaled++
  }

  #put(name: unknown, key: unknown, value: unknown): void {
    const known = NAMES.find((each) => each === name)
    if (known === undefined || typeof key !== 'string') return
    // The file is our own, so the tables contain what was put into them.
    const table = this[known] as Map<string, unknown>
    if (known === 'files') this.newFiles.add(key)
    if (value === null) table.delete(key)
    else table.set(key, value)
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The consecutive failed attempts to fetch a page, a record or a file. `caller.ts` retries single calls. */
export interface FailedAttempts {
  times: number
  /** The last one, in milliseconds since 1970. */
  at: number
}

/** The pause after the first failure. It doubles with each further one, up to a day. */
const FIRST_RETRY_MS = 10_000
const MAX_RETRY_MS = 24 * 3_600_000

/** Whether the pause after the last failure is over. */
export function isDue({ times, at }: FailedAttempts): boolean {
  const elapsed = Date.now() - at
  // After the clock was set back, the time of the last attempt is in the future.
  return elapsed < 0 || elapsed >= Math.min(FIRST_RETRY_MS * 2 ** (times - 1), MAX_RETRY_MS)
}

export const countFailure = (before?: FailedAttempts): FailedAttempts => ({
  times: (before?.times ?? 0) + 1,
  at: Date.now(),
})

/**
 * Returns the pages that can be reached from the root pages, `without` some: by children, links and rows of
 * collections, and by the parents that pages name themselves. The parents of `unlisted` pages do not count, because the
 * workspace no longer lists those pages.
 */
function findReachablePages(
  { roots, pages, collections }: SyncState,
  without: ReadonlySet<Id>,
  unlisted: ReadonlySet<Id>,
): Set<Id> {
  const childrenByParent = new Map<Id, Id[]>()
  for (const [id, { parent }] of pages) {
    if (unlisted.has(id)) continue
    const siblings = childrenByParent.get(parent)
    if (siblings === undefined) childrenByParent.set(parent, [id])
    else siblings.push(id)
  }
  const reached = new Set<Id>()
  const waiting = [...roots]
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    const page = pages.get(id)
    if (page === undefined || reached.has(id) || without.has(id)) continue
    reached.add(id)
    waiting.push(...page.leads, ...(childrenByParent.get(id) ?? []))
    for (const collection of page.collections) {
      waiting.push(...(collections.get(collection)?.rows ?? []), ...(childrenByParent.get(collection) ?? []))
    }
  }
  return reached
}

/** Returns the collections that known pages show. The state also has others, whose rows do not belong to the site. */
export const findShownCollections = ({ pages }: SyncState): Set<Id> =>
  new Set([...pages.values()].flatMap((page) => page.collections))

/** Returns ids that known pages link to, of objects that were not fetched yet, are in another workspace, or are not shared. */
export function findUnknownLeads(state: SyncState): Id[] {
  const { pages, collections } = state
  const leads = [...pages.values()].flatMap((page) => page.leads)
  const rows = [...findShownCollections(state)].flatMap((id) => collections.get(id)?.rows ?? [])
  return [...new Set([...leads, ...rows])].filter((id) => !pages.has(id))
}

/** The pages that a run removes from the snapshot. */
export interface LossResult {
  /** Known pages that are probably missing by mistake. They keep their last good copies. */
  kept: ReadonlySet<Id>
  /** The pages that can be reached. */
  reached: ReadonlySet<Id>
  /** Why pages are kept: one sentence for operators. */
  refusal?: string
}

/**
 * Finds which known pages a run would lose, and keeps them if that looks like a mistake: root pages always, and all others if they
 * are more than half of the pages. With `acceptLoss` nothing is kept.
 */
export function limitLoss(
  state: SyncState,
  known: ReadonlyMap<Id, unknown>,
  { gone, unlisted, acceptLoss }: { gone: ReadonlySet<Id>; unlisted: ReadonlySet<Id>; acceptLoss: boolean },
): LossResult {
  const isRootKept = state.roots.some((root) => gone.has(root)) && !acceptLoss
  const without = isRootKept ? new Set([...gone].filter((id) => !state.roots.includes(id))) : gone
  const reached = findReachablePages(state, without, unlisted)
  const lost = new Set([...known.keys()].filter((id) => !reached.has(id)))
  const isTooMuch = lost.size * 2 > known.size && !acceptLoss
  const kept = isTooMuch ? lost : new Set<Id>()
  const what = [...(isRootKept ? ['the root page'] : []), ...(isTooMuch ? [`${lost.size} of ${known.size} pages`] : [])]
  if (what.length === 0) return { kept, reached }
  const refusal = `The workspace no longer shows ${what.join(' and ')}, so the last good copy is kept and only other changes are published; if the loss is meant, run the sync once with --accept-loss`
  return { kept, reached, refusal }
}
