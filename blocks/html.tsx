import { getPlainText } from '@/lib/page/prepared-text'
import { getScriptAddress } from '@/lib/scripts'
import { getServedName } from '@/lib/workspace/address'
import { getSource } from '@/lib/workspace/read/sources'
import type { Block } from '@/lib/workspace/record-map'
import { getEmbedMessages } from '@/messages/languages'
import type { BlockContext, BlockOutput, BlockProps } from './block-family'
import { Caption } from './block-parts'
import { getShape, getWidth, prepareVideoFile } from './media'
import { createCaptioned, createLink } from './phrasing'
import type { PreparedBlock } from './prepared-block'

/** An HTML file of the workspace in an iframe; a link to the file if it is too large, or if the host cannot send their policy. */
export function prepareHtml(block: Block, preparation: BlockContext): PreparedBlock | undefined {
  const source = getSource(block) ?? ''
  const src = preparation.context.htmlAddress?.(source)
  if (src === undefined) return prepareVideoFile(block, preparation)
  const caption = preparation.caption(block)
  const name = getServedName(source, '').replace(/\.html?$/i, '') || getEmbedMessages(preparation.context.locale).html
  const title = getPlainText(caption ?? '').trim() || name
  return { type: 'html', caption, src, name, title, ...getWidth(block), ...getShape(block) }
}

/** The iframe has no access to the page, and reports its height to `islands/html-blocks.ts`. */
function HtmlBlock({ block }: BlockProps<'html'>) {
  const { caption, src, name, title, width, ratio, height, full } = block
  const style = height === undefined ? { aspectRatio: 1 / (ratio ?? 1) } : { height }
  return (
    <figure className="block-embed block-html" data-full={full && 1} style={{ width }}>
      <iframe src={src} title={title} sandbox="allow-scripts" loading="lazy" style={style} />
      <a href={src}>{name}</a>
      <Caption text={caption} />
      <script type="module" src={getScriptAddress('htmlBlocks')} />
    </figure>
  )
}

export const HTML_BLOCK: BlockOutput<'html'> = {
  Html: HtmlBlock,
  toMarkdown: ({ src, name, caption }, { toAbsolute }) => [
    createCaptioned(createLink(toAbsolute(src), name), caption, toAbsolute),
  ],
}
