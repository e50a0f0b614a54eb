import { getSiteMessages } from '@/messages/languages'
import type { SitePlace } from '../site-header'
import { ConsentSettings } from './consent'
import { FooterColumns, SocialLinks } from './footer-links'

/** The footer of every page. */
export function SiteFooter({ chrome, edited }: SitePlace) {
  const { home, desk, parts = {}, locale, analytics } = chrome
  const messages = getSiteMessages(locale)
  const lists = desk === undefined ? chrome.lists : [...chrome.lists, desk]
  const { columns = [], social = [], copyright, madeWith = true } = parts
  const facts = [edited && messages.edited(edited), madeWith && messages.madeWith].filter(Boolean).join(' ')
  return (
    <footer className="site-footer">
      <FooterColumns columns={columns} />
      <SocialLinks links={social} />
      <span className="mark" />
      <p>
        <a href={home.path}>{home.title}</a>
      </p>
      {lists.length > 0 && (
        <p className="site-lists">
          {lists.map(({ path, title }) => (
            <a key={path} href={path}>
              {title}
            </a>
          ))}
        </p>
      )}
      {copyright !== undefined && <p dir="auto">{copyright}</p>}
      {analytics?.setsCookies && (
        <p>
          <ConsentSettings label={messages.consent.settings} />
        </p>
      )}
      {facts !== '' && <p>{facts}</p>}
    </footer>
  )
}
