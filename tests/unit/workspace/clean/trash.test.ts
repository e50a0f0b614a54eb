import { expect, test } from 'vitest'
import type { Id } from '@/lib/workspace/record-map'
import { idOf } from '../../../support/records'
import { cleaned, mapOf, type Raw, stored } from '../maps'

const gone = { alive: false }

function collection(name: string, parent: string, more: Raw = {}): [Id, Raw] {
  const record = { id: idOf(name), name: [[name]], parent_id: idOf(parent), parent_table: 'block', schema: {}, ...more }
  return [idOf(name), { value: record }]
}

const row = (name: string, of: string) =>
  stored(name, 'page', undefined, { parent_id: idOf(of), parent_table: 'collection' })

test('trashes a page inside a trashed block at any depth', () => {
  const { map } = cleaned(
    mapOf([
      stored('top', 'page', undefined),
      stored('toggle', 'toggle', 'top', gone),
      stored('column', 'column', 'toggle'),
      stored('lost', 'page', 'column'),
      stored('kept', 'page', 'top'),
    ]),
  )
  expect(map.block[idOf('lost')]?.alive).toBe(false)
  expect(map.block[idOf('kept')]?.alive).toBe(true)
})

test('trashes the rows of a trashed collection, and of one in a trashed block', () => {
  const { map } = cleaned(
    mapOf(
      [
        stored('top', 'page', undefined),
        stored('place', 'collection_view', 'top', gone),
        row('of a trashed place', 'placed'),
        row('of a trashed collection', 'trashed'),
        row('of another', 'other'),
      ],
      {
        collection: Object.fromEntries([
          collection('placed', 'place'),
          collection('trashed', 'top', gone),
          collection('other', 'top'),
        ]),
      },
    ),
  )
  const alive = (name: string) => map.block[idOf(name)]?.alive
  expect([alive('of a trashed place'), alive('of a trashed collection'), alive('of another')]).toEqual([
    false,
    false,
    true,
  ])
  expect(Object.keys(map.collection)).toEqual([idOf('other')])
})

test('keeps a page whose parent page is trashed in an outdated copy', () => {
  const { map } = cleaned(mapOf([stored('above', 'page', undefined, gone), stored('below', 'page', 'above')]))
  expect(map.block[idOf('below')]?.alive).toBe(true)
})
