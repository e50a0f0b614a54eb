import type { ReactNode } from 'react'
import { PropertyList } from '@/components/page/collection/property-list'
import { PageBody } from '@/components/page/page-body'
import { RichText } from '@/components/page/rich-text'
import { localeFor } from '@/lib/messages/locales'
import type { Messages } from '@/lib/messages/messages'
import { messagesFor } from '@/lib/messages/parts/site'
import type { Chrome } from '@/lib/page/routes/site-chrome'
import type { PageView } from '@/lib/page/wire/page'
import { getPictureSources } from '@/lib/page/wire/picture'
import { PageIcon } from '../../ui/page-icon'
import { Comments } from '../comments'
import { Contents } from '../contents'
import { PageActions } from '../page-actions'
import { PageFacts } from '../page-facts'
import { PageList } from '../page-list'
import { SiteFrame } from '../site-frame'

/** Fewer headings need no contents. */
const LEAST_CONTENTS = 3

interface SitePageProps {
  chrome: Chrome
  view: PageView
  /** Path of the page, encoded as links have it. */
  path: string
  messages: Messages
  /** Address of the page's Markdown copy; left out if it has none. */
  markdown?: string
  /** Address of the page in Notion, for editors. */
  edit?: string
  /** See `SiteFrame`. */
  bar?: ReactNode
  /** What only this reader is told of the page. */
  notice?: string
}

/** A page of the workspace within the site. */
export function SitePage({ chrome, view, path, messages, markdown, edit, bar, notice }: SitePageProps) {
  const isHome = path === chrome.home.path
  const title = view.plainTitle
  const locale = localeFor(view.language, messages.locale)
  // Within the page, the interface speaks the page's language.
  const words = messagesFor(locale)
  return (
    <SiteFrame
      chrome={chrome}
      messages={messages}
      ancestors={view.ancestors}
      current={isHome ? undefined : { path, title }}
      edited={view.edited?.text}
      bar={bar}
    >
      {notice !== undefined && <p className="site-notice">{notice}</p>}
      {view.cover && (
        // Within this element it is not named in the head as well, where its addresses would stand before the words.
        <picture>
          <img
            className="page-cover"
            sizes="100vw"
            {...getPictureSources(view.cover.address, view.cover.natural)}
            alt=""
            fetchPriority="high"
            style={{ objectPosition: `50% ${view.cover.position * 100}%` }}
          />
        </picture>
      )}
      <article className="page" lang={view.language} dir={view.direction} data-full-width={view.fullWidth || undefined}>
        <header className="page-header">
          {view.icon !== undefined && <PageIcon icon={view.icon} />}
          <h1>
            <RichText text={view.title} />
          </h1>
          {view.summary !== undefined && <p className="page-description">{view.summary}</p>}
          {!isHome && <PageFacts view={view} messages={words} />}
          {(!isHome || edit) && <PageActions locale={locale} markdown={isHome ? undefined : markdown} edit={edit} />}
          {view.properties.length > 0 && <PropertyList properties={view.properties} />}
        </header>
        {view.contents.length >= LEAST_CONTENTS && <Contents body={view.body} locale={locale} />}
        {/* What stands in place of the body is above the links that end it. */}
        {!view.held && <p className="page-note">{view.contentMissing ? words.contentMissing : words.notHeld}</p>}
        {view.body.length === 0 && view.children.length > 0 && <PageList pages={view.children} />}
        <PageBody
          body={view.body}
          texts={view.texts}
          fullWidth={view.fullWidth}
          smallText={view.smallText}
          end={view.end}
          locale={locale}
        />
      </article>
      {chrome.comments && !isHome && (
        <Comments key={path} settings={chrome.comments} locale={messages.locale} label={messages.comments} />
      )}
    </SiteFrame>
  )
}
