import { addBasePath } from '@/lib/base-path'
import { ELEMENT_IDS } from '@/lib/element-ids'
import { MEMBERS } from '@/lib/members-path'
import type { CommentForm, FilledForm } from '@/lib/screens/comments'
import { COMMENT_LIMITS } from '@/lib/workspace/comments'
import type { Messages } from '@/messages/languages'

interface CommentFormProps {
  form: CommentForm
  /** Undefined on cached pages, whose form cannot be sent without a second step. */
  filled?: FilledForm
  messages: Messages
}

/** Also for the documents that Next.js does not render, whose rules for forms it overrides. */
export const FORM_STYLE = `.comment-form{display:grid;gap:var(--space-2);width:100%;margin-block-start:var(--space-5);border:0;font-family:var(--font-interface);font-size:var(--text-interface);text-align:start}
.comment-form :is(input,textarea){width:100%;min-height:2.75rem;padding:var(--space-2) var(--space-3);border:1px solid var(--line-strong);border-radius:var(--radius);background:var(--paper);color:var(--ink);font:inherit;font-size:max(1rem,var(--text-interface))}
.comment-form :is(input,textarea):focus-visible{outline:2px solid var(--accent);outline-offset:2px}
.comment-form textarea{resize:vertical}
.comment-form [aria-invalid]{border:2px solid var(--tint-red,currentcolor)}
.comment-form p{max-width:none;margin:0;color:var(--muted)}
.comment-form .comment-problem{color:var(--ink);font-weight:600}
.comment-form .comment-empty{display:none}
.comment-form button{justify-self:start;min-height:2.75rem;padding:var(--space-2) var(--space-4);border:1px solid var(--line-strong);border-radius:var(--radius);color:var(--ink);font:inherit;cursor:pointer}
.comment-form button:hover{border-color:currentcolor;color:var(--accent)}`

/** The form for a comment, which works without script. */
export function CommentFormFields({ form, filled, messages: { commentForm: texts } }: CommentFormProps) {
  const { page, isForMembers, mode } = form
  const problems = filled?.problems ?? {}
  const asksName = filled?.asksName ?? !isForMembers
  const hasProblem = problems.name !== undefined || problems.text !== undefined
  return (
    <form className="comment-form" method="post" action={addBasePath('/api/comments')}>
      <input type="hidden" name="page" value={page} />
      {isForMembers && <input type="hidden" name="area" value={MEMBERS} />}
      {filled?.parent !== undefined && <input type="hidden" name="parent" value={filled.parent} />}
      {filled !== undefined && <input type="hidden" name="token" value={filled.token} />}
      {asksName ? (
        <>
          <label htmlFor={ELEMENT_IDS.commentName}>{texts.name}</label>
          <input
            id={ELEMENT_IDS.commentName}
            name="name"
            maxLength={COMMENT_LIMITS.name}
            autoComplete="name"
            dir="auto"
            defaultValue={filled?.name}
            // biome-ignore lint/a11y/noAutofocus: the reader has just sent a wrong value, and corrects it
            autoFocus={problems.name !== undefined}
            aria-invalid={problems.name !== undefined || undefined}
            aria-describedby={problems.name === undefined ? undefined : ELEMENT_IDS.commentNameProblem}
          />
          <Problem id={ELEMENT_IDS.commentNameProblem} text={problems.name} />
        </>
      ) : (
        <p>{texts.account}</p>
      )}
      <label htmlFor={ELEMENT_IDS.commentText}>{texts.text}</label>
      <textarea
        id={ELEMENT_IDS.commentText}
        name="text"
        required
        maxLength={COMMENT_LIMITS.text}
        rows={filled === undefined ? 4 : 8}
        dir="auto"
        defaultValue={filled?.text}
        // biome-ignore lint/a11y/noAutofocus: the same, or a reply that is written now
        autoFocus={filled !== undefined && problems.name === undefined && (hasProblem || filled.text === '')}
        aria-invalid={problems.text !== undefined || undefined}
        aria-describedby={problems.text === undefined ? undefined : ELEMENT_IDS.commentTextProblem}
      />
      <Problem id={ELEMENT_IDS.commentTextProblem} text={problems.text} />
      <div className="comment-empty">
        <label htmlFor={ELEMENT_IDS.commentEmpty}>{texts.empty}</label>
        <input id={ELEMENT_IDS.commentEmpty} name="website" tabIndex={-1} autoComplete="off" />
      </div>
      <p>{texts[mode]}</p>
      <button type="submit">{filled === undefined ? texts.next : texts.send}</button>
    </form>
  )
}

const Problem = ({ id, text }: { id: string; text: string | undefined }) =>
  text === undefined ? null : (
    <p className="comment-problem" id={id}>
      {text}
    </p>
  )
