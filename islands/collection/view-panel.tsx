import { type MouseEvent, use, useDeferredValue, useEffect, useMemo, useState } from 'react'
import type { View } from '@/islands/collection/data'
import { arrange, type Filtering, isFiltering, type Sorting } from './arrange'
import { Calendar } from './calendar/calendar'
import { ChangesContext } from './changes'
import { CollectionView } from './collection-view'
import type { HeadingLevel } from './section'
import { SortingContext } from './sorting'
import { TableFilter } from './table-filter'
import { useFocusAfter } from './use-focus-after'
import type { Rows } from './use-rows'

interface ViewPanelProps extends Rows {
  view: View
  headingLevel: HeadingLevel
  /** Whether its first rows are drawn in one step, like those that the server rendered or that are restored. */
  startsComplete: boolean
}

/** A view. Tables can be sorted and filtered. */
export function ViewPanel({ data, view, load, prefetch, failed, headingLevel, startsComplete }: ViewPanelProps) {
  const changes = use(ChangesContext)
  const [restored] = useState(() => changes.get())
  const [sorting, setSorting] = useState(restored.sorting)
  const [filtering, setFiltering] = useState<Filtering>(() => {
    const { words = '', values } = restored
    return { words, values: new Map(values) }
  })
  const [isOpen, setOpen] = useState(restored.isFilterOpen === true)
  const [isAsked, setAsked] = useState(false)
  const applied = useDeferredValue(filtering)
  const arranged = useMemo(() => arrange(data, view, sorting, applied), [data, view, sorting, applied])
  const isPartial = data.rest?.data !== undefined
  const isFirstView = view === data.views[0]
  const { labels } = data
  const isArranged = sorting !== undefined || isFiltering(filtering)
  // Sorting and filtering need all rows, also when they are restored.
  useEffect(() => {
    if (isArranged) void load()
  }, [isArranged, load])

  const focusAfter = useFocusAfter()
  const retry = async ({ currentTarget: button }: MouseEvent) => {
    const panel = button.closest('.collection')
    if (!(await load())) return
    focusAfter(button, () => {
      const targets = [...(panel?.querySelectorAll<HTMLElement>('.row-title, .collection-more') ?? [])]
      // The button replaced the rows, or was below them.
      targets.at(isFirstView ? -1 : 0)?.focus()
    })
  }
  const failure = failed && isPartial && (
    <p className="collection-empty" role="alert">
      <button type="button" onClick={retry}>
        {labels.failed}
      </button>
    </p>
  )
  if (isPartial && !isFirstView) {
    return failure || <output className="collection-empty">{labels.loading}</output>
  }
  const rows = (
    <CollectionView
      data={data}
      view={arranged}
      headingLevel={headingLevel}
      load={load}
      prefetch={prefetch}
      startsComplete={startsComplete && sorting === restored.sorting}
    />
  )
  if (view.type !== 'table' || (data.rows.length < 2 && !isPartial)) {
    return (
      <>
        {view.calendar ? (
          <Calendar data={data} view={view} grid={view.calendar} load={load}>
            {rows}
          </Calendar>
        ) : (
          rows
        )}
        {failure}
      </>
    )
  }
  const sort = (wanted: Sorting | undefined) => {
    setSorting(wanted)
    changes.add({ sorting: wanted, moreSections: 0, moreRows: [] })
  }
  const filter = (wanted: Filtering) => {
    void load()
    setFiltering(wanted)
    changes.add({ words: wanted.words, values: [...wanted.values] })
  }
  const toggleFilter = () => {
    setOpen(!isOpen)
    setAsked(true)
    changes.add({ isFilterOpen: !isOpen })
  }
  const isBusy = isPartial && !failed && isArranged
  const isEmpty = isFiltering(applied) && arranged.sections.length === 0 && (data.rows.length > 0 || !failed)
  // While the rows are loading, the filter shows a notice.
  const noMatch = !isBusy && <p className="collection-empty">{labels.noMatch}</p>
  const count = (of: View) => of.sections.reduce((sum, { total }) => sum + total, 0)
  return (
    <div className="table-panel" aria-busy={isBusy || undefined}>
      <button
        type="button"
        className="filter-toggle"
        aria-expanded={isOpen}
        onPointerEnter={prefetch}
        onFocus={prefetch}
        onClick={toggleFilter}
      >
        {labels.filter}
      </button>
      {isOpen && (
        <TableFilter
          data={data}
          view={view}
          isPartial={isPartial}
          filtering={filtering}
          takesFocus={isAsked}
          matching={count(arranged)}
          total={count(view)}
          onChange={filter}
        />
      )}
      <SortingContext value={{ sorting, sort, load }}>{isEmpty ? noMatch : rows}</SortingContext>
      {failure}
    </div>
  )
}
