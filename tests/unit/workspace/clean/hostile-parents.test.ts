import { describe, expect, test } from 'vitest'
import { isCompleteRun } from '@/tests/support/complete'
import { createId } from '../../../support/records'
import { createBlockMap, stored, text } from '../maps'
import { clean, LARGE_MAP_TIMEOUT, NOWHERE, toIds } from './support'

describe('cleanRecordMap: parents', () => {
  test.each(['header', 'table_of_contents', 'collection_view', 'numbered_list'])(
    'makes a %s that is its own parent a child of the block that contains it',
    (type) => {
      const { getParent, kinds } = clean(
        createBlockMap([stored('page', 'page', undefined, { content: ['own'] }), stored('own', type, 'own')]),
      )
      expect(getParent('own')).toBe(createId('page'))
      expect(kinds).toContain('parent-repaired')
    },
  )

  test('removes the parent of a page that is its own parent', () => {
    const { map, changes } = clean(createBlockMap([stored('page', 'page', 'page')]))
    expect(map.block[createId('page')]).toMatchObject(NOWHERE)
    expect(changes).toContainEqual({ where: `block/${createId('page')}/parent_id`, what: 'parent-cut' })
  })

  test('removes the parents of pages in a cycle even if another page lists them', () => {
    const { map } = clean(
      createBlockMap([
        stored('root', 'page', undefined, { content: ['a'] }),
        stored('a', 'page', 'b', { content: ['b'] }),
        stored('b', 'page', 'a'),
      ]),
    )
    expect(map.block[createId('a')]).toMatchObject(NOWHERE)
    expect(map.block[createId('b')]).toMatchObject(NOWHERE)
  })

  test('makes two blocks that are each other’s parents children of the block that lists them', () => {
    const { getParent } = clean(
      createBlockMap([stored('page', 'page', undefined, { content: ['a', 'b'] }), text('a', 'b'), text('b', 'a')]),
    )
    expect([getParent('a'), getParent('b')]).toEqual(toIds('page', 'page'))
  })

  test('makes a block whose parents lead into a cycle a child of the block that lists it', () => {
    const { getParent } = clean(
      createBlockMap([
        stored('page', 'page', undefined, { content: ['a', 'b', 'c'] }),
        ...[text('a', 'b'), text('b', 'a'), text('c', 'a')],
      ]),
    )
    expect(getParent('c')).toBe(createId('page'))
  })

  test('removes a cycle that arises from a repaired parent', () => {
    const { getParent } = clean(
      createBlockMap([
        stored('page', 'page', undefined, { content: ['outer'] }),
        text('outer', 'inner', 'x', { content: ['inner'] }),
        text('inner', 'inner'),
      ]),
    )
    expect([getParent('outer'), getParent('inner')]).toEqual(toIds('page', 'outer'))
  })

  test('makes a block without a valid parent a child of the block that lists it, even inside a cycle', () => {
    const { getParent } = clean(
      createBlockMap([
        stored('page', 'page', undefined, { content: ['outer'] }),
        text('outer', 'inner', 'x', { content: ['inner'] }),
        text('inner', 'x', 'x', { parent_id: 5 }),
      ]),
    )
    expect([getParent('outer'), getParent('inner')]).toEqual(toIds('page', 'outer'))
  })

  test('removes the parent of a page if the parent is inside that page', () => {
    const { map, getParent } = clean(
      createBlockMap([stored('page', 'page', 'toggle', { content: ['toggle'] }), stored('toggle', 'toggle', 'page')]),
    )
    expect(map.block[createId('page')]).toMatchObject(NOWHERE)
    expect(getParent('toggle')).toBe(createId('page'))
  })

  test('removes the parents of a collection and of a row that contain each other', () => {
    const row = stored('row', 'page', undefined, { parent_table: 'collection', parent_id: createId('rows') })
    const rows = {
      id: createId('rows'),
      parent_id: createId('row'),
      parent_table: 'block',
      schema: {},
      name: [['Rows']],
    }
    const { map } = clean(createBlockMap([row], { collection: { [createId('rows')]: { value: rows } } }))
    expect(map.block[createId('row')]).toMatchObject(NOWHERE)
    expect(map.collection[createId('rows')]).toMatchObject(NOWHERE)
  })

  test.each([5, null, {}, 'x', createId('gone').slice(1)])('removes the malformed parent %o', (parent_id) => {
    const { map } = clean(createBlockMap([stored('page', 'page', undefined, { parent_id })]))
    expect(map.block[createId('page')]).toMatchObject(NOWHERE)
  })

  test('accepts a chain of thousands of parents without a stack overflow', { timeout: LARGE_MAP_TIMEOUT }, () => {
    const blocks = Array.from({ length: isCompleteRun ? 25_000 : 12_000 }, (_, index) =>
      text(`${index}`, `${index + 1}`),
    )
    expect(clean(createBlockMap(blocks)).kinds).toEqual([])
  })
})
