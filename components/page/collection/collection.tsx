'use client'

import { useId } from 'react'
import { PageIcon } from '@/components/ui/page-icon'
import type { CollectionData } from '@/lib/page/collection/types'
import { RichText } from '../rich-text'
import { CollectionView } from './collection-view'
import { useSelectedView } from './use-selected-view'
import { ViewTabs } from './view-tabs'

interface CollectionProps {
  data: CollectionData
  headingLevel?: 2 | 3 | 4 | 5
}

/** A collection: its name, the tabs of its views, and the view that is chosen. The first view needs no script. */
export function Collection({ data, headingLevel = 2 }: CollectionProps) {
  const id = useId()
  const [view, select] = useSelectedView(data)
  if (view === undefined) return null
  const Heading = `h${headingLevel}` as const
  const isTabbed = data.views.length > 1
  const panel = isTabbed ? { role: 'tabpanel', id: `${id}-panel`, 'aria-labelledby': `${id}-${view.id}` } : undefined
  return (
    <section className="collection">
      {data.title && !view.hideName && (
        <Heading className="collection-title">
          {data.icon && <PageIcon icon={data.icon} />}
          <RichText text={data.title} />
        </Heading>
      )}
      {isTabbed && <ViewTabs id={id} views={data.views} selected={view} label={data.labels.views} onSelect={select} />}
      <div {...panel}>
        <CollectionView key={view.id} data={data} view={view} />
      </div>
    </section>
  )
}
