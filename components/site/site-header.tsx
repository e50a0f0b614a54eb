import type { ReactNode } from 'react'
import type { Chrome } from '@/lib/screens/chrome'
import type { PageLink } from '@/lib/site/site-index'
import { getPageMessages, getSiteMessages } from '@/messages/languages'
import { PageIcon } from '../ui/page-icon'
import { AccountLinks } from './account-links'
import { HeaderBar } from './header-bar'
import { LanguageMenu } from './language-menu'
import { arrangeLinks } from './navigation-groups'
import { SidebarButton } from './sidebar'

/** Where a page is on the site. Can be sent between threads. */
export interface SitePlace {
  chrome: Chrome
  /** Ancestors of the current page, from the home page down: the header marks the one that it links to. */
  ancestors?: PageLink[]
  /** The current page; left out on the home page. */
  current?: PageLink
  /** Formatted date of the last edit. */
  edited?: string
}

/** Returns the path of the main page that the current one is below. */
export function getSection({ chrome: { home, navigation }, ancestors = [] }: SitePlace): string | undefined {
  const mainPaths = new Set(navigation.flatMap(({ path, links }) => links?.map((link) => link.path) ?? [path]))
  return ancestors.findLast(({ path }) => path !== home.path && mainPaths.has(path))?.path
}

interface SiteHeaderProps extends SitePlace {
  /** See `SiteLayout`. */
  bar?: ReactNode
}

/** The header of every page. */
export function SiteHeader({ bar, ...place }: SiteHeaderProps) {
  const { chrome, current } = place
  const { home, navigation, sidebar, desk, hasSignIn, language, languages } = chrome
  const messages = getSiteMessages(chrome.locale)
  return (
    <HeaderBar
      start={
        <>
          {sidebar && <SidebarButton locale={chrome.locale} />}
          <a className="site-name" href={home.path} aria-current={current === undefined ? 'page' : undefined}>
            {home.icon !== undefined && <PageIcon icon={home.icon} dark={home.darkIcon} />}
            <span>{home.title}</span>
          </a>
        </>
      }
      navigation={arrangeLinks(navigation, messages.locale)}
      current={current?.path ?? home.path}
      messages={getPageMessages(messages.locale)}
      section={getSection(place)}
      {...(language && { language })}
    >
      {desk && (
        <a className="desk-link" href={desk.path}>
          {desk.title}
        </a>
      )}
      {languages && language && <LanguageMenu links={languages} current={language.tag} messages={messages.languages} />}
      {bar ?? (hasSignIn && <AccountLinks current={current?.path ?? home.path} messages={messages} />)}
    </HeaderBar>
  )
}
