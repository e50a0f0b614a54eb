import { expect, test } from 'vitest'
import type { Id } from '@/lib/workspace/record-map'
import { createId } from '../../../support/records'
import { cleaned, createBlockMap, type Raw, stored } from '../maps'

const TRASHED = { alive: false }

function createCollection(name: string, parent: string, more: Raw = {}): [Id, Raw] {
  const record = {
    id: createId(name),
    name: [[name]],
    parent_id: createId(parent),
    parent_table: 'block',
    schema: {},
    ...more,
  }
  return [createId(name), { value: record }]
}

const createRow = (name: string, of: string) =>
  stored(name, 'page', undefined, { parent_id: createId(of), parent_table: 'collection' })

test('trashes a page inside a trashed block at any depth', () => {
  const { map } = cleaned(
    createBlockMap([
      stored('top', 'page', undefined),
      stored('toggle', 'toggle', 'top', TRASHED),
      stored('column', 'column', 'toggle'),
      stored('lost', 'page', 'column'),
      stored('kept', 'page', 'top'),
    ]),
  )
  expect(map.block[createId('lost')]?.alive).toBe(false)
  expect(map.block[createId('kept')]?.alive).toBe(true)
})

test('trashes the rows of a trashed collection and of a collection in a trashed block', () => {
  const { map } = cleaned(
    createBlockMap(
      [
        stored('top', 'page', undefined),
        stored('place', 'collection_view', 'top', TRASHED),
        createRow('of a trashed place', 'placed'),
        createRow('of a trashed collection', 'trashed'),
        createRow('of another', 'other'),
      ],
      {
        collection: Object.fromEntries([
          createCollection('placed', 'place'),
          createCollection('trashed', 'top', TRASHED),
          createCollection('other', 'top'),
        ]),
      },
    ),
  )
  const isAlive = (name: string) => map.block[createId(name)]?.alive
  expect([isAlive('of a trashed place'), isAlive('of a trashed collection'), isAlive('of another')]).toEqual([
    false,
    false,
    true,
  ])
  expect(Object.keys(map.collection)).toEqual([createId('other')])
})

test('keeps a page below a trashed parent page, whose copy may be outdated', () => {
  const { map } = cleaned(
    createBlockMap([stored('above', 'page', undefined, TRASHED), stored('below', 'page', 'above')]),
  )
  expect(map.block[createId('below')]?.alive).toBe(true)
})
