import { getShownContainer } from '../clean/synced'
import type { Block, Id } from '../record-map'
import type { StoredPage } from '../stored'
import { getColumnKeys } from './headed-table'
import { HeadingAnchors } from './heading-anchors'
import { isPostsTable, isSiteTable } from './site-tables'
import { collectContentIds } from './split'

/** Rules about what a page shows, which depend on the site and the viewer. */
export interface ShownRules {
  /** Whether the page is the root page: its tables about access and branding are never shown. */
  isRoot?: boolean
  /** Whether a synced block from another page may be shown. */
  mayShow(container: Id): boolean
}

/** Bounds of one page, because synced blocks can multiply content. */
const MAX_DEPTH = 60
const MAX_BLOCKS = 60_000

/** The rows of a simple table and the keys of its columns. */
export interface ShownTable {
  rows: Block[]
  keys: string[]
}

/**
 * One pass over the blocks that a page shows, in reading order. The body, the plain text and the description of a page are made with it, so
 * they have the same limits, synced blocks, tables and anchors.
 */
export class PageBlocks {
  /** The current block last, after its ancestors from the outermost. */
  readonly path: Block[] = []
  readonly #page: StoredPage
  readonly #rules: ShownRules
  /** The blocks of the page itself. Any other block is synced from another page. */
  readonly #own: ReadonlySet<Id>
  readonly #createAnchor = numberRepeats('-')
  #headingAnchors: HeadingAnchors | undefined
  #left = MAX_BLOCKS

  constructor(page: StoredPage, rules: ShownRules) {
    this.#page = page
    this.#rules = rules
    this.#own = collectContentIds(page)
  }

  /** Calls `visit` for a block inside the current one. Returns undefined if the block is beyond the bounds. */
  visit<Made>(block: Block, visit: (block: Block) => Made): Made | undefined {
    const { path } = this
    if (this.#left-- <= 0 || path.length > MAX_DEPTH || path.includes(block)) return undefined
    path.push(block)
    try {
      return visit(block)
    } finally {
      path.pop()
    }
  }

  /**
   * Calls `visit` for each block on the page, in reading order, before the blocks in it. Tables are passed with their rows. Tables that only
   * the site reads are left out.
   */
  walk(visit: (block: Block, table?: ShownTable) => void): void {
    const read = (block: Block): void => {
      const table = block.type === 'table' ? this.table(block) : undefined
      if (block.type !== 'table' || table !== undefined) visit(block, table)
      if (block.type !== 'table') for (const inner of this.#getInner(block)) this.visit(inner, read)
    }
    const root = this.#page.blocks[this.#page.id]
    if (root !== undefined) for (const block of this.children(root)) this.visit(block, read)
  }

  #getInner(block: Block): Block[] {
    const container = block.type === 'transclusion_reference' ? this.synced(block) : undefined
    return container === undefined ? this.children(block) : [container]
  }

  /** Returns the blocks in a block that are shown, without deleted ones. */
  children(container: Block): Block[] {
    const children: Block[] = []
    for (const id of container.content) {
      const child = this.#page.blocks[id]
      if (child?.alive) children.push(child)
    }
    return children
  }

  /** Returns the container that a synced block shows; undefined if it is deleted or may not be shown. */
  synced(reference: Block): Block | undefined {
    const container = this.#page.blocks[getShownContainer(reference) ?? '']
    if (!container?.alive) return undefined
    return this.#own.has(container.id) || this.#rules.mayShow(container.id) ? container : undefined
  }

  /** Returns the rows of a simple table and the keys of its columns; undefined for a table that only the site reads. */
  table(table: Block): ShownTable | undefined {
    const mayBeOfRoot = this.#rules.isRoot === true || !this.#own.has(table.id)
    const isSiteTableHere = mayBeOfRoot ? isSiteTable : isPostsTable
    if (isSiteTableHere(table, this.#page.blocks)) return undefined
    const rows = table.content
      .map((id) => this.#page.blocks[id])
      .filter((row): row is Block => row?.type === 'table_row')
    return { rows, keys: getColumnKeys(table, rows) }
  }

  /** Returns a block's anchor: its id without dashes, with a number if the page shows it repeatedly. Must be called once each time. */
  anchor({ id }: Block): string {
    return this.#createAnchor(id.replaceAll('-', ''))
  }

  /** Returns the readable anchor of a heading; undefined if its text has no letters or digits. Must be called once each time. */
  headingAnchor(heading: Block): string | undefined {
    this.#headingAnchors ??= new HeadingAnchors(this.#page)
    return this.#headingAnchors.take(heading)
  }
}

/** Returns a function that makes names unique: it appends a number to the second and every later occurrence. */
export function numberRepeats(before: string): (name: string) => string {
  const seen = new Map<string, number>()
  return (name) => {
    const count = (seen.get(name) ?? 0) + 1
    seen.set(name, count)
    return count === 1 ? name : name + before + count
  }
}
