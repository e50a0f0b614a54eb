import { FormulaFailure } from './formula-values'

/** Steps that a pattern may cost at worst, by our estimate. */
const MAX_COST = 5_000_000

/**
 * What a pattern may cost on a text at worst. Each repetition multiplies by the text's length and each option by two, because
 * a backtracking engine may try them all; a repeated group that itself repeats or branches has no bound at all.
 */
function worstCost(pattern: string, length: number): number {
  const bare = pattern.replace(/\\[\s\S]/g, 'x').replace(/\[\^?\]?[^\]]*\]/g, 'x')
  const repeatsGroup = /\)(?:[*+]|\{)/.test(bare)
  const branchesInGroup = /\([^)]*(?:[*+{|]|\?(?![:=!<]))/.test(bare)
  const refersBack = /\\[1-9k]/.test(pattern)
  if ((repeatsGroup && branchesInGroup) || refersBack) return Number.POSITIVE_INFINITY
  const repetitions = bare.match(/[*+{]/g)?.length ?? 0
  const options = bare.match(/(?<!\()\?/g)?.length ?? 0
  return (length + 1) ** (repetitions + 1) * 2 ** options
}

/** Throws {@link FormulaFailure} for a pattern that could keep the process busy, SyntaxError for one that is none. */
function compile(pattern: string, flags: string, text: string): RegExp {
  if (worstCost(pattern, text.length) > MAX_COST) throw new FormulaFailure('pattern too costly')
  return new RegExp(pattern, flags)
}

export function testPattern(text: string, pattern: string): boolean {
  return compile(pattern, '', text).test(text)
}

export function replacePattern(text: string, pattern: string, flags: '' | 'g', by: string): string {
  return text.replace(compile(pattern, flags, text), by)
}
