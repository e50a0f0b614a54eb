import { createPageBudgets, LIMITS, type PageBudgets } from '../budget'
import { estimateCodeWork } from '../code-work'
import { estimateDiagramWork, isDiagram, readDiagram } from '../diagrams'
import type { Block } from '../record-map'
import type { Reduced } from '../stored'
import { cutExcerpt } from '../text'
import { renderTex } from './tex'

/** Shorter equations that define no macros are always within the limits: each, and all of a page together. */
const ALWAYS_WITHIN_LIMITS = { each: 200, all: 2000 }
const MACRO_DEFINITION = /\\(?:[gex]?def|(?:re|provide)?newcommand|providecommand|let|futurelet)(?![a-zA-Z])/
const MAX_EXCERPT_LENGTH = 60

/** Finds the code, diagrams and equations of a page that exceed the limits or the page's budget, in reading order. */
export function findTooCostly(blocks: readonly Block[], most: number): Reduced[] {
  const budgets = createPageBudgets()
  const found: Reduced[] = []
  const add = (what: Reduced['what'], { id }: Block, source: string) =>
    found.push({ what, block: id, text: cutExcerpt(source, MAX_EXCERPT_LENGTH) })
  const areWithinLimits = areShort(blocks.flatMap(getEquations))
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
    for (const source of areWithinLimits ? [] : getEquations(block)) {
      if (!fitsBudget(source, block.type === 'equation', budgets)) add('equation', block, source)
    }
  }
  return found
}

function areShort(equations: readonly string[]): boolean {
  const { each, all } = ALWAYS_WITHIN_LIMITS
  return (
    equations.reduce((sum, { length }) => sum + length, 0) <= all &&
    equations.every((source) => source.length <= each && !MACRO_DEFINITION.test(source))
  )
}

/** Spends the work of an equation. Once the budget is spent, no more equations are rendered, just as on the page. */
function fitsBudget(source: string, display: boolean, { equations }: PageBudgets): boolean {
  if (equations.isSpent) return false
  const { work, isTooLong } = renderTex(source, { display })
  return isTooLong !== true && equations.spend(work)
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
