import type { Budget } from '../budget'
import { FormulaFailure, spend } from './values'

/** Steps that a pattern may cost at worst, by our estimate. */
const MAX_COST = 5_000_000

/** Characters that a replacement may make of a text. */
const MAX_LENGTH = 100_000

/**
 * What a pattern may cost on a text at worst. Each repetition multiplies by the text's length and each option by two, because
 * a backtracking engine may try them all. A repeated group beside any other choice may have no bound at all, so it is refused.
 */
function worstCost(pattern: string, length: number): number {
  // A class without an end, which is no pattern, is searched to the end only once.
  const bare = pattern.replace(/\\[\s\S]/g, 'x').replace(/\[[^\]]*(?:\]|$)/g, 'x')
  const repetitions = bare.match(/[*+{]/g)?.length ?? 0
  const options = bare.match(/\||(?<!\()\?/g)?.length ?? 0
  const repeatsGroup = /\)[*+{]/.test(bare)
  const refersBack = /\\[1-9k]/.test(pattern)
  if (refersBack || (repeatsGroup && repetitions + options > 1)) return Number.POSITIVE_INFINITY
  return (length + 1) ** (repetitions + 1) * 2 ** options
}

/** Throws {@link FormulaFailure} for a pattern that could keep the process busy, SyntaxError for one that is none. */
function compile(pattern: string, flags: string, text: string, budget: Budget): RegExp {
  const cost = worstCost(pattern, text.length)
  if (cost > MAX_COST) throw new FormulaFailure('pattern too costly')
  spend(cost, budget)
  return new RegExp(pattern, flags)
}

export function testPattern(text: string, pattern: string, budget: Budget): boolean {
  return compile(pattern, '', text, budget).test(text)
}

/** Throws {@link FormulaFailure} also where the result would be far longer than the text. */
export function replacePattern(text: string, pattern: string, flags: '' | 'g', by: string, budget: Budget): string {
  const expression = compile(pattern, flags, text, budget)
  const matches = flags === 'g' ? (text.match(expression)?.length ?? 0) : 1
  const references = by.split('$').length - 1
  const length = text.length + matches * by.length + references * text.length
  if (length > MAX_LENGTH || /\$[`']/.test(by)) throw new FormulaFailure('replacement too long')
  return text.replace(expression, by)
}
