'use client'

import { useLayoutEffect, useRef } from 'react'
import { ELEMENT_IDS } from '@/lib/element-ids'
import type { SidebarView } from '@/lib/page/sidebar'
import { Markup, TextsProvider } from '../page/texts'

/**
 * The tree of pages: a column on wide screens, and elsewhere a popover that a button in the header opens. Its markup comes from the
 * server, so that it works without script and is in no hydration data. What opens branches is loaded after the page.
 */
export function Sidebar({ view: { texts, section }, label }: { view: SidebarView; label: string }) {
  const nav = useRef<HTMLElement>(null)
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
      data-body={texts.id}
      data-section={section?.id}
      data-title={section?.title}
    >
      <TextsProvider texts={texts}>
        <Markup html={1} />
      </TextsProvider>
    </nav>
  )
}
