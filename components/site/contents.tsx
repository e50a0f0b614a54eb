'use client'

import {
  type CSSProperties,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  useEffect,
  useMemo,
  useRef,
} from 'react'
import { pageMessagesFor } from '@/lib/messages/parts/page'
import type { WireBlock } from '@/lib/page/wire/blocks'
import { getContents } from '@/lib/page/wire/contents'
import { useActiveHeading } from './scroll-spy'

interface ContentsProps {
  /** Of the page whose headings they are. */
  body: WireBlock[]
  /** Of the interface. */
  locale: string
}

/**
 * The contents of a page: in the margin if there is one, else folded above the text, where they stay below the header with the name of
 * the current section. The list stands beside the fold, not in it, so that the margin can show it whatever the fold's state.
 */
export function Contents({ body, locale }: ContentsProps) {
  const words = pageMessagesFor(locale).contents
  const items = useMemo(() => getContents(body), [body])
  const active = useActiveHeading(items.map(({ id }) => id))
  const current = items.find(({ id }) => id === active)
  const fold = useRef<HTMLDetailsElement>(null)
  const list = useRef<HTMLOListElement>(null)

  // A list that is longer than the window scrolls along with the text.
  useEffect(() => {
    const rail = list.current?.parentElement
    const link =
      active === undefined ? null : list.current?.querySelector<HTMLElement>(`[href="#${CSS.escape(active)}"]`)
    if (rail && link) rail.scrollTop = link.offsetTop - rail.clientHeight / 2
  }, [active])

  const close = () => fold.current?.removeAttribute('open')
  const closeAfterLink = ({ target }: MouseEvent) => {
    if (target instanceof Element && target.closest('a')) close()
  }
  // The list lies over the text, so it must not stay over what has the focus. Safari focuses no link that is clicked.
  const closeAfterFocus = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (relatedTarget !== null && !currentTarget.contains(relatedTarget)) close()
  }
  const closeByKey = ({ key }: KeyboardEvent) => {
    if (key === 'Escape') close()
  }
  return (
    <nav className="contents" aria-label={words.label} data-reading={current && ''}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: its links are what is clicked */}
      <div onClick={closeAfterLink} onBlur={closeAfterFocus} onKeyDown={closeByKey}>
        <details ref={fold}>
          <summary>
            {words.title}
            {current && <span>{current.text}</span>}
          </summary>
        </details>
        <p aria-hidden="true">{words.title}</p>
        <a className="contents-top" href="#content">
          {words.top}
        </a>
        <ol ref={list}>
          {items.map(({ id, text, level }) => (
            <li key={id} style={{ '--level': level } as CSSProperties}>
              <a href={`#${id}`} aria-current={id === active ? 'location' : undefined}>
                {text}
              </a>
            </li>
          ))}
        </ol>
      </div>
    </nav>
  )
}
