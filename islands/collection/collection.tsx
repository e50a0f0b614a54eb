import { useEffect, useId, useRef } from 'react'
import { Link } from '@/components/ui/link'
import { PageIcon } from '@/components/ui/page-icon'
import { RichText } from '@/components/ui/rich-text'
import type { CollectionData } from '@/islands/collection/data'
import { getLevelBelow } from './collection-view'
import { fillNumbers } from './table-filter'
import { useRows } from './use-rows'
import { useSelectedView } from './use-selected-view'
import { ViewPanel } from './view-panel'
import { ViewTabs } from './view-tabs'

interface CollectionProps {
  data: CollectionData
  headingLevel?: 2 | 3 | 4 | 5
}

/** The content of a database: its name, the tabs of its views, and the selected view. The first rows of the first view need no script. */
export function Collection({ data: sent, headingLevel = 2 }: CollectionProps) {
  const id = useId()
  const rows = useRows(sent)
  const { data, load } = rows
  const [view, select] = useSelectedView(data)
  const isHere = useRef(false)
  useEffect(() => {
    isHere.current = true
  }, [])
  const isMissing = data.rest?.data !== undefined && view !== data.views[0]
  useEffect(() => {
    if (isMissing) void load()
  }, [isMissing, load])
  if (view === undefined) return null
  const Heading = `h${headingLevel}` as const
  const isTabbed = data.views.length > 1
  const isNamed = data.title !== undefined && !view.hideName
  const panel = isTabbed ? { role: 'tabpanel', id: `${id}-panel`, 'aria-labelledby': `${id}-${view.id}` } : undefined
  return (
    <>
      {isNamed && (
        <Heading className="collection-title">
          {data.icon && <PageIcon icon={data.icon} />}
          <RichText text={data.title} />
        </Heading>
      )}
      {isTabbed && (
        <ViewTabs
          id={id}
          views={data.views}
          selected={view}
          label={`${data.labels.views}: ${data.name}`}
          onSelect={select}
          onPoint={rows.prefetch}
        />
      )}
      <div {...panel}>
        <ViewPanel
          key={view.id}
          {...rows}
          view={view}
          headingLevel={isNamed ? getLevelBelow(headingLevel) : headingLevel}
          isFirst={!isHere.current}
        />
      </div>
      {data.rest?.pages && view === data.views[0] && (
        <p className="collection-all">
          <Link href={data.rest.pages}>{fillNumbers(data.labels.all, sent.total)}</Link>
        </p>
      )}
    </>
  )
}
