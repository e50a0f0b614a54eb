import type { Id } from '../workspace/record-map'
import type { StoredCollection, StoredPage } from '../workspace/stored'

/** Bump when the shape of the stored content changes; older copies are then made anew. */
export const STORE_FORMAT = 11

/** Thrown when a snapshot cannot be used at all; the message names the thing and says what to do. */
export class SnapshotError extends Error {
  override name = 'SnapshotError'
}

/** Thrown when something of a snapshot is missing or broken, and names what. */
export class IncompleteError extends SnapshotError {
  override name = 'IncompleteError'
  constructor(readonly names: readonly string[]) {
    super(`The snapshot lacks ${names.length} pieces, such as ${names[0]}`)
  }
}

/** A file of the workspace (image, cover, pdf…) that the snapshot holds. */
export interface FileEntry {
  /** SHA-256 of the content, hexadecimal. */
  hash: string
  /** Name under which it is served. */
  name: string
  /** Media type. */
  type: string
  /** Absolute path of its content. */
  path: string
  /** Pixels, of images. */
  width?: number
  height?: number
}

/** Something in the snapshot that could not be read. */
export interface Problem {
  file: string
  reason: string
}

/** What a snapshot holds. Written last, so that everything it names is there. */
export interface Manifest {
  format: number
  /** Changes with anything that the snapshot holds. */
  version: string
  root?: Id
  /** Milliseconds since 1970. */
  syncedAt: number
  /** Content hash by page id. */
  pages: Record<Id, string>
  /** Content hash by collection id. */
  collections: Record<Id, string>
  /** By the address that blocks name. */
  files: Record<string, FileEntry>
  problems: Problem[]
}

/** Whether a value that was read is a manifest of this version. */
export function isManifest(value: unknown): value is Manifest {
  return typeof value === 'object' && value !== null && 'format' in value && value.format === STORE_FORMAT
}

/** A snapshot without its contents: what is written in one piece, last. */
export interface SnapshotState {
  manifest: Manifest
  /** Derived values by name, as JSON compressed with gzip. */
  derived: Partial<Record<StateName, Buffer>>
}

/** The derived values that belong to a state of the snapshot, the site's index last: who finds it finds all that it names. */
export const STATE_NAMES = ['parts', 'history', 'lint', 'prepared', 'index'] as const
type StateName = (typeof STATE_NAMES)[number]

/**
 * Where a snapshot is kept. Content is named by its hash, so a reader with an older manifest still finds what it names, and one
 * store can be filled from another piece by piece.
 */
export interface SnapshotStore {
  /** Undefined: nothing has been written yet. */
  manifest(): Promise<Manifest | undefined>
  /** Both throw when the content is not there or broken. */
  page(id: Id, hash: string): Promise<StoredPage>
  collection(id: Id, hash: string): Promise<StoredCollection>
  /** Derived values that live beside the snapshot, by name; undefined when absent or unreadable. */
  derived(name: string): Promise<unknown>
  /** Of these contents, by name, the ones that are not held. */
  missing(names: readonly string[]): Promise<string[]>
  /** Contents as they are stored, in the order of the names; undefined where one is absent or not what its name promises. */
  contents(names: readonly string[]): Promise<(Buffer | undefined)[]>
  putContents(contents: readonly (readonly [name: string, content: Buffer])[]): Promise<void>
  /** Undefined: there is none, or none that can be read. */
  state(): Promise<SnapshotState | undefined>
  /** Puts a state whose contents are all there; a reader sees the one before or this one. */
  putState(state: SnapshotState): Promise<void>
  /** Removes content that none of these manifests names. */
  sweep(kept: readonly Manifest[]): Promise<void>
}

/** A store that a workspace can be taken into, page by page. */
export interface WorkingStore extends SnapshotStore {
  /** A derived value that nothing can make again; undefined when there is none. Throws {@link SnapshotError} when it cannot be read. */
  memory<Value>(name: string, isValid: (value: unknown) => value is Value): Promise<Value | undefined>
  /** Both answer the content's hash. */
  putPage(page: StoredPage): Promise<string>
  putCollection(collection: StoredCollection): Promise<string>
  putManifest(manifest: Manifest): Promise<void>
  putDerived(name: string, value: unknown): Promise<void>
}
