'use client'

import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react'
import type { DocumentLanguage } from '@/lib/screens/chrome'
import { SearchButton } from '../search/search-button'
import { usePageMessages } from '../ui/page-messages'
import { Navigation } from './navigation'
import type { NavigationGroup } from './navigation-groups'
import { chooseTheme, getCurrentTheme, getNextTheme, watchTheme } from './theme'

/** Scrolling by fewer pixels is ignored, because a finger is never still. */
const MIN_SCROLL = 8

interface HeaderBarProps {
  breadcrumbs: ReactNode
  /** Links to the site's main pages. */
  navigation: NavigationGroup[]
  /** Path of the current page. */
  current: string
  /** The language of the document, on a site with several. */
  language?: DocumentLanguage
  /** Controls that depend on the user, such as the sign-in links. */
  children?: ReactNode
}

/** The bar at the top of every page. It hides on scrolling down and returns on scrolling up. */
export function HeaderBar({ breadcrumbs, navigation, current, language, children }: HeaderBarProps) {
  const [away, setAway] = useState(false)
  const { tag, direction } = language ?? {}
  // After a client-side navigation, the document is still that of the first page.
  useEffect(() => {
    if (tag && direction) Object.assign(document.documentElement, { lang: tag, dir: direction })
  }, [tag, direction])
  useEffect(() => {
    let last = window.scrollY
    const onScroll = () => {
      const top = Math.max(0, window.scrollY)
      if (Math.abs(top - last) < MIN_SCROLL) return
      setAway(top > last && top > 2 * MIN_SCROLL)
      last = top
    }
    window.addEventListener('scroll', onScroll, { passive: true })
    return () => window.removeEventListener('scroll', onScroll)
  }, [])
  return (
    <header className="site-header" data-away={away || undefined}>
      {breadcrumbs}
      <Navigation groups={navigation} current={current} />
      <SearchButton label={usePageMessages().header.search} language={tag} />
      {children}
      <ThemeToggle />
    </header>
  )
}

/** Switches between the device's theme, light and dark. The style sheet draws the icon of the current theme. */
export function ThemeToggle() {
  const labels = usePageMessages().theme
  const theme = useSyncExternalStore(watchTheme, getCurrentTheme, () => 'system' as const)
  return (
    <button
      type="button"
      className="theme-toggle"
      aria-label={labels[theme]}
      title={labels[theme]}
      onClick={() => chooseTheme(getNextTheme(theme))}
    />
  )
}
