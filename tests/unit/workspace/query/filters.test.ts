import { describe, expect, test } from 'vitest'
import { createViewFilter } from '@/lib/workspace/query/filters'
import { createRowReader } from '@/lib/workspace/query/row-values'
import { date, idOf } from '@/tests/support/records'
import { block, NOW, names, page, person, SCHEMA, view } from '../things'

const FULL = block(
  'Full',
  {
    text: 'Hello World',
    number: '5',
    select: 'high, very',
    status: 'Writing',
    tags: 'a,c, d',
    date: date('2024-06-15'),
    person: person('Ada'),
    relation: page('Paris'),
    file: [['photo.png', [['a', 'https://example.com/photo.png']]]],
    tick: 'Yes',
    url: 'https://example.com',
  },
  Date.parse('2024-06-14T23:00:00Z'),
)
const OTHER = block('Other', {
  text: 'hello',
  number: '-1',
  select: 'low',
  status: 'Done',
  tags: 'b',
  date: date('2024-05-01'),
  person: person('Bo', 'Ada'),
  relation: page('Rome', 'Paris'),
  tick: 'No',
})
const EMPTY = block('Empty', {})
const ROWS = [FULL, OTHER, EMPTY]

const read = createRowReader({ schema: SCHEMA, rows: ROWS, names, now: NOW })

function apply(filter: unknown, format: Record<string, unknown> = {}) {
  const made = createViewFilter(view({ query: { filter }, format }), { schema: SCHEMA, read, names, now: NOW })
  return { kept: ROWS.filter(made.keeps).map((each) => each.properties.title?.[0]?.[0]), ...made }
}

const leaf = (property: string, operator: string, value?: unknown) => ({
  property,
  filter: { operator, ...(value !== undefined && { value }) },
})
const exact = (value: unknown) => ({ type: 'exact', value })
const relative = (value: string, more = {}) => ({ type: 'relative', value, ...more })
const day = (start_date: string, end_date?: string) =>
  exact({ type: end_date ? 'daterange' : 'date', start_date, ...(end_date && { end_date }) })

describe('operators', () => {
  test.each<[property: string, operator: string, value: unknown, kept: string[]]>([
    ['text', 'string_is', exact('HELLO'), ['Other']],
    ['text', 'string_is_not', exact('hello'), ['Full', 'Empty']],
    ['text', 'string_contains', exact('world'), ['Full']],
    ['text', 'string_does_not_contain', exact('world'), ['Other', 'Empty']],
    ['text', 'string_starts_with', exact('hello'), ['Full', 'Other']],
    ['text', 'string_ends_with', exact('world'), ['Full']],
    ['text', 'is_empty', undefined, ['Empty']],
    ['text', 'is_not_empty', undefined, ['Full', 'Other']],
    ['title', 'string_contains', exact('m'), ['Empty']],
    ['url', 'string_contains', exact('example'), ['Full']],
    ['number', 'number_equals', exact(5), ['Full']],
    ['number', 'number_equals', exact('5'), ['Full']],
    ['number', 'number_does_not_equal', exact(5), ['Other', 'Empty']],
    ['number', 'number_greater_than', exact(-1), ['Full']],
    ['number', 'number_less_than', exact(5), ['Other']],
    ['number', 'number_greater_than_or_equal_to', exact(-1), ['Full', 'Other']],
    ['number', 'number_less_than_or_equal_to', exact(-1), ['Other']],
    ['number', 'is_empty', undefined, ['Empty']],
    ['double', 'number_equals', exact(10), ['Full']],
    ['double', 'is_empty', undefined, ['Empty']],
    ['select', 'enum_is', exact('high, very'), ['Full']],
    ['select', 'enum_is_not', exact('low'), ['Full', 'Empty']],
    ['select', 'enum_is', [exact('low'), exact('high, very')], ['Full', 'Other']],
    ['select', 'enum_is_not', [exact('low'), exact('high, very')], ['Empty']],
    ['status', 'status_is', { type: 'is_option', value: 'Done' }, ['Other']],
    ['status', 'status_is', { type: 'is_group', value: 'Open' }, ['Full']],
    ['status', 'status_is_not', { type: 'is_group', value: 'g2' }, ['Other', 'Empty']],
    ['status', 'enum_is', exact('Writing'), ['Full']],
    ['tags', 'enum_contains', exact('a'), ['Full']],
    ['tags', 'enum_contains', exact('c, d'), ['Full']],
    ['tags', 'enum_does_not_contain', exact('a'), ['Other', 'Empty']],
    ['tags', 'is_not_empty', undefined, ['Full', 'Other']],
    ['person', 'person_contains', exact(idOf('Ada')), ['Full', 'Other']],
    ['person', 'person_contains', exact({ table: 'notion_user', id: idOf('Bo') }), ['Other']],
    ['person', 'person_does_not_contain', exact(idOf('Bo')), ['Full', 'Empty']],
    ['relation', 'relation_contains', exact(idOf('Rome')), ['Other']],
    ['relation', 'relation_does_not_contain', exact(idOf('Rome')), ['Full', 'Empty']],
    ['file', 'is_not_empty', undefined, ['Full']],
    ['tick', 'checkbox_is', exact(true), ['Full']],
    ['tick', 'checkbox_is', exact(false), ['Other', 'Empty']],
    ['tick', 'checkbox_is_not', exact(true), ['Other', 'Empty']],
    ['date', 'date_is', day('2024-06-15'), ['Full']],
    ['date', 'date_is', relative('today'), ['Full']],
    ['date', 'date_is_before', day('2024-06-15'), ['Other']],
    ['date', 'date_is_after', day('2024-05-01'), ['Full']],
    ['date', 'date_is_on_or_before', day('2024-05-01'), ['Other']],
    ['date', 'date_is_on_or_after', relative('today'), ['Full']],
    ['date', 'date_is_before', relative('one_month_ago'), ['Other']],
    ['date', 'date_is_within', relative('the_past_week'), ['Full']],
    ['date', 'date_is_within', relative('this_week'), ['Full']],
    ['date', 'date_is_within', relative('custom', { direction: 'past', unit: 'month', count: 2 }), ['Full', 'Other']],
    ['date', 'date_is_within', relative('surrounding', { unit: 'month' }), ['Full']],
    ['date', 'is_empty', undefined, ['Empty']],
    ['made', 'date_is', day('2024-06-14'), ['Full']],
  ])('%s %s %j', (property, operator, value, kept) => {
    const result = apply({ operator: 'and', filters: [leaf(property, operator, value)] })
    expect(result.kept).toEqual(kept)
    expect(result.notes).toEqual([])
    expect(result.understood).toBe(true)
  })
})

