import { describe, expect, test } from 'vitest'
import { createViewFilter } from '@/lib/workspace/query/filters'
import { createRowReader } from '@/lib/workspace/query/row-values'
import { createId, date } from '@/tests/support/records'
import { createPages, createPeople, createRow, createView, NOW, names, SCHEMA } from './support'

const FULL = createRow(
  'Full',
  {
    text: 'Hello World',
    number: '5',
    select: 'high, very',
    status: 'Writing',
    tags: 'a,c, d',
    date: date('2024-06-15'),
    person: createPeople('Ada'),
    relation: createPages('Paris'),
    file: [['photo.png', [['a', 'https://example.com/photo.png']]]],
    tick: 'Yes',
    ticket: '12',
    url: 'https://example.com',
  },
  Date.parse('2024-06-14T23:00:00Z'),
)
const OTHER = createRow('Other', {
  text: 'hello',
  number: '-1',
  select: 'low',
  status: 'Done',
  tags: 'b',
  date: date('2024-05-01'),
  person: createPeople('Bo', 'Ada'),
  relation: createPages('Rome', 'Paris'),
  tick: 'No',
  ticket: '7',
})
const EMPTY = createRow('Empty', {})
const ROWS = [FULL, OTHER, EMPTY]

const read = createRowReader({ schema: SCHEMA, rows: ROWS, names, now: NOW })

function applyFilter(filter: unknown, format: Record<string, unknown> = {}) {
  const viewFilter = createViewFilter(createView({ query: { filter }, format }), {
    schema: SCHEMA,
    read,
    names,
    now: NOW,
  })
  return { kept: ROWS.filter(viewFilter.keeps).map((each) => each.properties.title?.[0]?.[0]), ...viewFilter }
}

const createLeaf = (property: string, operator: string, value?: unknown) => ({
  property,
  filter: { operator, ...(value !== undefined && { value }) },
})
const createExact = (value: unknown) => ({ type: 'exact', value })
const createRelative = (value: string, more = {}) => ({ type: 'relative', value, ...more })
const createDay = (start_date: string, end_date?: string) =>
  createExact({ type: end_date ? 'daterange' : 'date', start_date, ...(end_date && { end_date }) })

describe('createViewFilter: operators', () => {
  test.each<[property: string, operator: string, value: unknown, kept: string[]]>([
    ['text', 'string_is', createExact('HELLO'), ['Other']],
    ['text', 'string_is_not', createExact('hello'), ['Full', 'Empty']],
    ['text', 'string_contains', createExact('world'), ['Full']],
    ['text', 'string_does_not_contain', createExact('world'), ['Other', 'Empty']],
    ['text', 'string_starts_with', createExact('hello'), ['Full', 'Other']],
    ['text', 'string_ends_with', createExact('world'), ['Full']],
    ['text', 'is_empty', undefined, ['Empty']],
    ['text', 'is_not_empty', undefined, ['Full', 'Other']],
    ['title', 'string_contains', createExact('m'), ['Empty']],
    ['url', 'string_contains', createExact('example'), ['Full']],
    ['number', 'number_equals', createExact(5), ['Full']],
    ['number', 'number_equals', createExact('5'), ['Full']],
    ['number', 'number_does_not_equal', createExact(5), ['Other', 'Empty']],
    ['number', 'number_greater_than', createExact(-1), ['Full']],
    ['number', 'number_less_than', createExact(5), ['Other']],
    ['number', 'number_greater_than_or_equal_to', createExact(-1), ['Full', 'Other']],
    ['number', 'number_less_than_or_equal_to', createExact(-1), ['Other']],
    ['number', 'is_empty', undefined, ['Empty']],
    ['ticket', 'number_equals', createExact(12), ['Full']],
    ['ticket', 'number_less_than', createExact(12), ['Other']],
    ['ticket', 'number_does_not_equal', createExact(12), ['Other', 'Empty']],
    ['person', 'person_contains', createRelative('me'), []],
    ['person', 'person_does_not_contain', createRelative('me'), ['Full', 'Other', 'Empty']],
    ['person', 'person_contains', [createRelative('me'), createExact(createId('Bo'))], ['Other']],
    ['double', 'number_equals', createExact(10), ['Full']],
    ['double', 'is_empty', undefined, ['Empty']],
    ['select', 'enum_is', createExact('high, very'), ['Full']],
    ['select', 'enum_is_not', createExact('low'), ['Full', 'Empty']],
    ['select', 'enum_is', [createExact('low'), createExact('high, very')], ['Full', 'Other']],
    ['select', 'enum_is_not', [createExact('low'), createExact('high, very')], ['Empty']],
    ['status', 'status_is', { type: 'is_option', value: 'Done' }, ['Other']],
    ['status', 'status_is', { type: 'is_group', value: 'Open' }, ['Full']],
    ['status', 'status_is_not', { type: 'is_group', value: 'g2' }, ['Other', 'Empty']],
    ['status', 'enum_is', createExact('Writing'), ['Full']],
    ['tags', 'enum_contains', createExact('a'), ['Full']],
    ['tags', 'enum_contains', createExact('c, d'), ['Full']],
    ['tags', 'enum_does_not_contain', createExact('a'), ['Other', 'Empty']],
    ['tags', 'is_not_empty', undefined, ['Full', 'Other']],
    ['person', 'person_contains', createExact(createId('Ada')), ['Full', 'Other']],
    ['person', 'person_contains', createExact({ table: 'notion_user', id: createId('Bo') }), ['Other']],
    ['person', 'person_does_not_contain', createExact(createId('Bo')), ['Full', 'Empty']],
    ['relation', 'relation_contains', createExact(createId('Rome')), ['Other']],
    ['relation', 'relation_does_not_contain', createExact(createId('Rome')), ['Full', 'Empty']],
    ['file', 'is_not_empty', undefined, ['Full']],
    ['tick', 'checkbox_is', createExact(true), ['Full']],
    ['tick', 'checkbox_is', createExact(false), ['Other', 'Empty']],
    ['tick', 'checkbox_is_not', createExact(true), ['Other', 'Empty']],
    ['date', 'date_is', createDay('2024-06-15'), ['Full']],
    ['date', 'date_is', createRelative('today'), ['Full']],
    ['date', 'date_is_before', createDay('2024-06-15'), ['Other']],
    ['date', 'date_is_after', createDay('2024-05-01'), ['Full']],
    ['date', 'date_is_on_or_before', createDay('2024-05-01'), ['Other']],
    ['date', 'date_is_on_or_after', createRelative('today'), ['Full']],
    ['date', 'date_is_before', createRelative('one_month_ago'), ['Other']],
    ['date', 'date_is_within', createRelative('the_past_week'), ['Full']],
    ['date', 'date_is_within', createRelative('this_week'), ['Full']],
    [
      'date',
      'date_is_within',
      createRelative('custom', { direction: 'past', unit: 'month', count: 2 }),
      ['Full', 'Other'],
    ],
    ['date', 'date_is_within', createRelative('surrounding', { unit: 'month' }), ['Full']],
    ['date', 'is_empty', undefined, ['Empty']],
    ['made', 'date_is', createDay('2024-06-14'), ['Full']],
  ])('filters %s by %s %j', (property, operator, value, kept) => {
    const result = applyFilter({ operator: 'and', filters: [createLeaf(property, operator, value)] })
    expect(result.kept).toEqual(kept)
    expect(result.notes).toEqual([])
    expect(result.understood).toBe(true)
  })
})

