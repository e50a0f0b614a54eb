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

/** How a line of code is marked: as important, as added or as removed. Also the name of the element around it. */
type LineMark = 'mark' | 'ins' | 'del'

/** The end of a marked line is a comment such as `// [!code ++]`, a convention that several documentation tools share. */
const SIGNS = new Map<string, LineMark>([
  ['[!code highlight]', 'mark'],
  ['[!code ++]', 'ins'],
  ['[!code --]', 'del'],
])
/** What may open and close the comment. The longest opening that matches is removed. */
const OPENINGS = ['{/*', '<!--', '//', '/*', '(*', '--', '#', ';', '%']
const CLOSINGS: ReadonlySet<string> = new Set(['', '*/}', '-->', '*/', '*)'])

/** Elements that may be open where a marked line starts. Deeper lines are not marked, because all of them are repeated in the line. */
const MAX_OPEN = 20

/**
 * Removes the comments that mark lines, and returns the marks by the index of their line.
 * @example readLineMarks('a()\nb() // [!code ++]') // { code: 'a()\nb()', marks: Map { 1 => 'ins' } }
 */
export function readLineMarks(source: string): { code: string; marks: ReadonlyMap<number, LineMark> } {
  const marks = new Map<number, LineMark>()
  if (!source.includes('[!code ')) return { code: source, marks }
  const lines = source.split('\n').map((line, index) => {
    const start = line.lastIndexOf('[!code ')
    const end = line.indexOf(']', start) + 1
    const mark = start === -1 ? undefined : SIGNS.get(line.slice(start, end))
    const before = line.slice(0, Math.max(start, 0)).trimEnd()
    const opening = OPENINGS.find((each) => before.endsWith(each))
    if (mark === undefined || opening === undefined || !CLOSINGS.has(line.slice(end).trim())) return line
    marks.set(index, mark)
    return before.slice(0, -opening.length).trimEnd()
  })
  return { code: lines.join('\n'), marks }
}

/** Puts an element around each marked line of highlighted code. Elements that span lines are closed and opened again. */
export function markLines(html: string, marks: ReadonlyMap<number, LineMark>): string {
  if (marks.size === 0) return html
  const open: string[] = []
  let marked = ''
  html.split('\n').forEach((line, index, lines) => {
    const mark = open.length > MAX_OPEN ? undefined : marks.get(index)
    const text = index === lines.length - 1 ? line : `${line}\n`
    if (mark === undefined) marked += text
    else marked += `${closeAll(open)}<${mark}>${open.join('')}${text}`
    for (const [tag] of line.matchAll(/<\/?span[^>]*>/g)) {
      if (tag === '</span>') open.pop()
      else open.push(tag)
    }
    if (mark !== undefined) marked += `${closeAll(open)}</${mark}>${open.join('')}`
  })
  return marked
}

const closeAll = (open: readonly string[]) => '</span>'.repeat(open.length)
