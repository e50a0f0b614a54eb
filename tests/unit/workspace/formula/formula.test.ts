import { describe, expect, test } from 'vitest'
import { call, evaluateToValue, number, property, symbol, text } from './support'

const missing = property('missing', 'number')

const CASES: [what: string, formula: unknown, expected: unknown][] = [
  ['a constant', text('a'), 'a'],
  ['a number', number(2.5), 2.5],
  ['a boolean constant', { type: 'constant', value: true, result_type: 'checkbox' }, true],
  ['a boolean constant as text', { type: 'constant', value: 'false', result_type: 'checkbox' }, false],
  ['true', symbol('true'), true],
  ['false', symbol('false'), false],
  ['pi', symbol('pi'), Math.PI],
  ['e', { type: 'constant', value: 'e', result_type: 'number' }, Math.E],

  ['a checked checkbox', property('yes', 'checkbox'), true],
  ['an unchecked checkbox', property('no', 'checkbox'), false],
  ['a checkbox that was never changed', property('missing', 'checkbox'), false],
  ['a number property', property('count', 'number'), 3],
  ['a text property', property('word'), 'Hello'],
  ['tags', property('tags'), 'red, blue'],
  ['a missing text', property('missing'), undefined],
  ['a missing number', missing, undefined],

  ['and', call('and', symbol('true'), property('yes', 'checkbox')), true],
  ['and, not', call('and', symbol('true'), property('no', 'checkbox')), false],
  ['or', call('or', symbol('false'), symbol('true')), true],
  ['not', call('not', property('yes', 'checkbox')), false],
  ['if', call('if', property('yes', 'checkbox'), text('a'), text('b')), 'a'],
  ['else', call('if', property('no', 'checkbox'), text('a'), text('b')), 'b'],
  ['if does not evaluate the other branch', call('if', symbol('true'), text('a'), call('no such function')), 'a'],
  ['empty text', call('empty', property('missing')), true],
  ['empty, not', call('empty', property('word')), false],
  ['empty number', call('empty', missing), true],
  ['equal', call('equal', text('a'), text('a')), true],
  ['equal dates', call('equal', property('day', 'date'), property('day', 'date')), true],
  ['equal of different types', call('equal', text('1'), number(1)), false],
  ['missing equals empty', call('equal', property('missing'), text('')), true],
  ['unequal', call('unequal', text('a'), text('b')), true],
  ['larger', call('larger', number(10), number(9)), true],
  ['larger of texts', call('larger', text('b'), text('a')), true],
  ['larger than missing', call('larger', number(10), missing), false],
  ['largerEq', call('largerEq', number(9), number(9)), true],
  ['smaller dates', call('smaller', property('day', 'date'), call('now')), true],
  ['smallerEq', call('smallerEq', number(10), number(9)), false],

  ['an operator', { type: 'operator', operator: '+', name: 'add', args: [number(1), number(2)] }, 3],
  ['add texts', call('add', text('a'), number(1)), 'a1'],
  ['add text and missing', call('add', text('a: '), missing), 'a: '],
  ['add number and missing', call('add', number(1), missing), undefined],
  ['subtract', call('subtract', number(5), number(7)), -2],
  ['multiply with missing', call('multiply', number(5), missing), undefined],
  ['divide', call('divide', number(1), number(4)), 0.25],
  ['divide by zero', call('divide', number(1), number(0)), undefined],
  ['mod', call('mod', number(7), number(4)), 3],
  ['pow', call('pow', number(2), number(10)), 1024],
  ['abs', call('abs', number(-2)), 2],
  ['cbrt', call('cbrt', number(27)), 3],
  ['ceil', call('ceil', number(1.2)), 2],
  ['exp', call('exp', number(0)), 1],
  ['floor', call('floor', number(-1.2)), -2],
  ['ln', call('ln', symbol('e')), 1],
  ['log10', call('log10', number(1000)), 3],
  ['log2', call('log2', number(8)), 3],
  ['log of a negative', call('ln', number(-1)), undefined],
  ['max', call('max', number(1), number(3), number(2)), 3],
  ['min', call('min', number(1), number(3), number(2)), 1],
  ['round', call('round', number(2.5)), 3],
  ['round to digits', call('round', number(2.345), number(1)), 2.3],
  ['sign', call('sign', number(-9)), -1],
  ['sqrt', call('sqrt', number(16)), 4],
  ['unaryMinus', call('unaryMinus', property('count', 'number')), -3],
  ['unaryPlus', call('unaryPlus', text('4')), 4],
  ['toNumber', call('toNumber', text('12 apples')), 12],
  ['toNumber of a boolean', call('toNumber', symbol('true')), 1],
  ['toNumber of text', call('toNumber', text('apples')), undefined],

  ['concat', call('concat', text('a'), text('b'), text('c')), 'abc'],
  ['join', call('join', text('-'), text('a'), text('b')), 'a-b'],
  ['contains', call('contains', property('word'), text('ell')), true],
  ['contains in missing', call('contains', property('missing'), text('a')), false],
  ['length', call('length', property('word')), 5],
  ['slice', call('slice', property('word'), number(1), number(3)), 'el'],
  ['slice to the end', call('slice', property('word'), number(3)), 'lo'],
  ['replace', call('replace', text('aaa'), text('a'), text('b')), 'baa'],
  ['replaceAll', call('replaceAll', text('Damian Jones'), text('.+ '), text('')), 'Jones'],
  ['replace with groups', call('replace', text('2024-03'), text('(\\d+)-(\\d+)'), text('$2/$1')), '03/2024'],
  ['test', call('test', property('word'), text('^H')), true],
  ['an invalid pattern', call('test', property('word'), text('(')), undefined],
  ['format a number', call('format', number(1234.5)), '1234.5'],
  ['format a boolean', call('format', symbol('true')), 'true'],
  ['format a date', call('format', property('day', 'date')), 'Mar 5, 2024'],
  ['format a missing number', call('format', missing), undefined],
  [
    'text of a sum without rounding errors',
    call('concat', text('='), call('format', call('add', number(0.1), number(0.2)))),
    '=0.3',
  ],

  ['date', call('date', property('day', 'date')), 5],
  ['day of the week', call('day', property('day', 'date')), 2],
  ['month', call('month', property('day', 'date')), 2],
  ['year', call('year', property('day', 'date')), 2024],
  ['hour', call('hour', property('born', 'date')), 23],
  ['minute', call('minute', property('born', 'date')), 30],
  ['hour in another time zone', call('hour', property('away', 'date')), 4],
  ['start', call('start', property('span', 'date')), '2024-03-05'],
  ['end', call('end', property('span', 'date')), '2024-03-09'],
  ['end of a single day', call('end', property('day', 'date')), '2024-03-05'],
  ['a range', property('span', 'date'), '2024-03-05 2024-03-09'],
  ['now', call('now'), '2024-06-15 12:34'],
  ['created time', property('made', 'date'), '2024-01-31 08:00'],
  ['timestamp', call('timestamp', property('day', 'date')), Date.UTC(2024, 2, 5)],
  ['fromTimestamp', call('fromTimestamp', number(0)), '1970-01-01 00:00'],
  [
    'dateAdd months to a shorter month',
    call('dateAdd', property('made', 'date'), number(1), text('months')),
    '2024-02-29 08:00',
  ],
  ['dateAdd years', call('dateAdd', property('day', 'date'), number(2), text('years')), '2026-03-05'],
  ['dateAdd quarters', call('dateAdd', property('day', 'date'), number(1), text('quarters')), '2024-06-05'],
  ['dateAdd weeks', call('dateAdd', property('day', 'date'), number(1), text('weeks')), '2024-03-12'],
  ['dateAdd hours', call('dateAdd', property('day', 'date'), number(5), text('hours')), '2024-03-05 05:00'],
  ['dateSubtract', call('dateSubtract', property('day', 'date'), number(5), text('days')), '2024-02-29'],
  ['dateAdd of an unknown unit', call('dateAdd', property('day', 'date'), number(5), text('aeons')), undefined],
  ['dateAdd beyond the largest date', call('dateAdd', property('day', 'date'), number(1e9), text('years')), undefined],
  ['a date that does not exist', property('bad', 'date'), undefined],
  ['the year of a text', call('year', property('word')), undefined],
]

describe('evaluateFormula', () => {
  test.each(CASES)('evaluates %s', (_, formula, expected) => {
    const actual = evaluateToValue(formula)
    if (typeof expected === 'number') expect(actual).toBeCloseTo(expected, 10)
    else expect(actual).toBe(expected)
  })
})

test('evaluateFormula uses the time zone of the site', () => {
  expect(evaluateToValue(call('now'), 'Asia/Shanghai')).toBe('2024-06-15 20:34')
  expect(evaluateToValue(call('date', property('day', 'date')), 'America/Los_Angeles')).toBe(5)
  expect(evaluateToValue(call('timestamp', property('day', 'date')), 'America/Los_Angeles')).toBe(
    Date.UTC(2024, 2, 5, 8),
  )
})
