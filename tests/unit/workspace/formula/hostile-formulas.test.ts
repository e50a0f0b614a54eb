import { describe, expect, test } from 'vitest'
import { call, evaluate, type Node, property, symbol, text } from './support'

describe('evaluateFormula with hostile formulas', () => {
  const nest = (depth: number, wrap: (inner: Node) => Node, inner: Node): Node =>
    depth === 0 ? inner : nest(depth - 1, wrap, wrap(inner))

  test.each<[string, unknown]>([
    ['nothing', undefined],
    ['null', null],
    ['text', 'prop("a")'],
    ['no type', {}],
    ['an unknown type', { type: 'lambda' }],
    ['an unknown function', call('eval', text('1'))],
    ['a member of Object.prototype', call('constructor', text('1'))],
    ['the prototype as function', call('__proto__', text('1'))],
    ['an unknown symbol', symbol('constructor')],
    ['an object as constant', { type: 'constant', value: { a: 1 }, result_type: 'text' }],
    ['no arguments', { type: 'function', name: 'replaceAll' }],
    ['arguments that are not a list', { type: 'function', name: 'abs', args: 'abc' }],
    ['missing arguments', call('dateAdd')],
    ['the prototype as property', property('__proto__')],
    ['too deep a tree', nest(201, (inner) => call('not', inner), symbol('true'))],
    ['a text that doubles', nest(15, (inner) => call('replaceAll', inner, text('a'), text('aa')), text('a'))],
    ['a pattern that may take too long', call('test', text('ab'), text('(ab)+c*'))],
    ['a replacement with the following text', call('replaceAll', text('a b'), text('a'), text("$'"))],
  ])('returns undefined for %s', (_, formula) => {
    expect(evaluate(formula)).toBeUndefined()
  })

  test('returns undefined for a call with 30,000 arguments', () => {
    expect(evaluate(call('concat', ...Array.from({ length: 30_000 }, () => text('a'))))).toBeUndefined()
  })
})
