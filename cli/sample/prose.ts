import { bullet, callout, heading, numbered, quote, table, text, toDo, toggle } from './blocks'
import type { HighlightColor } from './inline'
import { marked } from './markup'
import type { BlockNode, Node } from './nodes'

/** Short names for writing prose. Strings contain the markup of `marked`. */

export const p = (source: string): BlockNode => text(marked(source))
export const h2 = (source: string): BlockNode => heading(2, marked(source))
export const h3 = (source: string): BlockNode => heading(3, marked(source))

/** A list item; an array is an item with the blocks under it. */
type Item = string | [item: string, ...under: Node[]]

const item = (make: (value: ReturnType<typeof marked>, children?: Node[]) => BlockNode) => (source: Item) => {
  if (typeof source === 'string') return make(marked(source))
  const [first, ...under] = source
  return make(marked(first), under)
}

/** Use with spread: `...ul('one', 'two')`. */
export const ul = (...items: Item[]): BlockNode[] => items.map(item(bullet))
export const ol = (...items: Item[]): BlockNode[] => items.map(item(numbered))
export const todo = (done: boolean, source: string): BlockNode => toDo(marked(source), done)
export const q = (source: string, ...under: Node[]): BlockNode => quote(marked(source), under)
export const fold = (source: string, ...under: Node[]): BlockNode => toggle(marked(source), under)

/** A callout. */
export const note = (icon: string, source: string, color?: HighlightColor): BlockNode =>
  callout(icon, marked(source), undefined, color)

/** A simple table with a heading row. */
export const grid = (rows: string[][], widths?: number[]): BlockNode =>
  table(
    rows.map((cells) => cells.map(marked)),
    { widths },
  )
