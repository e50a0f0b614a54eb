'use client'

import { PrefetchKind } from 'next/dist/client/components/router-reducer/router-reducer-types'
import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime'
import { type MouseEvent, type SyntheticEvent, use } from 'react'
import { isPagePath } from './link'

/**
 * Follows plain links to pages of the site softly, and fetches them ahead when pointed at or focused, like all others: those inside text that
 * React did not draw, because it was taken over from the document as it is, and those of databases, which are too many to have
 * listeners of their own.
 */
export function usePageLinks() {
  // Outside the router, as in a test, links are plain.
  const router = use(AppRouterContext)
  const fetchAhead = ({ target }: SyntheticEvent) => {
    const href = pagePathAt(target)
    // By itself it would fetch what is there before a page's data is, which here is nothing.
    if (href !== undefined) router?.prefetch(href, { kind: PrefetchKind.FULL })
  }
  return {
    onClick(event: MouseEvent) {
      copyAddress(event.target)
      const href = pagePathAt(event.target)
      const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
      if (router === null || href === undefined || !isPlain || event.defaultPrevented) return
      event.preventDefault()
      router.push(href)
    },
    onPointerOver: fetchAhead,
    onFocus: fetchAhead,
  }
}

/** The link of a heading leads to it, and is copied, because that is what it is wanted for. */
function copyAddress(target: EventTarget): void {
  const anchor = target instanceof Element ? target.closest<HTMLAnchorElement>('.heading-anchor') : null
  if (anchor === null) return
  navigator.clipboard?.writeText(anchor.href).then(
    () => anchor.animate([{ color: 'var(--accent)' }, {}], 1200),
    () => {},
  )
}

function pagePathAt(target: EventTarget): string | undefined {
  const link = target instanceof Element ? target.closest('[data-text] a, .collection a') : null
  const href = link?.getAttribute('href') ?? ''
  return isPagePath(href) ? href : undefined
}
