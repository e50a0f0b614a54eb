import { type ReactNode, use } from 'react'
import { renderToString } from 'react-dom/server'
import { getPageMessages, getSiteMessages } from '@/messages/languages'
import { PostPicture } from '../content/post-list'
import { ErrorNavigation, SearchLink, SignInLink } from '../errors/error-parts'
import { AccountLinks, getSignInLink } from '../site/account-links'
import { SearchButton as BuiltInSearchButton, ThemeToggle as BuiltInThemeToggle } from '../site/header-bar'
import { LanguageMenu as BuiltInLanguageMenu } from '../site/language-menu'
import { Navigation as BuiltInNavigation } from '../site/navigation'
import { arrangeLinks, listLinks } from '../site/navigation-groups'
import { SidebarButton as BuiltInSidebarButton } from '../site/sidebar'
import { getSection } from '../site/site-header'
import { PageIcon } from '../ui/page-icon'
import { SlotContext } from './context'
import type { PictureData } from './props'
import { renderInIsland } from './slot-scope'

// The module `colophon/site`, which the components of a site folder import. Its exports follow semantic versioning, see docs/components.md.

export type {
  BlockProps,
  CardData,
  CardProps,
  ContentsProps,
  CoverProps,
  DateData,
  EndLinkData,
  FooterProps,
  HeaderProps,
  HomeProps,
  LinkData,
  ListProps,
  NotFoundProps,
  PageEndProps,
  PageHeaderProps,
  PictureData,
  SiteData,
  TermData,
} from './props'

function useSlotValues() {
  const values = use(SlotContext)
  if (values === undefined)
    throw new Error('The parts of colophon/site can only be used in components of a site folder')
  return values
}

/** Returns where the slot is drawn. */
const usePlace = () => useSlotValues().place

/** The button that opens the search dialog. */
export function SearchButton(): ReactNode {
  const place = usePlace()
  const chrome = place?.chrome
  if (chrome === undefined) return null
  if (place?.isError) return <SearchLink language={chrome.prefix} messages={getSiteMessages(chrome.locale)} />
  return <BuiltInSearchButton label={getPageMessages(chrome.locale).header.search} language={chrome.language?.tag} />
}

/** The button that switches between the device's theme, light and dark. */
export function ThemeToggle(): ReactNode {
  const { chrome, isError } = usePlace() ?? {}
  return chrome && !isError && <BuiltInThemeToggle labels={getPageMessages(chrome.locale).theme} />
}

/** The links to the site's main pages, with the button that opens them on narrow screens. */
export function Navigation(): ReactNode {
  const place = usePlace()
  if (place === undefined) return null
  const { navigation, home, locale } = place.chrome
  if (place.isError) return <ErrorNavigation links={listLinks(navigation)} messages={getSiteMessages(locale)} />
  return (
    <BuiltInNavigation
      lists={arrangeLinks(navigation, locale)}
      current={place.current?.path ?? home.path}
      section={getSection(place)}
      messages={getPageMessages(locale).header}
    />
  )
}

/** The button that opens the tree of pages on narrow screens, on a site that has one. */
export function SidebarButton(): ReactNode {
  const { chrome, isError } = usePlace() ?? {}
  return chrome?.sidebar && !isError && <BuiltInSidebarButton locale={chrome.locale} />
}

/** The menu of the site's languages, if it has several. */
export function LanguageMenu(): ReactNode {
  const chrome = usePlace()?.chrome
  if (!chrome?.languages || !chrome.language) return null
  const { languages: messages } = getSiteMessages(chrome.locale)
  return <BuiltInLanguageMenu links={chrome.languages} current={chrome.language.tag} messages={messages} />
}

/** Links to sign in, or the account of a member; nothing on a site without sign-in. */
export function Account(): ReactNode {
  const place = usePlace()
  if (place?.hasAccount) return <div data-account="" />
  if (!place?.chrome.hasSignIn) return null
  const { home, locale } = place.chrome
  const current = place.current?.path ?? home.path
  const messages = getSiteMessages(locale)
  if (place.isError) return <SignInLink address={getSignInLink(current)} messages={messages} />
  return <AccountLinks current={current} messages={messages} />
}

/** The icon of a page or of the site: an emoji or a picture. */
export const Icon = ({ icon }: { icon: string | undefined }): ReactNode =>
  icon === undefined ? null : <PageIcon icon={icon} />

interface PictureProps {
  picture: PictureData
  /** The HTML attribute, by which browsers choose a copy. */
  sizes: string
  /** Whether it loads at once, because it is at the top of the page. */
  eager?: boolean
}

/** A picture without a text, as the cover of a page in a list. */
export const Picture = ({ picture, sizes, eager }: PictureProps): ReactNode => (
  <PostPicture picture={picture} sizes={sizes} isFirst={eager} />
)

interface IslandProps {
  /** The name of a file in `islands/`. */
  name: string
  /** Sent to the browser as JSON. */
  props?: object
  /** When it becomes operable: when a visitor comes to it, or as soon as it is visible. */
  when?: 'intent' | 'visible'
}

/** A component of `islands/` that the browser makes operable. */
export function Island({ name, props = {}, when = 'intent' }: IslandProps): ReactNode {
  const { Component, script, prefix } = useSlotValues().placeIsland(name)
  const html = renderInIsland(() => renderToString(<Component {...props} />, { identifierPrefix: prefix }))
  return (
    <div
      data-site-island={script}
      data-props={JSON.stringify(props)}
      data-prefix={prefix}
      data-when={when === 'visible' ? when : undefined}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered by React
      dangerouslySetInnerHTML={{ __html: html }}
    />
  )
}
