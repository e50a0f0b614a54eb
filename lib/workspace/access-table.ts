import type { Block, Id } from './record-map'
import { pageIdsIn, plainText } from './text'

type Blocks = Readonly<Record<Id, Block>>

interface AccessRow {
  pages: Id[]
  words: string
}

/** Whether a block is a simple table of pages and their access words, which is never shown. */
export function isAccessTable(block: Block, blocks: Blocks): boolean {
  return rowsOf(block, blocks).some(({ pages }) => pages.length > 0)
}

/**
 * The access words of every page or database that the table's rows mention or link to. Where several rows name the same one,
 * the words of each are on a line of their own, so that the strictest can be chosen.
 */
export function accessWordsIn(block: Block, blocks: Blocks): Map<Id, string> {
  const found = new Map<Id, string>()
  for (const { pages, words } of rowsOf(block, blocks)) {
    for (const id of pages) {
      const known = found.get(id)
      found.set(id, known === undefined ? words : `${known}\n${words}`)
    }
  }
  return found
}

/** The rows below a header row in which a cell reads `Access`; none where no cell does. */
function rowsOf(table: Block, blocks: Blocks): AccessRow[] {
  if (table.type !== 'table') return []
  const [header, ...rows] = table.content.flatMap((id) => (blocks[id]?.type === 'table_row' ? [blocks[id]] : []))
  const column = Object.keys(header?.properties ?? {}).find((key) => cell(header, key).toLowerCase() === 'access')
  if (column === undefined) return []
  return rows.map((row) => ({
    pages: Object.keys(row.properties).flatMap((key) => (key === column ? [] : pageIdsIn(row.properties[key] ?? []))),
    words: cell(row, column),
  }))
}

function cell(row: Block | undefined, column: string): string {
  return plainText(row?.properties[column] ?? []).trim()
}
