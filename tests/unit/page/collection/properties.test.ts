import { expect, test } from 'vitest'
import { prepareProperties } from '@/lib/page/collection/properties'
import type { PropertySchema, RichText } from '@/lib/workspace/record-map'
import { collection, idOf } from '@/tests/support/records'
import { context, NOW, prepareText, rowBlock, shown } from './support'

function properties(
  schema: Record<string, Partial<PropertySchema>>,
  values: Record<string, string | RichText>,
  format: Record<string, unknown> = {},
  told?: ReadonlySet<string>,
) {
  const things = { ...collection('Things', 'Home', { title: { type: 'title' }, ...schema }), format }
  const row = rowBlock('Row', values)
  const found = prepareProperties(
    { row, collection: things, context: context(), prepareText, now: NOW },
    { shownAbove: told },
  )
  return found.map(({ column, cell }) => [column.name, cell])
}

test('all but the title and those that are empty, in the order of the schema', () => {
  expect(properties({ B: {}, A: { type: 'number' }, C: {} }, { A: '1', B: 'b' })).toEqual([
    ['B', 'b'],
    ['A', '1'],
  ])
})

test('first those that the collection arranges, without those that it hides', () => {
  const format = {
    collection_page_properties: [...shown('C', 'A'), { property: 'B', visible: false }, ...shown('gone')],
  }
  expect(
    properties({ A: {}, B: {}, C: {}, D: {} }, { A: 'a', B: 'b', C: 'c', D: 'd' }, format).map(([name]) => name),
  ).toEqual(['C', 'A', 'D'])
})

test('each may be hidden, always or while it is empty', () => {
  const format = {
    property_visibility: [
      { property: 'Never', visibility: 'hide' },
      { property: 'Filled', visibility: 'hide_if_empty' },
      { property: 'Empty', visibility: 'hide_if_empty' },
      { property: 'Shown', visibility: 'show' },
    ],
  }
  const schema = { Never: {}, Filled: {}, Empty: { type: 'multi_select' }, Shown: {} }
  expect(properties(schema, { Never: 'secret', Filled: 'a', Shown: 'b' }, format)).toEqual([
    ['Filled', 'a'],
    ['Shown', 'b'],
  ])
})

test('what steers the site is not for visitors, whatever its case', () => {
  const names = ['Access', 'PUBLIC', ' status ', 'Publish at', 'slug']
  const schema = Object.fromEntries(names.map((name) => [name, {}]))
  const values = Object.fromEntries(names.map((name) => [name, 'x']))
  expect(properties({ ...schema, Author: {} }, { ...values, Author: 'Ada' })).toEqual([['Author', 'Ada']])
})

test('values in the head of the page are not repeated', () => {
  expect(properties({ Tags: {}, Area: {} }, { Tags: 'a', Area: 'b' }, {}, new Set(['Tags']))).toEqual([['Area', 'b']])
})

test('buttons hold nothing to read', () => {
  expect(properties({ Press: { type: 'button' } }, {})).toEqual([])
})

test('a formula reads properties that are hidden', () => {
  const more = { formula: { type: 'property', id: 'Base', result_type: 'text' } }
  const format = { property_visibility: [{ property: 'Base', visibility: 'hide' }] }
  expect(properties({ Base: {}, Shown: { type: 'formula', more } }, { Base: 'words' }, format)).toEqual([
    ['Shown', 'words'],
  ])
})

test('people are names', () => {
  expect(properties({ By: { type: 'person' } }, { By: [['‣', [['u', idOf('Ada')]]]] })).toEqual([['By', [0]]])
})

test.each([null, 5, 'text', {}, [null, 5, {}, { property: 5 }, { property: '__proto__', visible: true }]])(
  'settings that are %j change nothing',
  (junk) => {
    expect(properties({ A: {} }, { A: 'a' }, { collection_page_properties: junk, property_visibility: junk })).toEqual([
      ['A', 'a'],
    ])
  },
)

test('no type, pin or setting of a blog database, which are for its editors', () => {
  const select = (...values: string[]) => ({ type: 'select', options: values.map((value) => ({ id: value, value })) })
  const names = ['icon', 'ext', '扩展', 'Pinned', 'Kind']
  const schema = {
    type: select('Post', 'Page'),
    status: select('Published'),
    slug: {},
    ...Object.fromEntries(names.map((name) => [name, { type: name === 'Pinned' ? 'checkbox' : 'text' }])),
  }
  const values = { type: 'Post', ...Object.fromEntries(names.map((name) => [name, 'Yes'])) }
  expect(properties(schema, values)).toEqual([['Kind', 'Yes']])
  const { status: _, ...other } = schema
  expect(properties(other, values).map(([name]) => name)).toEqual(['type', ...names])
})
