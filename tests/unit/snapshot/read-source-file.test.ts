import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readSourceFile } from '@/lib/snapshot/read-source-file'
import { cleanRecordMap } from '@/lib/workspace/clean/clean'
import { readRecordMaps } from '@/lib/workspace/clean/read-record-map'
import { splitPages, unpackPage } from '@/lib/workspace/read/split'
import { createId } from '../../support/records'

const dir = mkdtempSync(path.join(tmpdir(), 'read-source-file-'))
afterAll(() => rmSync(dir, { recursive: true }))

function read(text: string) {
  const file = path.join(dir, 'map.json')
  writeFileSync(file, text)
  return readSourceFile({ name: 'map.json', path: file, stamp: '' })
}

const [page, other, button, automation, action] = ['page', 'other', 'button', 'automation', 'action'].map(createId) as [
  string,
  string,
  string,
  string,
  string,
]
const external = createId('external')
const record = (id: string, type: string, more = {}) => ({ value: { id, type, parent_table: 'space', ...more } })
const block = {
  [page]: record(page, 'page', { content: [button] }),
  [button]: record(button, 'button', { parent_id: page, parent_table: 'block', format: { automation_id: automation } }),
  broken: 1,
  [other]: { role: 'none' },
}
const tables = {
  collection: { [other]: record(other, 'collection') },
  notion_user: { [other]: { value: { id: other, name: 'Ada' } } },
  automation: { [automation]: { value: { id: automation, action_ids: [action] } } },
  automation_action: {
    [action]: {
      value: { id: action, type: 'open_page', config: { target: { type: 'url', url: 'https://example.org/' } } },
    },
  },
}

test.each([
  { ...tables, block },
  { block, ...tables },
  { rootPageId: page, recordMap: { block, ...tables }, spaceId: other },
  { recordMap: { ...tables, block: {} } },
  { recordMap: { block }, block: { [other]: record(other, 'page') } },
  { block: { [other]: record(other, 'page') }, recordMap: { block } },
])('readSourceFile reads what JSON.parse reads (%#)', async (json) => {
  const found = await read(JSON.stringify(json))
  const expected = readRecordMaps(json)
  if (!found.ok || !expected.ok) throw new Error('The map is not read')
  expect(found.rootPageId).toBe(expected.rootPageId)
  expect(found.spaceId).toBe(expected.spaceId)
  expect(cleanRecordMap(found.map, undefined, found.cleaner)).toEqual(cleanRecordMap(expected.map))
})

/** A page with texts of all kinds, a synced block, a table, and texts that need several chunks of packed texts. */
function createPageOfTexts() {
  const date = { type: 'date', start_date: '2026-01-01' }
  const card = { href: 'https://example.org/', title: 'Card', icon_url: `notion://custom_emoji/${other}/${action}` }
  const texts: [type: string, properties: Record<string, unknown>][] = [
    ['text', { title: [['One, '], ['two', [['b']]], [' and ', [['a', 'https://example.org/']]], ['三 🎏']] }],
    [
      'text',
      {
        title: [
          ['‣', [['d', date]]],
          ['‣', [['lm', card]]],
        ],
      },
    ],
    ['text', { title: [['‣', [['u', other]]]] }],
    ['text', { title: [['‣', [['‣', ['u', other]]]]] }],
    ['text', { title: [['‣', [['ce', action]]]] }],
    ['text', { title: [['‣', [['eoi', external]]]] }],
    ['text', { title: 'Text' }],
    ['text', {}],
    ['text', { title: [['Source']], source: [['https://example.org/a.png']] }],
    ['to_do', { title: [['Done']], checked: [['Yes']] }],
    ['code', { title: [['const a = 1']], language: [['JavaScript']] }],
    ['mystery', { title: [['Unknown']] }],
    ['table', {}],
    ...Array.from({ length: 3 }, (): [string, Record<string, unknown>] => [
      'quote',
      { title: [['月'.repeat(900_000)]] },
    ]),
    ['quote', { title: [['月'.repeat(1_000_000)], ['月'.repeat(1_000_000)]] }],
  ]
  const ids = texts.map((_, at) => createId(`text ${at}`))
  const inner = (id: string, parent: string, type: string, more = {}) => ({
    [id]: record(id, type, { parent_id: parent, parent_table: 'block', ...more }),
  })
  const [synced, copy, row] = ['synced', 'copy', 'row'].map(createId) as [string, string, string]
  const table = ids[texts.findIndex(([type]) => type === 'table')] ?? ''
  return Object.assign(
    {
      [page]: record(page, 'page', { properties: { title: [['Page']] }, content: [...ids, synced] }),
      [other]: record(other, 'page', { content: [copy] }),
    },
    ...texts.map(([type, properties], at) =>
      inner(ids[at] ?? '', page, type, { properties, ...(type === 'table' && { content: [row] }) }),
    ),
    inner(external, page, 'external_object_instance', { format: { original_url: 'https://example.org/' } }),
    inner(row, table, 'table_row', { properties: { cell: [['Cell']] } }),
    inner(synced, page, 'transclusion_container', { content: [action] }),
    inner(action, synced, 'header', { properties: { title: [['Heading']] } }),
    inner(copy, other, 'transclusion_reference', { format: { transclusion_reference_pointer: { id: synced } } }),
  )
}

