import { pageHash } from '../snapshot/source'
import type { Id } from '../workspace/record-map'
import { lastingAddress, type ShownFile } from './files/shown-files'
import { factsOf, type PageFacts, type PageMap, textOf } from './page-file'
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
      const hash = pageHash(text)
      const before = this.state.pages.get(id)
      const known: KnownPage = {
        ...{ stamp, hash, parent, title: facts.title, edited: facts.edited },
        ...{ leads: facts.leads, collections: facts.collections },
        files: Object.fromEntries(facts.files.map(({ address, block }) => [address, block])),
        mark: before?.hash === hash ? before.mark : await this.#write(id, hash, text),
      }
      this.state.set('pages', id, known)
      return { kind: kindOf(before, known), facts }
    })
  }

  /** The map of a page that is held; undefined if its file is damaged. */
  async read(id: Id): Promise<PageMap | undefined> {
    const known = this.state.pages.get(id)
    const text = known && (await this.folder.read(pageFile(id, known.hash)))
    if (text === undefined || pageHash(text) !== known?.hash) return undefined
    return JSON.parse(text) as PageMap
  }

  /** The files that a page shows, read from its own file. */
  async filesOf(id: Id): Promise<readonly ShownFile[]> {
    const map = await this.read(id)
    return map === undefined ? [] : factsOf(id, map).files
  }

  /** Notes if the file of a page is missing or altered; it is read only if it is not the one that was compared last. */
  async verify(id: Id): Promise<void> {
    await this.#inTurn(id, async () => {
      const known = this.state.pages.get(id)
      if (known === undefined || known.hash === '') return
      const mark = await this.folder.markOf(pageFile(id, known.hash))
      if (mark !== undefined && mark === known.mark) return
      const isGood = (await this.read(id)) !== undefined
      this.state.set('pages', id, isGood ? { ...known, mark } : { ...known, hash: '' })
    })
  }

  /** Goes back to a page as it was published last, unless that was found damaged. */
  async restore(id: Id, before: KnownPage | undefined): Promise<void> {
    await this.#inTurn(id, async () => {
      if (!before?.hash || this.state.pages.get(id) === before) return
      this.state.set('pages', id, before)
    })
  }

  /** Changes the map of a page that is held; answers whether that made a difference. */
  async patch(id: Id, change: (map: PageMap) => void): Promise<boolean> {
    return await this.#inTurn(id, async () => {
      const map = await this.read(id)
      const before = this.state.pages.get(id)
      if (map === undefined || before === undefined) return false
      change(map)
      const text = textOf(map)
      const hash = pageHash(text)
      if (hash === before.hash) return false
      this.state.set('pages', id, { ...before, hash, mark: await this.#write(id, hash, text) })
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
    const { root, marks, removed, missed, unanswered } = this.state
    const manifest: SnapshotManifest = {
      root,
      isWhole: marks.has('whole'),
      removed: [...removed.keys()],
      missing: [...missed.keys(), ...[...unanswered].flatMap(([id, { isCollection }]) => (isCollection ? [] : id))],
      pages: {},
      files: {},
    }
    for (const [id, { edited, hash, files }] of this.state.pages) {
      manifest.pages[id] = { file: pageFile(id, hash), edited, hash }
      for (const address of Object.keys(files)) {
        const known = this.state.files.get(lastingAddress(address))
        if (known?.file === undefined) continue
        const { file, name, hash, type, width, height } = known
        manifest.files[address] = { file, name, hash, type, ...(width && height && { width, height }) }
      }
    }
    return manifest
  }

  async #write(id: Id, hash: string, text: string): Promise<string | undefined> {
    const name = pageFile(id, hash)
    await this.folder.put(name, text)
    return await this.folder.markOf(name)
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

/** Adds the previews of files that were loaded. Their order does not depend on which came first, because the text of a page names its file. */
function addPreviews(map: PageMap, { files }: { files: { address: string }[] }, state: SyncState): void {
  const before = new Map(Object.entries(map.preview_images))
  map.preview_images = {}
  for (const { address } of files) {
    const { preview, width, height } = state.files.get(lastingAddress(address)) ?? {}
    const isKnown = preview !== undefined && width !== undefined && height !== undefined
    const image = isKnown
      ? { originalWidth: width, originalHeight: height, dataURIBase64: preview }
      : before.get(address)
    if (image !== undefined) map.preview_images[address] = image
  }
}

function kindOf(before: KnownPage | undefined, now: KnownPage): ChangeKind | undefined {
  if (before === undefined) return 'added'
  if (before.parent !== now.parent) return 'moved'
  return before.hash === now.hash ? undefined : 'changed'
}
