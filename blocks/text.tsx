import type { PhrasingContent } from 'mdast'
import { PageIcon } from '@/components/ui/page-icon'
import { getIconAddress } from '@/lib/page/icons'
import { readString } from '@/lib/page/read-values'
import type { BlockFamily, BlockProps, PrepareBlock } from './block-family'
import { BlockText, Children, classes, getTextAttributes, prepareBlockText } from './block-parts'
import { convertItem, convertParagraph, convertText, createParagraph } from './phrasing'
import type { PreparedBlockOf } from './prepared-block'

/** Prepares a block that consists of its text and its children. */
const prepareAs =
  (type: 'text' | 'quote'): PrepareBlock =>
  (block, preparation) => ({ type, ...prepareBlockText(block, preparation) })

const prepareParagraph = prepareAs('text')

const prepareQuote = prepareAs('quote')

/** A toggle always has an anchor. */
const prepareToggle: PrepareBlock = (block, preparation) => ({
  type: 'toggle',
  ...prepareBlockText(block, preparation, true),
})

const prepareToDo: PrepareBlock = (block, preparation) => ({
  type: 'to_do',
  ...prepareBlockText(block, preparation),
  done: block.properties.checked?.[0]?.[0] === 'Yes' || undefined,
})

const prepareCallout: PrepareBlock = (block, preparation) => {
  const icon = readString(block.format.page_icon)
  return {
    type: 'callout',
    ...prepareBlockText(block, preparation),
    icon: icon && getIconAddress(icon, block.id, preparation.context.fileAddress),
  }
}

const prepareDivider: PrepareBlock = () => ({ type: 'divider' })

function Text({ block, content }: BlockProps<'text'>) {
  if (!block.text && !content) return <div className="block-blank" id={block.id} />
  return (
    <div className={classes('block-text', block.color)} {...getTextAttributes(block)}>
      <Line text={block.text} content={content} />
      <Inside content={content} />
    </div>
  )
}

function Quote({ block, content }: BlockProps<'quote'>) {
  return (
    <blockquote className={classes('block-quote', block.color)} {...getTextAttributes(block)}>
      <div className="block-line">
        <BlockText text={block.text} />
      </div>
      <Children ids={content} />
    </blockquote>
  )
}

/** A block's own text, in an element of its own if the block contains others. */
export function Line({ text, content }: Pick<PreparedBlockOf<'text'>, 'text'> & { content?: string[] }) {
  return content ? (
    <span className="block-line">
      <BlockText text={text} />
    </span>
  ) : (
    <BlockText text={text} />
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

function ToDo({ block, content }: BlockProps<'to_do'>) {
  return (
    <div className={classes('block-to-do', block.color)} {...getTextAttributes(block)}>
      <label>
        <input className="check" type="checkbox" checked={block.done === true} disabled />
        <span>
          <BlockText text={block.text} />
        </span>
      </label>
      <Inside content={content} />
    </div>
  )
}

function Toggle({ block, content }: BlockProps<'toggle'>) {
  return (
    <details className={classes('block-toggle', block.color)} {...getTextAttributes(block)}>
      <summary>
        <BlockText text={block.text} />
      </summary>
      <Inside content={content} />
    </details>
  )
}

function Callout({ block, content }: BlockProps<'callout'>) {
  const { text, icon, color } = block
  return (
    <div role="note" className={classes('block-callout', color)} {...getTextAttributes(block)}>
      {icon && <PageIcon icon={icon} />}
      <div className="block-callout-text">
        <div className="block-line">
          <BlockText text={text} />
        </div>
        <Children ids={content} />
      </div>
    </div>
  )
}

/** A block that cannot be shown. */
function Unknown({ block }: BlockProps<'unknown'>) {
  return <div className="block-unknown">{block.text}</div>
}

/** The sign of a callout in Markdown, which shows no pictures in texts. */
const getSign = (icon: string | undefined): PhrasingContent[] =>
  icon === undefined || /[/:]/.test(icon) ? [] : [{ type: 'text', value: `${icon} ` }]

export const TEXT = {
  prepare: {
    callout: prepareCallout,
    divider: prepareDivider,
    quote: prepareQuote,
    text: prepareParagraph,
    to_do: prepareToDo,
    toggle: prepareToggle,
  },
  outputs: {
    callout: {
      Html: Callout,
      toMarkdown: (block, { toAbsolute, convertChildren }) => {
        const content = [...getSign(block.icon), ...convertText(block.text, toAbsolute)]
        const paragraph = content.length > 0 ? [createParagraph(content)] : []
        return [{ type: 'blockquote', children: [...paragraph, ...convertChildren(block)] }]
      },
    },
    divider: { Html: 'divider', toMarkdown: () => [{ type: 'thematicBreak' }] },
    quote: {
      Html: Quote,
      toMarkdown: (block, { toAbsolute, convertChildren }) => [
        { type: 'blockquote', children: [...convertParagraph(block.text, toAbsolute), ...convertChildren(block)] },
      ],
    },
    text: {
      Html: Text,
      toMarkdown: (block, { toAbsolute, convertChildren }) => [
        ...convertParagraph(block.text, toAbsolute),
        ...convertChildren(block),
      ],
    },
    to_do: {
      Html: ToDo,
      toItem: (block, context) => ({ ...convertItem(block, context), checked: block.done === true }),
    },
    toggle: { Html: Toggle, toItem: convertItem },
    unknown: { Html: Unknown, toMarkdown: (block, { toAbsolute }) => convertParagraph(block.text, toAbsolute) },
  },
} satisfies BlockFamily
