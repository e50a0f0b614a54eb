'use client'

import { createContext, type ReactNode, use, useMemo } from 'react'
import type { DetachedTexts } from '@/lib/page/text/detach-texts'
import type { WireText } from '@/lib/page/wire/text'

/** The texts of a body by number, counted from 1: as they came, or as the HTML that the document holds. */
type Texts = { sent: unknown[] } | { shown: ReadonlyMap<string, string> }

const NONE: Texts = { sent: [] }
const TextsContext = createContext<Texts>(NONE)

/** What the document held of each body when it was first taken over; on the way back the router brings the same empty texts. */
const documents = new Map<string, ReadonlyMap<string, string>>()

/** Gives the blocks inside their detached texts. */
export function TextsProvider({ texts, children }: { texts: DetachedTexts | undefined; children: ReactNode }) {
  const value = useMemo(() => (texts === undefined ? NONE : textsOf(texts)), [texts])
  return <TextsContext value={value}>{children}</TextsContext>
}

/** A detached text: `text` as it was sent, or `html` as the document shows it. */
export function useDetached(number: number): { text: WireText } | { html: string } {
  const texts = use(TextsContext)
  if ('shown' in texts) return { html: texts.shown.get(String(number)) ?? '' }
  return { text: (texts.sent[number - 1] ?? '') as WireText }
}

/** Markup of the server's own making, detached or in its place. */
export function useMarkup(html: string | number): string {
  const found = useDetached(typeof html === 'number' ? html : 0)
  if (typeof html === 'string') return html
  return 'html' in found ? found.html : String(found.text)
}

function textsOf(texts: DetachedTexts): Texts {
  // The first and the last character of a piece are the marks that the cache of pages finds it by.
  const json = texts.pieces.map((piece) => piece.slice(1, -1)).join('')
  if (json !== '') return { sent: JSON.parse(json) as unknown[] }
  const shown = documents.get(texts.id) ?? readDocument(texts.id)
  documents.set(texts.id, shown)
  return { shown }
}

function readDocument(id: string): ReadonlyMap<string, string> {
  const body = document.querySelector(`[data-body="${CSS.escape(id)}"]`)
  const places = body?.querySelectorAll<HTMLElement>('[data-text]') ?? []
  return new Map([...places].map((place) => [place.dataset.text ?? '', place.innerHTML]))
}
