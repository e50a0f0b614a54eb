'use client'

import { type ComponentProps, type RefObject, useState } from 'react'
import { PLACEHOLDER } from '@/lib/cache/placeholder'

/** Markup that documents had, by id. On back navigation, the router renders its placeholder again. */
const documents = new Map<string, string>()

type Attributes = Pick<ComponentProps<'div'>, 'className'> & Partial<Record<`data-${string}`, true | undefined>>

type MarkupProps = Attributes & {
  ref: RefObject<HTMLDivElement | null>
  /** Identifies the markup. Use it as the key, too: the markup of an element never changes. */
  id: string
  /** The markup; in the hydration data of a document its placeholder. */
  html: string
}

/** Markup that React rendered on the page thread. */
export function Markup({ id, html, ref, ...attributes }: MarkupProps) {
  const [markup] = useState(() => (html === PLACEHOLDER ? readDocument(id) : html))
  return (
    <div
      {...attributes}
      ref={ref}
      data-markup={id}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: see above
      dangerouslySetInnerHTML={{ __html: markup }}
      suppressHydrationWarning
    />
  )
}

/** Returns the markup that the document has, or had before a client-side navigation. */
function readDocument(id: string): string {
  const known = documents.get(id) ?? document.querySelector(`[data-markup="${CSS.escape(id)}"]`)?.innerHTML ?? ''
  documents.set(id, known)
  return known
}
