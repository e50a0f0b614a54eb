import { describe, expect, test } from 'vitest'
import { isCompleteRun } from '@/tests/support/complete'
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

  test('limits synced blocks that double their content at each level', () => {
    const levels = Array.from({ length: 40 }, (_, index) => `${index}`)
    const blocks = levels.flatMap((level, index) => [
      createContainer(level, 'page', [`l${level}`, `r${level}`]),
      ...(index === 0
        ? [text(`l${level}`, level), text(`r${level}`, level)]
        : [createReference(`l${level}`, level, `${index - 1}`), createReference(`r${level}`, level, `${index - 1}`)]),
    ])
    expect(clean(createPageMap(blocks)).kinds).toContain('sync-too-large')
  })

  test('limits 1,000 references to one large container', { timeout: LARGE_MAP_TIMEOUT }, () => {
    const lines = Array.from({ length: 1000 }, (_, index) => text(`line ${index}`, 'c'))
    const references = Array.from({ length: 1000 }, (_, index) => createReference(`r${index}`, 'page', 'c'))
    const content = lines.map((_, index) => `line ${index}`)
    const { map } = clean(createPageMap([createContainer('c', 'page', content), ...lines, ...references]))
    expect(hasPointers(map, 'r0', 'r999')).toEqual([true, false])
  })

  test('limits a chain of thousands of containers without a stack overflow', { timeout: LARGE_MAP_TIMEOUT }, () => {
    const blocks = Array.from({ length: isCompleteRun ? 20_000 : 12_000 }, (_, index) => [
      createContainer(`c${index}`, 'page', [`r${index}`]),
      createReference(`r${index}`, `c${index}`, `c${index + 1}`),
    ]).flat()
    expect(clean(createPageMap(blocks)).kinds).toContain('sync-too-large')
  })
})
