'use client'

import { type CSSProperties, useMemo } from 'react'
import type { WireBlock } from '@/lib/page/wire/blocks'
import { contentsOf } from '@/lib/page/wire/contents'
import { useActiveHeading } from './scroll-spy'

interface ContentsProps {
  /** Of the page whose headings they are. */
  body: WireBlock[]
  /** For those who go from landmark to landmark; the title is for those who see it. */
  label: string
  title: string
}

/**
 * The contents of a page: in the margin where there is one, else folded above the text. The list stands beside the
 * fold, not in it, so that the margin can show it whatever the fold's state.
 */
export function Contents({ body, label, title }: ContentsProps) {
  const items = useMemo(() => contentsOf(body), [body])
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
