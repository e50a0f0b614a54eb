import { describe, expect, test } from 'vitest'
import { pageRecord } from '@/lib/workspace/record'
import type { Id } from '@/lib/workspace/record-map'
import { pagesIn } from '@/lib/workspace/split'
import { DEEPEST } from '@/lib/workspace/tree'
import { idOf } from '../../support/records'
import { faultsIn } from './invariants'
import { cleaned, mapOf, pageOf, type Raw, stored, text } from './maps'

/** For the largest maps on a busy machine. */
const PATIENCE = 120_000

/** Cleans a stored map and makes everything that the site makes of it. */
function clean(json: Raw) {
  const { map, changes } = cleaned(json)
  expect(faultsIn(map)).toEqual([])
  for (const { page } of pagesIn(map)) pageRecord(page)
  const contentOf = (name: string) => map.block[idOf(name)]?.content
  const parentOf = (name: string) => map.block[idOf(name)]?.parent_id
  const kinds = changes.map(({ what }) => what)
  return { map, changes, contentOf, parentOf, kinds }
}

const ids = (...names: string[]): Id[] => names.map(idOf)
const NOWHERE = { parent_id: '00000000-0000-0000-0000-000000000000', parent_table: 'unknown' }
const pointer = (name: string) => ({ transclusion_reference_pointer: { id: idOf(name), table: 'block' } })

