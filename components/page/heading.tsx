import type { WireMore } from '@/lib/page/wire-blocks'
import { plainText } from '@/lib/page/wire-text'
import { type BlockProps, classes } from './block-props'
import { Children } from './children'
import { RichText } from './rich-text'
import { useWords } from './words'

/** A heading that can be linked to; a toggle heading folds what is under it. */
export function Heading({ text, content, color, ...heading }: BlockProps & WireMore['heading']) {
  const { id, level, rank = level, toggle, ...spoken } = heading
  const words = useWords()
  const Level: 'h2' | 'h3' | 'h4' | 'h5' = `h${level}`
  const title = (
    <Level id={id} className={classes(`block-heading block-heading-${rank}`, color)} {...(toggle ? {} : spoken)}>
      <RichText text={text} />
      <a className="heading-anchor" href={`#${id}`} aria-label={`${words.linkTo}: ${plainText(text)}`}>
        #
      </a>
    </Level>
  )
  if (!toggle) {
    return (
      <>
        {title}
        <Children ids={content} />
      </>
    )
  }
  return (
    <details className="block-toggle" suppressHydrationWarning {...spoken}>
      <summary>{title}</summary>
      <div className="block-inside">
        <Children ids={content} />
      </div>
    </details>
  )
}
