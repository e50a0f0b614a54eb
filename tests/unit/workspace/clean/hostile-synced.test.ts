import { describe, expect, test } from 'vitest'
import { isComplete } from '@/tests/support/complete'
import { idOf } from '../../../support/records'
import { mapOf, pageOf, stored, text } from '../maps'
import { clean, PATIENCE } from '../settled'

describe('synced blocks', () => {
  const reference = (name: string, parent: string, target: string) =>
    stored(name, 'transclusion_reference', parent, {
      format: { transclusion_reference_pointer: { id: idOf(target), table: 'block' } },
    })
  const container = (name: string, parent: string, content: string[]) =>
    stored(name, 'transclusion_container', parent, { content })
  const pointsOf = (map: ReturnType<typeof clean>['map'], ...names: string[]) =>
    names.map((name) => 'transclusion_reference_pointer' in (map.block[idOf(name)]?.format ?? {}))

  test('keep a pointer to a container', () => {
    const { map, kinds } = clean(pageOf([container('c', 'page', ['x']), text('x', 'c'), reference('r', 'page', 'c')]))
    expect(pointsOf(map, 'r')).toEqual([true])
    expect(kinds).toEqual([])
  })

  test('that refer to themselves lose their pointer', () => {
    const { map, kinds } = clean(pageOf([reference('r', 'page', 'r')]))
    expect(pointsOf(map, 'r')).toEqual([false])
    expect(kinds).toEqual(['sync-target'])
  })

  test('inside the container that they refer to lose their pointer', () => {
    const { map, kinds } = clean(
      pageOf([container('c', 'page', ['t']), text('t', 'c', 't', { content: ['r'] }), reference('r', 't', 'c')]),
    )
    expect(pointsOf(map, 'r')).toEqual([false])
    expect(kinds).toEqual(['sync-cycle'])
  })

  test('in a container inside the container that they refer to lose their pointer', () => {
    const { map } = clean(
      pageOf([
        container('inner', 'outer', ['r']),
        container('outer', 'page', ['inner']),
        reference('r', 'inner', 'outer'),
      ]),
    )
    expect(pointsOf(map, 'r')).toEqual([false])
  })

  test('of two containers that refer to each other: only one keeps its pointer', () => {
    const { map, kinds } = clean(
      pageOf([
        container('a', 'page', ['to b']),
        container('b', 'page', ['to a']),
        reference('to b', 'a', 'b'),
        reference('to a', 'b', 'a'),
      ]),
    )
    expect(pointsOf(map, 'to b', 'to a').filter(Boolean)).toHaveLength(1)
    expect(kinds).toEqual(['sync-cycle'])
  })

  test('that refer to a container around the current one lose their pointer', () => {
    const { map } = clean(
      mapOf([
        stored('one', 'page', undefined, { content: ['first'] }),
        reference('first', 'one', 'inner'),
        stored('two', 'page', undefined, { content: ['outer'] }),
        container('outer', 'two', ['inner']),
        container('inner', 'outer', ['back']),
        reference('back', 'inner', 'outer'),
      ]),
    )
    expect(pointsOf(map, 'first', 'back')).toEqual([true, false])
  })

  test.each(['page', 'text', 'column_list'])('that refer to a %s lose their pointer', (type) => {
    const { map } = clean(pageOf([stored('x', type, 'page'), reference('r', 'page', 'x')]))
    expect(pointsOf(map, 'r')).toEqual([false])
  })

  test('keep a pointer to a container of another file', () => {
    expect(pointsOf(clean(pageOf([reference('r', 'page', 'elsewhere')])).map, 'r')).toEqual([true])
  })

  test('that double their content repeatedly stop at a limit', () => {
    const levels = Array.from({ length: 40 }, (_, at) => `${at}`)
    const blocks = levels.flatMap((level, at) => [
      container(level, 'page', [`l${level}`, `r${level}`]),
      ...(at === 0
        ? [text(`l${level}`, level), text(`r${level}`, level)]
        : [reference(`l${level}`, level, `${at - 1}`), reference(`r${level}`, level, `${at - 1}`)]),
    ])
    expect(clean(pageOf(blocks)).kinds).toContain('sync-too-large')
  })

  test('1,000 that all show one large container stop at a limit', { timeout: PATIENCE }, () => {
    const lines = Array.from({ length: 1000 }, (_, at) => text(`line ${at}`, 'c'))
    const references = Array.from({ length: 1000 }, (_, at) => reference(`r${at}`, 'page', 'c'))
    const content = lines.map((_, at) => `line ${at}`)
    const { map } = clean(pageOf([container('c', 'page', content), ...lines, ...references]))
    expect(pointsOf(map, 'r0', 'r999')).toEqual([true, false])
  })

  test('a chain of many thousand containers does not overflow the stack', { timeout: PATIENCE }, () => {
    const blocks = Array.from({ length: isComplete ? 20_000 : 12_000 }, (_, at) => [
      container(`c${at}`, 'page', [`r${at}`]),
      reference(`r${at}`, `c${at}`, `c${at + 1}`),
    ]).flat()
    expect(clean(pageOf(blocks)).kinds).toContain('sync-too-large')
  })
})
