import type { WireMore } from '@/lib/page/wire-blocks'
import { PageIcon } from '../ui/page-icon'
import { type BlockProps, classes } from './block-props'
import { Children } from './children'
import { RichText } from './rich-text'
import { useMarkup } from './texts'

/** How the numbers of a list look, by the depth of the list among numbered ones. */
const NUMBERING = ['decimal', 'lower-alpha', 'lower-roman'] as const

export function List({ content, ordered, start, style }: Pick<BlockProps, 'content'> & WireMore['list']) {
  return ordered ? (
    <ol className="block-list" start={start} style={style && { listStyleType: NUMBERING[style] }}>
      <Children ids={content} />
    </ol>
  ) : (
    <ul className="block-list">
      <Children ids={content} />
    </ul>
  )
}

export function Item({ text, content, color }: BlockProps & WireMore['item']) {
  return (
    <li className={color && `notion-${color}`}>
      <RichText text={text} />
      <Children ids={content} />
    </li>
  )
}

export function ToDo({ text, content, done, color }: BlockProps & WireMore['to_do']) {
  return (
    <div className={classes('block-to-do', color)}>
      <label>
        <input className="check" type="checkbox" checked={done === 1} disabled readOnly />
        <span>
          <RichText text={text} />
        </span>
      </label>
      {content && (
        <div className="block-inside">
          <Children ids={content} />
        </div>
      )}
    </div>
  )
}

export function Toggle({ text, content, color }: BlockProps & WireMore['toggle']) {
  return (
    // Opened before the script came, it stays open.
    <details className={classes('block-toggle', color)} suppressHydrationWarning>
      <summary>
        <RichText text={text} />
      </summary>
      <div className="block-inside">
        <Children ids={content} />
      </div>
    </details>
  )
}

export function Callout({ text, content, color, icon }: BlockProps & WireMore['callout']) {
  return (
    <div role="note" className={classes('block-callout', color)}>
      {icon && <PageIcon icon={icon} />}
      <div className="block-callout-text">
        <div>
          <RichText text={text} />
        </div>
        <Children ids={content} />
      </div>
    </div>
  )
}

/** A formula on its own line, scrolling inside itself where it is wider than the page. */
export function Equation({ html }: WireMore['equation']) {
  const markup = useMarkup(html)
  return (
    <div
      className="block-equation"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and so must be reached by keyboard
      tabIndex={0}
      data-text={typeof html === 'number' ? html : undefined}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the server's own markup of a formula
      dangerouslySetInnerHTML={{ __html: markup }}
      suppressHydrationWarning
    />
  )
}

/** What a button of the workspace is called; it does nothing here. */
export function Button({ text, color }: Pick<BlockProps, 'text'> & WireMore['button']) {
  return (
    <div className={classes('block-button', color)}>
      <RichText text={text} />
    </div>
  )
}
