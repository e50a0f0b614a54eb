import { describe, expect, it } from 'vitest'
import { cleanDrawing } from '@/lib/page/text/diagram'
import { LIMITS } from '@/lib/workspace/budget'
import { lowerLimits } from '@/tests/support/lower-limits'

const cleanMarkup = (inside: string) => cleanDrawing(`<svg viewBox="0 0 1 1">${inside}</svg>`, 'd1')

describe('cleanDrawing', () => {
  it('keeps shapes, texts and theme colors, and rounds numbers', () => {
    const inside = '<rect x="1.23456" y="2" fill="var(--_node-fill)"/><text dy="4.5" class="mono">a &amp; b</text>'
    expect(cleanMarkup(inside)).toBe(`<svg viewBox="0 0 1 1">${inside.replace('1.23456', '1.23')}</svg>`)
  })

  it('prefixes ids and their references with the name of the drawing', () => {
    expect(cleanMarkup('<marker id="end"></marker><path d="M0 0" marker-end="url(#end)"/>')).toBe(
      '<svg viewBox="0 0 1 1"><marker id="d1-end"></marker><path d="M0 0" marker-end="url(#d1-end)"/></svg>',
    )
  })

  it.each([
    ['fill="url(https://example.com)"'],
    ['fill="#f00"'],
    ['style="background:url(//example.com)"'],
    ['onload="alert(1)"'],
    ['href="javascript:alert(1)"'],
    ['xlink:href="//example.com"'],
    ['marker-end="url(https://example.com/#a)"'],
    ['class="other"'],
    ['data-label="a"'],
  ])('leaves out %s', (attribute) => {
    expect(cleanMarkup(`<rect ${attribute}/>`)).toBe('<svg viewBox="0 0 1 1"><rect/></svg>')
  })

  it('leaves out style sheets with their content', () => {
    expect(cleanMarkup("<style>@import url('//example.com');</style><title>a<g/></title>")).toBe(
      '<svg viewBox="0 0 1 1"></svg>',
    )
  })

  it.each([
    '<script>alert(1)</script>',
    '<foreignObject><p>a</p></foreignObject>',
    '<a href="https://example.com"></a>',
    '<use href="#a"/>',
    '<image href="//example.com"/>',
    '<rect x="NaN"/>',
    '<rect x=1/>',
    '<!-- a -->',
    '<![CDATA[a]]>',
  ])('throws for %.40s', (inside) => {
    expect(() => cleanMarkup(inside)).toThrow(/^The drawing /)
  })

  it('throws for a drawing that is too large', () => {
    lowerLimits(LIMITS, { drawing: 60 })
    expect(cleanMarkup('<text>a</text>')).toContain('a')
    expect(() => cleanMarkup(`<text>${'tide '.repeat(5)}</text>`)).toThrow('The drawing is too large')
  })
})
