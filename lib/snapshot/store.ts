import type { Id } from '../workspace/record-map'
import type { StoredCollection, StoredPage } from '../workspace/stored'

/** Thrown when a snapshot cannot be used at all; the message names the thing and says what to do. */
export class SnapshotError extends Error {
  override name = 'SnapshotError'
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

/** Where a snapshot is kept. Content is named by its hash, so a reader with an older manifest still finds what it names. */
export interface SnapshotStore {
  /** Undefined: nothing has been written yet. */
  manifest(): Promise<Manifest | undefined>
  page(id: Id, hash: string): Promise<StoredPage>
  collection(id: Id, hash: string): Promise<StoredCollection>
  file(hash: string): Promise<FileEntry | undefined>
  /** Both answer the content's hash. */
  putPage(page: StoredPage): Promise<string>
  putCollection(collection: StoredCollection): Promise<string>
  putManifest(manifest: Manifest): Promise<void>
  /** Derived values that live beside the snapshot, by name; undefined when absent or unreadable. */
  derived(name: string): Promise<unknown>
  putDerived(name: string, value: unknown): Promise<void>
  /** Removes content that none of these manifests names. */
  sweep(kept: Manifest[]): Promise<void>
  /** Calls `changed` after a new state was written; answers a function that stops watching. */
  watch(changed: () => void): () => void
}
