import type { PageMessages } from '@/messages/languages'
import { Mounted } from './mounted'

interface PageContentProps {
  /** Identifies the content. */
  id: string
  html: string
  fullWidth?: boolean
  smallText?: boolean
  messages: PageMessages
}

/** The content of a page, of which `islands` makes some elements operable. */
export function PageContent({ id, html, fullWidth, smallText, messages: { body } }: PageContentProps) {
  return (
    <>
      <div
        key={id}
        className="page-body"
        data-full-width={fullWidth || undefined}
        data-small-text={smallText || undefined}
        data-copied={body.copied}
        data-copy-failed={body.copyFailed}
        suppressHydrationWarning
        // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered by React
        dangerouslySetInnerHTML={{ __html: html }}
      />
      <Mounted id={id} />
    </>
  )
}
