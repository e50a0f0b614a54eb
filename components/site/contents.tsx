'use client'

import { type CSSProperties, type FocusEvent, type KeyboardEvent, type MouseEvent, useEffect, useRef } from 'react'
import type { ContentsItem } from '@/blocks/prepared-block'
import { ELEMENT_IDS } from '@/lib/element-ids'
import { usePageMessages } from '../ui/page-messages'
import { useActiveHeading } from './scroll-spy'

/**
 * The table of contents of a page: in the margin on wide screens, else folded in a bar that sticks below the header and names the
 * current section. The list is a sibling of the `details` element, so that the margin shows it whether or not that is open.
 */
export function Contents({ items }: { items: readonly ContentsItem[] }) {
  const messages = usePageMessages().contents
  const active = useActiveHeading(items.map(({ id }) => id))
  const current = items.find(({ id }) => id === active)
  const fold = useRef<HTMLDetailsElement>(null)
  const list = useRef<HTMLOListElement>(null)

  // A list that is longer than the window follows the text.
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
  // The open list covers the text, so it must not cover the focused element. Safari does not focus a clicked link.
  const closeAfterFocus = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (relatedTarget !== null && !currentTarget.contains(relatedTarget)) close()
  }
  const closeByKey = ({ key }: KeyboardEvent) => {
    if (key === 'Escape') close()
  }
  return (
    <nav className="contents" aria-label={messages.label} data-reading={current && ''}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the links inside are clicked */}
      <div onClick={closeAfterLink} onBlur={closeAfterFocus} onKeyDown={closeByKey}>
        <details ref={fold}>
          <summary>
            {messages.title}
            {current && <span>{current.text}</span>}
          </summary>
        </details>
        <p aria-hidden="true">{messages.title}</p>
        <a className="contents-top" href={`#${ELEMENT_IDS.content}`}>
          {messages.top}
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
