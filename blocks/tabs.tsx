import { Fragment, useId } from 'react'
import { RichText } from '@/components/ui/rich-text'
import { getPlainText } from '@/lib/page/prepared-text'
import { getEmbedMessages } from '@/messages/languages'
import type { BlockFamily, BlockProps, PrepareBlock } from './block-family'
import { Children } from './block-parts'
import { convertText, createParagraph } from './phrasing'
import type { PreparedBlockOf } from './prepared-block'

/** A tab that is a text has it as its label. Any other block is the content of a tab without a name. */
const prepareTabs: PrepareBlock = (block, preparation) => {
  const { tab } = getEmbedMessages(preparation.context.locale)
  const children = preparation.children(block).map((child, index): PreparedBlockOf<'tab'> => {
    const text = child.type === 'text' ? child : undefined
    const label = getPlainText(text?.text) || tab(index + 1)
    return { type: 'tab', label, children: text ? text.children : [child] }
  })
  return children.length === 0 ? undefined : { type: 'tabs', children }
}

/**
 * Tabs of which the first is shown; `islands/tabs.ts` shows others. The document contains all of them, so that they can be searched and
 * printed. On paper and without script, where no tab can be selected, the name of each panel is above it.
 */
function Tabs({ block, content }: BlockProps<'tabs'>) {
  const id = useId()
  return (
    <div className="block-tabs">
      <div role="tablist" aria-label={block.name}>
        {block.children?.map((tab, index) => (
          <button
            // biome-ignore lint/suspicious/noArrayIndexKey: tabs never move
            key={index}
            type="button"
            role="tab"
            id={`${id}-tab-${index}`}
            aria-selected={index === 0}
            aria-controls={`${id}-panel-${index}`}
            tabIndex={index === 0 ? 0 : -1}
          >
            <RichText text={tab.label} />
          </button>
        ))}
      </div>
      {content?.map((panel, index) => (
        <Fragment key={panel}>
          <p className="tab-name">
            <RichText text={block.children?.[index]?.label} />
          </p>
          <div role="tabpanel" id={`${id}-panel-${index}`} aria-labelledby={`${id}-tab-${index}`} hidden={index !== 0}>
            <Children ids={[panel]} />
          </div>
        </Fragment>
      ))}
    </div>
  )
}

function Tab({ content }: BlockProps<'tab'>) {
  return <Children ids={content} />
}

export const TABS = {
  prepare: { tab: prepareTabs },
  outputs: {
    tab: {
      Html: Tab,
      toMarkdown: (block, { toAbsolute, convertChildren }) => [
        createParagraph([{ type: 'strong', children: convertText(block.label, toAbsolute) }]),
        ...convertChildren(block),
      ],
    },
    tabs: { Html: Tabs, toMarkdown: (block, { convertChildren }) => convertChildren(block) },
  },
} satisfies BlockFamily
