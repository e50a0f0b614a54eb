'use client'

import type { CSSProperties } from 'react'
import type { ContentsItem } from '@/lib/page/types'
import { useActiveHeading } from './scroll-spy'

/**
 * The contents of a page: in the margin where there is one, else folded above the text. The list stands beside the
 * fold, not in it, so that the margin can show it whatever the fold's state.
 */
export function Contents({ items, label }: { items: ContentsItem[]; label: string }) {
  const active = useActiveHeading(items.map(({ id }) => id))
  return (
    <nav className="contents" aria-label={label}>
      <div>
        <details>
          <summary>{label}</summary>
        </details>
        <p aria-hidden="true">{label}</p>
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
