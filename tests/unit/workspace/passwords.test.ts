import { describe, expect, test } from 'vitest'
import { removeDerivedFromPasswords, removePasswords } from '@/lib/workspace/clean/passwords'
import type { Block, Collection, PropertySchema, RichText } from '@/lib/workspace/record-map'
import { collection, createId, row } from '../../support/records'
import { cleaned, createBlockMap, stored } from './maps'

const SECRET = 'zqxwvkj'

function cleanPasswords(
  schema: Record<string, Partial<PropertySchema>>,
  values: Record<string, string | RichText> = {},
) {
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

test.each([...NAMES, ...OTHER_FORMS])(
  'removePasswords removes a property named %j, and locks the rows that have a value',
  (name) => {
    const { block, rows } = cleanPasswords({ pw: { name }, note: {} }, { pw: SECRET, note: 'kept' })
    expect(Object.keys(rows.schema)).toEqual(['title', 'note'])
    expect([block.locked, Object.keys(block.properties)]).toEqual([true, ['title', 'note']])
  },
)

test.each(['Passwords', 'Password hint', 'Pass', ''])('removePasswords keeps a property named %j', (name) => {
  const { block, rows } = cleanPasswords({ pw: { name } }, { pw: 'words' })
  expect([block.locked, rows.schema.pw?.name, block.properties.pw]).toEqual([undefined, name, [['words']]])
})

describe('removePasswords', () => {
  const cases: [string, string, RichText | undefined, true | undefined][] = [
    ['by text', 'text', [['a']], true],
    ['by a space, which may be intended', 'text', [[' ']], true],
    ['by a mention', 'text', [['‣', [['p', createId('A')]]]], true],
    ['by something unreadable', 'text', [['\uFFFD']], true],
    ['by a ticked box', 'checkbox', [['Yes']], true],
    ['not by a box that is not ticked', 'checkbox', [['No']], undefined],
    ['not by an empty text', 'text', [['']], undefined],
    ['not without a value', 'text', undefined, undefined],
    ['by a title of this name', 'title', [['a']], true],
    ['by a formula, whose result is not known', 'formula', undefined, true],
    ['by a rollup, whose result is not known', 'rollup', undefined, true],
  ]
  test.each(cases)('locks a row %s', (_, type, value, expected) => {
    expect(cleanPasswords({ pw: { name: 'Password', type } }, value && { pw: value }).block.locked).toBe(expected)
  })
})

test('removePasswords locks a row by a relation to a database that is not shared, because its values are unknown', () => {
  const isLocked = (more: object) =>
    cleanPasswords({ pw: { name: 'Password', type: 'relation', more: { ...more } } }).block.locked
  expect([isLocked({ unshared: true }), isLocked({})]).toEqual([true, undefined])
})

test('cleanRecordMap removes the passwords of rows', () => {
  const schema = { title: { name: 'Name', type: 'title' }, pw: { name: 'Password', type: 'text' } }
  const rows = { id: createId('rows'), name: [['Rows']], parent_id: createId('page'), parent_table: 'block', schema }
  const properties = { title: [['Row']], pw: [[SECRET]] }
  const blocks = [
    stored('page', 'page', undefined),
    stored('row', 'page', 'page', { parent_id: createId('rows'), parent_table: 'collection', properties }),
  ]
  const { map } = cleaned(createBlockMap(blocks, { collection: { [createId('rows')]: { value: rows } } }))
  expect(JSON.stringify(map)).not.toContain(SECRET)
  expect(map.block[createId('row')]?.locked).toBe(true)
})

describe('removeDerivedFromPasswords', () => {
  const secrets = collection('Secrets', 'Home', { Name: { type: 'title' }, pw: { name: 'Password' } })
  const createFormula = (more: Record<string, unknown>) => ({ type: 'formula', more })
  const findRemainingProperties = (schema: Record<string, Partial<PropertySchema>>): string[] => {
    const other = collection('Other', 'Home', schema)
    const all = structuredClone([secrets, other]) as [Collection, Collection]
    removePasswords([] as Block[], new Map(all.map((each) => [each.id, each])))
    removeDerivedFromPasswords(all)
    return Object.keys(all[1].schema)
  }

  test('removes formulas in either format that refer to a password by its id', () => {
    const tree = { type: 'function', name: 'concat', args: [{ type: 'property', id: 'pw' }] }
    const code = [['prop('], ['‣', [['fpp', { property: 'pw', collection: createId('Secrets') }]]], [')']]
    expect(
      findRemainingProperties({
        A: createFormula({ formula: tree }),
        B: createFormula({ formula2: { code } }),
        C: createFormula({ formula: { type: 'property', id: 'Name' } }),
      }),
    ).toEqual(['C'])
  })

  test('removes formulas that refer to a password by its name', () => {
    expect(
      findRemainingProperties({
        A: createFormula({ formula2: { code: 'prop("Secret").map(current.prop("PASSWORD"))' } }),
      }),
    ).toEqual([])
  })

  test('removes formulas with an unknown expression', () => {
    expect(findRemainingProperties({ A: createFormula({ formula2: { result_type: 'text' } }) })).toEqual([])
  })

  test('removes formulas that depend on a password through rollups and other formulas', () => {
    const chain = {
      Last: createFormula({ formula: { type: 'property', id: 'Middle' } }),
      Middle: createFormula({ formula2: { code: 'prop("First name")' } }),
      first: { name: 'First name', type: 'rollup', more: { relation_property: 'to', target_property: 'pw' } },
      to: { type: 'relation' },
      Free: createFormula({ formula: { type: 'property', id: 'to' } }),
    }
    expect(findRemainingProperties(chain)).toEqual(['to', 'Free'])
  })
})
