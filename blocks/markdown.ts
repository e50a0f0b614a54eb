import type { List } from 'mdast'
import type { Content, MarkdownContext, ToAbsolute } from './block-family'
import { getChildren, type PreparedBlock } from './prepared-block'
import { getOutput } from './registry'

/** Converts the blocks of a page to an mdast tree, from which Markdown and HTML are written. Its addresses are absolute. */
export function convertBlocks(blocks: readonly PreparedBlock[], toAbsolute: ToAbsolute): Content[] {
  const context: MarkdownContext = {
    toAbsolute,
    convertChildren: (block) => convertBlocks(getChildren(block), toAbsolute),
  }
  const content: Content[] = []
  let open: { type: string; list: List } | undefined
  for (const block of blocks) {
    const output = getOutput(block)
    if ('toMarkdown' in output) {
      open = undefined
      for (const node of output.toMarkdown(block, context)) content.push(node)
    } else {
      if (open?.type !== block.type) {
        open = { type: block.type, list: { type: 'list', ordered: false, spread: false, children: [] } }
        content.push(open.list)
      }
      open.list.children.push(output.toItem(block, context))
    }
  }
  return content
}
