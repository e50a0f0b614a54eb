import { expect } from 'vitest'
import { createPageRecord } from '@/lib/workspace/read/page-record'
import { splitPages } from '@/lib/workspace/read/split'
import type { Id } from '@/lib/workspace/record-map'
import { idOf } from '../../support/records'
import { faultsIn } from './invariants'
import { cleaned, mapOf, type Raw, stored } from './maps'

/** For the largest maps on a busy machine. */
export const PATIENCE = 120_000

/** Cleans a stored map and makes everything that the site makes of it. */
export function clean(json: Raw) {
  const { map, changes } = cleaned(json)
  expect(faultsIn(map)).toEqual([])
  for (const { page } of splitPages(map)) createPageRecord(page)
  const contentOf = (name: string) => map.block[idOf(name)]?.content
  const parentOf = (name: string) => map.block[idOf(name)]?.parent_id
  const kinds = changes.map(({ what }) => what)
  return { map, changes, contentOf, parentOf, kinds }
}

export const ids = (...names: string[]): Id[] => names.map(idOf)
export const NOWHERE = { parent_id: '00000000-0000-0000-0000-000000000000', parent_table: 'unknown' }

/** One block of a kind with these fields, clean. */
export function blockOf(type: string, more: Raw = {}) {
  const { map, changes } = cleaned(mapOf([stored('block', type, undefined, more)]))
  expect(faultsIn(map)).toEqual([])
  const block = map.block[idOf('block')]
  if (block === undefined) throw new Error('the block is gone')
  return { block, kinds: changes.map(({ what }) => what) }
}
