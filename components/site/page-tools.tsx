import type { PageTools as Addresses } from '@/lib/page/tools'
import type { Messages } from '@/messages/languages'

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
