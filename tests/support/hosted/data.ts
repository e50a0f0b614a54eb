import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { readRecordMaps } from '@/lib/workspace/clean/read-record-map'

/** A record as the workspace stores it: plain JSON, which tests may change. */
export type HostedRecord = Record<string, unknown> & { id: string }
export type Table = 'block' | 'collection' | 'collection_view' | 'layout' | 'notion_user'

const SPACE = '5bace000-0000-4000-8000-000000000001'
const PAGE_TYPES = ['page', 'collection_view_page']

/** The data of a hosted workspace, which can be read from a folder of record maps of any layout. */
export class HostedData {
  readonly block = new Map<string, HostedRecord>()
  readonly collection = new Map<string, HostedRecord>()
  readonly collection_view = new Map<string, HostedRecord>()
  /** The widgets of dashboards. */
  readonly layout = new Map<string, HostedRecord>()
  readonly notion_user = new Map<string, HostedRecord>()
  readonly custom_emoji = new Map<string, HostedRecord>()
  /** Files by the address that blocks contain. */
  readonly files = new Map<string, { path: string; type: string }>()
  /** Pages that exist but are not shared with the site. */
  readonly unshared = new Set<string>()
  root: string | undefined

  static read(folder: string): HostedData {
    const data = new HostedData()
    for (const name of listJsonFiles(folder)) data.#take(JSON.parse(readFileSync(path.join(folder, name), 'utf8')))
    const manifest = path.join(folder, 'manifest.json')
    if (existsSync(manifest)) data.#takeManifest(folder, JSON.parse(readFileSync(manifest, 'utf8')))
    for (const block of data.block.values()) block.space_id ??= SPACE
    data.root ??= data.#findTopPage()
    return data
  }

  #take(json: unknown): void {
    const read = readRecordMaps(json)
    if (!read.ok) return
    if (read.rootPageId !== undefined) this.root = read.rootPageId
    for (const table of ['block', 'collection', 'collection_view', 'layout', 'notion_user'] as const) {
      for (const [key, value] of read.map[table]) {
        const record = { ...(value as HostedRecord), id: (value as HostedRecord).id ?? key }
        const other = this[table].get(record.id)
        // Keeps the largest copy, because copies of a page in the maps of other pages may lack its content.
        if (other === undefined || JSON.stringify(other).length < JSON.stringify(record).length) {
          this[table].set(record.id, record)
        }
      }
    }
    for (const [id, value] of read.map.custom_emoji) this.custom_emoji.set(id, { ...(value as HostedRecord), id })
    for (const [id, url] of Object.entries(read.map.custom_emojis ?? {})) {
      if (!this.custom_emoji.has(id)) this.custom_emoji.set(id, { id, url })
    }
  }

  #takeManifest(folder: string, manifest: { root?: string; files?: Record<string, { file: string; type: string }> }) {
    this.root = manifest.root ?? this.root
    for (const [address, { file, type }] of Object.entries(manifest.files ?? {})) {
      this.files.set(address, { path: path.join(folder, file), type })
    }
  }

  /** Returns the page that has no parent in the data and the most pages below it. */
  #findTopPage(): string | undefined {
    const sizes = new Map<string, number>()
    for (const page of this.pages()) {
      let top = page
      for (let at = this.getParent(page); at !== undefined; at = this.getParent(at)) if (isPage(at)) top = at
      sizes.set(top.id, (sizes.get(top.id) ?? 0) + 1)
    }
    return [...sizes].sort((a, b) => b[1] - a[1])[0]?.[0]
  }

  /** The space of the root page, to which new records are added. */
  get space(): unknown {
    return this.block.get(this.root ?? '')?.space_id ?? SPACE
  }

  pages(): HostedRecord[] {
    return [...this.block.values()].filter((block) => isPage(block) && block.alive !== false)
  }

  getParent({ parent_id, parent_table }: HostedRecord): HostedRecord | undefined {
    const id = String(parent_id)
    if (parent_table === 'block') return this.block.get(id)
    return parent_table === 'collection' ? this.collection.get(id) : undefined
  }

  /** Returns the rows of a collection, in a fixed order. */
  listRows(collection: string): HostedRecord[] {
    return this.pages().filter(
      ({ parent_table, parent_id }) => parent_table === 'collection' && parent_id === collection,
    )
  }

  /** Whether a record and all its ancestors are shared. */
  isShared(id: string): boolean {
    let at = this.block.get(id) ?? this.collection.get(id)
    for (let depth = 0; at !== undefined && depth < 100; depth++) {
      if (this.unshared.has(at.id)) return false
      at = this.getParent(at)
    }
    return true
  }

  /** Sets the edit time of a page to now, as every change of its content does. */
  touch(id: string): void {
    const block = this.block.get(id)
    if (block === undefined) return
    block.last_edited_time = Math.max(Date.now(), Number(block.last_edited_time ?? 0) + 1)
    block.version = Number(block.version ?? 0) + 1
  }

  /** Returns the id of the page that contains a block. */
  findPageId(id: string): string | undefined {
    let at = this.block.get(id)
    while (at !== undefined && !isPage(at)) at = this.getParent(at)
    return at?.id
  }
}

const isPage = ({ type }: HostedRecord) => PAGE_TYPES.includes(String(type))

/** Returns a stable id for a name. */
export function createHostedId(name: string): string {
  const hex = createHash('sha256').update(name).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

function listJsonFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) =>
      name.endsWith('.json') && name !== 'manifest.json' && !name.split(path.sep).some((part) => part.startsWith('.')),
  )
}
