import { describe, expect, test } from 'vitest'
import { Budget } from '@/lib/workspace/budget'
import { evaluateFormula } from '@/lib/workspace/formula/formula'
import type { Names, Value } from '@/lib/workspace/property-values'
import type { DateValue } from '@/lib/workspace/record-map'

const NOW = Date.parse('2024-06-15T12:34:56Z')
const names: Names = { userName: () => undefined, pageTitle: () => undefined, locale: 'en', timeZone: 'UTC' }

const PROPERTIES: Record<string, Value> = {
  count: { type: 'number', number: 3, format: 'dollar' },
  word: { type: 'text', text: 'Hello' },
  yes: { type: 'checkbox', checked: true },
  no: { type: 'checkbox', checked: false },
  day: { type: 'date', date: { type: 'date', start_date: '2024-03-05' } },
  span: { type: 'date', date: { type: 'daterange', start_date: '2024-03-05', end_date: '2024-03-09' } },
  born: { type: 'date', date: { type: 'datetime', start_date: '2024-03-05', start_time: '23:30' } },
  away: {
    type: 'date',
    date: { type: 'datetime', start_date: '2024-03-05', start_time: '23:30', time_zone: 'America/New_York' },
  },
  bad: { type: 'date', date: { type: 'date', start_date: '2024-02-31' } },
  made: { type: 'instant', instant: Date.UTC(2024, 0, 31, 8) },
  tags: { type: 'options', options: ['red', 'blue'] },
}

type Node = unknown

// Builders of formula trees.
const text = (value: string): Node => ({ type: 'constant', value, value_type: 'string', result_type: 'text' })
const number = (value: number): Node => ({
  type: 'constant',
  value: String(value),
  value_type: 'number',
  result_type: 'number',
})
const symbol = (name: string): Node => ({ type: 'symbol', name })
const property = (id: string, result_type = 'text'): Node => ({ type: 'property', id, name: id, result_type })
const call = (name: string, ...args: Node[]): Node => ({ type: 'function', name, args })

function evaluate(formula: unknown, timeZone = 'UTC'): Value | undefined {
  return evaluateFormula(formula, {
    property: (id) => (Object.hasOwn(PROPERTIES, id) ? PROPERTIES[id] : undefined),
    names: { ...names, timeZone },
    now: NOW,
    budget: new Budget(1_000_000_000),
  })
}

/** Evaluates a formula to a JavaScript value. A date becomes the text of its days and times. */
function evaluateToValue(formula: unknown, timeZone?: string): unknown {
  const value = evaluate(formula, timeZone)
  if (value?.type === 'text') return value.text
  if (value?.type === 'number') return value.number
  if (value?.type === 'checkbox') return value.checked
  return value?.type === 'date' ? formatDateValue(value.date) : undefined
}

function formatDateValue(date: DateValue): string {
  return [date.start_date, date.start_time, date.end_date, date.end_time].filter(Boolean).join(' ')
}

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

describe('dateBetween', () => {
  const createDay = (start_date: string) =>
    call('dateAdd', property('day', 'date'), number(countDaysFrom(start_date)), text('days'))
  const countDaysFrom = (start: string) => (Date.parse(start) - Date.UTC(2024, 2, 5)) / 86_400_000

  test.each([
    ['2024-05-04', '2024-03-05', 'days', 60],
    ['2024-03-05', '2024-05-04', 'days', -60],
    ['2024-05-04', '2024-03-05', 'months', 1],
    ['2024-05-05', '2024-03-05', 'months', 2],
    ['2024-03-31', '2024-02-29', 'months', 1],
    ['2024-03-05', '2024-05-04', 'months', -1],
    ['2025-03-04', '2024-03-05', 'years', 0],
    ['2025-03-05', '2024-03-05', 'years', 1],
    ['2024-09-05', '2024-03-05', 'quarters', 2],
    ['2024-03-19', '2024-03-05', 'weeks', 2],
    ['2024-03-06', '2024-03-05', 'hours', 24],
    ['2024-03-06', '2024-03-05', 'minutes', 1440],
    ['2024-03-05', '2024-03-05', 'days', 0],
  ])('counts the time from %s back to %s in %s', (later, earlier, unit, expected) => {
    expect(evaluateToValue(call('dateBetween', createDay(later), createDay(earlier), text(unit)))).toBe(expected)
  })
})

