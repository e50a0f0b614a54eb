import { describe, expect, it } from 'vitest'
import { findRemarks } from '@/lib/workspace/read/remarks'
import type { Block, RichText } from '@/lib/workspace/record-map'
import { VIEW_TYPES } from '@/lib/workspace/supported'
import { collection, idOf } from '../../../support/records'

function block(type: string, more: Partial<Block> = {}): Block {
  return {
    ...{ id: idOf(type), type, parent_id: '', parent_table: 'block', alive: true, properties: {}, format: {} },
    content: [],
    created_time: 0,
    last_edited_time: 0,
    ...more,
  }
}

const link = (address: string): RichText => [['words', [['a', address]]]]

function remarks(blocks: Block[], views: Record<string, { type: string; filter?: unknown }> = {}) {
  const stored = {
    id: idOf('page'),
    blocks: {},
    queries: {},
    users: {},
    files: {},
    previews: {},
    emojis: {},
    views: Object.fromEntries(
      Object.entries(views).map(([id, { type, filter }]) => [
        id,
        { id, type, name: id, format: {}, query: { filter }, order: [] },
      ]),
    ),
  }
  const rows = collection('Rows', 'page', { Name: {} })
  return findRemarks(blocks, stored, { [rows.id]: rows })
}

describe('remarks on a page', () => {
  it('are none where there is nothing to mend', () => {
    expect(remarks([block('page'), block('text'), block('table'), block('table_row')])).toBeUndefined()
  })

  it('name each type of block that is not drawn once, and nothing that is trashed', () => {
    const found = remarks([block('ai_block'), block('ai_block'), block('odd', { alive: false })])
    expect(found?.blocks).toEqual(['ai_block'])
  })

  it('count pictures that neither alt text nor caption stands for', () => {
    const pictures = [
      {},
      { alt_text: [['A boat']] },
      { caption: [['A boat']] },
      { alt_text: [[' ']] },
    ] as Block['properties'][]
    expect(remarks(pictures.map((properties) => block('image', { properties })))?.imagesWithoutAlt).toBe(2)
  })

  it('keep paths, and ids that are named by their full address alone', () => {
    const full = (name: string) => `https://www.notion.so/${idOf(name).replaceAll('-', '')}`
    const texts = [
      link('/pricing?x#y'),
      link('https://example.com/'),
      link('a@example.com'),
      link('#place'),
      link(full('Stranger')),
      link(full('Both')),
      link(`/${idOf('Both')}`),
    ]
    const found = remarks(texts.map((title) => block('text', { properties: { title } })))
    expect(found?.paths).toEqual(['/pricing'])
    expect(found?.addresses).toEqual([idOf('Stranger')])
  })

  it('distinguish a database without any supported view from one with an unsupported view', () => {
    const database = (view_ids: string[]) => block('collection_view', { collection_id: idOf('Rows'), view_ids })
    const views = { Month: { type: 'calendar' }, All: { type: 'table' } }
    expect(remarks([database(['Month', 'All'])], views)).toMatchObject({ blocks: [], views: ['calendar'] })
    expect(remarks([database(['Month'])], views)?.blocks).toEqual(['calendar view'])
  })

  it.each(Object.keys(VIEW_TYPES))('are none for a %s', (type) => {
    const database = block('collection_view', { collection_id: idOf('Rows'), view_ids: ['All'] })
    expect(remarks([database], { All: { type } })).toBeUndefined()
  })

  it('list the views whose filter is not supported', () => {
    const filter = { operator: 'and', filters: [{ property: 'gone', filter: { operator: 'is_empty' } }] }
    const database = block('collection_view', { collection_id: idOf('Rows'), view_ids: ['Mine', 'All'] })
    expect(remarks([database], { Mine: { type: 'table', filter }, All: { type: 'table' } })?.filters).toEqual(['Mine'])
  })

  it('name code and equations that cost too much, alone or together', () => {
    const code = (source: string) => block('code', { properties: { title: [[source]], language: [['Java']] } })
    const macro = `\\def\\a{${'x'.repeat(900)}}${'\\a'.repeat(199)}`
    const inline = { properties: { title: [['⁍', [['e', macro]]]] as RichText } }
    const what = (blocks: Block[]) => remarks(blocks)?.reduced.map((each) => [each.what, each.words.slice(0, 8)])
    expect(what([code('deadbeef'.repeat(6250)), block('text', inline), code('int a;\n'.repeat(1000))])).toEqual([
      ['code', 'deadbeef'],
      ['equation', '\\def\\a{x'],
    ])
    expect(what(Array.from({ length: 50 }, () => code('int a;\n'.repeat(1000))))).toHaveLength(8)
    const diagram = (source: string) => block('code', { properties: { title: [[source]], language: [['Mermaid']] } })
    expect(what([diagram('graph TD\nA-->B'), diagram('pie\n"a" : 1')])).toEqual([['diagram', 'pie "a" ']])
    expect(what([block('equation', { properties: { title: [['x'.repeat(4000)]] } })])).toBeUndefined()
  })
})
