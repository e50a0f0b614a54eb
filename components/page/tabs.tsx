'use client'

import { type KeyboardEvent, useId, useRef, useState } from 'react'
import type { WireBlock } from '@/lib/page/wire-blocks'
import { Children } from './children'
import { RichText } from './rich-text'

/** How far each key moves among the tabs; the ends are far enough for any number of them. */
const MOVES: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1, Home: -1e6, End: 1e6 }

/** Blocks of which one is shown at a time. All of them are in the document, so that they are found and printed. */
export function Tabs({ tabs, content }: { tabs: WireBlock[]; content: string[] | undefined }) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const [active, setActive] = useState(0)

  const move = (event: KeyboardEvent) => {
    const step = MOVES[event.key]
    if (step === undefined) return
    event.preventDefault()
    const isRtl = getComputedStyle(event.currentTarget).direction === 'rtl'
    const next = Math.min(Math.max(active + (isRtl && Math.abs(step) === 1 ? -step : step), 0), tabs.length - 1)
    setActive(next)
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus()
  }

  return (
    <div className="block-tabs">
      <div ref={list} role="tablist" onKeyDown={move}>
        {tabs.map((tab, index) => (
          <button
            // biome-ignore lint/suspicious/noArrayIndexKey: tabs never move
            key={index}
            type="button"
            role="tab"
            id={`${id}-tab-${index}`}
            aria-selected={index === active}
            aria-controls={`${id}-panel-${index}`}
            tabIndex={index === active ? 0 : -1}
            onClick={() => setActive(index)}
          >
            <RichText text={tab[1]} />
          </button>
        ))}
      </div>
      {content?.map((panel, index) => (
        <div
          key={panel}
          role="tabpanel"
          id={`${id}-panel-${index}`}
          aria-labelledby={`${id}-tab-${index}`}
          hidden={index !== active}
        >
          <Children ids={[panel]} />
        </div>
      ))}
    </div>
  )
}
