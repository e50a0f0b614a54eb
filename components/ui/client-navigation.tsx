'use client'

import { PrefetchKind } from 'next/dist/client/components/router-reducer/router-reducer-types'
import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime'
import { use, useEffect } from 'react'
import { isForMembers } from '@/lib/members-path'
import { isPagePath } from './page-path'

/** Links to pages of the site. Those of the account and of error screens load a whole document. */
const PAGE_LINKS = '.site-header nav a, .page a, .site-footer a'

/**
 * Makes plain links to pages of the site client-side navigations, and prefetches a page when its link is pointed at or focused. One
 * listener serves all links: a component for each would be sent to the browser, and texts that are taken from the document have none.
 */
export function ClientNavigation() {
  const router = use(AppRouterContext)
  useEffect(() => {
    if (router === null) return
    const removed = new AbortController()
    const { signal } = removed
    const prefetch = ({ target }: Event) => {
      const path = findPagePath(target)
      // By itself the router would prefetch only what precedes a page's data, which here is nothing.
      if (path !== undefined) router.prefetch(path, { kind: PrefetchKind.FULL })
    }
    const navigate = (event: MouseEvent) => {
      const path = findPagePath(event.target)
      const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
      if (path === undefined || !isPlain || event.defaultPrevented) return
      event.preventDefault()
      router.push(path)
    }
    window.addEventListener('pointerover', prefetch, { signal })
    window.addEventListener('focusin', prefetch, { signal })
    window.addEventListener('click', navigate, { signal })
    return () => removed.abort()
  }, [router])
  return null
}

/** Between the public site and the members' the whole document is loaded, which renews an expired session. */
function findPagePath(target: EventTarget | null): string | undefined {
  const link = target instanceof Element ? target.closest(PAGE_LINKS) : null
  const href = link?.getAttribute('href') ?? ''
  return isPagePath(href) && isForMembers(href) === isForMembers(location.pathname) ? href : undefined
}
