'use client'

import { createContext, type ReactNode, use, useMemo } from 'react'
import type { DetachedTexts } from '@/lib/page/text/detach-texts'
import type { WireText } from '@/lib/page/wire/text'

/**
 * The detached texts of a body by number, from 1. A detached text is in the HTML of the document, and therefore not in the hydration data,
 * see `detach-texts.ts`. `data` contains the texts after a client-side navigation, `html` those of the document.
 */
type Texts = { data: unknown[] } | { html: ReadonlyMap<string, string> }

const NONE: Texts = { data: [] }
const TextsContext = createContext<Texts>(NONE)

/** The HTML of the texts of each body, read at its hydration. On back navigation, the router renders the body without texts again. */
const documents = new Map<string, ReadonlyMap<string, string>>()

/** Provides the blocks inside with their detached texts. */
export function TextsProvider({ texts, children }: { texts: DetachedTexts | undefined; children: ReactNode }) {
  const value = useMemo(() => (texts === undefined ? NONE : readTexts(texts)), [texts])
  return <TextsContext value={value}>{children}</TextsContext>
}

/** Returns a detached text: `text` from the data of a client-side navigation, or `html` from the document. */
export function useDetached(number: number): { text: WireText } | { html: string } {
  const texts = use(TextsContext)
  if ('html' in texts) return { html: texts.html.get(String(number)) ?? '' }
  return { text: (texts.data[number - 1] ?? '') as WireText }
}

/** Returns markup that the server generated, either detached or in its place. */
export function useMarkup(html: string | number): string {
  const found = useDetached(typeof html === 'number' ? html : 0)
  if (typeof html === 'string') return html
  return 'html' in found ? found.html : String(found.text)
}

/** Markup that the server generated, in an element of its own. */
export function Markup({ html }: { html: string | number }) {
  const markup = useMarkup(html)
  return (
    <div
      data-text={typeof html === 'number' ? html : undefined}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: see above
      dangerouslySetInnerHTML={{ __html: markup }}
      suppressHydrationWarning
    />
  )
}

function readTexts(texts: DetachedTexts): Texts {
  // The first and last character of a piece are delimiters by which the cache finds it.
  const json = texts.pieces.map((piece) => piece.slice(1, -1)).join('')
  if (json !== '') return { data: JSON.parse(json) as unknown[] }
  const html = documents.get(texts.id) ?? readDocument(texts.id)
  documents.set(texts.id, html)
  return { html }
}

function readDocument(id: string): ReadonlyMap<string, string> {
  const body = document.querySelector(`[data-body="${CSS.escape(id)}"]`)
  const places = body?.querySelectorAll<HTMLElement>('[data-text]') ?? []
  return new Map([...places].map((place) => [place.dataset.text ?? '', place.innerHTML]))
}
