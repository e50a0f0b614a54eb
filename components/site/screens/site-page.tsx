import type { ReactNode } from 'react'
import { ELEMENT_IDS } from '@/lib/element-ids'
import type { PageView } from '@/lib/page/page-view'
import { getPictureSources } from '@/lib/page/picture-sources'
import type { Chrome } from '@/lib/screens/chrome'
import type { CommentsView } from '@/lib/screens/comments'
import { getPageMessages, getSiteMessages, type Messages } from '@/messages/languages'
import { SlotContent } from '../../slots/slot-markup'
import { CommentList } from '../comments/comment-list'
import { NewComment } from '../comments/new-comment'
import { ServiceComments } from '../comments/service-comments'
import { Contents } from '../contents'
import { PageHeader, type PageHeaderProps, showsUpdated } from '../page-header'
import { PageList } from '../page-list'
import { ContinueReading, KeepReading } from '../parts/continue-reading'
import { Helpful } from '../parts/helpful'
import { ServiceForms } from '../service-forms'
import { SiteLayout } from '../site-layout'
import { PageStyles } from './page-styles'
import { ViewContent } from './view-content'

/** The table of contents is shown from this number of headings. */
const MIN_CONTENTS = 3

/** Whether a page has a table of contents. */
export const showsContents = ({ layout, contents }: PageView): boolean =>
  layout === undefined && contents.length >= MIN_CONTENTS

/** Returns the date of the last edit in the footer; undefined if it is above the text, or the page shows none. */
export const getFooterDate = (chrome: Chrome, view: PageView, isHome: boolean): string | undefined =>
  showsUpdated(chrome, isHome) || view.layout !== undefined ? undefined : view.editedInFooter

interface SitePageProps extends PageHeaderProps {
  /** The comments of readers, if there are any. */
  comments?: CommentsView | undefined
  messages: Messages
  /** See `SiteLayout`. */
  bar?: ReactNode
  /** A message about the page for this user only. */
  notice?: ReactNode
}

/** A page of the workspace with the site around it. */
export function SitePage({ chrome, view, path, messages, comments, markdown, edit, bar, notice }: SitePageProps) {
  const isHome = path === chrome.home.path
  const title = view.plainTitle
  const isLanding = view.layout === 'landing'
  return (
    <SiteLayout
      chrome={chrome}
      messages={messages}
      ancestors={view.ancestors}
      current={isHome ? undefined : { path, title }}
      edited={getFooterDate(chrome, view, isHome)}
      bar={bar}
      isLanding={isLanding}
    >
      <PageStyles styles={view.styles} />
      {chrome.reading === 'continue' && <ContinueReading texts={messages.continueReading} />}
      {chrome.reading === 'keep' && <KeepReading />}
      {notice}
      <SlotContent name="home" html={chrome.slots?.home}>
        <PageArticle chrome={chrome} view={view} path={path} markdown={markdown} edit={edit} />
      </SlotContent>
      {chrome.helpful && !isLanding && <Helpful {...chrome.helpful} texts={messages.helpful} />}
      {chrome.forms && <ServiceForms forms={chrome.forms} messages={messages.forms} />}
      {comments && (
        <section className="comments" aria-labelledby={ELEMENT_IDS.comments}>
          <h2 id={ELEMENT_IDS.comments}>{messages.comments}</h2>
          <CommentList comments={comments.comments} messages={messages} form={comments.form} />
          {comments.all && (
            <p>
              <a href={comments.all}>{messages.commentList.all(comments.total)}</a>
            </p>
          )}
          {comments.form && <NewComment form={comments.form} messages={messages} />}
        </section>
      )}
      {chrome.comments && (
        <ServiceComments settings={chrome.comments} locale={messages.locale} label={messages.comments} />
      )}
    </SiteLayout>
  )
}

/** The cover and the content of a page. */
export function PageArticle({ chrome, view, path, markdown, edit }: PageHeaderProps) {
  // Interface texts within the page are in the page's language.
  const pageMessages = getSiteMessages(view.locale)
  const isLanding = view.layout === 'landing'
  const hasContents = showsContents(view)
  return (
    <>
      <SlotContent name="cover" html={chrome.slots?.cover}>
        {view.cover && <PageCover cover={view.cover} style={chrome.parts?.cover} />}
      </SlotContent>
      <article
        className="page"
        lang={view.language}
        dir={view.direction}
        data-full-width={view.fullWidth || undefined}
        data-contents={(chrome.sidebar && hasContents) || undefined}
      >
        <SlotContent name="page-header" html={chrome.slots?.pageHeader}>
          <PageHeader chrome={chrome} view={view} path={path} markdown={markdown} edit={edit} />
        </SlotContent>
        {hasContents && (
          <SlotContent name="contents" html={chrome.slots?.contents}>
            <Contents items={view.contents} messages={getPageMessages(view.locale).contents} />
          </SlotContent>
        )}
        {/* The note replaces the content. The content below still has the links at the end of the page. */}
        {!view.hasStoredContent && (
          <p className="page-note">{view.contentMissing ? pageMessages.contentMissing : pageMessages.notCopied}</p>
        )}
        {view.isEmpty && view.children.length > 0 && <PageList pages={view.children} />}
        <ViewContent view={view} withoutEnd={isLanding} />
      </article>
    </>
  )
}

interface PageCoverProps {
  cover: NonNullable<PageView['cover']>
  /** What is shown in place of the picture. */
  style: 'banner' | 'none' | undefined
}

/** The cover of a page. */
export function PageCover({ cover: { address, natural, position }, style }: PageCoverProps) {
  if (style !== undefined) return style === 'banner' ? <div className="page-banner" /> : null
  return (
    // React adds no preload link for an image in a picture element. Its URLs would precede the text in the document.
    <picture>
      <img
        className="page-cover"
        sizes="100vw"
        {...getPictureSources(address, natural)}
        alt=""
        fetchPriority="high"
        style={{ objectPosition: `50% ${position * 100}%` }}
      />
    </picture>
  )
}
