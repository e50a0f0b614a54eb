import 'server-only'
import type { StoredCollection, StoredPage } from '../workspace/stored'
import { hashText } from './contents'
import { FilesStore } from './files-store'

/** A working copy that is read but not written: what a preparation writes is discarded, so it can be run on a full disk. */
export class UnwrittenStore extends FilesStore {
  override async putPage(page: StoredPage): Promise<string> {
    return hashText(JSON.stringify(page))
  }

  override async putCollection(collection: StoredCollection): Promise<string> {
    return hashText(JSON.stringify(collection))
  }

  override async putManifest(): Promise<void> {}

  override async putDerived(): Promise<void> {}
}