describe('createViewFilter: trees', () => {
  const low = createLeaf('select', 'enum_is', createExact('low'))
  const ticked = createLeaf('tick', 'checkbox_is', createExact(true))
  const empty = createLeaf('text', 'is_empty')

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
        filters: [
          { operator: 'or', filters: [low, ticked] },
          createLeaf('number', 'number_greater_than', createExact(0)),
        ],
      },
      ['Full'],
    ],
    ['and inside or', { operator: 'or', filters: [{ operator: 'and', filters: [low, ticked] }, empty] }, ['Empty']],
  ])('applies %s', (_, filter, kept) => {
    expect(applyFilter(filter).kept).toEqual(kept)
  })

  test('combines the simple filters of a view with its filter tree', () => {
    const simple = [{ id: '1', filter: low }]
    expect(applyFilter(undefined, { property_filters: simple }).kept).toEqual(['Other'])
    expect(applyFilter(ticked, { property_filters: simple }).kept).toEqual([])
  })

  test('ignores a filter without a value, and adds no note', () => {
    for (const value of [undefined, { type: 'exact' }, createExact(''), []]) {
      const result = applyFilter({ operator: 'and', filters: [createLeaf('relation', 'relation_contains', value)] })
      expect(result.kept).toEqual(['Full', 'Other', 'Empty'])
      expect(result.understood).toBe(true)
    }
  })
})

describe('createViewFilter: unknown parts', () => {
  const low = createLeaf('select', 'enum_is', createExact('low'))

  test.each<[string, unknown, string]>([
    ['an unknown property', createLeaf('gone', 'string_is', createExact('a')), 'unknown property'],
    ['the prototype as property', createLeaf('__proto__', 'string_is', createExact('a')), 'unknown property'],
    ['an unknown operator', createLeaf('text', 'string_sounds_like', createExact('a')), 'unknown operator'],
    [
      'a member of Object.prototype as operator',
      createLeaf('text', 'string_constructor', createExact('a')),
      'unknown operator',
    ],
    ['an unknown kind of operator', createLeaf('text', 'constructor_is', createExact('a')), 'unknown operator'],
    ['an unknown day', createLeaf('date', 'date_is', createRelative('the day after the fair')), 'unknown value'],
    ['a day that does not exist', createLeaf('date', 'date_is', createDay('2024-02-31')), 'unknown value'],
    ['a number compared with text', createLeaf('text', 'number_equals', createExact(5)), 'unknown operator'],
    ['a checkbox compared with a date', createLeaf('date', 'checkbox_is', createExact(true)), 'unknown operator'],
    ['a day compared with a person', createLeaf('person', 'date_is', createDay('2024-06-15')), 'unknown operator'],
    ['a deleted option', createLeaf('select', 'enum_is', createExact('gone')), 'unknown value'],
    [
      'a relation that is not shared',
      createLeaf('unshared', 'relation_contains', createExact('a')),
      'unknown property',
    ],
    ['no operator', { property: 'text', filter: {} }, 'malformed'],
    ['no filter', { property: 'text' }, 'malformed'],
    ['text', 'text', 'malformed'],
    ['a number', 5, 'malformed'],
  ])('keeps all rows for %s', (_, filter, reason) => {
    const alone = applyFilter({ operator: 'and', filters: [filter] })
    expect(alone.kept).toEqual(['Full', 'Other', 'Empty'])
    expect(alone.notes).toMatchObject([{ reason }])
    expect(alone.understood).toBe(false)
    const together = applyFilter({ operator: 'and', filters: [filter, low] })
    expect(together.kept).toEqual(['Other'])
    expect(together.understood).toBe(true)
  })

  test('ignores a tree that is too deep', () => {
    let deep: unknown = low
    for (let depth = 0; depth < 51; depth++) deep = { operator: 'and', filters: [deep] }
    expect(applyFilter(deep).kept).toEqual(['Full', 'Other', 'Empty'])
  })
})
