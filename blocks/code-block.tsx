import { usePageMessages } from '@/components/ui/page-messages'
import type { WireAttributes } from '@/lib/page/wire/blocks'
import type { Captioned } from './block-props'
import { Caption } from './caption'

/** Highlighted code with its language or file name, a switch that wraps long lines, and a copy button, which needs `islands/code.ts`. */
export function CodeBlock({ caption, html, language, file, wrap, long }: Captioned & WireAttributes['code']) {
  const messages = usePageMessages().body
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
        <button type="button">
          <span aria-live="polite">{messages.copy}</span>
        </button>
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: neither a fieldset nor important enough for a landmark */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and so must be reached by keyboard */}
      <div className="block-code-text" role="group" tabIndex={0} aria-label={`${messages.codeIn}: ${file ?? language}`}>
        <pre>
          <code
            dir="ltr"
            // biome-ignore lint/security/noDangerouslySetInnerHtml: escaped and highlighted on the page thread
            dangerouslySetInnerHTML={{ __html: html }}
          />
        </pre>
      </div>
      <Caption text={caption} />
    </figure>
  )
}
