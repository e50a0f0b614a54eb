import type { Id } from '../workspace/record-map'
import type { StoredCollection, StoredPage } from '../workspace/stored'

/**
 * The format of stored content and of what is stored about a page. Increase it when either changes, or what a page's content gives, so that
 * older copies are rebuilt.
 */
export const STORE_FORMAT = 32

/** Thrown if a snapshot cannot be used at all. The message describes the problem and what to do. */
export class SnapshotError extends Error {
  override name = 'SnapshotError'
}

/** Thrown if a folder of the state folder cannot be written to. `reason` is a part of a sentence that names no file. */
export class StateWriteError extends SnapshotError {
  override name = 'StateWriteError'
  readonly reason: string
  constructor(dir: string, cause: unknown) {
    const reason = describeWriteFailure(cause)
    super(`Cannot write to ${dir} (${reason}): make room there, or set STATE_DIR to a folder that can be written to`, {
      cause,
    })
    this.reason = reason
  }
}

/** Thrown if contents of a snapshot are missing or damaged. `names` lists them. */
export class IncompleteError extends SnapshotError {
  override name = 'IncompleteError'
  constructor(readonly names: readonly string[]) {
    const more = names.length > 1 ? ` and ${names.length - 1} more` : ''
    super(`The snapshot is incomplete. Missing or damaged: ${names[0]}${more}`)
  }
}

/** A file of the workspace (image, cover, PDF…) in the snapshot. */
export interface FileEntry {
  /** SHA-256 of the content, hexadecimal. */
  hash: string
  /** Name under which it is served. */
  name: string
  /** Media type. */
  type: string
  /** Absolute path of its content; empty if there is none until it is restored. */
  path: string
  /** Size of the content, if it is known. */
  bytes?: number
  /** Size of an image in pixels. */
  width?: number
  height?: number
}

/** Something in the snapshot that could not be read. */
export interface Problem {
  file: string
  reason: string
}

/** Lists the contents of a snapshot. It is written last, so that everything it names exists. */
export interface Manifest {
  format: number
  /** Changes with any content of the snapshot. */
  version: string
  root?: Id
  /** Milliseconds since 1970. */
  syncedAt: number
  /** Content hash by page id. */
  pages: Record<Id, string>
  /** Content hash by collection id. */
  collections: Record<Id, string>
  /** Files by their addresses in blocks. */
  files: Record<string, FileEntry>
  problems: Problem[]
}

/** Whether an untrusted value is a manifest of this version. */
export function isManifest(value: unknown): value is Manifest {
  return typeof value === 'object' && value !== null && 'format' in value && value.format === STORE_FORMAT
}

/** A snapshot without its contents. It is written last. */
export interface SnapshotState {
  manifest: Manifest
  /** Derived values by name, as JSON compressed with gzip. */
  derived: Partial<Record<StateName, Buffer>>
}

/** The derived values that belong to a state. The index is written last, so everything that it names exists. */
export const STATE_NAMES = ['parts', 'history', 'lint', 'prepared', 'index'] as const
type StateName = (typeof STATE_NAMES)[number]

/**
 * Stores a snapshot. Content is named by its hash, so a reader with an older manifest still finds the contents it names, and contents can
 * be copied from one store to another in any order.
 */
export interface SnapshotStore {
  /** Returns undefined if nothing has been written yet. */
  manifest(): Promise<Manifest | undefined>
  /** Throws if the content is missing or damaged. */
  page(id: Id, hash: string): Promise<StoredPage>
  /** Throws if the content is missing or damaged. */
  collection(id: Id, hash: string): Promise<StoredCollection>
  /** Returns a derived value; undefined if it is missing or unreadable. */
  derived(name: string): Promise<unknown>
  /** Returns those of the names whose content is missing. */
  missing(names: readonly string[]): Promise<string[]>
  /** Returns contents as they are stored, in the order of the names; undefined for each that is missing or damaged. */
  contents(names: readonly string[]): Promise<(Buffer | undefined)[]>
  putContents(contents: readonly (readonly [name: string, content: Buffer])[]): Promise<void>
  /** Returns undefined if there is no state, or it cannot be read. */
  state(): Promise<SnapshotState | undefined>
  /** Replaces the state atomically. All contents that it names exist already. */
  putState(state: SnapshotState): Promise<void>
  /** Removes content that none of these manifests names. */
  sweep(kept: readonly Manifest[]): Promise<void>
}

/** Content that is being written, and its hash. */
export interface Put {
  hash: string
  written: Promise<void>
}

/** A store into which a preparation reads a workspace, page by page. */
export interface WorkingStore extends SnapshotStore {
  /**
   * Returns a derived value that cannot be rebuilt; undefined if there is none, and `damaged` if it is invalid. Throws
   * {@link SnapshotError} if it cannot be read now.
   */
  irreplaceable<Value>(
    name: string,
    isValid: (value: unknown) => value is Value,
  ): Promise<Value | 'damaged' | undefined>
  /** Returns the absolute path of content. */
  getPath(name: string): string
  /** Writes nothing if the page has the hash `present`, whose content the store has. */
  putPage(page: StoredPage, present?: string): Put
  /** Returns the hash of the content. */
  putCollection(collection: StoredCollection): Promise<string>
  putManifest(manifest: Manifest): Promise<void>
  putDerived(name: string, value: unknown): Promise<void>
}

/** Why the system refuses to write, by its error codes. */
const REASONS: Partial<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the quota of the disk is used up',
  EFBIG: 'the file would exceed the size limit of the process',
  EROFS: 'the file system is read-only',
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
}

/**
 * Returns why a file could not be written, as a part of a sentence that names no file.
 *
 * @example describeWriteFailure(error) // 'the disk is full'
 */
export function describeWriteFailure(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : String(error)
  return REASONS[code] ?? code
}
