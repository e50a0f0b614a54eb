import { renderEquation } from '@/lib/page/text/equation'
import type { BlockFamily, BlockProps, PrepareBlock } from './block-family'

const prepareEquation: PrepareBlock = (block, { context }) => {
  const source = (block.properties.title ?? []).map(([piece]) => piece).join('')
  if (source.trim() === '') return undefined
  return context.sources
    ? { type: 'equation', html: '', source }
    : { type: 'equation', html: renderEquation(source, true, context) }
}

/** A formula on its own line, which scrolls if it is wider than the page. */
function Equation({ block }: BlockProps<'equation'>) {
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

export const EQUATIONS = {
  prepare: { equation: prepareEquation },
  outputs: { equation: { Html: Equation, toMarkdown: ({ source = '' }) => [{ type: 'math', value: source }] } },
} satisfies BlockFamily
