import type { ReactNode } from 'react'
import { addBasePath } from '@/lib/base-path'
import { holdMarkup } from '@/lib/cache/rendered-page'
import { ELEMENT_IDS } from '@/lib/element-ids'
import { getScriptAddress } from '@/lib/scripts'
import type { Analytics } from '@/lib/third-parties'
import type { Messages } from '@/messages/languages'
import { AccountBar } from '../slots/account-bar'
import { SlotMarkup } from '../slots/slot-markup'
import { createDataAttributes } from './data-attributes'
import { HeadItems, ReplacedTexts } from './head-items'
import { Announcement } from './parts/announcement'
import { Consent, ConsentSettings } from './parts/consent'
import { OfflineCopy } from './parts/offline-copy'
import { SiteFooter } from './parts/site-footer'
import { Sidebar } from './sidebar'
import { SiteHeader, type SitePlace } from './site-header'

interface SiteLayoutProps extends SitePlace {
  messages: Messages
  /** The part of the header for signed-in users; without it, the header shows links to sign in. */
  bar?: ReactNode
  /** Whether the header and the sidebar are left out. Only the part for signed-in users remains. */
  isLanding?: boolean
  children: ReactNode
}

/** The header and footer around a page. Those of the site folder replace them. */
export function SiteLayout({ bar, children, messages, isLanding, ...place }: SiteLayoutProps) {
  const { home, sidebar, analytics, parts, slots, offlineCopy, head, texts } = place.chrome
  return (
    <>
      <a className="skip-link" href={`#${ELEMENT_IDS.content}`}>
        {messages.skipToContent}
      </a>
      {analytics?.setsCookies && <Consent analytics={analytics} texts={messages.consent} />}
      {isLanding ? (
        // Members must be able to sign out.
        bar && <header className="landing-bar">{bar}</header>
      ) : (
        <>
          {slots?.header === undefined ? (
            <SiteHeader {...place} bar={bar} />
          ) : (
            <>
              <SlotMarkup name="header" html={slots.header} />
              {bar && <AccountBar>{bar}</AccountBar>}
            </>
          )}
          {sidebar && (
            <Sidebar
              view={{ ...sidebar, html: holdMarkup('sidebar', sidebar.html) }}
              home={{ path: home.path, title: home.title }}
              messages={{ label: messages.sidebar.label, close: messages.sidebar.close }}
            />
          )}
        </>
      )}
      <main id={ELEMENT_IDS.content} tabIndex={-1}>
        {parts?.announcement && <Announcement content={parts.announcement} close={messages.sidebar.close} />}
        {offlineCopy && <OfflineCopy text={messages.offlineCopy} />}
        {children}
      </main>
      {slots?.footer === undefined ? (
        <SiteFooter {...place} />
      ) : (
        <>
          <SlotMarkup name="footer" html={slots.footer} />
          {analytics?.setsCookies && <ConsentSettings label={messages.consent.settings} />}
        </>
      )}
      {analytics && !analytics.setsCookies && <Visits analytics={analytics} />}
      {head && <HeadItems head={head} />}
      {texts !== undefined && <ReplacedTexts json={texts} />}
    </>
  )
}

/** Counts visits: with Vercel's analytics, or with a third-party script that the site's own script loads. */
function Visits({ analytics: { script } }: { analytics: Analytics }) {
  if (script === undefined) return <script type="module" src={getScriptAddress('visits')} />
  return <script async src={addBasePath('/visits.js')} data-src={script.src} {...createDataAttributes(script.data)} />
}
