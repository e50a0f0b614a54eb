import { hashPage } from '../snapshot/source'
import type { Id } from '../workspace/record-map'
import { getLastingAddress, type ShownFile } from './files/shown-files'
import { type PageFacts, type PageMap, readPageFacts, stringifyPage } from './page-file'
import type { SnapshotFolder, SnapshotManifest } from './snapshot-folder'
import { getPageFile } from './snapshot-folder'
import type { KnownPage, SyncState } from './state'

export type PageChange = 'added' | 'changed' | 'moved'

/** Reads and writes the pages of the snapshot together with their state, one change per page at a time. */
export class PageStore {
  readonly #turns = new Map<Id, Promise<unknown>>()

  constructor(
    readonly folder: SnapshotFolder,
    readonly state: SyncState,
  ) {}

  /** Stores a page that was just fetched. Returns what changed, if anything. */
  async put(
    id: Id,
    map: PageMap,
    { stamp, parent, sources }: { stamp: string; parent: Id; sources?: ReadonlyMap<Id, string> },
  ): Promise<{ kind: PageChange | undefined; facts: PageFacts }> {
    return await this.#inTurn(id, async () => {
      const facts = readPageFacts(id, map)
      addPreviews(map, facts, this.state)
      const text = stringifyPage(map)
      const hash = hashPage(text)
      const before = this.state.pages.get(id)
      const known: KnownPage = {
        ...{ stamp, hash, parent, title: facts.title, edited: facts.edited },
        ...{ leads: facts.leads, collections: facts.collections },
        ...(sources !== undefined && sources.size > 0 && { sources: Object.fromEntries(sources) }),
        files: Object.fromEntries(facts.files.map(({ address, block }) => [address, block])),
        fingerprint: before?.hash === hash ? before.fingerprint : await this.#write(id, hash, text),
      }
      this.state.set('pages', id, known)
      return { kind: findChange(before, known), facts }
    })
  }

  /** Returns the record map of a stored page; undefined if its file is damaged. */
  async read(id: Id): Promise<PageMap | undefined> {
    const known = this.state.pages.get(id)
    const text = known && (await this.folder.read(getPageFile(id, known.hash)))
    if (text === undefined || hashPage(text) !== known?.hash) return undefined
    return JSON.parse(text) as PageMap
  }

  /** Returns the files that a page shows, read from its record map. */
  async getFiles(id: Id): Promise<readonly ShownFile[]> {
    const map = await this.read(id)
    return map === undefined ? [] : readPageFacts(id, map).files
  }

  /** Marks a page whose file is missing or altered. Reads the file only if it changed since it was last verified. */
  async verify(id: Id): Promise<void> {
    await this.#inTurn(id, async () => {
      const known = this.state.pages.get(id)
      if (known === undefined || known.hash === '') return
      const fingerprint = await this.folder.getFingerprint(getPageFile(id, known.hash))
      if (fingerprint !== undefined && fingerprint === known.fingerprint) return
      const isGood = (await this.read(id)) !== undefined
      this.state.set('pages', id, isGood ? { ...known, fingerprint } : { ...known, hash: '' })
    })
  }

  /** Restores a page as it was published last, unless that file is damaged. */
  async restore(id: Id, before: KnownPage | undefined): Promise<void> {
    await this.#inTurn(id, async () => {
      if (!before?.hash || this.state.pages.get(id) === before) return
      this.state.set('pages', id, before)
    })
  }

  /** Changes the record map of a stored page. Returns whether it differs afterwards. */
  async patch(id: Id, change: (map: PageMap) => void): Promise<boolean> {
    return await this.#inTurn(id, async () => {
      const map = await this.read(id)
      const before = this.state.pages.get(id)
      if (map === undefined || before === undefined) return false
      change(map)
      const text = stringifyPage(map)
      const hash = hashPage(text)
      if (hash === before.hash) return false
      this.state.set('pages', id, { ...before, hash, fingerprint: await this.#write(id, hash, text) })
      return true
    })
  }

  /** Writes the previews of downloaded pictures into a page. */
  addPreviews(id: Id): Promise<boolean> {
    return this.patch(id, (map) => {
      // Reads after the pending changes of this page.
      const files = Object.keys(this.state.pages.get(id)?.files ?? {}).map((address) => ({ address }))
      addPreviews(map, { files }, this.state)
    })
  }

  /** Returns the manifest of the current state. */
  manifest(): SnapshotManifest {
    const { root, marks, removed, missed, unanswered } = this.state
    const failed: Record<string, string> = {}
    const manifest: SnapshotManifest = {
      root,
      isWhole: marks.has('whole'),
      removed: [...removed.keys()],
      missing: [...missed.keys(), ...[...unanswered].flatMap(([id, { isCollection }]) => (isCollection ? [] : id))],
      pages: {},
      files: {},
      failed,
    }
    for (const [id, { edited, hash, files }] of this.state.pages) {
      manifest.pages[id] = { file: getPageFile(id, hash), edited, hash }
      for (const address of Object.keys(files)) {
        const known = this.state.files.get(getLastingAddress(address))
        if (known?.file === undefined) {
          if (known?.failed !== undefined) failed[address] = known.failed.reason
          continue
        }
        const { file, name, hash, type, width, height } = known
        manifest.files[address] = { file, name, hash, type, ...(width && height && { width, height }) }
      }
    }
    return manifest
  }

  async #write(id: Id, hash: string, text: string): Promise<string | undefined> {
    const name = getPageFile(id, hash)
    await this.folder.put(name, text)
    return await this.folder.getFingerprint(name)
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

/** Adds the previews of downloaded files, in a fixed order, because the hash of a page's text is part of its file name. */
function addPreviews(map: PageMap, { files }: { files: { address: string }[] }, state: SyncState): void {
  const before = new Map(Object.entries(map.preview_images))
  map.preview_images = {}
  for (const { address } of files) {
    const { preview, width, height } = state.files.get(getLastingAddress(address)) ?? {}
    const isKnown = preview !== undefined && width !== undefined && height !== undefined
    const image = isKnown
      ? { originalWidth: width, originalHeight: height, dataURIBase64: preview }
      : before.get(address)
    if (image !== undefined) map.preview_images[address] = image
  }
}

function findChange(before: KnownPage | undefined, now: KnownPage): PageChange | undefined {
  if (before === undefined) return 'added'
  if (before.parent !== now.parent) return 'moved'
  return before.hash === now.hash ? undefined : 'changed'
}
