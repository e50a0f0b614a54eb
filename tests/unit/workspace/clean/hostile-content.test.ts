import { describe, expect, test } from 'vitest'
import { MAX_DEPTH } from '@/lib/workspace/clean/tree'
import { isCompleteRun } from '@/tests/support/complete'
import { createId } from '../../../support/records'
import { createBlockMap, createPageMap, type Raw, stored, text } from '../maps'
import { clean, LARGE_MAP_TIMEOUT, toIds } from './support'

describe('cleanRecordMap: content', () => {
  test('removes a block from its own content', () => {
    const { getContent, changes } = clean(
      createPageMap([text('a', 'page', 'a', { content: ['a', 'b'] }), text('b', 'a')]),
    )
    expect(getContent('a')).toEqual(toIds('b'))
    expect(changes).toEqual([{ where: `block/${createId('a')}/content`, what: 'listed-again' }])
  })

  test.each(['column_list', 'column', 'tab', 'toggle', 'transclusion_container'])(
    'empties a %s that contains only itself',
    (type) => {
      const { getContent } = clean(createPageMap([stored('a', type, 'page', { content: ['a'] })]))
      expect(getContent('a')).toEqual([])
    },
  )

  test('breaks a cycle of two blocks below the block that a page lists', () => {
    const { getContent } = clean(
      createPageMap([text('a', 'page', 'a', { content: ['b'] }), text('b', 'a', 'b', { content: ['a'] })]),
    )
    expect([getContent('page'), getContent('a'), getContent('b')]).toEqual([toIds('a'), toIds('b'), []])
  })

  test('keeps a cycle on the page that lists it even if no parent refers to that page', () => {
    const { getContent } = clean(
      createBlockMap([
        stored('page', 'page', undefined, { content: ['a'] }),
        text('a', 'b', 'a', { content: ['b'] }),
        text('b', 'a', 'b', { content: ['a'] }),
      ]),
    )
    expect([getContent('page'), getContent('a'), getContent('b')]).toEqual([toIds('a'), toIds('b'), []])
  })

  test('breaks a cycle that no page lists, and keeps its blocks', () => {
    const { getContent } = clean(
      createBlockMap([text('a', 'b', 'a', { content: ['b'] }), text('b', 'a', 'b', { content: ['a'] })]),
    )
    expect([getContent('a'), getContent('b')]).toEqual([toIds('b'), []])
  })

  test('keeps a block that is listed twice in its parent', () => {
    const { getContent } = clean(
      createPageMap([
        text('a', 'page', 'a', { content: ['x'] }),
        text('b', 'page', 'b', { content: ['x'] }),
        text('x', 'b'),
      ]),
    )
    expect([getContent('a'), getContent('b')]).toEqual([[], toIds('x')])
  })

  test('keeps a block that is listed twice in the first list if its parent does not list it', () => {
    const { getContent } = clean(
      createPageMap([
        text('a', 'page', 'a', { content: ['x'] }),
        text('b', 'page', 'b', { content: ['x'] }),
        text('x', 'z'),
      ]),
    )
    expect([getContent('a'), getContent('b')]).toEqual([toIds('x'), []])
  })

  test('replaces a child page with a link on every other page that lists it', () => {
    const { map, getContent } = clean(
      createBlockMap([
        stored('root', 'page', undefined, { content: ['home', 'other'] }),
        stored('other', 'page', 'root', { content: ['child'] }),
        stored('home', 'page', 'root', { content: ['child'] }),
        stored('child', 'page', 'home'),
      ]),
    )
    expect(getContent('home')).toEqual(toIds('child'))
    const [link = ''] = getContent('other') ?? []
    expect(map.block[link]).toMatchObject({ type: 'alias', format: { alias_pointer: { id: createId('child') } } })
  })

  test('replaces the parent page with a link if two pages list each other', () => {
    const { map, getContent } = clean(
      createBlockMap([
        stored('a', 'page', undefined, { content: ['b'] }),
        stored('b', 'page', 'a', { content: ['a'] }),
      ]),
    )
    expect(getContent('a')).toEqual(toIds('b'))
    expect(map.block[getContent('b')?.[0] ?? '']?.format).toEqual({ alias_pointer: { id: createId('a') } })
  })

  test.each([
    ['a string', 'x'],
    ['an object', { 0: createId('a') }],
    ['a number', 5],
  ])('empties content that is %s', (_name, content) => {
    const [id, entry] = stored('page', 'page', undefined)
    const { getContent, kinds } = clean(createBlockMap([[id, { value: { ...(entry.value as Raw), content } }]]))
    expect(getContent('page')).toEqual([])
    expect(kinds).toEqual(['wrong-type'])
  })

  test('keeps each id once, in any notation, and drops other values', () => {
    const [id, entry] = stored('page', 'page', undefined)
    const a = createId('a')
    const content = [a.toUpperCase(), a.replaceAll('-', ''), 5, null, {}, 'x', '__proto__', createId('b')]
    const { getContent } = clean(
      createBlockMap([[id, { value: { ...(entry.value as Raw), content } }], text('a', 'page')]),
    )
    expect(getContent('page')).toEqual(toIds('a', 'b'))
  })

  test('lifts blocks that are thousands of levels deep', { timeout: LARGE_MAP_TIMEOUT }, () => {
    const names = Array.from({ length: isCompleteRun ? 25_000 : 12_000 }, (_, index) => `${index}`)
    const blocks = names.map((name, index) =>
      text(name, index === 0 ? 'page' : `${index - 1}`, name, {
        content: index + 1 < names.length ? [`${index + 1}`] : [],
      }),
    )
    const { map, kinds } = clean(createPageMap(blocks))
    expect(kinds).toEqual(['lifted'])
    let level = map.block[createId('page')]?.content ?? []
    let count = level.length
    for (let depth = 1; depth < MAX_DEPTH; depth++) {
      level = level.flatMap((id) => map.block[id]?.content ?? [])
      count += level.length
    }
    expect(count).toBe(names.length)
    expect(level.slice(0, 3)).toEqual(toIds('39', '40', '41'))
  })

  test('keeps the order of blocks and the rows of tables at the deepest level', () => {
    const chain = Array.from({ length: MAX_DEPTH - 1 }, (_, index) =>
      text(`${index}`, index === 0 ? 'page' : `${index - 1}`, 'x', {
        content: index === MAX_DEPTH - 2 ? ['a', 'd'] : [`${index + 1}`],
      }),
    )
    const deepest = `${MAX_DEPTH - 2}`
    const { getContent } = clean(
      createPageMap([
        ...chain,
        text('a', deepest, 'a', { content: ['table', 'c'] }),
        stored('table', 'table', 'a', { content: ['row'] }),
        stored('row', 'table_row', 'table'),
        text('c', 'a'),
        text('d', deepest),
      ]),
    )
    expect(getContent(deepest)).toEqual(toIds('a', 'table', 'c', 'd'))
    expect(getContent('table')).toEqual(toIds('row'))
  })
})

