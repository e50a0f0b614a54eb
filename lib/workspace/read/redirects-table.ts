import type { Block, Id, RichText } from '../record-map'
import { collectPageIds, toPlainText } from '../text'
import { findHeadedTable, getColumnKeys } from './headed-table'

type Blocks = Readonly<Record<Id, Block>>

/** A row of a `Redirects` table as an editor wrote it. It may be invalid. */
export interface RedirectRow {
  from: string
  to: string
  /** The page that the target mentions or links to. */
  page?: Id
  isTemporary?: true
}

/** The texts of the cell that chooses the kind of a redirect. The values are whether it is temporary. */
const KINDS: ReadonlyMap<string, boolean> = new Map([
  ...['permanent', '301', '308', '永久'].map((text) => [text, false] as const),
  ...['temporary', '302', '307', '临时', '暂时'].map((text) => [text, true] as const),
])
/** Sorts the columns by their headings: `from` is the first and `to` the last, wherever the table has them. */
const RANKS: Readonly<Record<string, number>> = { from: 0, to: 2 }

/** Whether a block is the `Redirects` table. */
export const isRedirectsTable = (block: Block, blocks: Blocks): boolean => readRedirectsTable(block, blocks).length > 0

/** Returns the rows of a `Redirects` table: two cells for the addresses, and optionally one for the kind. */
export function readRedirectsTable(block: Block, blocks: Blocks): RedirectRow[] {
  const table = findHeadedTable('redirects', block, blocks)
  if (table === undefined) return []
  const { header, rows } = table
  const rank = (key: string) => RANKS[readText(header.properties[key]).toLowerCase()] ?? 1
  const keys = getColumnKeys(block, rows).sort((a, b) => rank(a) - rank(b))
  return rows.flatMap((row) => {
    const cells = keys.map((key) => row.properties[key] ?? []).filter(isFilled)
    const kinds = cells.filter(isKind)
    const [from, to, ...more] = cells.filter((cell) => !isKind(cell))
    if (from === undefined) return []
    // A row with too few or too many cells has no target.
    const isUsable = to !== undefined && more.length === 0 && kinds.length < 2
    const [page] = isUsable ? collectPageIds(to) : []
    return [
      {
        from: readText(from),
        to: isUsable ? readText(to) : '',
        ...(page !== undefined && { page }),
        ...(kinds.some((kind) => KINDS.get(readText(kind).toLowerCase())) && { isTemporary: true }),
      },
    ]
  })
}

const readText = (cell: RichText = []) => toPlainText(cell).trim()
const isFilled = (cell: RichText) => readText(cell) !== '' || collectPageIds(cell).length > 0
const isKind = (cell: RichText) => KINDS.has(readText(cell).toLowerCase())
