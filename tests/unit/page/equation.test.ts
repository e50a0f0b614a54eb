import { describe, expect, it } from 'vitest'
import { renderEquation } from '@/lib/page/text/equation'
import { Budget, COSTS, createPageBudgets, LIMITS } from '@/lib/workspace/budget'
import { renderTex } from '@/lib/workspace/read/tex'
import { lowerLimits } from '@/tests/support/lower-limits'

const HALVES = '\\def\\half{\\frac{1}{2}} \\half + \\half = 1'
const SQUARE = '\\def\\square#1{#1 \\cdot #1} \\square{a + b}'

describe('renderEquation', () => {
  it('renders an equation inline and as a block', () => {
    expect(renderEquation('x^2', false)).toContain('<math><mrow><msup><mi>x</mi><mn>2</mn></msup></mrow></math>')
    expect(renderEquation('x^2', true)).toContain('katex-display')
  })

  it('omits visual properties from the MathML for screen readers', () => {
    expect(renderEquation('\\left(\\tfrac{n}{2}, k\\right)', false)).toContain(
      '<mrow><mo>(</mo><mstyle><mfrac><mi>n</mi><mn>2</mn></mfrac></mstyle><mo>,</mo><mi>k</mi><mo>)</mo></mrow>',
    )
  })

  it.each([
    ['x', '1.20'],
    ['\\frac{a}{b}', '1.79'],
    ['x_{\\int} \\hat{A}', '1.38'],
    ['a \\newline b', '2.40'],
  ])('returns the height of %s as a block', (source, height) => {
    expect(renderEquation(source, true)).toContain(`"katex-display" style="--height:${height}"`)
    expect(renderEquation(source, false)).not.toContain('--height')
  })

  it('lets an inline equation break between its parts only', () => {
    expect(renderEquation('a = b + c', false).split('<wbr>')).toHaveLength(3)
    expect(renderEquation('ab', false)).not.toContain('<wbr>')
    expect(renderEquation('a = b + c', true)).not.toContain('<wbr>')
  })

  it.each([
    ['\\left(a + b + c + d\\right)', false],
    ['a + b + c + d + e + f + g + h + i + j + k + l + m + n', false],
    ['\\left(a + b + c + d + e + f + g + h + i + j + k + l + m + n\\right)', true],
  ])('makes an inline equation with a part that may be wider than the column focusable: %s', (source, isWide) => {
    expect(renderEquation(source, false).includes('tabindex="0"')).toBe(isWide)
  })

  it('omits the height of a numbered equation', () => {
    expect(renderEquation('\\begin{equation} x \\end{equation}', true)).not.toContain('--height')
  })

  it('shows the source of an invalid equation', () => {
    expect(renderEquation('\\frac{<b>', false)).toBe('<code class="equation-wrong">\\frac{&lt;b&gt;</code>')
    expect(renderEquation('x'.repeat(LIMITS.equation + 1), false)).toContain('equation-wrong')
  })

  it.each([
    '\\href{javascript:alert(1)}{x}',
    '\\includegraphics{https://example.com/x.png}',
    '\\htmlStyle{position:fixed}{x}',
    '\\url{javascript:alert(1)}',
  ])('ignores %s', (source) => {
    expect(renderEquation(source, false)).not.toMatch(/<a|<img|style="position|href=/)
  })

  it('renders chemical equations', () => {
    expect(renderEquation('\\ce{2H2 + O2 -> 2H2O}', false)).not.toContain('equation-wrong')
  })

  it('contains no noncharacters', () => {
    expect(renderEquation('\\char"FDD0 \\char"FDD1', false)).not.toMatch(/[\uFDD0-\uFDEF]/)
  })

  it('limits sizes [N-312]', () => {
    const sizes = renderEquation('\\rule{5000em}{5000em}', true).matchAll(/(?:width|height):([\d.]+)em/g)
    for (const [, size] of sizes) expect(Number(size)).toBeLessThanOrEqual(20)
  })

  it('renders macros, also those with an argument', () => {
    for (const source of [HALVES, SQUARE]) expect(renderEquation(source, true)).not.toContain('equation-wrong')
  })

  it.each([15, 60])('renders a derivation of %i aligned lines', (count) => {
    const line =
      '\\int_0^1 \\frac{\\partial f}{\\partial x} \\,dx &= \\left( \\alpha_k + \\beta_k \\right) \\cdot \\mathbf{v} \\quad \\implies a \\neq b'
    const source = `\\begin{aligned}${Array.from({ length: count }, () => line).join('\\\\ ')}\\end{aligned}`
    const budgets = createPageBudgets()
    expect(renderEquation(source, true, { budgets }).match(/\u2260|≠/g)?.length).toBeGreaterThanOrEqual(count)
    expect(budgets.equations.isSpent).toBe(false)
  })

  it.each([
    [
      'ellipses',
      'a_1 + \\dots + a_n &= \\sum_i a_i \\neq 0 \\implies b_1, \\dots, b_n \\notin \\varnothing \\iff c \\to \\dots',
    ],
    [
      'fractions',
      '\\dfrac{1}{2} \\tfrac{3}{4} &\\coloneqq \\cfrac{1}{2} \\ne \\binom{n}{k} \\dbinom{a}{b} \\dotsc \\dotsb \\limsup_n a_n',
    ],
    ['congruences', 'a &\\equiv b \\pmod{n} \\implies a^k \\equiv b^k \\pmod{n} \\iff n \\mid a^k - b^k'],
    [
      'matrices',
      '\\begin{pmatrix} a & \\dots & b \\\\ \\vdots & \\ddots & \\vdots \\end{pmatrix} &= \\overset{def}{=} \\dots',
    ],
  ])('renders a derivation of 40 lines of %s, whose signs are macros', (_, line) => {
    const source = `\\begin{aligned}${Array.from({ length: 40 }, () => line).join('\\\\ ')}\\end{aligned}`
    const budgets = createPageBudgets()
    expect(renderEquation(source, true, { budgets })).toContain('katex-display')
    expect(budgets.equations.isSpent).toBe(false)
  })

  it('counts tokens once, also if the source names the counter', () => {
    const counted = renderTex(`\\@count${HALVES}`, { display: true })
    const once = renderTex(HALVES, { display: true })
    expect(counted.html).toContain('katex-display')
    // The name is a part of the source, and of the markup.
    expect(counted.work - once.work).toBeLessThan(COSTS.token * 10)
  })

  it.each<[what: string, lowered: Partial<Record<keyof typeof LIMITS, number>>, source: string]>([
    ['of too many characters', { equation: 4 }, 'x + y'],
    ['of too many tokens', { equationTokens: 40 }, HALVES],
    ['of too many tokens of an argument', { equationTokens: 40 }, SQUARE],
    ['of too many tokens of macros of KaTeX', { equationTokens: 20 }, 'a \\neq b \\neq c'],
    ['with a macro of too many placeholders', { macroPlaceholders: 1 }, SQUARE],
  ])('rejects an equation %s', (_, lowered, source) => {
    expect(renderTex(source, { display: true })).toMatchObject({ html: expect.stringContaining('katex') })
    lowerLimits(LIMITS, lowered)
    expect(renderTex(source, { display: true })).toMatchObject({ isTooLong: true })
    expect(renderTex(source, { display: true }).html).toBeUndefined()
  })

  it('shows the source of equations after the budget of their page is spent', () => {
    const sources = ['budget_{0}', 'budget_{1}', 'budget_{2}', 'x']
    const work = sources.slice(0, 2).map((source) => renderTex(source, { display: false }).work)
    const listRendered = (units: number) => {
      const budgets = { ...createPageBudgets(), equations: new Budget(units) }
      return sources.map((source) => renderEquation(source, false, { budgets }).startsWith('<span'))
    }
    const all = work.reduce((sum, each) => sum + each)
    expect(listRendered(all)).toEqual([true, true, false, false])
    expect(listRendered(all - 1)).toEqual([true, false, false, false])
  })
})
