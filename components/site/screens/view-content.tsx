import { holdMarkup } from '@/lib/cache/rendered-page'
import type { PageView } from '@/lib/page/page-view'
import { getPageMessages } from '@/messages/languages'
import { PageContent } from '../page-content'

interface ViewContentProps {
  view: PageView
  /** Whether the links to other pages are left out. */
  withoutEnd?: boolean
}

/** The content of a page. Its markup is put into the document after React has rendered the rest. */
export function ViewContent({ view, withoutEnd = false }: ViewContentProps) {
  const { id, html, end, fullWidth, smallText, locale } = view
  const markup = end === undefined || withoutEnd ? html : `${html}<div>${end}</div>`
  const held = holdMarkup('page', markup)
  return <PageContent {...{ id, fullWidth, smallText }} html={held} messages={getPageMessages(locale)} />
}
