import katex from 'katex'
import 'katex/contrib/mhchem'
import { COSTS, LIMITS } from '../budget'

/** The KaTeX markup of an equation, which is undefined if it is invalid or too long, and its cost in units of `BUDGETS.equations`. */
export interface RenderedTex {
  html?: string
  work: number
  isTooLong?: boolean
}

/** The used part of KaTeX's macro expander, which is passed to macros that are functions. */
interface Expander {
  expandOnce(expandableOnly?: boolean): number | false
  macros: { set(name: string, value: unknown, isGlobal?: boolean): void }
}

const COUNTER = '\\@count'

/**
 * Renders an equation with KaTeX, within {@link LIMITS}. KaTeX 0.19 limits only the number of macros, which does not bound its time, and of
 * which an ordinary long derivation has many. So the tokens that it processes are counted instead.
 */
export function renderTex(source: string, options: { display: boolean }): RenderedTex {
  if (source.length > LIMITS.equation) return { work: 0, isTooLong: true }
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
    // A source that names the counter must not count twice.
    set.call(macros, COUNTER, '')
    macros.set = (name, value, isGlobal) => {
      if (countPlaceholders(value) > LIMITS.macroPlaceholders) throw new RangeError('The macro is too long')
      set.call(macros, name, value, isGlobal)
    }
    return ''
  }
  try {
    const html = katex.renderToString(`${COUNTER} ${source}`, {
      displayMode: options.display,
      throwOnError: true,
      strict: false,
      trust: false,
      maxSize: 20,
      maxExpand: Number.POSITIVE_INFINITY,
      macros: { [COUNTER]: count },
    })
    return { html, work: COSTS.token * tokens + html.length }
  } catch (error) {
    // A stack overflow of KaTeX is a RangeError, too.
    return { work: COSTS.token * tokens, isTooLong: error instanceof RangeError }
  }
}

function countPlaceholders(value: unknown): number {
  if (typeof value !== 'object' || value === null || !('tokens' in value) || !Array.isArray(value.tokens)) return 0
  return value.tokens.filter(({ text }: { text: string }) => text === '#').length
}
