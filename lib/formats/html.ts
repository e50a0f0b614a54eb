import type { ElementContent } from 'hast'
import { toHtml } from 'hast-util-to-html'
import type { Root } from 'mdast'
import { type Handlers, toHast } from 'mdast-util-to-hast'

/** A formula as it was written: readers of feeds have no faces to set it in. */
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

/** A page's tree as HTML without scripts, styles or anything of the site around it: its texts and addresses stand escaped. */
export function htmlOf(root: Root): string {
  return toHtml(toHast(root, { handlers: HANDLERS }), { characterReferences: { useNamedReferences: false } })
}
