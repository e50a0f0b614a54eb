import { describe, expect, test } from 'vitest'
import { DEEPEST } from '@/lib/workspace/clean/tree'
import { isComplete } from '@/tests/support/complete'
import { idOf } from '../../../support/records'
import { mapOf, pageOf, type Raw, stored, text } from '../maps'
import { clean, ids, PATIENCE } from '../settled'

describe('content', () => {
  test('that contains itself is removed', () => {
    const { contentOf, changes } = clean(pageOf([text('a', 'page', 'a', { content: ['a', 'b'] }), text('b', 'a')]))
    expect(contentOf('a')).toEqual(ids('b'))
    expect(changes).toEqual([{ where: `block/${idOf('a')}/content`, what: 'listed-again' }])
  })

  test.each(['column_list', 'column', 'tab', 'toggle', 'transclusion_container'])(
    'a %s that contains itself is cut',
    (type) => {
      const { contentOf } = clean(pageOf([stored('a', type, 'page', { content: ['a'] })]))
      expect(contentOf('a')).toEqual([])
    },
  )

  test('of two blocks that contain each other, the one on a page keeps the other', () => {
    const { contentOf } = clean(
      pageOf([text('a', 'page', 'a', { content: ['b'] }), text('b', 'a', 'b', { content: ['a'] })]),
    )
    expect([contentOf('page'), contentOf('a'), contentOf('b')]).toEqual([ids('a'), ids('b'), []])
  })

  test('a circle that a page lists stays on the page, whatever its blocks call their parents', () => {
    const { contentOf } = clean(
      mapOf([
        stored('page', 'page', undefined, { content: ['a'] }),
        text('a', 'b', 'a', { content: ['b'] }),
        text('b', 'a', 'b', { content: ['a'] }),
      ]),
    )
    expect([contentOf('page'), contentOf('a'), contentOf('b')]).toEqual([ids('a'), ids('b'), []])
  })

  test('a cycle that no page lists is opened and kept', () => {
    const { contentOf } = clean(
      mapOf([text('a', 'b', 'a', { content: ['b'] }), text('b', 'a', 'b', { content: ['a'] })]),
    )
    expect([contentOf('a'), contentOf('b')]).toEqual([ids('b'), []])
  })

  test('a block listed twice stays in its parent', () => {
    const { contentOf } = clean(
      pageOf([text('a', 'page', 'a', { content: ['x'] }), text('b', 'page', 'b', { content: ['x'] }), text('x', 'b')]),
    )
    expect([contentOf('a'), contentOf('b')]).toEqual([[], ids('x')])
  })

  test('a block listed twice, but not by its parent, stays in the first', () => {
    const { contentOf } = clean(
      pageOf([text('a', 'page', 'a', { content: ['x'] }), text('b', 'page', 'b', { content: ['x'] }), text('x', 'z')]),
    )
    expect([contentOf('a'), contentOf('b')]).toEqual([ids('x'), []])
  })

  test('a page that is also listed by another page becomes a link there', () => {
    const { map, contentOf } = clean(
      mapOf([
        stored('root', 'page', undefined, { content: ['home', 'other'] }),
        stored('other', 'page', 'root', { content: ['child'] }),
        stored('home', 'page', 'root', { content: ['child'] }),
        stored('child', 'page', 'home'),
      ]),
    )
    expect(contentOf('home')).toEqual(ids('child'))
    const [link = ''] = contentOf('other') ?? []
    expect(map.block[link]).toMatchObject({ type: 'alias', format: { alias_pointer: { id: idOf('child') } } })
  })

  test('two pages that list each other: one is the other’s child, and links back', () => {
    const { map, contentOf } = clean(
      mapOf([stored('a', 'page', undefined, { content: ['b'] }), stored('b', 'page', 'a', { content: ['a'] })]),
    )
    expect(contentOf('a')).toEqual(ids('b'))
    expect(map.block[contentOf('b')?.[0] ?? '']?.format).toEqual({ alias_pointer: { id: idOf('a') } })
  })

  test.each([
    ['a string', 'x'],
    ['an object', { 0: idOf('a') }],
    ['a number', 5],
  ])('that is %s is none', (_name, content) => {
    const [id, entry] = stored('page', 'page', undefined)
    const { contentOf, kinds } = clean(mapOf([[id, { value: { ...(entry.value as Raw), content } }]]))
    expect(contentOf('page')).toEqual([])
    expect(kinds).toEqual(['wrong-type'])
  })

  test('keeps ids in any writing, each once, and drops what is none', () => {
    const [id, entry] = stored('page', 'page', undefined)
    const a = idOf('a')
    const content = [a.toUpperCase(), a.replaceAll('-', ''), 5, null, {}, 'x', '__proto__', idOf('b')]
    const { contentOf } = clean(mapOf([[id, { value: { ...(entry.value as Raw), content } }], text('a', 'page')]))
    expect(contentOf('page')).toEqual(ids('a', 'b'))
  })

  test('many thousand levels deep is moved up completely', { timeout: PATIENCE }, () => {
    const names = Array.from({ length: isComplete ? 25_000 : 12_000 }, (_, at) => `${at}`)
    const blocks = names.map((name, at) =>
      text(name, at === 0 ? 'page' : `${at - 1}`, name, { content: at + 1 < names.length ? [`${at + 1}`] : [] }),
    )
    const { map, kinds } = clean(pageOf(blocks))
    expect(kinds).toEqual(['lifted'])
    let level = map.block[idOf('page')]?.content ?? []
    let count = level.length
    for (let depth = 1; depth < DEEPEST; depth++) {
      level = level.flatMap((id) => map.block[id]?.content ?? [])
      count += level.length
    }
    expect(count).toBe(names.length)
    expect(level.slice(0, 3)).toEqual(ids('39', '40', '41'))
  })

  test('at the deepest level keeps its order, and tables keep their rows', () => {
    const chain = Array.from({ length: DEEPEST - 1 }, (_, at) =>
      text(`${at}`, at === 0 ? 'page' : `${at - 1}`, 'x', { content: at === DEEPEST - 2 ? ['a', 'd'] : [`${at + 1}`] }),
    )
    const deepest = `${DEEPEST - 2}`
    const { contentOf } = clean(
      pageOf([
        ...chain,
        text('a', deepest, 'a', { content: ['table', 'c'] }),
        stored('table', 'table', 'a', { content: ['row'] }),
        stored('row', 'table_row', 'table'),
        text('c', 'a'),
        text('d', deepest),
      ]),
    )
    expect(contentOf(deepest)).toEqual(ids('a', 'table', 'c', 'd'))
    expect(contentOf('table')).toEqual(ids('row'))
  })
})

