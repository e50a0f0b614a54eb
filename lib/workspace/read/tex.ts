import katex from 'katex'
import 'katex/contrib/mhchem'
import { LIMITS } from '../budget'

/** An equation as KaTeX's markup, without it if it is wrong or too long, and the tokens that it cost. */
export interface RenderedTex {
  html?: string
  tokens: number
  isTooLong?: boolean
}

/** A macro that may repeat each of its arguments more often than this could grow too large in a single step. */
const MOST_PLACEHOLDERS = 50

/** What is used of KaTeX's expander, which it passes to macros that are functions. */
interface Expander {
  expandOnce(expandableOnly?: boolean): number | false
  macros: { set(name: string, value: unknown, isGlobal?: boolean): void }
}

const COUNTER = '\\@count'

/**
 * Sets an equation with KaTeX, within {@link LIMITS}. KaTeX bounds how many macros are expanded, but not
 * how long they are, and takes more than linear time, so that the expanded tokens are counted as well.
 */
export function renderTex(source: string, options: { display: boolean; readAloudOnly?: boolean }): RenderedTex {
  if (source.length > LIMITS.equation) return { tokens: 0, isTooLong: true }
  let tokens = source.length
  const count = (expander: Expander): string => {
    const { expandOnce } = expander
    expander.expandOnce = (expandableOnly) => {
      const made = expandOnce.call(expander, expandableOnly)
      tokens += Number(made)
      if (tokens > LIMITS.equationTokens) throw new RangeError('The equation is too long')
      return made
    }
    const { macros } = expander
    const { set } = macros
    macros.set = (name, value, isGlobal) => {
      if (countPlaceholders(value) > MOST_PLACEHOLDERS) throw new RangeError('The macro is too long')
      set.call(macros, name, value, isGlobal)
    }
    return ''
  }
  try {
    const html = katex.renderToString(`${COUNTER} ${source}`, {
      displayMode: options.display,
      output: options.readAloudOnly ? 'mathml' : 'htmlAndMathml',
      throwOnError: true,
      strict: false,
      trust: false,
      maxSize: 20,
      maxExpand: 201,
      macros: { [COUNTER]: count },
    })
    return { html, tokens }
  } catch (error) {
    // The stack overflows for groups within groups, which is a RangeError, too.
    return { tokens, isTooLong: error instanceof RangeError }
  }
}

function countPlaceholders(value: unknown): number {
  if (typeof value !== 'object' || value === null || !('tokens' in value) || !Array.isArray(value.tokens)) return 0
  return value.tokens.filter(({ text }: { text: string }) => text === '#').length
}
