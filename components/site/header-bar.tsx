import type { ReactNode } from 'react'
import type { DocumentLanguage } from '@/lib/screens/chrome'
import { getSearchAddress } from '@/lib/search-address'
import type { PageMessages } from '@/messages/languages'
import { Navigation } from './navigation'
import type { NavigationLists } from './navigation-groups'

interface HeaderBarProps {
  /** What the bar begins with: the button of the sidebar, and the link to the home page. */
  start: ReactNode
  /** Links to the site's main pages. */
  navigation: NavigationLists
  /** Path of the current page. */
  current: string
  /** Path of the main page that the current one is below. */
  section?: string
  /** The language of the document, on a site with several. */
  language?: DocumentLanguage
  messages: PageMessages
  /** Controls that depend on the user, such as the sign-in links. */
  children?: ReactNode
}

/** The bar at the top of every page. `islands/site/header.ts` hides it on scrolling down and shows it on scrolling up. */
export function HeaderBar({ start, navigation, current, section, language, messages, children }: HeaderBarProps) {
  return (
    <header className="site-header" suppressHydrationWarning>
      {start}
      <Navigation lists={navigation} current={current} section={section} messages={messages.header} />
      <SearchButton label={messages.header.search} language={language?.tag} />
      {children}
      <ThemeToggle labels={messages.theme} />
    </header>
  )
}

/**
 * Switches between the device's theme, light and dark. The style sheet draws the icon of the current theme, which `islands/site/header.ts`
 * names.
 */
export function ThemeToggle({ labels }: { labels: PageMessages['theme'] }) {
  return (
    <button
      type="button"
      className="theme-toggle"
      aria-label={labels.system}
      title={labels.system}
      data-labels={JSON.stringify(labels)}
      suppressHydrationWarning
    />
  )
}

/**
 * Opens the search dialog, which `islands/early.ts` does before any script has loaded. Without script it is a link to the search page.
 * `language` limits that page, on a site with several.
 */
export function SearchButton({ label, language }: { label: string; language?: string | undefined }) {
  const page = getSearchAddress({ language })
  return (
    <>
      <button type="button" className="search-button" aria-label={label} aria-haspopup="dialog" data-page={page} />
      <noscript>
        {/* biome-ignore lint/a11y/useAnchorContent: its label names it, and the style sheet draws its icon */}
        <a className="search-button" href={page} aria-label={label} />
      </noscript>
    </>
  )
}
