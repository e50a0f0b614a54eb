'use client'

import { useRef } from 'react'
import { usePageMessages } from '@/components/ui/page-messages'
import type { WireMore } from '@/lib/page/wire/blocks'
import { CopyButton } from '../../ui/copy-button'
import { useMarkup } from '../texts'
import type { Captioned } from './block-props'
import { Caption } from './caption'

/** Code that the server highlighted, with its language and a copy button. */
export function CodeBlock({ caption, html, language, wrap }: Captioned & WireMore['code']) {
  const messages = usePageMessages().body
  const markup = useMarkup(html)
  const code = useRef<HTMLElement>(null)
  return (
    <figure className="block-code" data-wrap={wrap}>
      <div className="block-code-bar">
        <span>{language}</span>
        <CopyButton messages={messages} copy={() => navigator.clipboard.writeText(code.current?.textContent ?? '')} />
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: neither a fieldset nor important enough for a landmark */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and so must be reached by keyboard */}
      <div className="block-code-text" role="group" tabIndex={0} aria-label={`${messages.codeIn}: ${language}`}>
        <pre>
          <code
            ref={code}
            dir="ltr"
            data-text={typeof html === 'number' ? html : undefined}
            // biome-ignore lint/security/noDangerouslySetInnerHtml: escaped and highlighted by the server
            dangerouslySetInnerHTML={{ __html: markup }}
            suppressHydrationWarning
          />
        </pre>
      </div>
      <Caption text={caption} />
    </figure>
  )
}
