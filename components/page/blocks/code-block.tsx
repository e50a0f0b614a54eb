'use client'

import { useRef } from 'react'
import type { WireMore } from '@/lib/page/wire/blocks'
import { CopyButton } from '../../ui/copy-button'
import { useMarkup } from '../texts'
import { useWords } from '../words'
import type { Captioned } from './block-props'
import { Caption } from './caption'

/** Code as the server set it, with its language and a button that copies it. */
export function CodeBlock({ caption, html, language, wrap }: Captioned & WireMore['code']) {
  const words = useWords()
  const markup = useMarkup(html)
  const code = useRef<HTMLElement>(null)
  return (
    <figure className="block-code" data-wrap={wrap}>
      <div className="block-code-bar">
        <span>{language}</span>
        <CopyButton words={words} copy={() => navigator.clipboard.writeText(code.current?.textContent ?? '')} />
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: no set of fields, and too small a thing to be a landmark */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and so must be reached by keyboard */}
      <div className="block-code-text" role="group" tabIndex={0} aria-label={`${words.codeIn}: ${language}`}>
        <pre>
          <code
            ref={code}
            dir="ltr"
            data-text={typeof html === 'number' ? html : undefined}
            // biome-ignore lint/security/noDangerouslySetInnerHtml: escaped and coloured by the server
            dangerouslySetInnerHTML={{ __html: markup }}
            suppressHydrationWarning
          />
        </pre>
      </div>
      <Caption text={caption} />
    </figure>
  )
}
