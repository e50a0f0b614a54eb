import { usePageMessages } from '@/components/ui/page-messages'
import { RichText } from '@/components/ui/rich-text'
import type { WireAttributes } from '@/lib/page/wire/blocks'
import { getPlainText } from '@/lib/page/wire/text'
import { type BlockProps, classes } from './block-props'
import { Children } from './children'

/** A heading with a link to itself, which has the anchor of the block. A toggle heading folds its child blocks. */
export function Heading({ text, content, color, ...heading }: BlockProps & WireAttributes['heading']) {
  const { id, block, level, rank = level, toggle, ...attributes } = heading
  const messages = usePageMessages().body
  const Level: 'h2' | 'h3' | 'h4' | 'h5' = `h${level}`
  const className = classes(`block-heading block-heading-${rank}`, color)
  const anchor = (
    <a id={block} className="heading-anchor" href={`#${id}`} aria-label={`${messages.linkTo}: ${getPlainText(text)}`}>
      #
    </a>
  )
  if (toggle) {
    return (
      // The summary has the role of a button, which must not contain a link.
      <div className="block-folding" {...attributes}>
        {anchor}
        <details className="block-toggle">
          <summary>
            <Level id={id} className={className}>
              <RichText text={text} />
            </Level>
          </summary>
          <div className="block-inside">
            <Children ids={content} />
          </div>
        </details>
      </div>
    )
  }
  return (
    <>
      <Level id={id} className={className} {...attributes}>
        <RichText text={text} />
        {anchor}
      </Level>
      <Children ids={content} />
    </>
  )
}
