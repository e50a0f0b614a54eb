import { usePageMessages } from '@/components/ui/page-messages'
import { RichText } from '@/components/ui/rich-text'
import { getPlainText } from '@/lib/page/prepared-text'
import type { BlockFamily, BlockProps, PrepareBlock } from './block-family'
import { Children, classes, prepareBlockText } from './block-parts'
import { convertText, replaceBreaks } from './phrasing'

const LEVELS = [2, 3, 4, 5] as const
const RANKS: Readonly<Record<string, (typeof LEVELS)[number]>> = {
  header: 2,
  sub_header: 3,
  sub_sub_header: 4,
  header_4: 5,
}

const prepareHeading: PrepareBlock = (block, preparation) => {
  const text = preparation.text(block.properties.title)
  const plainText = getPlainText(text).trim()
  // A heading without text is left out, but its children are shown.
  if (plainText === '') {
    return block.content.length > 0
      ? { type: 'toggle', text, children: preparation.children(block), id: preparation.shown.anchor(block) }
      : undefined
  }
  const rank = RANKS[block.type] ?? 5
  const depth = preparation.depth(rank)
  const level = LEVELS[depth] ?? 5
  const anchor = preparation.shown.anchor(block)
  const id = preparation.shown.headingAnchor(block) ?? anchor
  preparation.contents.push({ id, text: plainText, level: depth })
  return {
    type: 'heading',
    ...prepareBlockText(block, preparation, false),
    id,
    block: id === anchor ? undefined : anchor,
    level,
    rank: rank === level ? undefined : rank,
    toggle: block.format.toggleable === true || undefined,
  }
}

/**
 * Returns a function that computes the depth of each heading in reading order: one more than that of the nearest previous heading of a
 * higher rank. So no level is skipped, whatever size of heading a page starts with. The outermost depth is 0.
 */
export function createOutline(): (rank: number) => number {
  const open: number[] = []
  return (rank) => {
    while ((open.at(-1) ?? 0) >= rank) open.pop()
    return open.push(rank) - 1
  }
}

/** A heading with a link to itself, which has the anchor of the block. A toggle heading folds its child blocks. */
function Heading({ block: heading, content }: BlockProps<'heading'>) {
  const { text, id, block, level, rank = level, toggle, color, lang, dir } = heading
  const messages = usePageMessages().body
  const Level: 'h2' | 'h3' | 'h4' | 'h5' = `h${level}`
  const className = classes(`block-heading block-heading-${rank}`, color)
  const anchor = (
    // The style sheet draws its sign, so that the sign is in no selection.
    // biome-ignore lint/a11y/useAnchorContent: its label is its content
    <a id={block} className="heading-anchor" href={`#${id}`} aria-label={`${messages.linkTo}: ${getPlainText(text)}`} />
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

export const HEADINGS = {
  prepare: {
    header: prepareHeading,
    header_4: prepareHeading,
    sub_header: prepareHeading,
    sub_sub_header: prepareHeading,
  },
  outputs: {
    heading: {
      Html: Heading,
      toMarkdown: (block, { toAbsolute, convertChildren }) => [
        { type: 'heading', depth: block.level, children: replaceBreaks(convertText(block.text, toAbsolute)) },
        ...convertChildren(block),
      ],
    },
  },
} satisfies BlockFamily
