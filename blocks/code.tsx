import { usePageMessages } from '@/components/ui/page-messages'
import type { BlockProps } from './block-props'
import { Caption } from './caption'
import { Children } from './children'

/** Highlighted code with its language or file name, a switch that wraps long lines, and a copy button, which needs `islands/code.ts`. */
export function CodeBlock({ block }: BlockProps<'code'>) {
  const { caption, html, language, file, wrap, long } = block
  const messages = usePageMessages().body
  return (
    <figure className="block-code" data-wrap={wrap && 1}>
      <div className="block-code-bar">
        <span dir={file && 'ltr'}>{file ?? language}</span>
        {long && (
          <label>
            <input type="checkbox" defaultChecked={wrap === true} />
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

/** A diagram that the server drew, above its source, which is also its description for screen readers. */
export function Diagram({ block, content }: BlockProps<'diagram'>) {
  const messages = usePageMessages().body
  return (
    <figure className="block-diagram">
      {/* biome-ignore lint/a11y/useSemanticElements: neither a fieldset nor important enough for a landmark */}
      <div
        role="group"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and so must be reached by keyboard
        tabIndex={0}
        aria-label={messages.diagram}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: the server drew it and kept only known elements
        dangerouslySetInnerHTML={{ __html: block.html }}
      />
      <details>
        <summary>{messages.source}</summary>
        <Children ids={content} />
      </details>
      <Caption text={block.caption} />
    </figure>
  )
}
