'use client'

import { PrefetchKind } from 'next/dist/client/components/router-reducer/router-reducer-types'
import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime'
import { use, useEffect } from 'react'
import { findRouterPath, isPagePath, leadsToPart } from './page-path'

/** Links to pages of the site. Links of account and error screens load a whole document instead. */
const PAGE_LINKS = '.site-header nav a, .sidebar a, .page a, .site-footer a'

/**
 * Turns plain links to pages of the site into client-side navigations, and prefetches a page when its link is hovered or focused.
 * One listener serves all links: the content of a page is HTML, without components.
 */
export function ClientNavigation() {
  const router = use(AppRouterContext)
  useEffect(() => {
    if (router === null) return
    const removed = new AbortController()
    const { signal } = removed
    const prefetch = ({ target }: Event) => {
      const path = findPagePath(target)
      // By default the router prefetches only the loading state of a page, which is empty here.
      if (path !== undefined) router.prefetch(path, { kind: PrefetchKind.FULL })
    }
    const navigate = (event: MouseEvent) => {
      const path = findPagePath(event.target)
      const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
      if (path === undefined || !isPlain || event.defaultPrevented) return
      event.preventDefault()
      router.push(path)
    }
    // The browser adds an entry without the router's state, and going back to it would show the wrong page.
    const addRouterState = () => {
      if (window.history.state === null) window.history.replaceState(null, '', window.location.href)
    }
    window.addEventListener('hashchange', addRouterState, { signal })
    window.addEventListener('pointerover', prefetch, { signal })
    window.addEventListener('focusin', prefetch, { signal })
    window.addEventListener('click', navigate, { signal })
    return () => removed.abort()
  }, [router])
  return null
}

function findPagePath(target: EventTarget | null): string | undefined {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>(PAGE_LINKS) : null
  if (link === null || leadsToPart(link)) return undefined
  const href = link.getAttribute('href') ?? ''
  return isPagePath(href) ? findRouterPath(href) : undefined
}
