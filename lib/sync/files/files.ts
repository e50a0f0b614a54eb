import 'server-only'
import { open, rename, rm, stat } from 'node:fs/promises'
import PQueue from 'p-queue'
import { getPictureProcess } from '../../pictures/picture-process'
import type { Measured } from '../../pictures/redraw'
import { hashFile } from '../../snapshot/regular-file'
import { isWorkerNotReady } from '../../workers/job-queue'
import { getServedName } from '../../workspace/address'
import { isHeic } from '../../workspace/read/sources'
import type { Id } from '../../workspace/record-map'
import { CallError, SyncError, SyncWriteError } from '../errors'
import type { Priority } from '../pace'
import type { SnapshotFolder } from '../snapshot-folder'
import { countFailure, isDue, type KnownFile, type SyncState } from '../state'
import type { WorkspaceSource } from '../workspace-source'
import { DownloadError, type Downloader } from './download'
import { getLastingAddress, getLoadableAddress, isUpload, type ShownFile } from './shown-files'

/** The maximum number of concurrent downloads of uploads, and of files of other hosts. */
const MAX_DOWNLOADS = 6
const SIGNED_AT_ONCE = 100
const MAX_BYTES = { picture: 30_000_000, other: 200_000_000 }
/** A damaged file stays in the manifest until its download failed this often, so that its address meanwhile responds with 503, not 404. */
const MAX_LISTED_FAILURES = 6
/** After this many failures in a row to reach a host, it is skipped for the rest of the run. */
const MAX_HOST_FAILURES = 3

interface Job {
  key: string
  file: ShownFile
  pages: Set<Id>
}

interface FileTools {
  source: WorkspaceSource
  downloader: Downloader
  folder: SnapshotFolder
  state: SyncState
}

/** Downloads the files that pages show, each of them once. */
export class Files {
  readonly #tools: FileTools
  readonly #jobs = new Map<string, Job>()
  readonly #unsigned = new Set<Job>()
  readonly #uploads = new PQueue({ concurrency: MAX_DOWNLOADS })
  /** A queue of its own, because any number of slow hosts may be linked, and uploads must not wait for them. */
  readonly #linkedFiles = new PQueue({ concurrency: MAX_DOWNLOADS })
  readonly #hostFailures = new Map<string, number>()
  #fault: unknown
  done = 0
  seen = 0
  /** Called when a file of these pages was downloaded, or failed. */
  onSettled: (pages: Iterable<Id>, address: string, known: KnownFile) => void = () => {}

  constructor(tools: FileTools) {
    this.#tools = tools
  }

  /** Whether a file is missing, damaged or worth another attempt, and is not being loaded already. */
  isWanted(address: string): boolean {
    const key = getLastingAddress(address)
    const known = this.#tools.state.files.get(key)
    return !this.#jobs.has(key) && (known === undefined || (known.failed !== undefined && isDue(known.failed)))
  }

  /** Starts to download files that are missing. Uploads wait for {@link flush}, because one call signs many of them. */
  add(page: Id, files: readonly ShownFile[]): void {
    for (const file of files) {
      const key = getLastingAddress(file.address)
      const waiting = this.#jobs.get(key)
      waiting?.pages.add(page)
      if (!this.isWanted(file.address)) continue
      const job: Job = { key, file, pages: new Set([page]) }
      this.#jobs.set(key, job)
      this.seen++
      if (isUpload(file.address)) this.#unsigned.add(job)
      else this.#start(job, getLoadableAddress(file.address))
    }
  }

