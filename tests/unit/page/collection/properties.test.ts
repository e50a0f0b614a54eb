import { expect, test } from 'vitest'
import { prepareProperties } from '@/lib/page/collection/properties'
import type { PropertySchema, RichText } from '@/lib/workspace/record-map'
import { collection, createId } from '@/tests/support/records'
import { context, createRow, NOW, prepareText, shown } from './support'

function listProperties(
  schema: Record<string, Partial<PropertySchema>>,
  values: Record<string, string | RichText>,
  format: Record<string, unknown> = {},
  shownAbove?: ReadonlySet<string>,
) {
  const things = { ...collection('Things', 'Home', { title: { type: 'title' }, ...schema }), format }
  const row = createRow('Row', values)
  const found = prepareProperties(
    { row, collection: things, context: context(), prepareText, now: NOW },
    { shownAbove },
  )
  return found.map(({ column, cell }) => [column.name, cell])
}

test('prepareProperties returns all properties except the title and empty ones, in the order of the schema', () => {
  expect(listProperties({ B: {}, A: { type: 'number' }, C: {} }, { A: '1', B: 'b' })).toEqual([
    ['B', 'b'],
    ['A', '1'],
  ])
})

test('prepareProperties returns arranged properties first, and omits hidden ones [N-145]', () => {
  const format = {
    collection_page_properties: [...shown('C', 'A'), { property: 'B', visible: false }, ...shown('gone')],
  }
  expect(
    listProperties({ A: {}, B: {}, C: {}, D: {} }, { A: 'a', B: 'b', C: 'c', D: 'd' }, format).map(([name]) => name),
  ).toEqual(['C', 'A', 'D'])
})

test('prepareProperties omits properties that are always hidden, or hidden while empty [N-146]', () => {
  const format = {
    property_visibility: [
      { property: 'Never', visibility: 'hide' },
      { property: 'Filled', visibility: 'hide_if_empty' },
      { property: 'Empty', visibility: 'hide_if_empty' },
      { property: 'Shown', visibility: 'show' },
    ],
  }
  const schema = { Never: {}, Filled: {}, Empty: { type: 'multi_select' }, Shown: {} }
  expect(listProperties(schema, { Never: 'secret', Filled: 'a', Shown: 'b' }, format)).toEqual([
    ['Filled', 'a'],
    ['Shown', 'b'],
  ])
})

test('prepareProperties omits properties that configure the site, in any case', () => {
  const names = ['Access', 'PUBLIC', ' status ', 'Publish at', 'slug']
  const schema = Object.fromEntries(names.map((name) => [name, {}]))
  const values = Object.fromEntries(names.map((name) => [name, 'x']))
  expect(listProperties({ ...schema, Author: {} }, { ...values, Author: 'Ada' })).toEqual([['Author', 'Ada']])
})

test('prepareProperties omits properties that the page shows above', () => {
  expect(listProperties({ Tags: {}, Area: {} }, { Tags: 'a', Area: 'b' }, {}, new Set(['Tags']))).toEqual([
    ['Area', 'b'],
  ])
})

test('prepareProperties omits buttons', () => {
  expect(listProperties({ Press: { type: 'button' } }, {})).toEqual([])
})

test('prepareProperties evaluates formulas of hidden properties', () => {
  const more = { formula: { type: 'property', id: 'Base', result_type: 'text' } }
  const format = { property_visibility: [{ property: 'Base', visibility: 'hide' }] }
  expect(listProperties({ Base: {}, Shown: { type: 'formula', more } }, { Base: 'words' }, format)).toEqual([
    ['Shown', 'words'],
  ])
})

test('prepareProperties shows people by their names', () => {
  expect(listProperties({ By: { type: 'person' } }, { By: [['‣', [['u', createId('Ada')]]]] })).toEqual([['By', [0]]])
})

test.each([null, 5, 'text', {}, [null, 5, {}, { property: 5 }, { property: '__proto__', visible: true }]])(
  'prepareProperties ignores the malformed settings %j',
  (junk) => {
    expect(
      listProperties({ A: {} }, { A: 'a' }, { collection_page_properties: junk, property_visibility: junk }),
    ).toEqual([['A', 'a']])
  },
)

test('prepareProperties omits the type, pin and settings of a blog database', () => {
  const createSelect = (...values: string[]) => ({
    type: 'select',
    options: values.map((value) => ({ id: value, value })),
  })
  const names = ['icon', 'ext', '扩展', 'Pinned', 'Kind']
  const schema = {
    type: createSelect('Post', 'Page'),
    status: createSelect('Published'),
    slug: {},
    ...Object.fromEntries(names.map((name) => [name, { type: name === 'Pinned' ? 'checkbox' : 'text' }])),
  }
  const values = { type: 'Post', ...Object.fromEntries(names.map((name) => [name, 'Yes'])) }
  expect(listProperties(schema, values)).toEqual([['Kind', 'Yes']])
  const { status: _, ...other } = schema
  expect(listProperties(other, values).map(([name]) => name)).toEqual(['type', ...names])
})
