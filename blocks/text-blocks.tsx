import type { CSSProperties } from 'react'
import { Link } from '@/components/ui/link'
import { PageIcon } from '@/components/ui/page-icon'
import { RichText } from '@/components/ui/rich-text'
import type { WireAttributes } from '@/lib/page/wire/blocks'
import { type BlockProps, classes } from './block-props'
import { Children } from './children'

/** List style of a numbered list by its depth. */
const NUMBERING = ['decimal', 'lower-alpha', 'lower-roman'] as const

export function Text({ text, content, color, ...attributes }: BlockProps & WireAttributes['text']) {
  if (!text && !content) return <div className="block-blank" id={attributes.id} />
  return (
    <div className={classes('block-text', color)} {...attributes}>
      <Line text={text} content={content} />
      <Inside content={content} />
    </div>
  )
}

export function Quote({ text, content, color, ...attributes }: BlockProps & WireAttributes['quote']) {
  return (
    <blockquote className={classes('block-quote', color)} {...attributes}>
      <div className="block-line">
        <RichText text={text} />
      </div>
      <Children ids={content} />
    </blockquote>
  )
}

/** A block's own text, in an element of its own if the block contains others. */
function Line({ text, content }: Pick<BlockProps, 'text' | 'content'>) {
  return content ? (
    <span className="block-line">
      <RichText text={text} />
    </span>
  ) : (
    <RichText text={text} />
  )
}

/** The child blocks of a block, indented. */
function Inside({ content }: Pick<BlockProps, 'content'>) {
  return content ? (
    <div className="block-inside">
      <Children ids={content} />
    </div>
  ) : null
}

export function List({
  content,
  ordered,
  start,
  style,
  ...attributes
}: Pick<BlockProps, 'content'> & WireAttributes['list']) {
  const digits = String((start ?? 1) + (content?.length ?? 0) - 1).length
  // Numbers with more than two digits do not fit into the indent.
  const css = style ? { listStyleType: NUMBERING[style] } : digits > 2 ? { '--digits': digits } : undefined
  return ordered ? (
    <ol className="block-list" start={start} style={css as CSSProperties} {...attributes}>
      <Children ids={content} />
    </ol>
  ) : (
    <ul className="block-list" {...attributes}>
      <Children ids={content} />
    </ul>
  )
}

export function Item({ text, content, color, ...attributes }: BlockProps & WireAttributes['item']) {
  return (
    <li className={color && `notion-${color}`} {...attributes}>
      <Line text={text} content={content} />
      <Children ids={content} />
    </li>
  )
}

export function ToDo({ text, content, done, color, ...attributes }: BlockProps & WireAttributes['to_do']) {
  return (
    <div className={classes('block-to-do', color)} {...attributes}>
      <label>
        <input className="check" type="checkbox" checked={done === 1} disabled />
        <span>
          <RichText text={text} />
        </span>
      </label>
      <Inside content={content} />
    </div>
  )
}

export function Toggle({ text, content, color, ...attributes }: BlockProps & WireAttributes['toggle']) {
  return (
    <details className={classes('block-toggle', color)} {...attributes}>
      <summary>
        <RichText text={text} />
      </summary>
      <Inside content={content} />
    </details>
  )
}

export function Callout({ text, content, color, icon, ...attributes }: BlockProps & WireAttributes['callout']) {
  return (
    <div role="note" className={classes('block-callout', color)} {...attributes}>
      {icon && <PageIcon icon={icon} />}
      <div className="block-callout-text">
        <div className="block-line">
          <RichText text={text} />
        </div>
        <Children ids={content} />
      </div>
    </div>
  )
}

/** A formula on its own line, which scrolls if it is wider than the page. */
export function Equation({ html }: WireAttributes['equation']) {
  return (
    <div
      className="block-equation"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and so must be reached by keyboard
      tabIndex={0}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: markup that the server generated from a formula
      dangerouslySetInnerHTML={{ __html: html }}
    />
  )
}

/** A button that opens a page or an address. One that does anything else in Notion is a label. */
export function Button({ text, color, href }: Pick<BlockProps, 'text'> & WireAttributes['button']) {
  if (href === undefined) {
    return (
      <div className={classes('block-button', color)}>
        <RichText text={text} />
      </div>
    )
  }
  return (
    <Link className={classes('block-button', color)} href={href}>
      <RichText text={text} />
    </Link>
  )
}
