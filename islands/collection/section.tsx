import { type ComponentType, type MouseEvent, use, useRef } from 'react'
import { Tag } from '@/components/ui/tag'
import type { CollectionData, Section, View } from '@/islands/collection/data'
import { ChangesContext } from './changes'
import { SortingContext } from './sorting'
import { useFocusAfter } from './use-focus-after'
import { useResettingState } from './use-resetting-state'

/** Props of a component that shows the rows of a section. */
export interface RowsProps {
  data: CollectionData
  view: View
  section: Section
  /** How many of the section's rows are shown. */
  shown: number
}

/** Returns a unique label for a scroll container: the names of its database, view and group. */
export function getRegionName(data: CollectionData, view: View, section?: Section): string {
  return [data.name, view.name, section?.label].filter(Boolean).join(': ')
}

export type HeadingLevel = 2 | 3 | 4

/** The name of a group and its number of rows. */
export function GroupLabel({ section, level }: { section: Section; level: HeadingLevel }) {
  const Heading = `h${level}` as const
  return (
    <>
      <Heading className="group-label">
        <Tag text={section.label ?? ''} color={section.color} />
      </Heading>{' '}
      <span className="collection-count">{section.total}</span>
    </>
  )
}

/** The rows of a view that a component of the site folder draws. They can be focused, because they may contain no link. */
function DrawnRows({ view: { type, cover, cards = {} }, section, shown }: RowsProps) {
  return (
    <ul className={`card-list collection-${type} ${cover?.size ?? 'medium'}`}>
      {section.rows.slice(0, shown).map((index) => (
        // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered by React
        <li key={index} tabIndex={-1} dangerouslySetInnerHTML={{ __html: cards[index] ?? '' }} />
      ))}
    </ul>
  )
}

/** How many of a section's rows are shown at first, and how many of these are rendered so far. */
export interface RowCounts {
  /** The index of the section among those with rows. */
  place: number
  first: number
  rendered: number
}

interface PagedRowsProps extends Omit<RowsProps, 'shown'>, RowCounts {
  rows: ComponentType<RowsProps>
  load(): Promise<boolean>
}

/** The first rows of a section, and a button for the next ones. */
export function PagedRows({ rows: Rows, place, first, rendered, load, ...props }: PagedRowsProps) {
  const { data, view, section } = props
  const sorting = use(SortingContext)?.sorting
  const changes = use(ChangesContext)
  const [pages, setPages] = useResettingState(sorting, 0, changes.get().moreRows?.[place])
  const Shown = view.cards ? DrawnRows : Rows
  const focusAfter = useFocusAfter()
  const container = useRef<HTMLDivElement>(null)
  const shown = first + pages * view.pageSize
  const left = section.total - shown
  const isComplete = pages > 0 || rendered >= first
  const showMore = async ({ currentTarget: button }: MouseEvent) => {
    if (section.rows.length < section.total && !(await load())) return
    setPages(pages + 1)
    const moreRows = [...(changes.get().moreRows ?? [])]
    moreRows[place] = pages + 1
    changes.add({ moreRows })
    focusAfter(button, () =>
      container.current
        ?.querySelectorAll<HTMLElement>(view.cards ? '.card-list > li' : '.row-title')
        [shown]?.focus({ preventScroll: true }),
    )
  }
  return (
    <div ref={container} className="collection-rows">
      <Shown {...props} shown={pages === 0 ? rendered : shown} />
      {/* It would move while rows are added above it, and a click would hit one of them. */}
      {left > 0 && isComplete && (
        <button type="button" className="collection-more" onClick={showMore} onPointerEnter={load} onFocus={load}>
          {data.labels.more}
        </button>
      )}
    </div>
  )
}
