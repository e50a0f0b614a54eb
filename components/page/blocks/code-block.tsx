'use client'

import { useRef } from 'react'
import { usePageMessages } from '@/components/ui/page-messages'
import type { WireAttributes } from '@/lib/page/wire/blocks'
import { CopyButton } from '../../ui/copy-button'
import { useMarkup } from '../texts'
import type { Captioned } from './block-props'
import { Caption } from './caption'

/** Code that the server highlighted, with its language or file name, a switch that wraps long lines, and a copy button. */
export function CodeBlock({ caption, html, language, file, wrap, long }: Captioned & WireAttributes['code']) {
  const messages = usePageMessages().body
  const markup = useMarkup(html)
  const code = useRef<HTMLElement>(null)
  return (
    <figure className="block-code" data-wrap={wrap}>
      <div className="block-code-bar">
        <span dir={file && 'ltr'}>{file ?? language}</span>
        {long && (
          <label>
            <input type="checkbox" defaultChecked={wrap === 1} />
            {messages.wrapLines}
          </label>
        )}
        <CopyButton messages={messages} copy={() => navigator.clipboard.writeText(getCode(code.current))} />
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: neither a fieldset nor important enough for a landmark */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and so must be reached by keyboard */}
      <div className="block-code-text" role="group" tabIndex={0} aria-label={`${messages.codeIn}: ${file ?? language}`}>
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

/** Returns the code without the lines that are marked as removed. */
function getCode(element: HTMLElement | null): string {
  const copy = element?.cloneNode(true) as HTMLElement | undefined
  for (const removed of copy?.querySelectorAll('del') ?? []) removed.remove()
  return copy?.textContent ?? ''
}
