import type { ReactNode } from 'react'
import { addBasePath } from '@/lib/base-path'
import { holdMarkup } from '@/lib/cache/rendered-page'
import { ELEMENT_IDS } from '@/lib/element-ids'
import type { Chrome } from '@/lib/screens/chrome'
import { getScriptAddress } from '@/lib/scripts'
import type { PageLink } from '@/lib/site/site-index'
import type { Analytics } from '@/lib/third-parties'
import { getPageMessages, type Messages } from '@/messages/languages'
import { PageIcon } from '../ui/page-icon'
import { AccountLinks } from './account-links'
import { HeaderBar } from './header-bar'
import { LanguageMenu } from './language-menu'
import { groupLinks } from './navigation-groups'
import { Sidebar } from './sidebar'

interface SiteLayoutProps {
  chrome: Chrome
  messages: Messages
  /** Ancestors of the current page, from the home page down: the header marks the one that it links to. */
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
  const mainPaths = new Set(navigation.map(({ path }) => path))
  const section = ancestors.findLast(({ path }) => path !== home.path && mainPaths.has(path))
  return (
    <>
      <a className="skip-link" href={`#${ELEMENT_IDS.content}`}>
        {messages.skipToContent}
      </a>
      <HeaderBar
        start={
          <>
            {sidebar && (
              <button type="button" className="sidebar-button" popoverTarget={ELEMENT_IDS.sidebar}>
                {messages.sidebar.menu}
              </button>
            )}
            <a className="site-name" href={home.path} aria-current={current === undefined ? 'page' : undefined}>
              {home.icon !== undefined && <PageIcon icon={home.icon} />}
              <span>{home.title}</span>
            </a>
          </>
        }
        navigation={groupLinks(
          navigation.map(({ path, title }) => [path, title]),
          messages.locale,
        )}
        current={current?.path ?? home.path}
        messages={getPageMessages(messages.locale)}
        section={section?.path}
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
        <Sidebar
          view={{ ...sidebar, html: holdMarkup('sidebar', sidebar.html) }}
          home={{ path: home.path, title: home.title }}
          messages={{ label: messages.sidebar.label, close: messages.sidebar.close }}
        />
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

/** Counts visits: with Vercel's analytics, or with a third-party script that the site's own script loads. */
function Visits({ analytics: { script } }: { analytics: Analytics }) {
  if (script === undefined) return <script type="module" src={getScriptAddress('visits')} />
  const data = Object.fromEntries(Object.entries(script.data).map(([name, value]) => [`data-${name}`, value]))
  return <script async src={addBasePath('/visits.js')} data-src={script.src} {...data} />
}