test('the texts of a map that is read block by block are packed, and its pages have them', async () => {
  const json = {
    block: createPageOfTexts(),
    notion_user: { [other]: { value: { id: other, name: 'Ada' } } },
    custom_emoji: { [action]: { value: { id: action, url: 'https://example.org/emoji.png' } } },
  }
  const [found, expected] = [await read(JSON.stringify(json)), readRecordMaps(json)]
  if (!found.ok || !expected.ok) throw new Error('The map is not read')
  const { map } = cleanRecordMap(found.map, undefined, found.cleaner)
  const packed = Object.values(map.block).filter((block) => block.packed !== undefined)
  expect(new Set(packed.map(({ type }) => type))).toEqual(new Set(['text', 'to_do', 'quote', 'header']))
  expect(packed).toHaveLength(7)
  const { texts } = found.cleaner
  const pages = [...splitPages(map)].map((split) => texts && unpackPage(split, texts))
  expect(pages).toEqual([...splitPages(cleanRecordMap(expected.map).map)])
  expect(JSON.stringify(pages)).not.toContain('packed')
})

test('readSourceFile uses the last of repeated tables, as JSON.parse does', async () => {
  const [first, last] = [other, page].map((id) => JSON.stringify({ [id]: record(id, 'page') }))
  const found = await read(`{"block":${first},"block":${last}}`)
  if (!found.ok) throw new Error(found.reason)
  expect(Object.keys(cleanRecordMap(found.map, undefined, found.cleaner).map.block)).toEqual([page])
})

test('readSourceFile uses the last of several records with the same key, as JSON.parse does', async () => {
  const records = ['text', 'page'].map((type) => `${JSON.stringify(page)}:${JSON.stringify(record(page, type))}`)
  const found = await read(`{"block":{${records.join()}}}`)
  if (!found.ok) throw new Error(found.reason)
  expect(cleanRecordMap(found.map, undefined, found.cleaner).map.block[page]?.type).toBe('page')
})

test.each([
  ['{"block":{}', 'it is not JSON'],
  ['{"block":{}} 1', 'it is not JSON'],
  ['{"block":[]}', 'is not a record map: its blocks are a list'],
  ['{"recordMap":{}}', 'is not a record map: it has no blocks'],
  ['{"recordMap":null,"block":{}}', 'is not a record map: its recordMap is null'],
])('readSourceFile rejects %s', async (text, reason) => {
  const found = await read(text)
  expect(found).toMatchObject({ ok: false, isRetryable: false, reason: expect.stringContaining(reason) })
})
