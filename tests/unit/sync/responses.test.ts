import { describe, expect, test } from 'vitest'
import { createPageMap } from '@/lib/sync/page-store'
import { getStamp, type HostedWorkspace } from '@/lib/sync/private-api/hosted-workspace'
import { checkPages } from '@/lib/sync/private-api/private-source'
import type { KnownPage, SyncState } from '@/lib/sync/state'
import { addTables, createTables, getRecord } from '@/lib/sync/tables'

const PAGE = { id: 'a', type: 'page', alive: true, version: 1 }
const createEntry = (record: object) => ({ value: { value: record, role: 'reader' } })
const createBlockTables = (block: Record<string, unknown>) => ({
  ...createTables(),
  block: new Map(Object.entries(block)),
})

describe('getRecord and addTables', () => {
  test.each([
    ['a record', PAGE],
    ['a record and its role', { value: PAGE, role: 'reader' }],
    ['the newer nesting', createEntry(PAGE)],
  ])('an entry with %s is shared', (_, entry) => {
    expect(getRecord(entry)).toBe(PAGE)
  })

  test.each([
    ['no role', { role: 'none', value: PAGE }],
    ['no role in the newer nesting', { value: { value: PAGE, role: 'none' } }],
    ['a role without a record', { role: 'none' }],
    ['nothing', {}],
  ])('an entry with %s is not shared', (_, entry) => {
    expect(getRecord(entry)).toBeUndefined()
  })

  test('an entry without a record does not replace a record, and one with a record replaces any entry', () => {
    const newer = createEntry({ ...PAGE, version: 2 })
    const tables = createBlockTables({ a: createEntry(PAGE), b: { role: 'none' } })
    addTables(tables, createBlockTables({ a: { role: 'none' }, b: newer, c: { role: 'none' } }))
    expect(Object.fromEntries(tables.block)).toEqual({ a: createEntry(PAGE), b: newer, c: { role: 'none' } })
    addTables(tables, createBlockTables({ a: newer }))
    expect(tables.block.get('a')).toBe(newer)
  })
})

test('checkPages distinguishes changed pages from deleted, unshared and unlisted ones', async () => {
  const known = Object.fromEntries(
    ['same', 'changed', 'deleted', 'closed', 'unlisted'].map((id) => [id, { stamp: getStamp(PAGE) } as KnownPage]),
  )
  const changed = { ...PAGE, version: 2 }
  const listed = { same: PAGE, changed, deleted: { ...PAGE, alive: false }, closed: { role: 'none' } }
  const workspace = { getBlocks: async () => createBlockTables(listed) } as unknown as HostedWorkspace
  const state = { pages: new Map(Object.entries(known)) } as SyncState
  const checked = await checkPages(state, [], workspace)
  expect(checked.changed).toEqual(new Map([['changed', getStamp(changed)]]))
  expect([...checked.gone]).toEqual(['deleted', 'closed'])
  expect([...checked.unlisted]).toEqual(['unlisted'])
  expect(checked.unknown).toEqual([])
})

test('createPageMap omits permissions and the content of child pages', () => {
  const permissions = [{ role: 'editor', type: 'user_permission', user_id: 'u' }]
  const child = { ...PAGE, id: 'child', parent_id: 'a', parent_table: 'block' }
  const records = [
    { ...PAGE, properties: { title: [['Own']] }, permissions },
    { id: 'text', type: 'text', properties: { title: [['Shown']] }, permissions },
    { ...child, properties: { title: [['Secret']] }, permissions },
  ]
  const tables = createBlockTables(Object.fromEntries(records.map((record) => [record.id, createEntry(record)])))
  const { block } = createPageMap('a', ['a', 'text', 'child'], tables, {})
  expect(block).toEqual({
    a: { value: { ...PAGE, properties: { title: [['Own']] } } },
    text: { value: { id: 'text', type: 'text', properties: { title: [['Shown']] } } },
    child: { value: { id: 'child', type: 'page', parent_id: 'a', parent_table: 'block', alive: true } },
  })
})
