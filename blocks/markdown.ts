import type { List } from 'mdast'
import type { Absolute, Content, MarkdownContext } from './block-family'
import { getChildren, type PreparedBlock } from './prepared-block'
import { getForm } from './registry'

/** Converts the blocks of a page to an mdast tree, from which Markdown and HTML are written. Its addresses are absolute. */
export function convertBlocks(blocks: readonly PreparedBlock[], absolute: Absolute): Content[] {
  const context: MarkdownContext = { absolute, below: (block) => convertBlocks(getChildren(block), absolute) }
  const content: Content[] = []
  let open: { type: string; list: List } | undefined
  for (const block of blocks) {
    const form = getForm(block)
    if ('toMarkdown' in form) {
      open = undefined
      for (const node of form.toMarkdown(block, context)) content.push(node)
    } else {
      if (open?.type !== block.type) {
        open = { type: block.type, list: { type: 'list', ordered: false, spread: false, children: [] } }
        content.push(open.list)
      }
      open.list.children.push(form.toItem(block, context))
    }
  }
  return content
}
