import type { CSSProperties } from 'react'
import { type BlockProps, getTextAttributes } from './block-props'
import { Children } from './children'
import { Line } from './text'

/** List style of a numbered list by its depth. */
const NUMBERING = ['decimal', 'lower-alpha', 'lower-roman'] as const

export function List({ block, content }: BlockProps<'list'>) {
  const { ordered, start, style } = block
  const digits = String((start ?? 1) + (content?.length ?? 0) - 1).length
  // Numbers with more than two digits do not fit into the indent.
  const css = style ? { listStyleType: NUMBERING[style] } : digits > 2 ? { '--digits': digits } : undefined
  return ordered ? (
    <ol className="block-list" start={start} style={css as CSSProperties} {...getTextAttributes(block)}>
      <Children ids={content} />
    </ol>
  ) : (
    <ul className="block-list" {...getTextAttributes(block)}>
      <Children ids={content} />
    </ul>
  )
}

export function Item({ block, content }: BlockProps<'item'>) {
  return (
    <li className={block.color && `notion-${block.color}`} {...getTextAttributes(block)}>
      <Line text={block.text} content={content} />
      <Children ids={content} />
    </li>
  )
}
