import { Suspense, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { Link } from '@/components/ui/link'
import { PageIcon } from '@/components/ui/page-icon'
import { RichText } from '@/components/ui/rich-text'
import type { CollectionData, View } from '@/islands/collection/data'
import { type Changes, ChangesContext } from './changes'
import type { RowsRequest } from './rows-request'
import { getStoredView, storeView } from './stored-view'
import { fillNumbers } from './table-filter'
import { useRows } from './use-rows'
import { ViewPanel } from './view-panel'
import { ViewTabs } from './view-tabs'

interface CollectionProps {
  data: CollectionData
  /** The rows that the document does not contain, if they were requested before. */
  requested?: RowsRequest | undefined
  /** What the visitor changed before. */
  restored?: Changes | undefined
  onChange?: (changes: Changes) => void
  /** Called when it shows what was restored. */
  onRestore?: () => void
}

/** The content of a database: its name, the tabs of its views, and the selected view. The first rows of the first view need no script. */
export function Collection({ data: sent, requested, restored, onChange, onRestore }: CollectionProps) {
  const id = useId()
  const rows = useRows(sent, requested)
  const { data, load } = rows
  const [view, select, isFirst] = useSelectedView(data, restored?.view)
  const changes = useRef(restored)
  const change = (next: Changes) => {
    changes.current = next
    onChange?.(next)
  }
  const isPartial = data.rest?.data !== undefined
  const isMissing = isPartial && (restored !== undefined || view !== data.views[0])
  useEffect(() => {
    if (isMissing) void load()
  }, [isMissing, load])
  const isRestored = !isMissing || rows.failed
  const endRestoring = useEffectEvent(() => onRestore?.())
  useEffect(() => {
    if (isRestored) endRestoring()
  }, [isRestored])
  if (view === undefined) return null
  const isTabbed = data.views.length > 1
  const isNamed = data.title !== undefined && !view.hideName
  const panel = isTabbed ? { role: 'tabpanel', id: `${id}-panel`, 'aria-labelledby': `${id}-${view.id}` } : undefined
  return (
    <>
      {isNamed && (
        <h2 className="collection-title">
          {data.icon && <PageIcon icon={data.icon} />}
          <RichText text={data.title} />
        </h2>
      )}
      {isTabbed && (
        <ViewTabs
          id={id}
          views={data.views}
          selected={view}
          label={`${data.labels.views}: ${data.name}`}
          onSelect={(selected) => {
            if (selected === view) return
            // Rows that have arrived are drawn with the view.
            void load()
            select(selected)
            change({ view: selected.id })
          }}
          onPoint={rows.prefetch}
        />
      )}
      <div {...panel}>
        <ChangesContext
          value={{
            get: () => (changes.current?.view === view.id ? changes.current : {}),
            add: (added) => change({ ...changes.current, ...added, view: view.id }),
          }}
        >
          {/* Hydrated after the tabs: whoever presses one does not wait for rows that it replaces. */}
          <Suspense key={view.id}>
            <ViewPanel {...rows} view={view} headingLevel={isNamed ? 3 : 2} isFirst={isFirst} />
          </Suspense>
        </ChangesContext>
      </div>
      {view === data.views[0] && <RowPages data={data} total={sent.total} />}
    </>
  )
}

/** Links for visitors without script: to all rows of the first view, if it does not show them, and to the other views. */
function RowPages({ data: { rest, views, labels, name }, total }: { data: CollectionData; total: number }) {
  const others = views.filter(({ pages }) => pages !== undefined)
  if (rest?.pages === undefined && others.length === 0) return null
  return (
    <nav className="collection-all" aria-label={`${labels.views}: ${name}`}>
      {rest?.pages && <Link href={rest.pages}>{fillNumbers(labels.all, total)}</Link>}
      {others.map(({ id, pages = '', name: view }) => (
        <Link key={id} href={pages}>
          {view}
        </Link>
      ))}
    </nav>
  )
}

/**
 * Returns the selected view, a function that selects another, and whether none has been selected since. The selection is stored by the
 * browser and applied after hydration, which must match the server's HTML. A stored view that no longer exists is ignored. The view of the
 * history entry comes first.
 */
function useSelectedView(
  data: CollectionData,
  restored: string | undefined,
): [view: View | undefined, select: (view: View) => void, isFirst: boolean] {
  const [selected, setSelected] = useState(restored)

  useEffect(() => {
    const stored = getStoredView(data)
    const isOther = data.views.slice(1).some(({ id }) => id === stored)
    if (isOther) setSelected((current) => current ?? stored)
  }, [data])

  const select = (view: View) => {
    setSelected(view.id)
    storeView(data, view.id)
  }
  return [data.views.find((view) => view.id === selected) ?? data.views[0], select, selected === restored]
}
