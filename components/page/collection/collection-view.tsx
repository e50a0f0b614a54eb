import { type ComponentType, Fragment, type MouseEvent, use } from 'react'
import type { CollectionData, Section, View } from '@/lib/page/wire/collection'
import { countFirstSections, distributeRows, FIRST_ROWS, getRowLists } from '@/lib/page/wire/first-rows'
import type { ViewType } from '@/lib/workspace/supported'
import { BoardView } from './board-view'
import { GalleryView } from './gallery-view'
import { ListView } from './list-view'
import { GroupLabel, type HeadingLevel, PagedRows, type RowsProps, type Shares } from './section'
import { SortingContext } from './sorting'
import { TableView } from './table-view'
import { useGoOn } from './use-go-on'
import { useGrowing } from './use-growing'
import { useStateOf } from './use-state-of'

const ROWS: Record<Exclude<ViewType, 'board'>, ComponentType<RowsProps>> = {
  table: TableView,
  gallery: GalleryView,
  list: ListView,
}

interface CollectionViewProps {
  data: CollectionData
  view: View
  /** Level of the groups' headings. */
  headingLevel: HeadingLevel
  /** Brings the rows that are not here, and says whether all are. */
  load(): Promise<boolean>
  prefetch?: () => void
  /** All rows that are here are shown at once. */
  shownWhole?: boolean
  /** It is what the document holds, not what a visitor turned to. */
  isFirst?: boolean
}

/** The rows of a view, in its groups: at first some of each, and more when asked. */
export function CollectionView({
  data,
  view,
  headingLevel,
  load,
  prefetch,
  shownWhole = false,
  isFirst = shownWhole,
}: CollectionViewProps) {
  const sorting = use(SortingContext)?.sorting
  const [more, setMore] = useStateOf(sorting, 0)
  const goOn = useGoOn()
  const budget = useGrowing(FIRST_ROWS, isFirst, sorting)
  const { type, sectionsLeft = 0 } = view
  const count = shownWhole ? view.sections.length : countFirstSections(view.sections) + more * FIRST_ROWS
  const sections = view.sections.slice(0, count)
  const lists = getRowLists(sections)
  const share = (rows: number) => {
    const lengths = lists.map(({ total }) => total)
    return shownWhole ? lists.map((list) => list.rows.length) : distributeRows(lengths, view.pageSize, rows)
  }
  const [first, drawn] = [share(FIRST_ROWS), share(budget)]
  const sharesOf = (list: Section): Shares => {
    const place = lists.indexOf(list)
    return { first: first[place] ?? 0, drawn: drawn[place] ?? 0 }
  }
  const common = { data, view, load }

  if (sectionsLeft === 0 && lists.every((list) => list.total === 0))
    return <p className="collection-empty">{data.labels.empty}</p>
  const showMore = async ({ currentTarget: button }: MouseEvent) => {
    const [last, panel] = [lastSection(button), button.parentElement]
    if (sectionsLeft > 0 && !(await load())) return
    setMore(more + 1)
    goOn(button, () => (sections.length > 0 && last ? firstAfter(last) : panel && firstIn(panel))?.focus())
  }
  const isDivided = type === 'board' && sections.some(({ columns }) => columns !== undefined)
  return (
    <>
      {type === 'board' && !isDivided && (
        <BoardView {...common} sections={sections} sharesOf={sharesOf} headingLevel={headingLevel} />
      )}
      {(type !== 'board' || isDivided) &&
        sections.map((section, index) => (
          // Sections never move, so their places are their keys.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <Fragment key={index}>
            {section.label === undefined && type !== 'board' ? (
              <PagedRows {...common} rows={ROWS[type]} section={section} {...sharesOf(section)} />
            ) : (
              <details className="collection-group" open>
                <summary>
                  <GroupLabel section={section} level={headingLevel} />
                </summary>
                {type === 'board' ? (
                  <BoardView
                    {...common}
                    sections={section.columns ?? []}
                    sharesOf={sharesOf}
                    headingLevel={below(headingLevel)}
                    group={section}
                  />
                ) : (
                  section.total > 0 && (
                    <PagedRows {...common} rows={ROWS[type]} section={section} {...sharesOf(section)} />
                  )
                )}
              </details>
            )}
          </Fragment>
        ))}
      {(sections.length < view.sections.length || sectionsLeft > 0) && (
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

/** The section before the button for more of them: the last of those side by side, or of those one above the other. */
function lastSection({ previousElementSibling: before }: Element): Element | null {
  return before?.querySelector(':scope > .collection-board > :last-child') ?? before
}

/** The first group or row of a view that was without any. */
function firstIn(panel: Element): HTMLElement | null {
  return panel.querySelector<HTMLElement>('.collection-group > summary, .row-title')
}

/** What a keyboard reaches first after a section; nothing can be reached in empty columns but the region that they scroll in. */
function firstAfter(section: Element): HTMLElement | null {
  const next = section.nextElementSibling
  if (next === null) return section.closest<HTMLElement>('.collection-scroll')
  return next.querySelector<HTMLElement>('summary, a, button') ?? firstAfter(next)
}

export function below(level: HeadingLevel): HeadingLevel {
  return Math.min(level + 1, 6) as HeadingLevel
}
