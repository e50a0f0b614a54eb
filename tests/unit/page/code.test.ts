import Prism from 'prismjs'
import { describe, expect, it, onTestFinished } from 'vitest'
import { highlightCode } from '@/lib/page/text/code'
import { Budget, createPageBudgets, LIMITS } from '@/lib/workspace/budget'
import { getCodeLanguage, LANGUAGES } from '@/lib/workspace/code-languages'
import { lowerLimits } from '@/tests/support/lower-limits'
import { expectConsole } from '../../support/console'

/** Contains a token of every language that has a grammar. */
const SAMPLE =
  'class A { "b" 1 } # if (a) return <b c="d">\n// x -- y\n\\begin{a} + - function def let 0x1F; @a: b\n+ c\nFROM node\n'

describe('highlightCode', () => {
  it.each(LANGUAGES)('highlights %s unless it has no grammar [N-287]', (name) => {
    const { label, grammar } = getCodeLanguage(name)
    const { html, language } = highlightCode(SAMPLE, name)
    const hasGrammar = !['ABC', 'ASCII Art', 'Plain Text'].includes(name)
    expect([label, language, html.includes('<span')]).toEqual([name, name, hasGrammar])
    if (hasGrammar) expect(Object.keys(Prism.languages)).toContain(grammar)
  })

  it.each([
    [undefined, 'TypeScript', 'typescript'],
    ['c++', 'C++', 'cpp'],
    ['F#', 'F#', 'fsharp'],
    ['C#', 'C#', 'csharp'],
    ['Objective-C', 'Objective-C', 'objectivec'],
    ['plain text', 'Plain Text', null],
  ])('maps %s to %s', (name, label, grammar) => {
    expect(getCodeLanguage(name)).toEqual({ label, grammar })
  })

  it('marks tokens and escapes everything', () => {
    const { html } = highlightCode('const a = "<b>" // & more', 'JavaScript')
    expect(html).toBe(
      '<span class="tk">const</span> a = <span class="ts">&quot;&lt;b&gt;&quot;</span> <span class="tc">// &amp; more</span>',
    )
  })

  it('highlights embedded languages', () => {
    expect(highlightCode('<p class="a"><?php echo 1; ?></p>', 'PHP').html).toContain('<span class="tk">echo</span>')
  })

  it.each(['__proto__', 'constructor', 'extend', '../../x', 'Klingon', '<img>'])(
    'does not highlight code in %s',
    (name) => {
      expect(highlightCode('<i>', name)).toEqual({ html: '&lt;i&gt;', language: name })
    },
  )

  it('does not highlight very long code', () => {
    expect(highlightCode('let a\n'.repeat(20_000), 'JavaScript').html).not.toContain('<span')
  })

  it('limits long lines, and code in languages whose patterns span lines', () => {
    const lines = 'const tide = 1\n'.repeat(40)
    const isHighlighted = (code: string, language: string) => highlightCode(code, language).html.includes('<span')
    lowerLimits(LIMITS, { code: lines.length * 401 })
    expect(isHighlighted(lines, 'JavaScript')).toBe(true)
    expect(isHighlighted(lines.replaceAll('\n', ' '), 'JavaScript')).toBe(false)
    expect(isHighlighted(lines, 'SCSS')).toBe(false)
  })

  it('does not highlight code after the budget of its page is spent', () => {
    const budgets = { ...createPageBudgets(), code: new Budget(10_000) }
    const isHighlighted = Array.from({ length: 3 }, () =>
      highlightCode('let a = 1', 'JavaScript', { budgets }).html.includes('<span'),
    )
    expect(isHighlighted).toEqual([true, true, false])
  })

  it('logs a warning if a grammar fails, and shows the code [N-307]', () => {
    Prism.languages.abap = new Proxy(
      {},
      {
        ownKeys: () => {
          throw new Error('broken')
        },
      },
    )
    onTestFinished(() => {
      delete Prism.languages.abap
    })
    expectConsole(/^warn: Code in ABAP was not highlighted: broken$/)
    expect(highlightCode('a < b', 'ABAP').html).toBe('a &lt; b')
  })
})
