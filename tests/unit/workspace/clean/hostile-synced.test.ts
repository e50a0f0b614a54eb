import { describe, expect, test } from 'vitest'
import { LIMITS } from '@/lib/workspace/budget'
import { isCompleteRun } from '@/tests/support/complete'
import { lowerLimits } from '@/tests/support/lower-limits'
import { createId } from '../../../support/records'
import { createBlockMap, createPageMap, stored, text } from '../maps'
import { clean, LARGE_MAP_TIMEOUT } from './support'

describe('cleanRecordMap: synced blocks', () => {
  const createReference = (name: string, parent: string, target: string) =>
    stored(name, 'transclusion_reference', parent, {
      format: { transclusion_reference_pointer: { id: createId(target), table: 'block' } },
    })
  const createContainer = (name: string, parent: string, content: string[]) =>
    stored(name, 'transclusion_container', parent, { content })
  const hasPointers = (map: ReturnType<typeof clean>['map'], ...names: string[]) =>
    names.map((name) => 'transclusion_reference_pointer' in (map.block[createId(name)]?.format ?? {}))

  test('keeps a pointer to a container', () => {
    const { map, kinds } = clean(
      createPageMap([createContainer('c', 'page', ['x']), text('x', 'c'), createReference('r', 'page', 'c')]),
    )
    expect(hasPointers(map, 'r')).toEqual([true])
    expect(kinds).toEqual([])
  })

  test('removes the pointer of a block that refers to itself', () => {
    const { map, kinds } = clean(createPageMap([createReference('r', 'page', 'r')]))
    expect(hasPointers(map, 'r')).toEqual([false])
    expect(kinds).toEqual(['sync-target'])
  })

  test('removes a pointer to the container of the block', () => {
    const { map, kinds } = clean(
      createPageMap([
        createContainer('c', 'page', ['t']),
        text('t', 'c', 't', { content: ['r'] }),
        createReference('r', 't', 'c'),
      ]),
    )
    expect(hasPointers(map, 'r')).toEqual([false])
    expect(kinds).toEqual(['sync-cycle'])
  })

  test('removes a pointer to an outer container of the block', () => {
    const { map } = clean(
      createPageMap([
        createContainer('inner', 'outer', ['r']),
        createContainer('outer', 'page', ['inner']),
        createReference('r', 'inner', 'outer'),
      ]),
    )
    expect(hasPointers(map, 'r')).toEqual([false])
  })

  test('keeps one pointer of two containers that refer to each other', () => {
    const { map, kinds } = clean(
      createPageMap([
        createContainer('a', 'page', ['to b']),
        createContainer('b', 'page', ['to a']),
        createReference('to b', 'a', 'b'),
        createReference('to a', 'b', 'a'),
      ]),
    )
    expect(hasPointers(map, 'to b', 'to a').filter(Boolean)).toHaveLength(1)
    expect(kinds).toEqual(['sync-cycle'])
  })

  test('removes a pointer to an outer container on a page that is shown elsewhere', () => {
    const { map } = clean(
      createBlockMap([
        stored('one', 'page', undefined, { content: ['first'] }),
        createReference('first', 'one', 'inner'),
        stored('two', 'page', undefined, { content: ['outer'] }),
        createContainer('outer', 'two', ['inner']),
        createContainer('inner', 'outer', ['back']),
        createReference('back', 'inner', 'outer'),
      ]),
    )
    expect(hasPointers(map, 'first', 'back')).toEqual([true, false])
  })

  test.each(['page', 'text', 'column_list'])('removes a pointer to a %s', (type) => {
    const { map } = clean(createPageMap([stored('x', type, 'page'), createReference('r', 'page', 'x')]))
    expect(hasPointers(map, 'r')).toEqual([false])
  })

  test('keeps a pointer to a container of another file', () => {
    expect(hasPointers(clean(createPageMap([createReference('r', 'page', 'elsewhere')])).map, 'r')).toEqual([true])
  })

  test('limits the blocks that synced blocks add to a page, also within other synced blocks', () => {
    const lines = ['one', 'two', 'three']
    const blocks = [
      createContainer('inner', 'page', lines),
      ...lines.map((line) => text(line, 'inner')),
      createContainer('outer', 'page', ['in outer']),
      createReference('in outer', 'outer', 'inner'),
      createReference('first', 'page', 'outer'),
      createReference('second', 'page', 'outer'),
    ]
    // The page shows four blocks more in the outer container, and six more for each reference to that.
    expect(clean(createPageMap(blocks)).kinds).toEqual([])
    lowerLimits(LIMITS, { synced: 4 + 2 * 6 })
    expect(hasPointers(clean(createPageMap(blocks)).map, 'in outer', 'first', 'second')).toEqual([true, true, true])
    lowerLimits(LIMITS, { synced: 4 + 2 * 6 - 1 })
    const { map, kinds } = clean(createPageMap(blocks))
    expect(hasPointers(map, 'in outer', 'first', 'second')).toEqual([true, true, false])
    expect(kinds).toEqual(['sync-too-large'])
  })

  test('limits a chain of thousands of containers without a stack overflow', { timeout: LARGE_MAP_TIMEOUT }, () => {
    const blocks = Array.from({ length: isCompleteRun ? 20_000 : 12_000 }, (_, index) => [
      createContainer(`c${index}`, 'page', [`r${index}`]),
      createReference(`r${index}`, `c${index}`, `c${index + 1}`),
    ]).flat()
    expect(clean(createPageMap(blocks)).kinds).toContain('sync-too-large')
  })
})
