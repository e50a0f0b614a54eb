import { useId } from 'react'
import { RichText } from '@/components/ui/rich-text'
import type { BlockProps } from './block-props'
import { Children } from './children'

/**
 * Tabs of which the first is shown; `islands/tabs.ts` shows others. The document contains all of them, so that they can be searched and
 * printed.
 */
export function Tabs({ block, content }: BlockProps<'tabs'>) {
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
        <div
          key={panel}
          role="tabpanel"
          id={`${id}-panel-${index}`}
          aria-labelledby={`${id}-tab-${index}`}
          hidden={index !== 0}
        >
          <Children ids={[panel]} />
        </div>
      ))}
    </div>
  )
}

export function Tab({ content }: BlockProps<'tab'>) {
  return <Children ids={content} />
}