describe('ids', () => {
  test('in different formats are equal, and the first record wins', () => {
    const [id, entry] = text('a', 'page', 'first')
    const [, second] = text('a', 'page', 'second')
    const { map, kinds } = clean(
      mapOf([
        [id.toUpperCase(), entry],
        [id.replaceAll('-', ''), second],
      ]),
    )
    expect(Object.keys(map.block)).toEqual([id])
    expect(map.block[id]?.properties.title).toEqual([['first']])
    expect(kinds).toEqual(['duplicate-id'])
  })

  test('that are numbers give way to the key', () => {
    const [id, entry] = text('a', 'page')
    const { map, changes } = clean(mapOf([[id, { value: { ...(entry.value as Raw), id: 5 } }]]))
    expect(map.block[id]?.id).toBe(id)
    expect(changes).toEqual([{ where: `block/${id}/id`, what: 'bad-id' }])
  })

  test('that no key gives come from the record', () => {
    const [id, entry] = text('a', 'page')
    expect(Object.keys(clean(mapOf([['a', entry]])).map.block)).toEqual([id])
  })

  test.each(['__proto__', 'constructor', 'x', ''])('of %o are none', (key) => {
    const json = JSON.parse(`{"block": {${JSON.stringify(key)}: {"value": {"id": "x", "type": "text"}}}}`)
    const { map, kinds } = clean(json)
    expect(map.block).toEqual({})
    expect(kinds).toEqual(['bad-id'])
  })

  test.each([5, 'x', [], true])('a record that is %o is left out', (record) => {
    expect(clean(mapOf([[idOf('a'), { role: 'reader', value: record }]])).kinds).toEqual(['not-a-record'])
  })
})

test('every change contains its place', () => {
  const { changes } = clean(pageOf([text('a', 'page', 'a', { content: ['a'] })]))
  expect(changes.map(({ where }) => where)).toEqual([`block/${idOf('a')}/content`])
})
