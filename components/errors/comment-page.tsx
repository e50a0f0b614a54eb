import type { ErrorPageSettings } from '@/lib/formats/error-page'
import type { CommentPage } from '@/lib/http/comments/comment-page'
import { getSiteMessages } from '@/messages/languages'
import { CommentFormFields, FORM_STYLE } from '../site/comments/comment-form'
import { renderDocument, SiteDocument } from './error-pages'

const STYLE = `${FORM_STYLE}
main .comment-form{max-width:34rem}
.comment-quote{max-width:34rem;max-height:12rem;margin-block-start:1rem;padding-inline-start:1rem;border-inline-start:2px solid var(--line-strong);overflow:auto;overflow-wrap:anywhere;text-align:start;white-space:pre-line}`

/** Returns the page on which readers check a comment or write a reply, as a document that needs no script. */
export function renderCommentPage(
  { form, filled, repliedTo, notice, ...links }: CommentPage,
  settings: ErrorPageSettings,
) {
  const messages = getSiteMessages(settings.locale)
  const { commentForm: texts, commentList } = messages
  const name = repliedTo && (repliedTo.name || commentList.anonymous)
  const own = filled?.text ? texts.check : texts.title
  const title = name === undefined ? own : texts.replyTo(name)
  return renderDocument(
    <SiteDocument settings={settings} title={title}>
      <style>{STYLE}</style>
      <h1 dir="auto">{title}</h1>
      {notice !== undefined && <p role="alert">{texts[notice]}</p>}
      {links.signIn !== undefined && (
        // This page stays open, because it contains the text.
        <a className="action" href={links.signIn} target="_blank" rel="nofollow noopener">
          {messages.signIn}
        </a>
      )}
      {repliedTo !== undefined && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a long comment scrolls by keyboard
        <blockquote className="comment-quote" dir="auto" tabIndex={0}>
          {repliedTo.text}
        </blockquote>
      )}
      {filled !== undefined && <CommentFormFields form={form} filled={filled} messages={messages} />}
      {links.back !== undefined && (
        <p>
          <a href={links.back}>{texts.back}</a>
        </p>
      )}
    </SiteDocument>,
  )
}
