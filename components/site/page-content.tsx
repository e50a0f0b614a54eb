import { preload } from 'react-dom'
import type { PageView } from '@/lib/page/page-view'
import type { PageMessages } from '@/messages/languages'
import { Mounted } from './mounted'

interface PageContentProps {
  /** Identifies the content. */
  id: string
  html: string
  firstPicture?: PageView['firstPicture']
  fullWidth?: boolean
  smallText?: boolean
  messages: PageMessages
}

/** The content of a page, of which `islands` makes some elements operable. */
export function PageContent({ id, html, firstPicture, fullWidth, smallText, messages: { body } }: PageContentProps) {
  if (firstPicture) {
    const { src, srcSet, sizes } = firstPicture
    preload(src, { as: 'image', imageSrcSet: srcSet, imageSizes: sizes, fetchPriority: 'high' })
  }
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
