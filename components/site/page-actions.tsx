import type { ReactNode } from 'react'
import type { PageMessages } from '@/messages/languages'

interface PageActionsProps {
  /** Address of the page's Markdown copy; left out if it has none. */
  markdown?: string
  /** Address of the page in Notion, for editors. */
  edit?: string
  messages: PageMessages
  /** More links. */
  children?: ReactNode
}

/** Actions on a page: copy its URL, copy it as Markdown, and edit it in Notion. `islands/site/copy.ts` copies. */
export function PageActions({ markdown, edit, messages: { actions, body }, children }: PageActionsProps) {
  return (
    <p className="page-actions" data-copied={body.copied} data-copy-failed={body.copyFailed}>
      <CopyButton copy="page" label={actions.link} />
      {markdown && <CopyButton copy={markdown} label={actions.markdown} />}
      {edit && (
        <a href={edit} rel="noopener noreferrer">
          {actions.edit}
        </a>
      )}
      {children}
    </p>
  )
}

function CopyButton({ copy, label }: { copy: string; label: string }) {
  return (
    <button type="button" data-copy={copy}>
      <span aria-live="polite">{label}</span>
    </button>
  )
}
