import type { ElementContent } from 'hast'
import { toHtml } from 'hast-util-to-html'
import type { Root } from 'mdast'
import { type Handlers, toHast } from 'mdast-util-to-hast'

/** Renders an equation as its source, because feed readers do not load the fonts of equations. */
const formula = (_: unknown, { value }: { value: string }): ElementContent => ({
  type: 'element',
  tagName: 'code',
  properties: {},
  children: [{ type: 'text', value }],
})

const HANDLERS: Handlers = {
  inlineMath: formula,
  math: (state, node) => ({ type: 'element', tagName: 'p', properties: {}, children: [formula(state, node)] }),
}

/** Renders an mdast tree as HTML without scripts and styles. Texts and addresses are escaped. */
export function htmlOf(root: Root): string {
  return toHtml(toHast(root, { handlers: HANDLERS }), { characterReferences: { useNamedReferences: false } })
}
