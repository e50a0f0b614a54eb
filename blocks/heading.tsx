import { usePageMessages } from '@/components/ui/page-messages'
import { RichText } from '@/components/ui/rich-text'
import { getPlainText } from '@/lib/page/prepared-text'
import { type BlockProps, classes } from './block-props'
import { Children } from './children'

/** A heading with a link to itself, which has the anchor of the block. A toggle heading folds its child blocks. */
export function Heading({ block: heading, content }: BlockProps<'heading'>) {
  const { text, id, block, level, rank = level, toggle, color, lang, dir } = heading
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
      <div className="block-folding" lang={lang} dir={dir}>
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
      <Level id={id} className={className} lang={lang} dir={dir}>
        <RichText text={text} />
        {anchor}
      </Level>
      <Children ids={content} />
    </>
  )
}
