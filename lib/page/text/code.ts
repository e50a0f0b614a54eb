import 'server-only'
import Prism, { type Grammar, type TokenStream } from 'prismjs'
import loadLanguages from 'prismjs/components/index.js'
import { LIMITS } from '../../workspace/budget'
import { estimateCodeWork, getCodeLanguage } from '../../workspace/code-languages'
import { escapeHtml } from '../../workspace/escape-html'
import type { ViewContext } from '../view-context'

/** The class of each token type that is colored. Similar types share a class. */
const CLASSES = new Map(
  Object.entries({
    tc: 'comment prolog doctype cdata shebang hashbang',
    tk: 'keyword atrule important rule control-flow directive-hash directive module macro',
    ts: 'string char attr-value template-string triple-quoted-string regex url',
    tn: 'number boolean constant symbol null nil unit color',
    tf: 'function function-name function-definition method builtin decorator annotation attribute',
    tt: 'class-name type tag selector namespace title type-variable type-definition instruction',
    tv: 'property attr-name variable parameter key label',
    ti: 'inserted',
    td: 'deleted',
    tb: 'bold',
    te: 'italic',
    tx: 'interpolation',
  }).flatMap(([name, kinds]) => kinds.split(' ').map((kind): [string, string] => [kind, name])),
)

/**
 * Returns code as escaped markup with a class on each colored token. Code in an unknown language, code beyond the budgets, and code whose
 * grammar fails are returned as escaped text.
 */
export function highlightCode(
  code: string,
  language: string | undefined,
  { budgets }: Pick<ViewContext, 'budgets'> = {},
): { html: string; language: string } {
  const { label, grammar: id } = getCodeLanguage(language)
  if (id === null || budgets?.code.isSpent) return { html: escapeHtml(code), language: label }
  const work = estimateCodeWork(code, language)
  const isWithin = work <= LIMITS.code && (budgets?.code.spend(work) ?? true)
  if (!isWithin) return { html: escapeHtml(code), language: label }
  try {
    const grammar = loadGrammar(id)
    return { html: grammar ? toHtml(tokenize(code, id, grammar)) : escapeHtml(code), language: label }
  } catch (error) {
    console.warn(`Code in ${label} was not highlighted:`, error instanceof Error ? error.message : error)
    return { html: escapeHtml(code), language: label }
  }
}

loadLanguages.silent = true

/** Loads a grammar at its first use, because loading all of them takes a second. */
function loadGrammar(id: string): Grammar | undefined {
  if (!Object.hasOwn(Prism.languages, id)) loadLanguages(id)
  const grammar = Object.hasOwn(Prism.languages, id) ? Prism.languages[id] : undefined
  return typeof grammar === 'object' ? grammar : undefined
}

/** Does the same as Prism's `highlight`. The hooks are needed by grammars that embed others. */
function tokenize(code: string, language: string, grammar: Grammar): TokenStream {
  const step: { code: string; language: string; grammar: Grammar; tokens: TokenStream } = {
    code,
    language,
    grammar,
    tokens: [],
  }
  Prism.hooks.run('before-tokenize', step)
  step.tokens = Prism.tokenize(step.code, step.grammar)
  Prism.hooks.run('after-tokenize', step)
  return step.tokens
}

function toHtml(tokens: TokenStream, outerClass?: string): string {
  if (typeof tokens === 'string') return escapeHtml(tokens)
  if (Array.isArray(tokens)) return tokens.map((token) => toHtml(token, outerClass)).join('')
  const name = [tokens.type, ...[tokens.alias].flat()].map((kind) => CLASSES.get(kind ?? '')).find((known) => known)
  const inside = toHtml(tokens.content, name ?? outerClass)
  return name === undefined || name === outerClass ? inside : `<span class="${name}">${inside}</span>`
}