describe('trees', () => {
  const low = leaf('select', 'enum_is', exact('low'))
  const ticked = leaf('tick', 'checkbox_is', exact(true))
  const empty = leaf('text', 'is_empty')

  test.each<[string, unknown, string[]]>([
    ['no filter', undefined, ['Full', 'Other', 'Empty']],
    ['an empty tree', { operator: 'and', filters: [] }, ['Full', 'Other', 'Empty']],
    ['an old empty list', [], ['Full', 'Other', 'Empty']],
    ['a leaf without tree', low, ['Other']],
    ['and', { operator: 'and', filters: [low, ticked] }, []],
    ['or', { operator: 'or', filters: [low, ticked] }, ['Full', 'Other']],
    [
      'or inside and',
      {
        operator: 'and',
        filters: [{ operator: 'or', filters: [low, ticked] }, leaf('number', 'number_greater_than', exact(0))],
      },
      ['Full'],
    ],
    ['and inside or', { operator: 'or', filters: [{ operator: 'and', filters: [low, ticked] }, empty] }, ['Empty']],
  ])('%s', (_, filter, kept) => {
    expect(apply(filter).kept).toEqual(kept)
  })

  test('combines the simple filters of a view with its filter tree', () => {
    const simple = [{ id: '1', filter: low }]
    expect(apply(undefined, { property_filters: simple }).kept).toEqual(['Other'])
    expect(apply(ticked, { property_filters: simple }).kept).toEqual([])
  })

  test('ignores a filter without a value, without a note', () => {
    for (const value of [undefined, { type: 'exact' }, exact(''), []]) {
      const result = apply({ operator: 'and', filters: [leaf('relation', 'relation_contains', value)] })
      expect(result.kept).toEqual(['Full', 'Other', 'Empty'])
      expect(result.understood).toBe(true)
    }
  })
})

describe('unknown parts', () => {
  const low = leaf('select', 'enum_is', exact('low'))

  test.each<[string, unknown, string]>([
    ['an unknown property', leaf('gone', 'string_is', exact('a')), 'unknown property'],
    ['a property of every object', leaf('__proto__', 'string_is', exact('a')), 'unknown property'],
    ['an unknown operator', leaf('text', 'string_sounds_like', exact('a')), 'unknown operator'],
    ['an operator of every object', leaf('text', 'string_constructor', exact('a')), 'unknown operator'],
    ['an unknown kind of operator', leaf('text', 'constructor_is', exact('a')), 'unknown operator'],
    ['a day nobody knows', leaf('date', 'date_is', relative('the day after the fair')), 'unknown value'],
    ['a day that does not exist', leaf('date', 'date_is', day('2024-02-31')), 'unknown value'],
    ['the reader, whom nobody knows', leaf('person', 'person_contains', relative('me')), 'unknown value'],
    ['no operator', { property: 'text', filter: {} }, 'malformed'],
    ['no filter', { property: 'text' }, 'malformed'],
    ['text', 'text', 'malformed'],
    ['a number', 5, 'malformed'],
  ])('%s hides nothing', (_, filter, reason) => {
    const alone = apply({ operator: 'and', filters: [filter] })
    expect(alone.kept).toEqual(['Full', 'Other', 'Empty'])
    expect(alone.notes).toMatchObject([{ reason }])
    expect(alone.understood).toBe(false)
    const together = apply({ operator: 'and', filters: [filter, low] })
    expect(together.kept).toEqual(['Other'])
    expect(together.understood).toBe(true)
  })

  test('ignores a tree that is too deep', () => {
    let deep: unknown = low
    for (let depth = 0; depth < 1000; depth++) deep = { operator: 'and', filters: [deep] }
    expect(apply(deep).kept).toEqual(['Full', 'Other', 'Empty'])
  })
})
