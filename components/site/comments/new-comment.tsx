import { ELEMENT_IDS } from '@/lib/element-ids'
import type { CommentForm } from '@/lib/screens/comments'
import type { Messages } from '@/messages/languages'
import { CommentFormFields, FORM_STYLE } from './comment-form'

/** The address of the message names it, after a comment was sent. */
const STYLE = `@layer design{
${FORM_STYLE}
.comments h3{margin-block-start:var(--space-6)}
.comment-sent:not(:target){display:none}
.comment-sent{scroll-margin-block:40vh}
@media print{.comment-form,.comments h3,a.comments-about{display:none}}
}`

interface NewCommentProps {
  form: CommentForm | 'closed'
  messages: Messages
}

/** The form below the comments on a page, and the message that thanks for a comment. */
export function NewComment({ form, messages }: NewCommentProps) {
  const { commentForm } = messages
  if (form === 'closed') return <p className="comments-about">{commentForm.closed}</p>
  return (
    <>
      <style>{STYLE}</style>
      <h3>{commentForm.title}</h3>
      <p className="comment-sent" id={ELEMENT_IDS.commentSent} tabIndex={-1}>
        {form.mode === 'review' ? commentForm.waits : commentForm.appears}
      </p>
      <CommentFormFields form={form} messages={messages} />
    </>
  )
}
