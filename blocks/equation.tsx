import type { BlockProps } from './block-props'

/** A formula on its own line, which scrolls if it is wider than the page. */
export function Equation({ block }: BlockProps<'equation'>) {
  return (
    <div
      className="block-equation"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and so must be reached by keyboard
      tabIndex={0}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: markup that the server generated from a formula
      dangerouslySetInnerHTML={{ __html: block.html }}
    />
  )
}
