import { Suspense, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { Link } from '@/components/ui/link'
import { PageIcon } from '@/components/ui/page-icon'
import { RichText } from '@/components/ui/rich-text'
import type { CollectionData } from '@/islands/collection/data'
import { type Changes, ChangesContext } from './changes'
import type { RowsRequest } from './rows-request'
import { getStoredView, storeView } from './stored-view'
import { fillNumbers } from './table-filter'
import { useRows } from './use-rows'
import { ViewPanel } from './view-panel'
import { ViewTabs } from './view-tabs'

interface CollectionProps {
  data: CollectionData
  /** A request for the rows that the document does not contain, made before React was loaded. */
  early?: RowsRequest | undefined
  /** What the visitor changed before. */
  restored?: Changes | undefined
  onChange?: (changes: Changes) => void
  /** Called when it shows what was restored. */
  onRestore?: () => void
}

/** The content of a database: its name, the tabs of its views, and the selected view. The first rows of the first view need no script. */
export function Collection({ data: sent, early, restored, onChange, onRestore }: CollectionProps) {
  const id = useId()
  const rows = useRows(sent, early)
  const { data, load } = rows
  const [selected, setSelected] = useState(restored?.view)
  // A view that no longer exists is ignored.
  const view = data.views.find((each) => each.id === selected) ?? data.views[0]
  /** Rows that have arrived are drawn together with the view. */
  const show = (id: string) => {
    setSelected(id)
    void load()
  }
  const changes = useRef(restored)
  const change = (next: Changes) => {
    changes.current = next
    onChange?.(next)
  }
  // The first render must match the server's HTML. The view of the history entry comes before the one that the browser stored.
  const start = useEffectEvent(() => {
    const stored = getStoredView(data)
    if (restored !== undefined) void load()
    else if (stored !== undefined) show(stored)
  })
  useEffect(() => start(), [])
  const isPartial = data.rest?.data !== undefined
  const isMissing = isPartial && (restored !== undefined || view !== data.views[0])
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
          onSelect={(pressed) => {
            show(pressed.id)
            storeView(data, pressed.id)
            if (pressed !== view) change({ view: pressed.id })
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
          {/* Hydrated after the tabs, or not at all if a tab replaces it before. */}
          <Suspense key={view.id}>
            <ViewPanel
              {...rows}
              view={view}
              headingLevel={isNamed ? 3 : 2}
              startsComplete={selected === restored?.view}
            />
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
