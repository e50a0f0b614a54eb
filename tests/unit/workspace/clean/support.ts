import { expect } from 'vitest'
import { createPageRecord } from '@/lib/workspace/read/page-record'
import { splitPages } from '@/lib/workspace/read/split'
import type { Id } from '@/lib/workspace/record-map'
import { createId } from '../../../support/records'
import { findMapFaults } from '../invariants'
import { cleaned, createBlockMap, type Raw, stored } from '../maps'

/** Milliseconds, enough for the largest maps on a busy machine. */
export const LARGE_MAP_TIMEOUT = 120_000

/** Cleans a stored map, checks it, and creates a record of each page. */
export function clean(json: Raw) {
  const { map, changes } = cleaned(json)
  expect(findMapFaults(map)).toEqual([])
  for (const split of splitPages(map)) createPageRecord(split)
  const getContent = (name: string) => map.block[createId(name)]?.content
  const getParent = (name: string) => map.block[createId(name)]?.parent_id
  const kinds = changes.map(({ what }) => what)
  return { map, changes, getContent, getParent, kinds }
}

export const toIds = (...names: string[]): Id[] => names.map(createId)
export const NOWHERE = { parent_id: '00000000-0000-0000-0000-000000000000', parent_table: 'unknown' }

/** Creates one block with the given type and fields, cleans it and checks it. */
export function cleanBlock(type: string, more: Raw = {}) {
  const { map, changes } = cleaned(createBlockMap([stored('block', type, undefined, more)]))
  expect(findMapFaults(map)).toEqual([])
  const block = map.block[createId('block')]
  if (block === undefined) throw new Error('the block was removed')
  return { block, kinds: changes.map(({ what }) => what) }
}

/** Cleans a stored map of the given tables and blocks, and checks it. */
export function cleanTables(tables: Raw, blocks: [string, unknown][] = []) {
  const { map, changes } = cleaned(createBlockMap(blocks, tables))
  expect(findMapFaults(map)).toEqual([])
  return { map, kinds: changes.map(({ what }) => what) }
}
