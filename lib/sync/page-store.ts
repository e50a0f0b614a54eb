import type { Id } from '../workspace/record-map'
import { isObject } from '../workspace/values'
import { lastingAddress } from './files/shown-files'
import { factsOf, hashOf, type PageFacts, type PageMap, textOf } from './page-file'
import type { SnapshotFolder, SnapshotManifest } from './snapshot-folder'
import { pageFile } from './snapshot-folder'
import type { KnownPage, SyncState } from './state'

export type ChangeKind = 'added' | 'changed' | 'moved'

/** The pages of the snapshot as the sync changes them: content and what is remembered of it, one change of a page at a time. */
export class PageStore {
  readonly #turns = new Map<Id, Promise<unknown>>()

  constructor(
    readonly folder: SnapshotFolder,
    readonly state: SyncState,
  ) {}

  /** Puts a page as it was just fetched; answers what changed, if anything. */
  async put(
    id: Id,
    map: PageMap,
    { stamp, parent }: { stamp: string; parent: Id },
  ): Promise<{ kind: ChangeKind | undefined; facts: PageFacts }> {
    return await this.#inTurn(id, async () => {
      const facts = factsOf(id, map)
      addPreviews(map, facts, this.state)
      const text = textOf(map)
      const hash = hashOf(text)
      const before = this.state.pages.get(id)
      const known: KnownPage = {
        ...{ stamp, hash, parent, title: facts.title, edited: facts.edited },
        ...{ leads: facts.leads, collections: facts.collections },
        files: Object.fromEntries(facts.files.map(({ address, block }) => [address, block])),
      }
      if (before?.hash !== hash) await this.folder.stagePage(id, text)
      this.state.set('pages', id, known)
      return { kind: kindOf(before, known), facts }
    })
  }

  /** The map of a page that is held; undefined when it cannot be read. */
  async read(id: Id): Promise<PageMap | undefined> {
    const text = this.state.pages.has(id) ? await this.folder.readPage(id) : undefined
    if (text === undefined) return undefined
    try {
      const map: unknown = JSON.parse(text)
      // Our own file: either whole, as it was written, or no JSON.
      return isObject(map) ? (map as unknown as PageMap) : undefined
    } catch {
      return undefined
    }
  }

  /** Changes the map of a page that is held; answers whether that made a difference. */
  async patch(id: Id, change: (map: PageMap) => void): Promise<boolean> {
    return await this.#inTurn(id, async () => {
      const map = await this.read(id)
      const before = this.state.pages.get(id)
      if (map === undefined || before === undefined) return false
      change(map)
      const text = textOf(map)
      const hash = hashOf(text)
      if (hash === before.hash) return false
      await this.folder.stagePage(id, text)
      this.state.set('pages', id, { ...before, hash })
      return true
    })
  }

  /** Writes the tiny pictures of files that have arrived into a page. */
  addPreviews(id: Id): Promise<boolean> {
    const files = Object.keys(this.state.pages.get(id)?.files ?? {}).map((address) => ({ address }))
    return this.patch(id, (map) => addPreviews(map, { files }, this.state))
  }

  /** Everything that the snapshot lists now. */
  manifest(): SnapshotManifest {
    const manifest: SnapshotManifest = { root: this.state.root, pages: {}, files: {} }
    for (const [id, { edited, files }] of this.state.pages) {
      manifest.pages[id] = { file: pageFile(id), edited }
      for (const address of Object.keys(files)) {
        const known = this.state.files.get(lastingAddress(address))
        if (known?.file === undefined) continue
        const { file, name, hash, type, width, height } = known
        manifest.files[address] = { file, name, hash, type, ...(width && height && { width, height }) }
      }
    }
    return manifest
  }

  async #inTurn<Result>(id: Id, work: () => Promise<Result>): Promise<Result> {
    const turn = (this.#turns.get(id) ?? Promise.resolve()).then(work, work)
    this.#turns.set(id, turn)
    try {
      return await turn
    } finally {
      if (this.#turns.get(id) === turn) this.#turns.delete(id)
    }
  }
}

function addPreviews(map: PageMap, { files }: { files: { address: string }[] }, state: SyncState): void {
  for (const { address } of files) {
    const { preview, width, height } = state.files.get(lastingAddress(address)) ?? {}
    if (preview === undefined || width === undefined || height === undefined) continue
    map.preview_images[address] = { originalWidth: width, originalHeight: height, dataURIBase64: preview }
  }
}

function kindOf(before: KnownPage | undefined, now: KnownPage): ChangeKind | undefined {
  if (before === undefined) return 'added'
  if (before.parent !== now.parent) return 'moved'
  return before.hash === now.hash ? undefined : 'changed'
}
