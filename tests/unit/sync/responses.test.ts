import { describe, expect, test } from 'vitest'
import { createPageMap } from '@/lib/sync/page-file'
import { checkPages } from '@/lib/sync/private-api/check-pages'
import type { HostedWorkspace } from '@/lib/sync/private-api/hosted-workspace'
import { getStamp } from '@/lib/sync/private-api/responses'
import type { KnownPage, SyncState } from '@/lib/sync/state'
import { addTables, createTables, getRecord } from '@/lib/sync/tables'

const PAGE = { id: 'a', type: 'page', alive: true, version: 1 }
const entryOf = (record: object) => ({ value: { value: record, role: 'reader' } })
const tablesOf = (block: Record<string, unknown>) => ({ ...createTables(), block: new Map(Object.entries(block)) })

describe('an entry of a response', () => {
  test.each([
    ['a record', PAGE],
    ['a record and its role', { value: PAGE, role: 'reader' }],
    ['the newer nesting', entryOf(PAGE)],
  ])('that holds %s is shared', (_, entry) => {
    expect(getRecord(entry)).toBe(PAGE)
  })

  test.each([
    ['no role', { role: 'none', value: PAGE }],
    ['no role in the newer nesting', { value: { value: PAGE, role: 'none' } }],
    ['a role without a record', { role: 'none' }],
    ['nothing', {}],
  ])('that gives %s is not shared', (_, entry) => {
    expect(getRecord(entry)).toBeUndefined()
  })

  test('without a record replaces no record, and one with a record replaces any', () => {
    const newer = entryOf({ ...PAGE, version: 2 })
    const tables = tablesOf({ a: entryOf(PAGE), b: { role: 'none' } })
    addTables(tables, tablesOf({ a: { role: 'none' }, b: newer, c: { role: 'none' } }))
    expect(Object.fromEntries(tables.block)).toEqual({ a: entryOf(PAGE), b: newer, c: { role: 'none' } })
    addTables(tables, tablesOf({ a: newer }))
    expect(tables.block.get('a')).toBe(newer)
  })
})

test('a check of pages distinguishes those that changed from those that are deleted, not shared or not listed', async () => {
  const known = Object.fromEntries(
    ['same', 'changed', 'deleted', 'closed', 'unlisted'].map((id) => [id, { stamp: getStamp(PAGE) } as KnownPage]),
  )
  const changed = { ...PAGE, version: 2 }
  const listed = { same: PAGE, changed, deleted: { ...PAGE, alive: false }, closed: { role: 'none' } }
  const workspace = { getBlocks: async () => tablesOf(listed) } as unknown as HostedWorkspace
  const state = { pages: new Map(Object.entries(known)) } as SyncState
  const checked = await checkPages(state, [], workspace)
  expect(checked.changed).toEqual(new Map([['changed', getStamp(changed)]]))
  expect([...checked.gone]).toEqual(['deleted', 'closed'])
  expect([...checked.unlisted]).toEqual(['unlisted'])
  expect(checked.unknown).toEqual([])
})

test('the file of a page holds no permissions, and of a child page only that it is there', () => {
  const permissions = [{ role: 'editor', type: 'user_permission', user_id: 'u' }]
  const child = { ...PAGE, id: 'child', parent_id: 'a', parent_table: 'block' }
  const records = [
    { ...PAGE, properties: { title: [['Own']] }, permissions },
    { id: 'text', type: 'text', properties: { title: [['Shown']] }, permissions },
    { ...child, properties: { title: [['Secret']] }, permissions },
  ]
  const tables = tablesOf(Object.fromEntries(records.map((record) => [record.id, entryOf(record)])))
  const { block } = createPageMap('a', ['a', 'text', 'child'], tables, {})
  expect(block).toEqual({
    a: { value: { ...PAGE, properties: { title: [['Own']] } } },
    text: { value: { id: 'text', type: 'text', properties: { title: [['Shown']] } } },
    child: { value: { id: 'child', type: 'page', parent_id: 'a', parent_table: 'block', alive: true } },
  })
})
