import { describe, expect, it } from 'vitest'
import { renderEquation } from '@/lib/page/text/equation'
import { Budget, createPageBudgets } from '@/lib/workspace/budget'

describe('renderEquation', () => {
  it('sets a formula inline and on its own line', () => {
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

  it('leaves out the height of a numbered formula, which is counted where it stands', () => {
    expect(renderEquation('\\begin{equation} x \\end{equation}', true)).not.toContain('--height')
  })

  it('shows a wrong formula as its source', () => {
    expect(renderEquation('\\frac{<b>', false)).toBe('<code class="equation-wrong">\\frac{&lt;b&gt;</code>')
    expect(renderEquation('x'.repeat(5_001), false)).toContain('equation-wrong')
  })

  it.each([
    '\\href{javascript:alert(1)}{x}',
    '\\includegraphics{https://example.com/x.png}',
    '\\htmlStyle{position:fixed}{x}',
    '\\url{javascript:alert(1)}',
  ])('lets %s do nothing', (source) => {
    expect(renderEquation(source, false)).not.toMatch(/<a|<img|style="position|href=/)
  })

  it('sets chemistry', () => {
    expect(renderEquation('\\ce{2H2 + O2 -> 2H2O}', false)).not.toContain('equation-wrong')
  })

  it('names no character that no text may hold', () => {
    expect(renderEquation('\\char"FDD0 \\char"FDD1', false)).not.toMatch(/[\uFDD0-\uFDEF]/)
  })

  it('bounds sizes', () => {
    const sizes = renderEquation('\\rule{5000em}{5000em}', true).matchAll(/(?:width|height):([\d.]+)em/g)
    for (const [, size] of sizes) expect(Number(size)).toBeLessThanOrEqual(20)
  })

  it('stops macros that are long and repeated, which no count of expansions bounds', () => {
    const wrong = (source: string) => renderEquation(source, true).startsWith('<code')
    expect(wrong(`\\def\\a{${'x'.repeat(900)}}${'\\a'.repeat(5)}`)).toBe(false)
    expect(wrong(`\\def\\a{${'x'.repeat(900)}}${'\\a'.repeat(199)}`)).toBe(true)
    expect(wrong(`\\def\\a{${'x'.repeat(2400)}}${'\\a'.repeat(199)}`)).toBe(true)
  })

  it('sets macros that use their argument a few times', () => {
    expect(renderEquation('\\def\\m#1{\\frac{#1}{#1}}\\m{x}', true)).not.toContain('equation-wrong')
  })

  it('shows the source of formulas that come when the budget of their page is spent', () => {
    const budgets = { ...createPageBudgets(), equations: new Budget(25) }
    const set = Array.from({ length: 4 }, (_, at) =>
      renderEquation(`budget_{${at}}`, false, { budgets }).startsWith('<span'),
    )
    expect(set).toEqual([true, true, false, false])
  })

  it('stops formulas that grow', () => {
    const doubling = Array.from(
      'abcdefghijklmnop',
      (name, index) => `\\def\\${name}{\\${'bcdefghijklmnopq'[index]}\\${'bcdefghijklmnopq'[index]}}`,
    )
    expect(renderEquation(`${doubling.join('')}\\def\\q{x}\\a`, false)).toContain('equation-wrong')
  })
})
