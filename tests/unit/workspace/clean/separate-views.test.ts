import { describe, expect, test } from 'vitest'
import { createPageRecord } from '@/lib/workspace/read/page-record'
import { splitPages } from '@/lib/workspace/read/split'
import type { Block } from '@/lib/workspace/record-map'
import { createId } from '@/tests/support/records'
import { createPageMap, type Raw, stored } from '../maps'
import { clean } from './support'

const createCollection = (name: string, parent: string) => ({
  [createId(name)]: {
    value: {
      id: createId(name),
      parent_id: createId(parent),
      parent_table: 'block',
      name: [[name]],
      schema: { title: { name: 'Name', type: 'title' } },
    },
  },
})
const createView = (name: string, collection?: string) => ({
  [createId(name)]: {
    value: {
      id: createId(name),
      type: 'table',
      name,
      format: collection ? { collection_pointer: { id: createId(collection), table: 'collection' } } : {},
    },
  },
})
const TABLES: Raw = {
  collection: { ...createCollection('own', 'database'), ...createCollection('other', 'elsewhere') },
  collection_view: {
    ...createView('plain'),
    ...createView('pointed', 'own'),
    ...createView('linked', 'other'),
    ...createView('linked again', 'other'),
    ...createView('lost', 'missing'),
  },
}

function cleanDatabase(views: string[], type = 'collection_view', collection: string | undefined = 'own') {
  const database = stored('database', type, 'page', {
    view_ids: views.map(createId),
    ...(collection && { collection_id: createId(collection) }),
  })
  const { map } = clean(createPageMap([database, stored('after', 'divider', 'page')], TABLES))
  const top = createId(type === 'collection_view' ? 'page' : 'database')
  const page = [...splitPages(map)].find(({ page: { id } }) => id === top)?.page
  if (page === undefined) throw new Error('The page is missing')
  const shown = [...(type === 'collection_view' ? [] : [top]), ...(page.blocks[top]?.content ?? [])]
  return { page, shown: shown.flatMap((id) => page.blocks[id] ?? []).map(describeBlock) }
}

const NAMES = ['own', 'other', 'missing', 'plain', 'pointed', 'linked', 'linked again', 'lost']
const toName = (id: string | undefined) => NAMES.find((name) => createId(name) === id)
const describeBlock = ({ type, collection_id, view_ids = [] }: Block) =>
  view_ids.length === 0 ? type : `${toName(collection_id)}: ${view_ids.map(toName).join(', ')}`

describe('cleanRecordMap: views of several collections', () => {
  test('adds a block for each other collection after a database', () => {
    const { shown, page } = cleanDatabase(['plain', 'linked', 'pointed', 'linked again'])
    expect(shown).toEqual(['own: plain, pointed', 'other: linked, linked again', 'divider'])
    expect(Object.keys(page.views)).toHaveLength(4)
    expect(createPageRecord({ page }).collections).toEqual([createId('own'), createId('other')])
  })

  test('adds a block for each other collection below the database of a page', () => {
    expect(cleanDatabase(['plain', 'linked'], 'collection_view_page').shown).toEqual(['own: plain', 'other: linked'])
  })

  test('shows the collection of the views if none is of the own one, or if there is no own one', () => {
    expect(cleanDatabase(['linked']).shown).toEqual(['other: linked', 'divider'])
    expect(cleanDatabase(['linked', 'pointed'], 'collection_view', '').shown).toEqual([
      'other: linked',
      'own: pointed',
      'divider',
    ])
  })

  test('does not show a view of a missing collection as one of the own collection', () => {
    expect(cleanDatabase(['plain', 'lost']).shown).toEqual(['own: plain', 'missing: lost', 'divider'])
  })

  test('adds a view that two databases list to both', () => {
    const databases = ['first', 'second'].map((name) =>
      stored(name, 'collection_view', 'page', {
        view_ids: ['plain', 'linked'].map(createId),
        collection_id: createId('own'),
      }),
    )
    const { map } = clean(createPageMap(databases, TABLES))
    const shown = map.block[createId('page')]?.content.flatMap((id) => map.block[id] ?? []) ?? []
    const views = ['own: plain', 'other: linked']
    expect(shown.map(describeBlock)).toEqual([...views, ...views])
    expect(new Set(shown.map(({ id }) => id)).size).toBe(4)
  })

  test('adds a view whose id is that of another block', () => {
    const database = stored('database', 'collection_view', 'page', {
      view_ids: ['plain', 'linked'].map(createId),
      collection_id: createId('own'),
    })
    const { map } = clean(createPageMap([database, stored('linked', 'divider', 'page')], TABLES))
    const shown = map.block[createId('page')]?.content.flatMap((id) => map.block[id] ?? []) ?? []
    expect(shown.map(describeBlock)).toEqual(['own: plain', 'other: linked', 'divider'])
  })
})
