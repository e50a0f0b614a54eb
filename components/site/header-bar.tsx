'use client'

import { type ReactNode, useEffect, useState } from 'react'
import { SearchButton } from '../search/search-button'
import { usePageMessages } from '../ui/page-messages'
import { Navigation } from './navigation'
import type { NavigationGroup } from './navigation-groups'
import { ThemeToggle } from './theme-toggle'

/** Scrolling by fewer pixels is ignored, because a finger is never still. */
const LEAST_SCROLL = 8

interface HeaderBarProps {
  breadcrumbs: ReactNode
  /** Links to the site's main pages. */
  navigation: NavigationGroup[]
  /** Path of the current page. */
  current: string
  /** What depends on the user. */
  children?: ReactNode
}

/** The bar at the top of every page. It hides on scrolling down and returns on scrolling up. */
export function HeaderBar({ breadcrumbs, navigation, current, children }: HeaderBarProps) {
  const [away, setAway] = useState(false)
  useEffect(() => {
    let last = window.scrollY
    const onScroll = () => {
      const top = Math.max(0, window.scrollY)
      if (Math.abs(top - last) < LEAST_SCROLL) return
      setAway(top > last && top > 2 * LEAST_SCROLL)
      last = top
    }
    window.addEventListener('scroll', onScroll, { passive: true })
    return () => window.removeEventListener('scroll', onScroll)
  }, [])
  return (
    <header className="site-header" data-away={away || undefined}>
      {breadcrumbs}
      <Navigation groups={navigation} current={current} />
      <SearchButton label={usePageMessages().header.search} />
      {children}
      <ThemeToggle />
    </header>
  )
}