describe('circles of parents', () => {
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

  test('a page that is its own parent belongs nowhere', () => {
    const { map, changes } = clean(mapOf([stored('page', 'page', 'page')]))
    expect(map.block[idOf('page')]).toMatchObject(NOWHERE)
    expect(changes).toContainEqual({ where: `block/${idOf('page')}/parent_id`, what: 'parent-cut' })
  })

  test('a page in a circle of pages is not put back by a page that lists it', () => {
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

  test('two blocks that are each other’s parents get what holds them', () => {
    const { parentOf } = clean(
      mapOf([stored('page', 'page', undefined, { content: ['a', 'b'] }), text('a', 'b'), text('b', 'a')]),
    )
    expect([parentOf('a'), parentOf('b')]).toEqual(ids('page', 'page'))
  })

  test('a circle that only repairing brings about ends, too', () => {
    const { parentOf } = clean(
      mapOf([
        stored('page', 'page', undefined, { content: ['outer'] }),
        text('outer', 'inner', 'x', { content: ['inner'] }),
        text('inner', 'inner'),
      ]),
    )
    expect([parentOf('outer'), parentOf('inner')]).toEqual(ids('page', 'outer'))
  })

  test('a block without parent that its own descendants call theirs gets what holds it', () => {
    const { parentOf } = clean(
      mapOf([
        stored('page', 'page', undefined, { content: ['outer'] }),
        text('outer', 'inner', 'x', { content: ['inner'] }),
        text('inner', 'x', 'x', { parent_id: 5 }),
      ]),
    )
    expect([parentOf('outer'), parentOf('inner')]).toEqual(ids('page', 'outer'))
  })

  test('a page that names a block inside itself as its parent belongs nowhere', () => {
    const { map, parentOf } = clean(
      mapOf([stored('page', 'page', 'toggle', { content: ['toggle'] }), stored('toggle', 'toggle', 'page')]),
    )
    expect(map.block[idOf('page')]).toMatchObject(NOWHERE)
    expect(parentOf('toggle')).toBe(idOf('page'))
  })

  test('a database whose collection lies in its own row belongs nowhere', () => {
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

  test('a chain of 100,000 parents ends', { timeout: PATIENCE }, () => {
    const blocks = Array.from({ length: 100_000 }, (_, at) => text(`${at}`, `${at + 1}`))
    expect(clean(mapOf(blocks)).kinds).toEqual([])
  })
})

describe('content', () => {
  test('that contains itself is cut', () => {
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

  test('two blocks that contain each other: the one that a page holds, holds the other', () => {
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

  test('a circle that nothing holds is cut open and kept', () => {
    const { contentOf } = clean(
      mapOf([text('a', 'b', 'a', { content: ['b'] }), text('b', 'a', 'b', { content: ['a'] })]),
    )
    expect([contentOf('a'), contentOf('b')]).toEqual([ids('b'), []])
  })

  test('a block that two blocks list lies in the one it calls its parent', () => {
    const { contentOf } = clean(
      pageOf([text('a', 'page', 'a', { content: ['x'] }), text('b', 'page', 'b', { content: ['x'] }), text('x', 'b')]),
    )
    expect([contentOf('a'), contentOf('b')]).toEqual([[], ids('x')])
  })

  test('a block that two blocks list and that calls neither its parent lies in the first', () => {
    const { contentOf } = clean(
      pageOf([text('a', 'page', 'a', { content: ['x'] }), text('b', 'page', 'b', { content: ['x'] }), text('x', 'z')]),
    )
    expect([contentOf('a'), contentOf('b')]).toEqual([ids('x'), []])
  })

  test('a page that another page lists, too, becomes a link there', () => {
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

  test('100,000 levels deep is lifted, and nothing of it is lost', { timeout: PATIENCE }, () => {
    const names = Array.from({ length: 100_000 }, (_, at) => `${at}`)
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

describe('synced blocks', () => {
  const reference = (name: string, parent: string, target: string) =>
    stored(name, 'transclusion_reference', parent, { format: pointer(target) })
  const container = (name: string, parent: string, content: string[]) =>
    stored(name, 'transclusion_container', parent, { content })
  const pointsOf = (map: ReturnType<typeof clean>['map'], ...names: string[]) =>
    names.map((name) => 'transclusion_reference_pointer' in (map.block[idOf(name)]?.format ?? {}))

  test('that point at a container keep showing it', () => {
    const { map, kinds } = clean(pageOf([container('c', 'page', ['x']), text('x', 'c'), reference('r', 'page', 'c')]))
    expect(pointsOf(map, 'r')).toEqual([true])
    expect(kinds).toEqual([])
  })

  test('that point at themselves show nothing', () => {
    const { map, kinds } = clean(pageOf([reference('r', 'page', 'r')]))
    expect(pointsOf(map, 'r')).toEqual([false])
    expect(kinds).toEqual(['sync-target'])
  })

  test('that lie in the container they point at show nothing', () => {
    const { map, kinds } = clean(
      pageOf([container('c', 'page', ['t']), text('t', 'c', 't', { content: ['r'] }), reference('r', 't', 'c')]),
    )
    expect(pointsOf(map, 'r')).toEqual([false])
    expect(kinds).toEqual(['sync-cycle'])
  })

  test('in a container inside the container they point at show nothing', () => {
    const { map } = clean(
      pageOf([
        container('inner', 'outer', ['r']),
        container('outer', 'page', ['inner']),
        reference('r', 'inner', 'outer'),
      ]),
    )
    expect(pointsOf(map, 'r')).toEqual([false])
  })

  test('of two containers that point at each other: one is left, and shows the other', () => {
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

  test('that point into a container around the one being shown show nothing', () => {
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

  test.each(['page', 'text', 'column_list'])('that point at a %s show nothing', (type) => {
    const { map } = clean(pageOf([stored('x', type, 'page'), reference('r', 'page', 'x')]))
    expect(pointsOf(map, 'r')).toEqual([false])
  })

  test('that point at a container of another file keep pointing', () => {
    expect(pointsOf(clean(pageOf([reference('r', 'page', 'elsewhere')])).map, 'r')).toEqual([true])
  })

  test('that double what they show, again and again, stop at a bound', () => {
    const levels = Array.from({ length: 40 }, (_, at) => `${at}`)
    const blocks = levels.flatMap((level, at) => [
      container(level, 'page', [`l${level}`, `r${level}`]),
      ...(at === 0
        ? [text(`l${level}`, level), text(`r${level}`, level)]
        : [reference(`l${level}`, level, `${at - 1}`), reference(`r${level}`, level, `${at - 1}`)]),
    ])
    expect(clean(pageOf(blocks)).kinds).toContain('sync-too-large')
  })

  test('10,000 that all show one large container stop at a bound', { timeout: PATIENCE }, () => {
    const lines = Array.from({ length: 1000 }, (_, at) => text(`line ${at}`, 'c'))
    const references = Array.from({ length: 10_000 }, (_, at) => reference(`r${at}`, 'page', 'c'))
    const content = lines.map((_, at) => `line ${at}`)
    const { map } = clean(pageOf([container('c', 'page', content), ...lines, ...references]))
    expect(pointsOf(map, 'r0', 'r9999')).toEqual([true, false])
  })

  test('a chain of 20,000 containers ends', { timeout: PATIENCE }, () => {
    const blocks = Array.from({ length: 20_000 }, (_, at) => [
      container(`c${at}`, 'page', [`r${at}`]),
      reference(`r${at}`, `c${at}`, `c${at + 1}`),
    ]).flat()
    expect(clean(pageOf(blocks)).kinds).toContain('sync-too-large')
  })
})

describe('ids', () => {
  test('that are written differently are one, and the first record has it', () => {
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

test('every change says where', () => {
  const { changes } = clean(pageOf([text('a', 'page', 'a', { content: ['a'] })]))
  expect(changes.map(({ where }) => where)).toEqual([`block/${idOf('a')}/content`])
})
