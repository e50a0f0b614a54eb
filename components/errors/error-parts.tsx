import { ELEMENT_IDS } from '@/lib/element-ids'
import type { ErrorPageSettings } from '@/lib/formats/error-page'
import { getSearchAddress } from '@/lib/search-address'
import type { PageLink } from '@/lib/site/site-index'
import { getPageMessages, type Messages } from '@/messages/languages'
import { FooterColumns, SocialLinks } from '../site/parts/footer-links'
import { PageIcon } from '../ui/page-icon'

/** The number of main pages in the header. Links that do not fit are clipped. */
const MAX_LINKS = 12

export interface ErrorHeaderProps {
  name: string
  icon: string | undefined
  darkIcon: string | undefined
  /** Address of the home page. */
  home: string
  links: readonly PageLink[]
  /** The tag of the language to which the search is limited; empty in the first language. */
  language: string
  /** Address at which visitors sign in; undefined on a site without sign-in. */
  signIn: string | undefined
  messages: Messages
}

/**
 * The header of the site without what needs its scripts, which may be what is missing: the page has the chosen theme, but no button for it,
 * and a link to the search page instead of the dialog. On narrow screens, a button opens the links.
 */
export function ErrorHeader({ name, icon, darkIcon, home, links, language, signIn, messages }: ErrorHeaderProps) {
  return (
    <header className="site-header">
      <a className="site-name" href={home} dir="auto">
        {icon !== undefined && <PageIcon icon={icon} dark={darkIcon} />}
        {name}
      </a>
      <ErrorNavigation links={links} messages={messages} />
      <SearchLink language={language} messages={messages} />
      {signIn !== undefined && <SignInLink address={signIn} messages={messages} />}
    </header>
  )
}

/** The first main pages, and the button that opens them on narrow screens. */
export function ErrorNavigation({ links, messages }: Pick<ErrorHeaderProps, 'links' | 'messages'>) {
  if (links.length === 0) return null
  return (
    <nav className="navigation" aria-label={messages.navigation}>
      <button type="button" popoverTarget={ELEMENT_IDS.navigation}>
        {getPageMessages(messages.locale).header.menu}
      </button>
      <div id={ELEMENT_IDS.navigation} popover="auto">
        {links.slice(0, MAX_LINKS).map((page) => (
          <Link key={page.path} {...page} />
        ))}
      </div>
    </nav>
  )
}

export const SearchLink = ({ language, messages }: Pick<ErrorHeaderProps, 'language' | 'messages'>) => (
  <a href={getSearchAddress({ language })}>{messages.search}</a>
)

export const SignInLink = ({ address, messages }: { address: string; messages: Messages }) => (
  <a href={address} rel="nofollow">
    {messages.signIn}
  </a>
)

export interface ErrorFooterProps {
  name: string | undefined
  /** Address of the home page. */
  home: string
  lists: readonly PageLink[]
  columns: ErrorPageSettings['columns']
  social: ErrorPageSettings['social']
  copyright: string | undefined
  madeWith: boolean
  messages: Messages
}

/** The footer of the site. */
export function ErrorFooter({ name, home, lists, columns, social, copyright, madeWith, messages }: ErrorFooterProps) {
  return (
    <footer className="site-footer">
      {columns && <FooterColumns columns={columns} />}
      {social && <SocialLinks links={social} />}
      <svg className="mark" viewBox="0 0 24 36" width="24" height="36" fill="none" aria-hidden="true">
        <circle cx="12" cy="25" r="9.5" />
        <path d="M12 1.5V25M2.5 25h19M8 6h8M5.5 11h13" />
      </svg>
      {name !== undefined && (
        <p>
          <a href={home} dir="auto">
            {name}
          </a>
        </p>
      )}
      {lists.length > 0 && (
        <p className="site-lists">
          {lists.map((page) => (
            <Link key={page.path} {...page} />
          ))}
        </p>
      )}
      {copyright !== undefined && <p dir="auto">{copyright}</p>}
      {madeWith && <p>{messages.madeWith}</p>}
    </footer>
  )
}

/** A link to a page, in any language. */
export const Link = ({ path, title }: PageLink) => (
  <a href={path} dir="auto">
    {title}
  </a>
)
