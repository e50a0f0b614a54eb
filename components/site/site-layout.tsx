import type { ReactNode } from 'react'
import { holdMarkup } from '@/lib/cache/rendered-page'
import { ELEMENT_IDS } from '@/lib/element-ids'
import type { Chrome } from '@/lib/screens/chrome'
import type { PageLink } from '@/lib/site/site-index'
import { getPageMessages, type Messages } from '@/messages/languages'
import { AccountLinks } from './account-links'
import { Breadcrumbs } from './breadcrumbs'
import { HeaderBar } from './header-bar'
import { LanguageMenu } from './language-menu'
import { groupLinks } from './navigation-groups'
import { Sidebar } from './sidebar'
import { Visits } from './visits'

interface SiteLayoutProps {
  chrome: Chrome
  messages: Messages
  /** Ancestors of the current page, from the home page down. */
  ancestors?: PageLink[]
  /** The current page; left out on the home page. */
  current?: PageLink
  /** Formatted date of the last edit. */
  edited?: string
  /** The part of the header for signed-in users; without it, the header shows links to sign in. */
  bar?: ReactNode
  children: ReactNode
}

/** The header and footer around a page. */
export function SiteLayout({ chrome, messages, ancestors = [], current, edited, bar, children }: SiteLayoutProps) {
  const { home, navigation, sidebar, lists, desk, hasSignIn, language, languages, analytics } = chrome
  const footerLinks = desk === undefined ? lists : [...lists, desk]
  const breadcrumbs = (
    <Breadcrumbs
      label={messages.breadcrumbs}
      home={home}
      ancestors={ancestors.filter(({ path }) => path !== home.path)}
      current={current?.title}
    />
  )
  return (
    <>
      <a className="skip-link" href={`#${ELEMENT_IDS.content}`}>
        {messages.skipToContent}
      </a>
      <HeaderBar
        breadcrumbs={
          sidebar ? (
            <>
              <button type="button" className="sidebar-button" popoverTarget={ELEMENT_IDS.sidebar}>
                {messages.sidebar.menu}
              </button>
              {breadcrumbs}
            </>
          ) : (
            breadcrumbs
          )
        }
        navigation={groupLinks(
          navigation.map(({ path, title }) => [path, title]),
          messages.locale,
        )}
        current={current?.path ?? home.path}
        messages={getPageMessages(messages.locale)}
        {...(language && { language })}
      >
        {desk && (
          <a className="desk-link" href={desk.path}>
            {desk.title}
          </a>
        )}
        {languages && language && (
          <LanguageMenu links={languages} current={language.tag} messages={messages.languages} />
        )}
        {bar ?? (hasSignIn && <AccountLinks current={current?.path ?? home.path} messages={messages} />)}
      </HeaderBar>
      {sidebar && (
        <Sidebar view={{ ...sidebar, html: holdMarkup('sidebar', sidebar.html) }} label={messages.sidebar.label} />
      )}
      <main id={ELEMENT_IDS.content} tabIndex={-1}>
        {children}
      </main>
      <footer className="site-footer">
        <span className="mark" />
        <p>
          <a href={home.path}>{home.title}</a>
        </p>
        {footerLinks.length > 0 && (
          <p className="site-lists">
            {footerLinks.map(({ path, title }) => (
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
