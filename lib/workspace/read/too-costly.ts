import { createPageBudgets, LIMITS } from '../budget'
import { estimateCodeWork } from '../code-work'
import { estimateDiagramWork, isDiagram, readDiagram } from '../diagrams'
import type { Block } from '../record-map'
import type { Reduced } from '../stored'
import { cutExcerpt } from '../text'
import { renderTex } from './tex'

/** A shorter equation that defines no macros is always within the limits. */
const ALWAYS_WITHIN_LIMITS = 200
const MACRO_DEFINITION = /\\(?:[gex]?def|(?:re|provide)?newcommand|providecommand|let|futurelet)(?![a-zA-Z])/
const MAX_EXCERPT_LENGTH = 60

/** Finds the code, diagrams and equations of a page that exceed the limits or the page's budget, in reading order. */
export function findTooCostly(blocks: readonly Block[], most: number): Reduced[] {
  const budgets = createPageBudgets()
  const found: Reduced[] = []
  const add = (what: Reduced['what'], { id }: Block, source: string) =>
    found.push({ what, block: id, words: cutExcerpt(source, MAX_EXCERPT_LENGTH) })
  for (const block of blocks) {
    if (found.length >= most) break
    if (block.type === 'code') {
      const source = getSource(block)
      const language = block.properties.language?.[0]?.[0]
      const work = estimateCodeWork(source, language)
      if (work > LIMITS.code || !budgets.code.spend(work)) add('code', block, source)
      const drawn = isDiagram(language) ? readDiagram(source) : []
      if (drawn === undefined || !budgets.diagrams.spend(estimateDiagramWork(drawn))) add('diagram', block, source)
    }
    for (const source of getEquations(block)) {
      const { tokens, isTooLong } = countTokens(source)
      if (isTooLong || !budgets.equations.spend(tokens)) add('equation', block, source)
    }
  }
  return found
}

function countTokens(source: string): { tokens: number; isTooLong?: boolean } {
  return source.length <= ALWAYS_WITHIN_LIMITS && !MACRO_DEFINITION.test(source)
    ? { tokens: source.length }
    : renderTex(source, { display: true, readAloudOnly: true })
}

const getSource = ({ properties }: Block) => (properties.title ?? []).map(([piece]) => piece).join('')

function getEquations(block: Block): string[] {
  if (block.type === 'equation') return [getSource(block)]
  return Object.values(block.properties).flatMap((text) =>
    text.flatMap(([, formats = []]) =>
      formats.flatMap(([kind, value]) => (kind === 'e' && typeof value === 'string' ? [value] : [])),
    ),
  )
}
