import { Fragment, type MouseEvent, startTransition, use, useEffect, useEffectEvent } from 'react'
import type { CollectionData, Section, View } from '@/islands/collection/data'
import { countFirstSections, distributeRows, FIRST_ROWS, getRowLists } from '@/islands/collection/first-rows'
import { BoardView } from './board-view'
import { ChangesContext } from './changes'
import { ListView } from './list-view'
import { GroupLabel, type HeadingLevel, PagedRows, type RowCounts } from './section'
import { SortingContext } from './sorting'
import { useFocusAfter } from './use-focus-after'
import { useResettingState } from './use-resetting-state'
import { VIEW_FORMS } from './view-forms'

interface CollectionViewProps {
  data: CollectionData
  view: View
  /** Heading level of the groups. */
  headingLevel: HeadingLevel
  /** Loads the remaining rows. Returns whether all are loaded. */
  load(): Promise<boolean>
  prefetch?: () => void
  /** Whether all loaded rows are shown at once, without buttons for more. */
  showsAllRows?: boolean
  /** Whether its first rows are drawn in one step. */
  startsComplete?: boolean
}

/** The rows of a view in its groups. It shows some rows of each group at first, and more after a click. */
export function CollectionView({
  data,
  view,
  headingLevel,
  load,
  prefetch,
  showsAllRows = false,
  startsComplete = showsAllRows,
}: CollectionViewProps) {
  const sorting = use(SortingContext)?.sorting
  const changes = use(ChangesContext)
  const [more, setMore] = useResettingState(sorting, 0, changes.get().moreSections)
  const focusAfter = useFocusAfter()
  const renderedCount = useRenderedCount(FIRST_ROWS, startsComplete, sorting)
  const { sectionsLeft = 0 } = view
  const { rows = ListView } = VIEW_FORMS[view.type]
  const Rows = rows === 'columns' ? undefined : rows
  const shownSections = showsAllRows ? view.sections.length : countFirstSections(view.sections) + more * FIRST_ROWS
  const sections = view.sections.slice(0, shownSections)
  const lists = getRowLists(sections)
  /** Returns how many rows each list shows if the view shows this many in total. */
  const distribute = (rows: number) => {
    const lengths = lists.map(({ total }) => total)
    return showsAllRows ? lists.map((list) => list.rows.length) : distributeRows(lengths, view.pageSize, rows)
  }
  const [first, rendered] = [distribute(FIRST_ROWS), distribute(renderedCount)]
  const getRowCounts = (list: Section): RowCounts => {
    const place = lists.indexOf(list)
    return { place, first: first[place] ?? 0, rendered: rendered[place] ?? 0 }
  }
  const common = { data, view, load }

  // biome-ignore lint/security/noDangerouslySetInnerHtml: the server rendered it
  if (view.chart) return <div dangerouslySetInnerHTML={{ __html: view.chart }} />
  if (sectionsLeft === 0 && lists.every((list) => list.total === 0))
    return <p className="collection-empty">{data.labels.empty}</p>
  const showMore = async ({ currentTarget: button }: MouseEvent) => {
    const [last, panel] = [findLastSection(button), button.parentElement]
    if (sectionsLeft > 0 && !(await load())) return
    setMore(more + 1)
    changes.add({ moreSections: more + 1 })
    focusAfter(button, () => (sections.length > 0 && last ? findFirstAfter(last) : panel && findFirst(panel))?.focus())
  }
  const isBoard = Rows === undefined && !sections.some(({ columns }) => columns)
  return (
    <>
      {isBoard ? (
        <BoardView {...common} sections={sections} getRowCounts={getRowCounts} headingLevel={headingLevel} />
      ) : (
        sections.map((section, index) => (
          // Sections never move, so their indexes are their keys.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <Fragment key={index}>
            {section.label === undefined && Rows !== undefined ? (
              <PagedRows {...common} rows={Rows} section={section} {...getRowCounts(section)} />
            ) : (
              <details className={section.isUndated ? 'collection-group is-undated' : 'collection-group'} open>
                <summary>
                  <GroupLabel section={section} level={headingLevel} />
                </summary>
                {Rows === undefined ? (
                  <BoardView
                    {...common}
                    sections={section.columns ?? []}
                    getRowCounts={getRowCounts}
                    headingLevel={(headingLevel + 1) as HeadingLevel}
                    group={section}
                  />
                ) : (
                  section.total > 0 && (
                    <PagedRows {...common} rows={Rows} section={section} {...getRowCounts(section)} />
                  )
                )}
              </details>
            )}
          </Fragment>
        ))
      )}
      {/* It would move while rows are added above it. */}
      {(sections.length < view.sections.length || sectionsLeft > 0) && renderedCount === FIRST_ROWS && (
        <button
          type="button"
          className="collection-more"
          onClick={showMore}
          onPointerEnter={prefetch}
          onFocus={prefetch}
        >
          {data.labels.more}
        </button>
      )}
    </>
  )
}

/** Returns the section before the button; in a board, its last column. */
function findLastSection({ previousElementSibling: before }: Element): Element | null {
  return before?.querySelector(':scope > .collection-board > :last-child') ?? before
}

/** Returns the first group or row, for a view that was empty before. */
function findFirst(panel: Element): HTMLElement | null {
  return panel.querySelector<HTMLElement>('.collection-group > summary, .row-title, .card-list > li')
}

/** Returns the first focusable element after a section. If there is none, as in empty columns, returns their scroll container. */
function findFirstAfter(section: Element): HTMLElement | null {
  const next = section.nextElementSibling
  if (next === null) return section.closest<HTMLElement>('.collection-scroll')
  return next.querySelector<HTMLElement>('summary, a, button') ?? findFirstAfter(next)
}

/** The number of rows that fill a screen, and the number that can be rendered in one step without a noticeable delay. */
const [SCREENFUL, STEP] = [10, 5]

/**
 * Returns how many of `all` rows to render: first a screenful, then a few more after each paint, so that the page responds to input in
 * between. With `startsComplete`, all rows are rendered at once. A new `order` of rows starts with a screenful.
 */
function useRenderedCount(all: number, startsComplete: boolean, order: unknown): number {
  const [rendered, setRendered] = useResettingState(order, SCREENFUL, startsComplete ? all : SCREENFUL)
  const grow = useEffectEvent(() => startTransition(() => setRendered(Math.min(all, rendered + STEP))))
  useEffect(() => {
    if (rendered >= all) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const request = requestAnimationFrame(() => {
      // A timer fires after the paint.
      timer = setTimeout(grow)
    })
    return () => {
      cancelAnimationFrame(request)
      clearTimeout(timer)
    }
  }, [rendered, all])
  return rendered
}
