'use client'

import { useLayoutEffect, useRef } from 'react'
import { ELEMENT_IDS } from '@/lib/element-ids'
import type { SidebarView } from '@/lib/page/sidebar'
import { Markup } from '../ui/markup'

/**
 * The tree of pages: a column on wide screens, and elsewhere a popover that a button in the header opens. Its markup works
 * without script, and is in no hydration data. What opens branches is loaded after the page.
 */
export function Sidebar({ view: { id, html, section }, label }: { view: SidebarView; label: string }) {
  const nav = useRef<HTMLElement>(null)
  const tree = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const removed = new AbortController()
    import('./sidebar-branches').then(({ openBranches }) => {
      if (nav.current && !removed.signal.aborted) openBranches(nav.current, removed.signal)
    }, console.warn)
    return () => removed.abort()
  }, [])
  return (
    <nav
      ref={nav}
      id={ELEMENT_IDS.sidebar}
      className="sidebar"
      popover="auto"
      aria-label={label}
      data-section={section?.id}
      data-title={section?.title}
    >
      <Markup key={id} ref={tree} id={`sidebar ${id}`} html={html} />
    </nav>
  )
}