  /** Requests signed addresses for all waiting uploads, and starts to download them. */
  async flush(priority: Priority): Promise<void> {
    const jobs = [...this.#unsigned]
    this.#unsigned.clear()
    while (jobs.length > 0) {
      const some = jobs.splice(0, SIGNED_AT_ONCE)
      try {
        const wanted = some.map(({ key, file }) => ({ url: key, block: file.block }))
        const signed = await this.#tools.source.getFileAddresses(wanted, priority)
        for (const [index, job] of some.entries()) this.#start(job, signed[index], true)
      } catch (error) {
        if (!(error instanceof CallError)) throw error
        for (const job of some)
          this.#settle(job, failedFile(job, this.#tools.state, `it was not signed: ${error.message}`))
      }
    }
  }

  /** Resolves when no download is running. Throws the error if files cannot be written. */
  async idle(): Promise<void> {
    await Promise.all([this.#uploads.onIdle(), this.#linkedFiles.onIdle()])
    if (this.#fault !== undefined) throw this.#fault
  }

  /** The number of files that the known pages show and that are not in the snapshot, or damaged there. */
  countMissing(): number {
    const { pages, files } = this.#tools.state
    const shown = new Set([...pages.values()].flatMap((page) => Object.keys(page.files).map(getLastingAddress)))
    return [...shown].filter((key) => {
      const known = files.get(key)
      return known?.file === undefined || known.failed !== undefined
    }).length
  }

  /** A new run: hosts may respond again, and the disk may have space. */
  beginRun(): void {
    this.#hostFailures.clear()
    this.#fault = undefined
    this.done = 0
    this.seen = this.#jobs.size
  }

  #start(job: Job, address: string | undefined, isSigned = false): void {
    const { state } = this.#tools
    if (address === undefined || !URL.canParse(address)) {
      this.#settle(job, failedFile(job, state, 'the workspace gives no address for it'))
      return
    }
    const work = async () => {
      if (this.#fault !== undefined || this.#tools.downloader.signal.aborted) return
      this.#settle(job, await this.#load(job, address, isSigned))
    }
    const downloads = isSigned ? this.#uploads : this.#linkedFiles
    downloads.add(work).catch((error: unknown) => {
      this.#fault ??= error
    })
  }

  async #load(job: Job, address: string, isSigned: boolean): Promise<KnownFile> {
    const { downloader, folder, state } = this.#tools
    const { origin } = new URL(address)
    if ((this.#hostFailures.get(origin) ?? 0) >= MAX_HOST_FAILURES)
      return failedFile(job, state, 'its server does not respond')
    const temporary = folder.temporary(crypto.randomUUID())
    try {
      const maxBytes = job.file.isPicture ? MAX_BYTES.picture : MAX_BYTES.other
      const { hash, bytes } = await downloader.download(address, temporary, maxBytes, isSigned)
      this.#hostFailures.delete(origin)
      return await this.#keep(job, temporary, hash, bytes)
    } catch (error) {
      if (error instanceof SyncError) throw error
      if (!(error instanceof DownloadError)) throw new SyncWriteError(folder.dir, error)
      if (error.isHostFailure) this.#hostFailures.set(origin, (this.#hostFailures.get(origin) ?? 0) + 1)
      return failedFile(job, state, error.message)
    } finally {
      await rm(temporary, { force: true })
    }
  }

  async #keep({ key, file, pages }: Job, temporary: string, loaded: string, bytes: number): Promise<KnownFile> {
    const { folder } = this.#tools
    const [page = ''] = pages
    let hash = loaded
    let kind = await detectFileType(temporary)
    if (file.isPicture && !isPicture(kind)) throw new DownloadError('it is not a picture')
    if (file.isPicture && !isShownPicture(kind)) {
      const drawn = folder.temporary(crypto.randomUUID())
      const redrawn = await redraw(temporary, drawn, page, kind)
      if (redrawn !== undefined) {
        kind = redrawn
        await rename(drawn, temporary)
        hash = await hashFile(temporary)
      }
    }
    const name = getServedName(key, kind.extension)
    const size = isShownPicture(kind) ? await measure(temporary, page) : undefined
    const stored = `files/${hash.slice(0, 16)}-${name}`
    await folder.move(temporary, stored)
    return {
      file: stored,
      name,
      hash,
      fingerprint: await folder.getFingerprint(stored),
      type: kind.type,
      bytes,
      ...size,
    }
  }

  #settle(job: Job, known: KnownFile): void {
    this.#jobs.delete(job.key)
    this.done++
    this.#tools.state.set('files', job.key, known)
    this.onSettled(job.pages, job.file.address, known)
  }
}

function failedFile({ key }: Job, state: SyncState, reason: string): KnownFile {
  const before = state.files.get(key)
  const failed = { reason, ...countFailure(before?.failed) }
  if (before?.file !== undefined && failed.times < MAX_LISTED_FAILURES) return { ...before, failed }
  return { name: '', hash: '', type: '', bytes: 0, failed }
}

/** Pictures that browsers show as they are. */
const SHOWN: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif'])

interface FileType {
  /** Media type, detected from the content. */
  type: string
  extension: string
}

/** Detects the type of a file by its content. Of text formats, only SVG is recognized. */
export async function detectFileType(file: string): Promise<FileType> {
  // Imported on first use, because most runs download no files.
  const { fileTypeFromFile } = await import('file-type')
  const found = await fileTypeFromFile(file)
  if (found !== undefined && found.mime !== 'application/xml') return { type: found.mime, extension: found.ext }
  // Comments are removed first, so that the expression takes linear time.
  const start = (await readBeginning(file)).replaceAll(/<!--[\s\S]*?-->/g, '')
  if (/^\s*(?:<\?xml[^>]*>\s*)?(?:<!DOCTYPE svg[^>]*>\s*)*<svg[\s>]/i.test(start)) {
    return { type: 'image/svg+xml', extension: 'svg' }
  }
  return { type: 'application/octet-stream', extension: '' }
}

const isPicture = ({ type }: FileType): boolean => type.startsWith('image/')
const isShownPicture = ({ type }: FileType): boolean => SHOWN.has(type)

/**
 * Converts a picture that browsers cannot show, or must not, to WebP in `to`. Returns undefined for a HEIC file that cannot be converted,
 * which pages link to. Throws {@link DownloadError} for any other.
 */
async function redraw(from: string, to: string, page: Id, { type }: FileType): Promise<FileType | undefined> {
  try {
    await getPictureProcess().run('redraw', { from, to }, `a drawing of page ${page}`)
  } catch (error) {
    if (isWorkerNotReady(error)) throw createRetryError()
    if (isHeic(type)) return undefined
    throw new DownloadError('it is not a readable picture')
  }
  return { type: 'image/webp', extension: 'webp' }
}

/**
 * Returns the upright size and a tiny copy of a picture; undefined if it cannot be read. Throws {@link DownloadError}
 * if a retry may help.
 */
async function measure(file: string, page: Id): Promise<Measured | undefined> {
  try {
    return await getPictureProcess().run('measure', file, `the size of a picture of page ${page}`)
  } catch (error) {
    if (isWorkerNotReady(error)) throw createRetryError()
    return undefined
  }
}

const createRetryError = () => new DownloadError('pictures cannot be read at the moment')

async function readBeginning(file: string): Promise<string> {
  const { size } = await stat(file)
  const handle = await open(file)
  try {
    const bytes = Buffer.alloc(Math.min(size, 1024))
    await handle.read(bytes, 0, bytes.length, 0)
    return bytes.toString('utf8')
  } finally {
    await handle.close()
  }
}
