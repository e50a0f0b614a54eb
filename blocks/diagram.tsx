import { usePageMessages } from '@/components/ui/page-messages'
import type { WireAttributes } from '@/lib/page/wire/blocks'
import type { Captioned } from './block-props'
import { Caption } from './caption'
import { Children } from './children'

/** A diagram that the server drew, above its source, which is also its description for screen readers. */
export function Diagram({
  caption,
  html,
  content,
}: Captioned & WireAttributes['diagram'] & { content: string[] | undefined }) {
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
        dangerouslySetInnerHTML={{ __html: html }}
      />
      <details>
        <summary>{messages.source}</summary>
        <Children ids={content} />
      </details>
      <Caption text={caption} />
    </figure>
  )
}
