import type { ReactNode } from 'react'
import { addBasePath } from '@/lib/base-path'
import { MEMBERS } from '@/lib/members-path'
import type { CommentForm, CommentView } from '@/lib/screens/comments'
import type { Messages } from '@/messages/languages'
import { COLUMN_STYLE } from './column'

interface CommentListProps {
  comments: readonly CommentView[]
  messages: Messages
  /** The form for new comments, to which each first comment links. */
  form?: CommentForm | 'closed' | undefined
}

const STYLE = `@layer design{
${COLUMN_STYLE}
.comments ol{margin:0;padding:0;list-style:none}
.comments ol ol,.comments-reply{margin-inline-start:var(--space-6)}
.comments li{margin-block-start:var(--space-4);overflow-wrap:anywhere}
.comments-about{margin:0;color:var(--muted);font-size:var(--text-interface)}
.comments-text{margin:0;white-space:pre-line}
}`

/** The comments of readers, with their replies one level deeper. */
export function CommentList({ comments, messages, form }: CommentListProps) {
  const threads: CommentView[][] = []
  for (const comment of comments) {
    const thread = threads.at(-1)
    if (comment.isReply && thread !== undefined) thread.push(comment)
    else threads.push([comment])
  }
  const show = (comment: CommentView) => <Comment comment={comment} messages={messages} />
  return (
    <>
      <style>{STYLE}</style>
      <ol>
        {threads.flatMap(([first, ...replies]) =>
          first === undefined ? (
            []
          ) : (
            // A page of comments may begin with a reply.
            <li key={first.id} id={getAnchor(first)} className={first.isReply && 'comments-reply'}>
              {show(first)}
              {typeof form === 'object' && !first.isReply && (
                <ReplyLink form={form} comment={first} messages={messages} />
              )}
              {replies.length > 0 && (
                <ol>
                  {replies.map((reply) => (
                    <li key={reply.id} id={getAnchor(reply)}>
                      {show(reply)}
                    </li>
                  ))}
                </ol>
              )}
            </li>
          ),
        )}
      </ol>
    </>
  )
}

const getAnchor = ({ id }: CommentView) => `comment-${id.replaceAll('-', '')}`

interface ReplyLinkProps {
  form: CommentForm
  comment: CommentView
  messages: Messages
}

function ReplyLink({ form: { page, isForMembers }, comment: { id, name }, messages }: ReplyLinkProps) {
  const { commentForm, commentList } = messages
  const query = new URLSearchParams({ page, parent: id, ...(isForMembers && { area: MEMBERS }) })
  return (
    <a
      className="comments-about"
      href={addBasePath(`/api/comments?${query}`)}
      rel="nofollow"
      aria-label={commentForm.replyTo(name || commentList.anonymous)}
    >
      {commentForm.reply}
    </a>
  )
}

interface CommentProps {
  comment: CommentView
  messages: Messages
}

function Comment({ comment: { name, text, date }, messages }: CommentProps) {
  return (
    <>
      <p className="comments-about">
        <strong>
          <bdi>{name || messages.commentList.anonymous}</bdi>
        </strong>{' '}
        · <time dateTime={date.iso}>{date.text}</time>
      </p>
      <p className="comments-text" dir="auto">
        {linkAddresses(text)}
      </p>
    </>
  )
}

/** An address in a text, without the punctuation of a sentence after it. */
const ADDRESS = /(https?:\/\/[^\s<>"']*[^\s<>"'.,;:!?)\]}'’”])/i

/** Returns a text with its addresses as links, which search engines do not follow. */
function linkAddresses(text: string): ReactNode[] {
  return text.split(ADDRESS).map((part, at) =>
    at % 2 === 1 && URL.canParse(part) ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other key
      <a key={at} href={part} rel="nofollow ugc">
        {part}
      </a>
    ) : (
      part
    ),
  )
}
