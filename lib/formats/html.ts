import type { ElementContent } from 'hast'
import { toHtml } from 'hast-util-to-html'
import type { Root } from 'mdast'
import { type Handlers, toHast } from 'mdast-util-to-hast'

/** Renders an equation as its source, because feed readers do not load the fonts of equations. */
const renderFormula = (_: unknown, { value }: { value: string }): ElementContent => ({
  type: 'element',
  tagName: 'code',
  properties: {},
  children: [{ type: 'text', value }],
})

const HANDLERS: Handlers = {
  inlineMath: renderFormula,
  math: (state, node) => ({ type: 'element', tagName: 'p', properties: {}, children: [renderFormula(state, node)] }),
}

/** Renders an mdast tree as HTML without scripts and styles. Texts and addresses are escaped. */
export function renderHtml(root: Root): string {
  return toHtml(toHast(root, { handlers: HANDLERS }), { characterReferences: { useNamedReferences: false } })
}
