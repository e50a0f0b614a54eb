import { getScriptAddress } from '@/lib/scripts'
import type { CommentService } from '@/lib/third-parties'
import { createDataAttributes } from '../data-attributes'
import { COLUMN_STYLE } from './column'

/** The height is reserved, so that the footer does not move much. */
const STYLE = `@layer design{${COLUMN_STYLE}.comments{min-height:20rem}.comments iframe{width:100%;height:20rem;border:0;color-scheme:auto}}`

interface ServiceCommentsProps {
  settings: CommentService
  /** BCP 47 tag of the interface's language. */
  locale: string
  label: string
}

/** Readers' comments, which a service draws when they come near the viewport. */
export function ServiceComments({ settings: { service, data }, locale, label }: ServiceCommentsProps) {
  return (
    <section
      className="comments"
      aria-label={label}
      data-service={service}
      data-locale={locale}
      {...createDataAttributes(data)}
    >
      <style>{STYLE}</style>
      <script type="module" src={getScriptAddress('comments')} />
    </section>
  )
}
