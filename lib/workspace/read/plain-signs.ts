/** The Greek letters in the order of Unicode, from α. The word after `rho` is the final sigma. */
const GREEK =
  'alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho varsigma sigma tau upsilon phi chi psi omega'
const FIRST_LETTER = 0x3b1

const SIGNS: ReadonlyMap<string, string> = new Map([
  ...GREEK.split(' ').flatMap((name, place): [string, string][] => {
    const letter = String.fromCodePoint(FIRST_LETTER + place)
    return [
      [name, letter],
      [`${name[0]?.toUpperCase()}${name.slice(1)}`, letter.toUpperCase()],
    ]
  }),
  ...Object.entries({
    ...{ approx: '≈', cdot: '·', ge: '≥', geq: '≥', in: '∈', infty: '∞', int: '∫', le: '≤', leq: '≤', nabla: '∇' },
    ...{ ne: '≠', neq: '≠', partial: '∂', pm: '±', prod: '∏', sqrt: '√', sum: '∑', times: '×', to: '→' },
    ...{ rightarrow: '→', leftarrow: '←', Rightarrow: '⇒', ldots: '…', dots: '…', cdots: '…' },
  }),
])

/** The name of an environment, which is not shown, a command, an escaped sign, or a sign that only arranges others. */
const MARKUP = /\\(?:begin|end)\s*\{[^{}]*\}(?:\{[^{}]*\})?|\\([a-zA-Z]+)|\\([%$#&{}_])|\\.|[{}^_&$]/gs

/**
 * Returns an equation as plain signs, for texts that show no equations. Commands without a sign are left out.
 *
 * @example toPlainSigns('\\frac{\\pi}{2} \\le x^2') // 'π 2 ≤ x2'
 */
export function toPlainSigns(source: string): string {
  const replaced = source.replace(MARKUP, (markup, command?: string, escaped?: string) => {
    if (command !== undefined) return SIGNS.get(command) ?? ' '
    if (escaped !== undefined) return escaped
    return /^[\^_]$/.test(markup) ? '' : ' '
  })
  return replaced.replace(/\s+/g, ' ').trim()
}
