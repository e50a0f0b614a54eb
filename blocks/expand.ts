import type { ExtendedRecordMap } from 'notion-types'
import type { WireBlock, WireType } from '@/lib/page/wire/blocks'

/** The names in react-notion-x ("the renderer") of the types that it renders itself. It passes all others to our own components. */
const DRAWN: Partial<Record<WireType, string>> = {
  divider: 'divider',
  column_list: 'column_list',
  column: 'column',
  synced: 'transclusion_container',
}

/** A block as the renderer reads it. Our own types become `callout`, the type that the renderer leaves to a component. */
export interface ExpandedBlock {
  id: string
  type: string
  parent_id: string
  content?: string[]
  format?: Record<string, unknown>
  wire: WireBlock
}

export const ROOT = 'root'

/** Converts the tree of wire blocks to the record map that the renderer reads, with short generated ids. */
export function toRecordMap(body: WireBlock[]): ExtendedRecordMap {
  const blocks: Record<string, { role: 'reader'; value: unknown }> = {}
  let count = 0

  const add = (children: WireBlock[], parent: string): string[] =>
    children.map((wire) => {
      const id = `b${++count}`
      const content = wire[2] ? add(wire[2], id) : undefined
      blocks[id] = { role: 'reader', value: expandBlock(wire, id, parent, content) }
      return id
    })

  // The renderer wraps a `page` in a `main` element, which the document already has. A synced block is a plain `div`.
  blocks[ROOT] = { role: 'reader', value: { id: ROOT, type: 'transclusion_container', content: add(body, ROOT) } }
  const map = {
    block: blocks,
    collection: {},
    collection_view: {},
    collection_query: {},
    notion_user: {},
    signed_urls: {},
  }
  // The renderer's types require every field of a stored block, but it reads only these.
  return map as unknown as ExtendedRecordMap
}

function expandBlock(wire: WireBlock, id: string, parent_id: string, content: string[] | undefined): ExpandedBlock {
  const drawn = DRAWN[wire[0]]
  if (drawn === undefined) return { id, type: 'callout', parent_id, content, wire }
  const more = wire[3]
  const ratio = more && 'ratio' in more ? more.ratio : undefined
  return { id, type: drawn, parent_id, content, format: { column_ratio: ratio }, wire }
}
