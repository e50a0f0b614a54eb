import type { CSSProperties } from 'react'
import type { ContentsItem } from '@/blocks/prepared-block'
import { ELEMENT_IDS } from '@/lib/element-ids'
import type { PageMessages } from '@/messages/languages'

interface ContentsProps {
  items: readonly ContentsItem[]
  messages: PageMessages['contents']
}

/**
 * The table of contents of a page: in the margin on wide screens, else folded in a bar that sticks below the header and names the
 * current section, which `islands/site/contents.ts` marks. The list is a sibling of the `details` element, so that the margin shows it
 * whether or not that is open.
 */
export function Contents({ items, messages }: ContentsProps) {
  return (
    // On members pages, the script may mark the current section before React hydrates.
    <nav className="contents" aria-label={messages.label} suppressHydrationWarning>
      <div>
        <details>
          <summary>
            {messages.title}
            {/* biome-ignore lint/security/noDangerouslySetInnerHtml: so that hydration leaves the name of the current section */}
            <span dangerouslySetInnerHTML={{ __html: '' }} />
          </summary>
        </details>
        <p aria-hidden="true">{messages.title}</p>
        <a className="contents-top" href={`#${ELEMENT_IDS.content}`}>
          {messages.top}
        </a>
        <ol>
          {items.map(({ id, text, level }) => (
            <li key={id} style={{ '--level': level } as CSSProperties}>
              <a href={`#${id}`} suppressHydrationWarning>
                {text}
              </a>
            </li>
          ))}
        </ol>
      </div>
    </nav>
  )
}