describe('cleanRecordMap: ids', () => {
  test('merges ids in different formats, and keeps the first record', () => {
    const [id, entry] = text('a', 'page', 'first')
    const [, second] = text('a', 'page', 'second')
    const { map, kinds } = clean(
      createBlockMap([
        [id.toUpperCase(), entry],
        [id.replaceAll('-', ''), second],
      ]),
    )
    expect(Object.keys(map.block)).toEqual([id])
    expect(map.block[id]?.properties.title).toEqual([['first']])
    expect(kinds).toEqual(['duplicate-id'])
  })

  test('replaces a numeric id with the key', () => {
    const [id, entry] = text('a', 'page')
    const { map, changes } = clean(createBlockMap([[id, { value: { ...(entry.value as Raw), id: 5 } }]]))
    expect(map.block[id]?.id).toBe(id)
    expect(changes).toEqual([{ where: `block/${id}/id`, what: 'bad-id' }])
  })

  test('reads the id from the record if the key is not an id', () => {
    const [id, entry] = text('a', 'page')
    expect(Object.keys(clean(createBlockMap([['a', entry]])).map.block)).toEqual([id])
  })

  test.each(['__proto__', 'constructor', 'x', ''])('removes the record with the malformed id %o', (key) => {
    const json = JSON.parse(`{"block": {${JSON.stringify(key)}: {"value": {"id": "x", "type": "text"}}}}`)
    const { map, kinds } = clean(json)
    expect(map.block).toEqual({})
    expect(kinds).toEqual(['bad-id'])
  })

  test.each([5, 'x', [], true])('leaves out the malformed record %o', (record) => {
    expect(clean(createBlockMap([[createId('a'), { role: 'reader', value: record }]])).kinds).toEqual(['not-a-record'])
  })
})

test('cleanRecordMap returns the place of every change', () => {
  const { changes } = clean(createPageMap([text('a', 'page', 'a', { content: ['a'] })]))
  expect(changes.map(({ where }) => where)).toEqual([`block/${createId('a')}/content`])
})
