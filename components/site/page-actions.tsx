import type { ReactNode } from 'react'
import type { PageTools as Addresses } from '@/lib/page/tools'
import type { Messages, PageMessages } from '@/messages/languages'

interface PageActionsProps {
  /** Address of the page's Markdown copy; left out if it has none. */
  markdown?: string
  /** Address of the page in Notion, for editors. */
  edit?: string
  messages: PageMessages
  /** More links. */
  children?: ReactNode
}

/**
 * A menu of actions on a page: share it, copy its URL, copy it as Markdown, and edit it in Notion. `islands/site/share.ts` shares,
 * `islands/site/copy.ts` copies, and `islands/site/header.ts` closes it.
 */
export function PageActions({ markdown, edit, messages: { actions, body }, children }: PageActionsProps) {
  return (
    <details className="page-actions">
      <summary title={actions.label}>
        <span className="visually-hidden">{actions.label}</span>
      </summary>
      <p>
        <button type="button" data-share hidden>
          {actions.share}
        </button>
        <CopyButton copy="page" label={actions.link} outcomes={body} />
        {markdown && <CopyButton copy={markdown} label={actions.markdown} outcomes={body} />}
        {edit && (
          <a href={edit} rel="noopener noreferrer">
            {actions.edit}
          </a>
        )}
        {children}
      </p>
    </details>
  )
}

interface CopyButtonProps {
  copy: string
  label: string
  /** What the button shows afterwards. Its width fits the longest of its texts. */
  outcomes: Pick<PageMessages['body'], 'copied' | 'copyFailed'>
}

function CopyButton({ copy, label, outcomes: { copied, copyFailed } }: CopyButtonProps) {
  return (
    <button type="button" data-copy={copy} data-copied={copied} data-copy-failed={copyFailed}>
      <span aria-live="polite">{label}</span>
    </button>
  )
}

interface PageToolsProps extends Addresses {
  /** Address of the page's Markdown copy; left out if no link leads to it. */
  markdown?: string
  messages: Messages['tools']
}

/** Links of a page that visitors of documentation use: its Markdown copy, and the addresses that an editor chose. */
export function PageTools({ markdown, edit, feedback, messages }: PageToolsProps) {
  return (
    <>
      {markdown && <a href={markdown}>{messages.markdown}</a>}
      {edit && (
        <a href={edit} rel="noopener noreferrer">
          {messages.edit}
        </a>
      )}
      {feedback && (
        <a href={feedback} rel="noopener noreferrer">
          {messages.feedback}
        </a>
      )}
    </>
  )
}
