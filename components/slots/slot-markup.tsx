import type { ReactNode } from 'react'
import { holdMarkup } from '@/lib/cache/rendered-page'

interface SlotMarkupProps {
  /** Names it among the markup of the page. */
  name: string
  html: string
}

/** A part of the page that a component of the site folder has drawn. Its own elements are laid out as if this one did not exist. */
export const SlotMarkup = ({ name, html }: SlotMarkupProps) => (
  <div
    style={{ display: 'contents' }}
    suppressHydrationWarning
    // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered by React
    dangerouslySetInnerHTML={{ __html: holdMarkup(name, html) }}
  />
)

interface SlotContentProps {
  name: string
  /** The markup of a component of the site folder, if it draws this part. */
  html: string | undefined
  /** The built-in part. */
  children: ReactNode
}

/** A part of the page, which a component of the site folder may draw. */
export const SlotContent = ({ name, html, children }: SlotContentProps) =>
  html === undefined ? children : <SlotMarkup name={name} html={html} />