describe('formatDate', () => {
  const evaluateFormat = (pattern: string, date: Node = property('born', 'date')) =>
    evaluateToValue(call('formatDate', date, text(pattern)))

  test.each([
    ['MMMM D, YYYY', 'March 5, 2024'],
    ['YYYY-MM-DD', '2024-03-05'],
    ['dddd, MMM Do', 'Tuesday, Mar 5th'],
    ['ddd DD/MM/YY', 'Tue 05/03/24'],
    ['HH:mm', '23:30'],
    ['h:mm A', '11:30 PM'],
    ['hh:mm a', '11:30 pm'],
    ['[Week] W', 'Week 10'],
    ['[Quarter] Q[, day] DDD', 'Quarter 1, day 65'],
    ['X', String(Date.UTC(2024, 2, 5, 23, 30) / 1000)],
    ['LL', 'March 5, 2024'],
    ['LT', '11:30 PM'],
    ['YYYY年M月D日', '2024年3月5日'],
  ])('formats %s', (pattern, shown) => {
    expect(evaluateFormat(pattern)).toBe(shown)
  })

  test.each(['YYYY of the year', 'jj', 'Week W'])(
    'returns undefined for %s, which contains unknown letters outside brackets',
    (pattern) => {
      expect(evaluateFormat(pattern)).toBeUndefined()
    },
  )
})

test('evaluateFormula uses the time zone of the site', () => {
  expect(evaluateToValue(call('now'), 'Asia/Shanghai')).toBe('2024-06-15 20:34')
  expect(evaluateToValue(call('date', property('day', 'date')), 'America/Los_Angeles')).toBe(5)
  expect(evaluateToValue(call('timestamp', property('day', 'date')), 'America/Los_Angeles')).toBe(
    Date.UTC(2024, 2, 5, 8),
  )
})

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
    ['arguments that are no list', { type: 'function', name: 'abs', args: 'abc' }],
    ['missing arguments', call('dateAdd')],
    ['the prototype as property', property('__proto__')],
    ['too deep a tree', nest(1000, (inner) => call('not', inner), symbol('true'))],
    ['a text that doubles', nest(40, (inner) => call('replaceAll', inner, text('a'), text('aa')), text('a'))],
    ['a replacement with the following text', call('replaceAll', text('a'.repeat(9000)), text('a'), text("$'"))],
    ['a long replacement', call('replaceAll', text('a'.repeat(9000)), text('a'), text('b'.repeat(9000)))],
    ['an exponential pattern', call('test', text('a'.repeat(40)), text('^(a+)+$b'))],
    ['an exponential pattern with alternatives', call('test', text('a'.repeat(40)), text('^(a|a)*$b'))],
    ['a pattern of many options', call('test', text('a'.repeat(40)), text(`${'a?'.repeat(40)}${'a'.repeat(40)}`))],
    ['a pattern of many repetitions', call('test', text('a'.repeat(2000)), text('a*a*a*a*a*a*b'))],
    ['a pattern of groups in groups', call('test', text('a'.repeat(40)), text('^((a)+)+$b'))],
    ['a pattern behind an empty class', call('test', text('a'.repeat(40)), text('[]|(a+)+$b]'))],
    ['an exponential pattern with counted repetitions', call('test', text('a'.repeat(40)), text('^(a{1,30}){1,30}$b'))],
  ])('returns undefined for %s', (_, formula) => {
    expect(evaluate(formula)).toBeUndefined()
  })

  test('returns undefined for a call with 30,000 arguments', () => {
    expect(evaluate(call('concat', ...Array.from({ length: 30_000 }, () => text('a'))))).toBeUndefined()
  })
})
