import type { WireMore } from '@/lib/page/wire-blocks'
import { plainText } from '@/lib/page/wire-text'
import { type BlockProps, classes } from './block-props'
import { Children } from './children'
import { RichText } from './rich-text'
import { useWords } from './words'

/** A heading that can be linked to; a toggle heading folds what is under it. */
export function Heading({ text, content, id, level, rank = level, toggle, color }: BlockProps & WireMore['heading']) {
  const words = useWords()
  const Level: 'h2' | 'h3' | 'h4' | 'h5' = `h${level}`
  const heading = (
    <Level id={id} className={classes(`block-heading block-heading-${rank}`, color)}>
      <RichText text={text} />
      <a className="heading-anchor" href={`#${id}`} aria-label={`${words.linkTo}: ${plainText(text)}`}>
        #
      </a>
    </Level>
  )
  if (!toggle) {
    return (
      <>
        {heading}
        <Children ids={content} />
      </>
    )
  }
  return (
    <details className="block-toggle" suppressHydrationWarning>
      <summary>{heading}</summary>
      <div className="block-inside">
        <Children ids={content} />
      </div>
    </details>
  )
}
