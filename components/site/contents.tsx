'use client'

import type { CSSProperties } from 'react'
import type { ContentsItem } from '@/lib/page/types'
import { useActiveHeading } from './scroll-spy'

interface ContentsProps {
  items: ContentsItem[]
  /** For those who go from landmark to landmark; the title is for those who see it. */
  label: string
  title: string
}

/**
 * The contents of a page: in the margin where there is one, else folded above the text. The list stands beside the
 * fold, not in it, so that the margin can show it whatever the fold's state.
 */
export function Contents({ items, label, title }: ContentsProps) {
  const active = useActiveHeading(items.map(({ id }) => id))
  return (
    <nav className="contents" aria-label={label}>
      <div>
        <details>
          <summary>{title}</summary>
        </details>
        <p aria-hidden="true">{title}</p>
        <ol>
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
