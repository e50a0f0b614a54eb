import type { ReactNode } from 'react'
import type { PageView } from '@/lib/page/page-view'
import { getPictureSources } from '@/lib/page/picture-sources'
import type { Chrome } from '@/lib/screens/chrome'
import { getPageMessages, getSiteMessages, type Messages } from '@/messages/languages'
import { PageIcon } from '../../ui/page-icon'
import { RichText } from '../../ui/rich-text'
import { Breadcrumbs } from '../breadcrumbs'
import { Comments } from '../comments'
import { Contents } from '../contents'
import { PageActions, PageTools } from '../page-actions'
import { PageFacts } from '../page-facts'
import { PageList } from '../page-list'
import { PropertyList } from '../property-list'
import { ServiceForms } from '../service-forms'
import { SiteLayout } from '../site-layout'
import { Announcement } from './announcement'
import { ViewContent } from './view-content'

/** The table of contents is shown from this number of headings. */
const MIN_CONTENTS = 3

interface SitePageProps {
  chrome: Chrome
  view: PageView
  /** URL-encoded path of the page. */
  path: string
  messages: Messages
  /** Address of the page's Markdown copy; left out if it has none. */
  markdown?: string
  /** Address of the page in Notion, for editors. */
  edit?: string
  /** See `SiteLayout`. */
  bar?: ReactNode
  /** A message about the page for this user only. */
  notice?: string
}

/** A page of the workspace with the site around it. */
export function SitePage({ chrome, view, path, messages, markdown, edit, bar, notice }: SitePageProps) {
  const isHome = path === chrome.home.path
  const title = view.plainTitle
  // Interface texts within the page are in the page's language.
  const pageMessages = getSiteMessages(view.locale)
  // A site with a sidebar shows the date above the text, because readers of documentation check it first.
  const isUpdatedShown = chrome.sidebar !== undefined && !isHome
  const hasContents = view.contents.length >= MIN_CONTENTS
  return (
    <SiteLayout
      chrome={chrome}
      messages={messages}
      ancestors={view.ancestors}
      current={isHome ? undefined : { path, title }}
      edited={isUpdatedShown ? undefined : view.editedInFooter}
      bar={bar}
    >
      {chrome.announcement && <Announcement content={chrome.announcement} />}
      {notice !== undefined && <p className="site-notice">{notice}</p>}
      {view.cover && (
        // React adds no preload link for an image in a picture element. Its URLs would precede the text in the document.
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
      <article
        className="page"
        lang={view.language}
        dir={view.direction}
        data-full-width={view.fullWidth || undefined}
        data-contents={(chrome.sidebar && hasContents) || undefined}
      >
        <header className="page-header">
          {!isHome && (
            <Breadcrumbs
              label={pageMessages.breadcrumbs}
              ancestors={view.ancestors.filter(({ path }) => path !== chrome.home.path)}
              current={title}
            />
          )}
          {view.icon !== undefined && <PageIcon icon={view.icon} />}
          <h1>
            <RichText text={view.title} />
          </h1>
          {view.summary !== undefined && <p className="page-description">{view.summary}</p>}
          {(!isHome || edit) && (
            <div className="page-meta">
              {!isHome && <PageFacts view={view} messages={pageMessages} showsUpdated={isUpdatedShown} />}
              <PageActions markdown={isHome ? undefined : markdown} edit={edit} messages={getPageMessages(view.locale)}>
                {!isHome && chrome.tools && (
                  <PageTools {...chrome.tools} markdown={chrome.sidebar && markdown} messages={pageMessages.tools} />
                )}
              </PageActions>
            </div>
          )}
          {view.properties.length > 0 && <PropertyList properties={view.properties} />}
        </header>
        {hasContents && <Contents items={view.contents} messages={getPageMessages(view.locale).contents} />}
        {/* The note replaces the content. The content below still has the links at the end of the page. */}
        {!view.hasStoredContent && (
          <p className="page-note">{view.contentMissing ? pageMessages.contentMissing : pageMessages.notCopied}</p>
        )}
        {view.isEmpty && view.children.length > 0 && <PageList pages={view.children} />}
        <ViewContent view={view} />
      </article>
      {chrome.forms && <ServiceForms forms={chrome.forms} messages={messages.forms} />}
      {chrome.comments && !isHome && (
        <Comments key={path} settings={chrome.comments} locale={messages.locale} label={messages.comments} />
      )}
    </SiteLayout>
  )
}
