import { type KeyboardEvent, useRef } from 'react'
import { PageIcon } from '@/components/ui/page-icon'
import { findTab } from '@/components/ui/tab-keys'
import type { View } from '@/islands/collection/data'
import type { ViewType } from '@/lib/workspace/supported'
import { VIEW_FORMS } from './view-forms'

interface ViewTabsProps {
  /** Prefix of the ids of the tabs and the panel. */
  id: string
  views: View[]
  selected: View
  label: string
  onSelect(view: View): void
  /** Called when a tab is hovered or focused. */
  onPoint?: () => void
}

/** One tab per view. Arrow keys, Home and End move between tabs and select them. */
export function ViewTabs({ id, views, selected, label, onSelect, onPoint }: ViewTabsProps) {
  const list = useRef<HTMLDivElement>(null)

  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    const target = findTab(event, event.currentTarget, views.indexOf(selected), views.length)
    const view = target === undefined ? undefined : views[target]
    if (target === undefined || view === undefined) return
    event.preventDefault()
    onSelect(view)
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[target]?.focus()
  }

  return (
    <div ref={list} className="collection-tabs" role="tablist" aria-label={label} onKeyDown={move}>
      {views.map((view) => (
        <button
          key={view.id}
          type="button"
          role="tab"
          id={`${id}-${view.id}`}
          aria-selected={view === selected}
          aria-controls={`${id}-panel`}
          tabIndex={view === selected ? 0 : -1}
          onClick={() => onSelect(view)}
          onPointerEnter={onPoint}
          onFocus={onPoint}
        >
          {view.icon ? <PageIcon icon={view.icon} /> : <ViewIcon type={view.type} />}
          {view.name}
        </button>
      ))}
    </div>
  )
}

function ViewIcon({ type }: { type: ViewType }) {
  return (
    <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" fill="none" stroke="currentColor">
      <path d={VIEW_FORMS[type].icon} />
    </svg>
  )
}
