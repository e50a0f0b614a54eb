import { type ReactNode, ViewTransition } from 'react'
import type { Messages } from '@/lib/messages/messages'
import type { Chrome } from '@/lib/page/routes/site-chrome'
import type { PageLink } from '@/lib/site/types'
import { SearchButton } from '../search/search-button'
import { AccountLinks } from './account-links'
import { Breadcrumbs } from './breadcrumbs'
import { HeaderBar } from './header-bar'
import { Navigation } from './navigation'
import { ThemeToggle } from './theme-toggle'
import { Visits } from './visits'

interface SiteFrameProps {
  chrome: Chrome
  messages: Messages
  /** Pages above the current one, from the home page down. */
  ancestors?: PageLink[]
  /** The current page; left out on the home page. */
  current?: PageLink
  /** When the page was last changed, for people to read. */
  edited?: string
  /** What the header holds for a reader whom the site knows; left out, the way to become one. */
  bar?: ReactNode
  children: ReactNode
}

/** Header and footer around a page. */
export function SiteFrame({ chrome, messages, ancestors = [], current, edited, bar, children }: SiteFrameProps) {
  const { home, navigation, lists, hasSignIn, analytics } = chrome
  return (
    <>
      <a className="skip-link" href="#content">
        {messages.skipToContent}
      </a>
      <HeaderBar>
        <Breadcrumbs
          label={messages.breadcrumbs}
          home={home}
          ancestors={ancestors.filter(({ path }) => path !== home.path)}
          current={current?.title}
        />
        <Navigation
          label={messages.navigation}
          menuLabel={messages.menu}
          links={navigation}
          current={current?.path ?? home.path}
        />
        <SearchButton label={messages.search} />
        {bar ?? (hasSignIn && <AccountLinks current={current?.path ?? home.path} messages={messages} />)}
        <ThemeToggle locale={messages.locale} />
      </HeaderBar>
      {/* One page fades into the next; what changes within a page does not. */}
      <ViewTransition default="none" enter="page" exit="page">
        <main id="content" tabIndex={-1}>
          {children}
        </main>
      </ViewTransition>
      <footer className="site-footer">
        <span className="mark" />
        <p>{home.title}</p>
        {lists.length > 0 && (
          <p className="site-lists">
            {lists.map(({ path, title }) => (
              <a key={path} href={path}>
                {title}
              </a>
            ))}
          </p>
        )}
        <p>
          {edited !== undefined && `${messages.edited(edited)} `}
          {messages.madeWith}
        </p>
      </footer>
      {analytics && <Visits analytics={analytics} />}
    </>
  )
}
