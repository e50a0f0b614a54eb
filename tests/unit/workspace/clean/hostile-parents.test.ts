import { describe, expect, test } from 'vitest'
import { isComplete } from '@/tests/support/complete'
import { idOf } from '../../../support/records'
import { mapOf, stored, text } from '../maps'
import { clean, ids, NOWHERE, PATIENCE } from '../settled'

describe('cycles of parents', () => {
  test.each(['header', 'table_of_contents', 'collection_view', 'numbered_list'])(
    'a %s that is its own parent gets the block it lies in',
    (type) => {
      const { parentOf, kinds } = clean(
        mapOf([stored('page', 'page', undefined, { content: ['own'] }), stored('own', type, 'own')]),
      )
      expect(parentOf('own')).toBe(idOf('page'))
      expect(kinds).toContain('parent-repaired')
    },
  )

  test('a page that is its own parent loses its parent', () => {
    const { map, changes } = clean(mapOf([stored('page', 'page', 'page')]))
    expect(map.block[idOf('page')]).toMatchObject(NOWHERE)
    expect(changes).toContainEqual({ where: `block/${idOf('page')}/parent_id`, what: 'parent-cut' })
  })

  test('a page in a cycle does not become a child of a page that lists it', () => {
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

  test('two blocks that are each other’s parents become children of their holder', () => {
    const { parentOf } = clean(
      mapOf([stored('page', 'page', undefined, { content: ['a', 'b'] }), text('a', 'b'), text('b', 'a')]),
    )
    expect([parentOf('a'), parentOf('b')]).toEqual(ids('page', 'page'))
  })

  test('removes a cycle that only the repair of parents creates', () => {
    const { parentOf } = clean(
      mapOf([
        stored('page', 'page', undefined, { content: ['outer'] }),
        text('outer', 'inner', 'x', { content: ['inner'] }),
        text('inner', 'inner'),
      ]),
    )
    expect([parentOf('outer'), parentOf('inner')]).toEqual(ids('page', 'outer'))
  })

  test('a block without a parent becomes a child of its holder, even if descendants name it as parent', () => {
    const { parentOf } = clean(
      mapOf([
        stored('page', 'page', undefined, { content: ['outer'] }),
        text('outer', 'inner', 'x', { content: ['inner'] }),
        text('inner', 'x', 'x', { parent_id: 5 }),
      ]),
    )
    expect([parentOf('outer'), parentOf('inner')]).toEqual(ids('page', 'outer'))
  })

  test('a page that names a block inside itself as parent loses its parent', () => {
    const { map, parentOf } = clean(
      mapOf([stored('page', 'page', 'toggle', { content: ['toggle'] }), stored('toggle', 'toggle', 'page')]),
    )
    expect(map.block[idOf('page')]).toMatchObject(NOWHERE)
    expect(parentOf('toggle')).toBe(idOf('page'))
  })

  test('a database whose collection is inside its own row loses its parent', () => {
    const row = stored('row', 'page', undefined, { parent_table: 'collection', parent_id: idOf('rows') })
    const rows = { id: idOf('rows'), parent_id: idOf('row'), parent_table: 'block', schema: {}, name: [['Rows']] }
    const { map } = clean(mapOf([row], { collection: { [idOf('rows')]: { value: rows } } }))
    expect(map.block[idOf('row')]).toMatchObject(NOWHERE)
    expect(map.collection[idOf('rows')]).toMatchObject(NOWHERE)
  })

  test.each([5, null, {}, 'x', idOf('gone').slice(1)])('a parent of %o is none', (parent_id) => {
    const { map } = clean(mapOf([stored('page', 'page', undefined, { parent_id })]))
    expect(map.block[idOf('page')]).toMatchObject(NOWHERE)
  })

  test('a chain of many thousand parents does not overflow the stack', { timeout: PATIENCE }, () => {
    const blocks = Array.from({ length: isComplete ? 25_000 : 12_000 }, (_, at) => text(`${at}`, `${at + 1}`))
    expect(clean(mapOf(blocks)).kinds).toEqual([])
  })
})
