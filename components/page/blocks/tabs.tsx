'use client'

import { type KeyboardEvent, useId, useRef, useState } from 'react'
import type { WireBlock } from '@/lib/page/wire/blocks'
import { findTab } from '../../ui/tab-keys'
import { RichText } from '../rich-text'
import { Children } from './children'

interface TabsProps {
  tabs: WireBlock[]
  content: string[] | undefined
  /** The name of the group. */
  name?: string
}

/** Tabs of which one is shown. The document contains all of them, so that they can be searched and printed. */
export function Tabs({ tabs, content, name }: TabsProps) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const [active, setActive] = useState(0)

  const move = (event: KeyboardEvent<HTMLElement>) => {
    const next = findTab(event, active, tabs.length)
    if (next === undefined) return
    event.preventDefault()
    setActive(next)
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus()
  }

  return (
    <div className="block-tabs">
      <div ref={list} role="tablist" aria-label={name} onKeyDown={move}>
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
