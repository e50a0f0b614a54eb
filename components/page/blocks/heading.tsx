import type { WireMore } from '@/lib/page/wire/blocks'
import { getPlainText } from '@/lib/page/wire/text'
import { RichText } from '../rich-text'
import { useWords } from '../words'
import { type BlockProps, classes } from './block-props'
import { Children } from './children'

/** A heading that can be linked to; a toggle heading folds what is under it. */
export function Heading({ text, content, color, ...heading }: BlockProps & WireMore['heading']) {
  const { id, level, rank = level, toggle, ...spoken } = heading
  const words = useWords()
  const Level: 'h2' | 'h3' | 'h4' | 'h5' = `h${level}`
  const className = classes(`block-heading block-heading-${rank}`, color)
  const anchor = (
    <a className="heading-anchor" href={`#${id}`} aria-label={`${words.linkTo}: ${getPlainText(text)}`}>
      #
    </a>
  )
  if (toggle) {
    return (
      // What folds is a button, and no link may be inside of one.
      <div className="block-folding" {...spoken}>
        {anchor}
        <details className="block-toggle" suppressHydrationWarning>
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
      <Level id={id} className={className} {...spoken}>
        <RichText text={text} />
        {anchor}
      </Level>
      <Children ids={content} />
    </>
  )
}
