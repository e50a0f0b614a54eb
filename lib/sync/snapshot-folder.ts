import 'server-only'
import { link, lstat, readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { OwnedFolder } from '../snapshot/owned-folder'
import { getFileFingerprint, readRegularFile, readTextOrEmpty } from '../snapshot/regular-file'
import { hashPage } from '../snapshot/source'
import { SnapshotError } from '../snapshot/store'
import { SYNC_FOLDER, SYNC_OWNERS } from '../snapshot/verified-file'
import { createFolder } from '../snapshot/write-file-atomically'
import type { StoredComment } from '../workspace/comments'
import { toUuid } from '../workspace/ids'
import type { Id } from '../workspace/record-map'
import { isObject, parseObject } from '../workspace/values'
import { SyncError, SyncWriteError } from './errors'

/** Precedes the content of a manifest, and differs each time. */
const HEAD = /^\{"format":1,"syncedAt":"[^"]*",/
const KINDS = ['pages', 'files'] as const
/** In the sync's own folder: the pages and files that a manifest did not list. */
const UNLISTED = 'unlisted.json'
/** Sweeps files of any age, because a file may have a future time after the clock was set back. */
const ANY_AGE = Number.NEGATIVE_INFINITY

/** A page of the manifest. */
export interface ManifestPage {
  file: string
  edited: number
  /** Hash of its content; empty if the content is damaged. */
  hash: string
}

export interface ManifestFile {
  file: string
  name: string
  hash: string
  type: string
  width?: number
  height?: number
}

/** The content of `manifest.json`, which lists everything else. */
export interface SnapshotManifest {
  root: Id
  /** Whether a sync has visited the whole workspace. If not, `removed` lists the pages that it found to be deleted. */
  isWhole: boolean
  removed: Id[]
  /** Pages, or blocks that may be pages, that exist and could not be fetched yet. */
  missing: Id[]
  pages: Record<Id, ManifestPage>
  files: Record<string, ManifestFile>
  /** Why files could not be loaded, by their addresses. */
  failed?: Record<string, string>
}

/** The file with the comments of readers, which the manifest lists. */
type ManifestComments = Pick<ManifestFile, 'file' | 'hash'>

/**
 * The snapshot as the sync writes it: pages and files first, named by their content, then the manifest that lists them. A reader of this
 * manifest or of the previous one finds every file that it lists. Of several syncs, only the one that was opened last can publish.
 */
export class SnapshotFolder {
  readonly ownDir: string
  readonly #folder: OwnedFolder
  #lastManifest = ''
  /** Files that this process wrote. A manifest that is being created may not list them yet. */
  readonly #written = new Set<string>()
  /** Whether a file was written since the last manifest. It may replace a damaged one under the same name. */
  #hasNewContents = false
  #comments: ManifestComments | undefined

  constructor(readonly dir: string) {
    this.ownDir = path.join(dir, SYNC_FOLDER)
    this.#folder = new OwnedFolder(dir, SYNC_OWNERS)
  }

  /** Whether a sync may write into the folder: it is new, empty, or was written by a sync. */
  async isOurs(): Promise<boolean> {
    const names: string[] = await readdir(this.dir).catch(() => [])
    return names.includes(SYNC_FOLDER) || names.every((name) => name.startsWith('.'))
  }

  /** Whether the manifest is of this root page, although the sync's own folder may be lost. */
  async isOfRoot(root: Id): Promise<boolean> {
    return parseListing(await readTextOrEmpty(this.getPath('manifest.json')))?.root === root
  }

  /** Makes this sync the only writer of the folder. */
  async open(): Promise<void> {
    await this.#runWrite(async () => {
      for (const kind of KINDS) await createFolder(path.join(this.dir, kind))
    })
    await this.#folder.takeOwnership()
    this.#lastManifest = await readTextOrEmpty(this.getPath('manifest.json'))
    this.#comments = parseListing(this.#lastManifest)?.comments
    await this.#adoptFormerNames()
  }

  /** Gives up the role that {@link open} took. */
  close(): Promise<void> {
    return this.#folder.release()
  }

  /** Returns the path of a temporary file for a download. */
  temporary(name: string): string {
    return this.#folder.temporary(name)
  }

  /** Returns the text of a page; undefined if it cannot be read. */
  async read(name: string): Promise<string | undefined> {
    return await readRegularFile(this.getPath(name)).then(String, () => undefined)
  }

  getPath(name: string): string {
    return path.join(this.dir, name)
  }

  /** Returns a string that changes with each write of a page or file; undefined if there is none, or a link in its place. */
  async getFingerprint(name: string): Promise<string | undefined> {
    const found = await lstat(this.getPath(name)).catch(() => undefined)
    return found?.isFile() ? getFileFingerprint(found) : undefined
  }

  /** Writes a page. */
  async put(name: string, text: string): Promise<void> {
    this.#written.add(name)
    await this.#runWrite(() => this.#folder.put(name, text))
    this.#hasNewContents = true
  }

  /** Writes the comments of readers, which later manifests list; undefined if the site has none. */
  async putComments(comments: readonly StoredComment[] | undefined): Promise<void> {
    if (comments === undefined) {
      this.#comments = undefined
      return
    }
    const text = JSON.stringify(comments)
    const hash = hashPage(text)
    if (this.#comments?.hash === hash) return
    const file = `files/comments-${hash}.json`
    await this.put(file, text)
    this.#comments = { file, hash }
  }

  /** Moves a downloaded file to its name in the snapshot. */
  async move(temporary: string, name: string): Promise<void> {
    this.#written.add(name)
    await this.#runWrite(() => this.#folder.move(temporary, name))
    this.#hasNewContents = true
  }

  /** Writes a file of the sync's own folder. A {@link commit} that runs meanwhile still flushes all contents itself. */
  replaceOwn(name: string, content: string | Buffer): Promise<void> {
    return this.#runWrite(() => this.#folder.replace(path.join(SYNC_FOLDER, name), content))
  }

  /** Writes the manifest. Returns whether the snapshot changed. A folder without a manifest gets none before the first page is there. */
  async commit(made: SnapshotManifest): Promise<boolean> {
    if (this.#lastManifest === '' && Object.keys(made.pages).length === 0) return false
    const content = made.isWhole ? stringifyContent(made, this.#comments) : this.#fillingContent(made)
    const isListed = this.#lastManifest.replace(HEAD, '') === content
    if (isListed && !this.#hasNewContents) return false
    const manifest = `{"format":1,"syncedAt":"${new Date().toISOString()}",${content}`
    this.#hasNewContents = false
    try {
      await this.#runWrite(() => this.#folder.publish('manifest.json', manifest))
    } catch (error) {
      this.#hasNewContents = true
      throw error
    }
    this.#lastManifest = manifest
    return true
  }

  /**
   * Removes pages and files that neither the manifest on disk nor the next one lists, if an earlier manifest did not list them either:
   * a preparation may still be reading the last one that did. Returns the names that are listed.
   */
  async sweep(next: SnapshotManifest): Promise<ReadonlySet<string> | undefined> {
    const manifest = parseListing(this.#lastManifest)
    if (manifest === undefined) return undefined
    const entries = [manifest, next].flatMap(({ pages, files }) => [...Object.values(pages), ...Object.values(files)])
    const comments = [manifest.comments, this.#comments].flatMap((each) => each?.file ?? [])
    const listed = new Set([...entries.map(({ file }) => file), ...comments, ...this.#written])
    const fingerprint = await this.getFingerprint('manifest.json')
    const former = parseObject(await readTextOrEmpty(path.join(this.ownDir, UNLISTED)))
    if (former.manifest === fingerprint) return listed
    const unlistedBefore = new Set<unknown>(Array.isArray(former.names) ? former.names : [])
    const names: string[] = []
    for (const kind of KINDS) {
      const isUnwanted = (file: string) => unlistedBefore.has(file) && !listed.has(file)
      await this.#folder.sweep(kind, (name) => isUnwanted(`${kind}/${name}`), ANY_AGE)
      names.push(...(await this.#folder.names(kind)).map((name) => `${kind}/${name}`))
    }
    await this.replaceOwn(
      UNLISTED,
      JSON.stringify({ manifest: fingerprint, names: names.filter((name) => !listed.has(name)) }),
    )
    return listed
  }

  /** Earlier versions named the file of a page by its id alone, and staged what was not published yet. */
  async #adoptFormerNames(): Promise<void> {
    await rm(path.join(this.ownDir, 'staged'), { recursive: true, force: true }).catch(() => {})
    for (const [id, { file, hash }] of Object.entries(parseListing(this.#lastManifest)?.pages ?? {})) {
      if (toUuid(id) !== id || file !== `pages/${id}.json` || !/^[\w-]{22}$/.test(hash)) continue
      await link(this.getPath(file), this.getPath(getPageFile(id, hash))).catch(() => {})
    }
  }

  /** A sync that lost its state knows only some of the listed pages: the others stay until it has visited the whole workspace. */
  #fillingContent(made: SnapshotManifest): string {
    const last = parseListing(this.#lastManifest)
    const { pages = {}, files = {} } = last?.root === made.root ? last : {}
    const removed = new Set(made.removed)
    const kept = Object.fromEntries(Object.entries(pages).filter(([id]) => !removed.has(id)))
    const all = { ...made, pages: { ...kept, ...made.pages }, files: { ...files, ...made.files } }
    return `"isFilling":true,"removed":${JSON.stringify(made.removed)},${stringifyContent(all, this.#comments)}`
  }

  async #runWrite(work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      if (!(error instanceof SnapshotError)) throw new SyncWriteError(this.dir, error)
      throw error.cause === undefined ? new SyncError(error.message) : new SyncWriteError(this.dir, error.cause)
    }
  }
}

export const getPageFile = (id: Id, hash: string) => `pages/${id}-${hash}.json`

type Listing = Pick<SnapshotManifest, 'root' | 'pages' | 'files'> & { comments?: ManifestComments }

/** Returns the manifest in a text; undefined if it is damaged. */
function parseListing(text: string): Listing | undefined {
  const manifest = parseObject(text)
  const isListing = (value: unknown) =>
    isObject(value) && Object.values(value).every((entry) => isObject(entry) && typeof entry.file === 'string')
  if (!isListing(manifest.pages) || !isListing(manifest.files)) return undefined
  return manifest as unknown as Listing
}

function stringifyContent(
  { root, missing, pages, files, failed = {} }: SnapshotManifest,
  comments: ManifestComments | undefined,
): string {
  const lacking = missing.length === 0 ? '' : `"missing":${JSON.stringify(missing)},`
  const unloaded = Object.keys(failed).length === 0 ? '' : `"failed":${stringifyLines(failed)},`
  const listed = comments === undefined ? '' : `"comments":${JSON.stringify(comments)},`
  return `"root":${JSON.stringify(root)},${lacking}${unloaded}${listed}"pages":${stringifyLines(pages)},"files":${stringifyLines(files)}}\n`
}

/** JSON with one line for each entry, sorted by key. */
function stringifyLines(entries: Record<string, unknown>): string {
  const sorted = Object.entries(entries).sort(([a], [b]) => (a < b ? -1 : 1))
  const lines = sorted.map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`)
  return lines.length === 0 ? '{}' : `{\n${lines.join(',\n')}\n}`
}
