import { getShownContainer } from '../clean/synced'
import type { Block, Id } from '../record-map'
import type { StoredPage } from '../stored'
import { isSiteTable } from './look-table'
import { collectContentIds } from './split'

/** What a page may show, which depends on the site and the viewer. */
export interface ShownRules {
  /** Whether the page is the root page: its tables about access and branding are never shown. */
  isRoot?: boolean
  /** Whether the container of a synced block that lies on another page may be shown. */
  mayShow(container: Id): boolean
}

/** Bounds of one page, against content that shows itself again and again through synced blocks. */
const DEEPEST = 60
const MOST_BLOCKS = 60_000
const MOST_COLUMNS = 200

/**
 * One pass over the blocks that a page shows, in reading order. It holds what every form of a page, body or text, has in common: bounds,
 * synced blocks, tables and anchors.
 */
export class PageBlocks {
  /** The blocks around the present one, outermost first, and the present one last. */
  readonly around: Block[] = []
  readonly #page: StoredPage
  readonly #rules: ShownRules
  /** Every block of the page itself: any other was synced from another page. */
  readonly #own: ReadonlySet<Id>
  readonly #anchorFor = numberRepeats('-')
  #left = MOST_BLOCKS

  constructor(page: StoredPage, rules: ShownRules) {
    this.#page = page
    this.#rules = rules
    this.#own = collectContentIds(page)
  }

  /** Returns what `visit` makes of a block inside those around it; undefined if it is beyond the bounds. */
  visit<Made>(block: Block, visit: (block: Block) => Made): Made | undefined {
    const { around } = this
    if (this.#left-- <= 0 || around.length > DEEPEST || around.includes(block)) return undefined
    around.push(block)
    try {
      return visit(block)
    } finally {
      around.pop()
    }
  }

  /** Returns the blocks that lie directly in a block, without deleted ones. */
  children({ content }: Block): Block[] {
    const children: Block[] = []
    for (const id of content) {
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
  table(table: Block): { rows: Block[]; keys: string[] } | undefined {
    const mayBeOfRoot = this.#rules.isRoot === true || !this.#own.has(table.id)
    if (mayBeOfRoot && isSiteTable(table, this.#page.blocks)) return undefined
    const rows = table.content
      .map((id) => this.#page.blocks[id])
      .filter((row): row is Block => row?.type === 'table_row')
    return { rows, keys: getColumnKeys(table, rows) }
  }

  /** Returns a block's anchor: its id without dashes, and a number if the page shows the block again. Ask once each time. */
  anchor({ id }: Block): string {
    return this.#anchorFor(id.replaceAll('-', ''))
  }
}

/** Without an order (a table that was read in part) the columns are those of the rows as they come. */
function getColumnKeys({ format }: Block, rows: Block[]): string[] {
  const order = Array.isArray(format.table_block_column_order) ? format.table_block_column_order : []
  const listed = order.flatMap((key) => (typeof key === 'string' && key.trim() !== '' ? [key.trim()] : []))
  const keys = listed.length > 0 ? listed : rows.flatMap((row) => Object.keys(row.properties))
  return [...new Set(keys)].slice(0, MOST_COLUMNS)
}

/** Returns a function that gives the second of the same name a number, and every one after it. */
export function numberRepeats(before: string): (name: string) => string {
  const seen = new Map<string, number>()
  return (name) => {
    const count = (seen.get(name) ?? 0) + 1
    seen.set(name, count)
    return count === 1 ? name : name + before + count
  }
}
