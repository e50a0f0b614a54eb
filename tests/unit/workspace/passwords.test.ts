import { describe, expect, test } from 'vitest'
import { removeDerivedFromPasswords, removePasswords } from '@/lib/workspace/clean/passwords'
import type { Block, Collection, PropertySchema, RichText } from '@/lib/workspace/record-map'
import { collection, idOf, row } from '../../support/records'
import { cleaned, mapOf, stored } from './maps'

const SECRET = 'zqxwvkj'

function settled(schema: Record<string, Partial<PropertySchema>>, values: Record<string, string | RichText> = {}) {
  const { block } = row('Row', 'Rows', values)
  const rows = collection('Rows', 'Home', { title: { type: 'title' }, ...schema })
  removePasswords([block], new Map([[rows.id, rows]]))
  return { block, rows }
}

const NAMES = [
  'password',
  'Password',
  ' PASSWORD ',
  '🔑 Password',
  'Pass word',
  '密码',
  '密碼',
  'パスワード',
  '비밀번호',
]
const OTHER_FORMS = [
  'Ｐａｓｓｗｏｒｄ',
  'ﾊﾟｽﾜｰﾄﾞ',
  'パスワード'.normalize('NFD'),
  '비밀번호'.normalize('NFD'),
  'pass\u200Bword',
]

test.each([...NAMES, ...OTHER_FORMS])('a property named %j is removed, and locks the rows that have one', (name) => {
  const { block, rows } = settled({ pw: { name }, note: {} }, { pw: SECRET, note: 'kept' })
  expect(Object.keys(rows.schema)).toEqual(['title', 'note'])
  expect([block.locked, Object.keys(block.properties)]).toEqual([true, ['title', 'note']])
})

test.each(['Passwords', 'Password hint', 'Pass', ''])('a property named %j is none', (name) => {
  const { block, rows } = settled({ pw: { name } }, { pw: 'words' })
  expect([block.locked, rows.schema.pw?.name, block.properties.pw]).toEqual([undefined, name, [['words']]])
})

describe('a row is locked', () => {
  const cases: [string, string, RichText | undefined, true | undefined][] = [
    ['by text', 'text', [['a']], true],
    ['by a space, which may be meant', 'text', [[' ']], true],
    ['by a mention', 'text', [['‣', [['p', idOf('A')]]]], true],
    ['by something unreadable', 'text', [['\uFFFD']], true],
    ['by a ticked box', 'checkbox', [['Yes']], true],
    ['not by a box that is not ticked', 'checkbox', [['No']], undefined],
    ['not by an empty text', 'text', [['']], undefined],
    ['not without a value', 'text', undefined, undefined],
    ['by a title of this name', 'title', [['a']], true],
    ['by a formula, whose result is not known', 'formula', undefined, true],
    ['by a rollup, whose result is not known', 'rollup', undefined, true],
  ]
  test.each(cases)('%s', (_, type, value, expected) => {
    expect(settled({ pw: { name: 'Password', type } }, value && { pw: value }).block.locked).toBe(expected)
  })
})

test('a row is locked by a relation whose values are unknown, because its database is not shared', () => {
  const locked = (more: object) =>
    settled({ pw: { name: 'Password', type: 'relation', more: { ...more } } }).block.locked
  expect([locked({ unshared: true }), locked({})]).toEqual([true, undefined])
})

test('cleaning a map removes the passwords of its rows', () => {
  const schema = { title: { name: 'Name', type: 'title' }, pw: { name: 'Password', type: 'text' } }
  const rows = { id: idOf('rows'), name: [['Rows']], parent_id: idOf('page'), parent_table: 'block', schema }
  const properties = { title: [['Row']], pw: [[SECRET]] }
  const blocks = [
    stored('page', 'page', undefined),
    stored('row', 'page', 'page', { parent_id: idOf('rows'), parent_table: 'collection', properties }),
  ]
  const { map } = cleaned(mapOf(blocks, { collection: { [idOf('rows')]: { value: rows } } }))
  expect(JSON.stringify(map)).not.toContain(SECRET)
  expect(map.block[idOf('row')]?.locked).toBe(true)
})

describe('what is computed from a password is removed', () => {
  const secrets = collection('Secrets', 'Home', { Name: { type: 'title' }, pw: { name: 'Password' } })
  const formula = (more: Record<string, unknown>) => ({ type: 'formula', more })
  const left = (schema: Record<string, Partial<PropertySchema>>): string[] => {
    const other = collection('Other', 'Home', schema)
    const all = structuredClone([secrets, other]) as [Collection, Collection]
    removePasswords([] as Block[], new Map(all.map((each) => [each.id, each])))
    removeDerivedFromPasswords(all)
    return Object.keys(all[1].schema)
  }

  test('by its id, in either kind of formula', () => {
    const tree = { type: 'function', name: 'concat', args: [{ type: 'property', id: 'pw' }] }
    const code = [['prop('], ['‣', [['fpp', { property: 'pw', collection: idOf('Secrets') }]]], [')']]
    expect(left({ A: formula({ formula: tree }), B: formula({ formula2: { code } }), C: formula({}) })).toEqual(['C'])
  })

  test('by its name', () => {
    expect(left({ A: formula({ formula2: { code: 'prop("Secret").map(current.prop("PASSWORD"))' } }) })).toEqual([])
  })

  test('if the expression of a formula is unknown', () => {
    expect(left({ A: formula({ formula2: { result_type: 'text' } }) })).toEqual([])
  })

  test('through rollups and other formulas, in any order', () => {
    const chain = {
      Last: formula({ formula: { type: 'property', id: 'Middle' } }),
      Middle: formula({ formula2: { code: 'prop("First name")' } }),
      first: { name: 'First name', type: 'rollup', more: { relation_property: 'to', target_property: 'pw' } },
      to: { type: 'relation' },
      Free: formula({ formula: { type: 'property', id: 'to' } }),
    }
    expect(left(chain)).toEqual(['to', 'Free'])
  })
})
