import { describe, expect, test } from 'vitest'
import { isCompleteRun } from '@/tests/support/complete'
import { idOf } from '../../../support/records'
import { mapOf, stored, text } from '../maps'
import { clean, LARGE_MAP_TIMEOUT, NOWHERE, toIds } from './support'

describe('cleanRecordMap: parents', () => {
  test.each(['header', 'table_of_contents', 'collection_view', 'numbered_list'])(
    'makes a %s that is its own parent a child of the block that contains it',
    (type) => {
      const { getParent, kinds } = clean(
        mapOf([stored('page', 'page', undefined, { content: ['own'] }), stored('own', type, 'own')]),
      )
      expect(getParent('own')).toBe(idOf('page'))
      expect(kinds).toContain('parent-repaired')
    },
  )

  test('removes the parent of a page that is its own parent', () => {
    const { map, changes } = clean(mapOf([stored('page', 'page', 'page')]))
    expect(map.block[idOf('page')]).toMatchObject(NOWHERE)
    expect(changes).toContainEqual({ where: `block/${idOf('page')}/parent_id`, what: 'parent-cut' })
  })

  test('removes the parents of pages in a cycle even if another page lists them', () => {
    const { map } = clean(
      mapOf([
        stored('root', 'page', undefined, { content: ['a'] }),
        stored('a', 'page', 'b', { content: ['b'] }),
        stored('b', 'page', 'a'),
      ]),
    )
    expect(map.block[idOf('a')]).toMatchObject(NOWHERE)
    expect(map.block[idOf('b')]).toMatchObject(NOWHERE)
  })

  test('makes two blocks that are each other’s parents children of the block that lists them', () => {
    const { getParent } = clean(
      mapOf([stored('page', 'page', undefined, { content: ['a', 'b'] }), text('a', 'b'), text('b', 'a')]),
    )
    expect([getParent('a'), getParent('b')]).toEqual(toIds('page', 'page'))
  })

  test('removes a cycle that arises from a repaired parent', () => {
    const { getParent } = clean(
      mapOf([
        stored('page', 'page', undefined, { content: ['outer'] }),
        text('outer', 'inner', 'x', { content: ['inner'] }),
        text('inner', 'inner'),
      ]),
    )
    expect([getParent('outer'), getParent('inner')]).toEqual(toIds('page', 'outer'))
  })

  test('makes a block without a valid parent a child of the block that lists it, even inside a cycle', () => {
    const { getParent } = clean(
      mapOf([
        stored('page', 'page', undefined, { content: ['outer'] }),
        text('outer', 'inner', 'x', { content: ['inner'] }),
        text('inner', 'x', 'x', { parent_id: 5 }),
      ]),
    )
    expect([getParent('outer'), getParent('inner')]).toEqual(toIds('page', 'outer'))
  })

  test('removes the parent of a page if the parent is inside that page', () => {
    const { map, getParent } = clean(
      mapOf([stored('page', 'page', 'toggle', { content: ['toggle'] }), stored('toggle', 'toggle', 'page')]),
    )
    expect(map.block[idOf('page')]).toMatchObject(NOWHERE)
    expect(getParent('toggle')).toBe(idOf('page'))
  })

  test('removes the parents of a collection and of a row that contain each other', () => {
    const row = stored('row', 'page', undefined, { parent_table: 'collection', parent_id: idOf('rows') })
    const rows = { id: idOf('rows'), parent_id: idOf('row'), parent_table: 'block', schema: {}, name: [['Rows']] }
    const { map } = clean(mapOf([row], { collection: { [idOf('rows')]: { value: rows } } }))
    expect(map.block[idOf('row')]).toMatchObject(NOWHERE)
    expect(map.collection[idOf('rows')]).toMatchObject(NOWHERE)
  })

  test.each([5, null, {}, 'x', idOf('gone').slice(1)])('removes the malformed parent %o', (parent_id) => {
    const { map } = clean(mapOf([stored('page', 'page', undefined, { parent_id })]))
    expect(map.block[idOf('page')]).toMatchObject(NOWHERE)
  })

  test('accepts a chain of thousands of parents without a stack overflow', { timeout: LARGE_MAP_TIMEOUT }, () => {
    const blocks = Array.from({ length: isCompleteRun ? 25_000 : 12_000 }, (_, index) =>
      text(`${index}`, `${index + 1}`),
    )
    expect(clean(mapOf(blocks)).kinds).toEqual([])
  })
})
