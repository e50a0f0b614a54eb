import { PageIcon } from '@/components/ui/page-icon'
import { RichText } from '@/components/ui/rich-text'
import { type BlockProps, classes, getTextAttributes } from './block-props'
import { Children } from './children'
import type { PreparedBlockOf } from './prepared-block'

export function Text({ block, content }: BlockProps<'text'>) {
  if (!block.text && !content) return <div className="block-blank" id={block.id} />
  return (
    <div className={classes('block-text', block.color)} {...getTextAttributes(block)}>
      <Line text={block.text} content={content} />
      <Inside content={content} />
    </div>
  )
}

export function Quote({ block, content }: BlockProps<'quote'>) {
  return (
    <blockquote className={classes('block-quote', block.color)} {...getTextAttributes(block)}>
      <div className="block-line">
        <RichText text={block.text} />
      </div>
      <Children ids={content} />
    </blockquote>
  )
}

/** A block's own text, in an element of its own if the block contains others. */
export function Line({ text, content }: Pick<PreparedBlockOf<'text'>, 'text'> & { content?: string[] }) {
  return content ? (
    <span className="block-line">
      <RichText text={text} />
    </span>
  ) : (
    <RichText text={text} />
  )
}

/** The child blocks of a block, indented. */
function Inside({ content }: { content?: string[] }) {
  return content ? (
    <div className="block-inside">
      <Children ids={content} />
    </div>
  ) : null
}

export function ToDo({ block, content }: BlockProps<'to_do'>) {
  return (
    <div className={classes('block-to-do', block.color)} {...getTextAttributes(block)}>
      <label>
        <input className="check" type="checkbox" checked={block.done === true} disabled />
        <span>
          <RichText text={block.text} />
        </span>
      </label>
      <Inside content={content} />
    </div>
  )
}

export function Toggle({ block, content }: BlockProps<'toggle'>) {
  return (
    <details className={classes('block-toggle', block.color)} {...getTextAttributes(block)}>
      <summary>
        <RichText text={block.text} />
      </summary>
      <Inside content={content} />
    </details>
  )
}

export function Callout({ block, content }: BlockProps<'callout'>) {
  const { text, icon, color } = block
  return (
    <div role="note" className={classes('block-callout', color)} {...getTextAttributes(block)}>
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

/** A block that cannot be shown. */
export function Unknown({ block }: BlockProps<'unknown'>) {
  return <div className="block-unknown">{block.text}</div>
}
