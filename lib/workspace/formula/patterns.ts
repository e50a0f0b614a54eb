import { type Budget, LIMITS } from '../budget'
import { FormulaFailure, spend } from './values'

/**
 * Estimates the steps of a pattern on a text in the worst case. A backtracking engine may try every combination, so each repetition
 * multiplies the cost by the length of the text, and each option doubles it. The cost of a repeated group combined with any other
 * repetition or option has no useful bound, so it counts as infinite.
 */
function estimateWorstCost(pattern: string, length: number): number {
  // `$` matches the end of an unclosed class, so that the expression takes linear time.
  const bare = pattern.replace(/\\[\s\S]/g, 'x').replace(/\[[^\]]*(?:\]|$)/g, 'x')
  const repetitions = bare.match(/[*+{]/g)?.length ?? 0
  const options = bare.match(/\||(?<!\()\?/g)?.length ?? 0
  const repeatsGroup = /\)[*+{]/.test(bare)
  const refersBack = /\\[1-9k]/.test(pattern)
  if (refersBack || (repeatsGroup && repetitions + options > 1)) return Number.POSITIVE_INFINITY
  return (length + 1) ** (repetitions + 1) * 2 ** options
}

/** Throws {@link FormulaFailure} if a pattern is too costly, and SyntaxError if it is invalid. */
function compile(pattern: string, flags: string, text: string, budget: Budget): RegExp {
  const cost = estimateWorstCost(pattern, text.length)
  if (cost > LIMITS.pattern) throw new FormulaFailure('pattern too costly')
  spend(cost, budget)
  return new RegExp(pattern, flags)
}

export function testPattern(text: string, pattern: string, budget: Budget): boolean {
  return compile(pattern, '', text, budget).test(text)
}

/** Also throws {@link FormulaFailure} if the result could be too long. */
export function replacePattern(text: string, pattern: string, flags: '' | 'g', by: string, budget: Budget): string {
  const expression = compile(pattern, flags, text, budget)
  const matches = flags === 'g' ? (text.match(expression)?.length ?? 0) : 1
  const references = by.split('$').length - 1
  const length = text.length + matches * by.length + references * text.length
  if (length > LIMITS.replacement || /\$[`']/.test(by)) throw new FormulaFailure('replacement too long')
  return text.replace(expression, by)
}
