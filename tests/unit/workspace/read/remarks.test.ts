import { describe, expect, it } from 'vitest'
import { findRemarks } from '@/lib/workspace/read/remarks'
import type { Block, RichText } from '@/lib/workspace/record-map'
import { VIEW_TYPES } from '@/lib/workspace/supported'
import { collection, createId } from '../../../support/records'

function createBlock(type: string, more: Partial<Block> = {}): Block {
  return {
    ...{ id: createId(type), type, parent_id: '', parent_table: 'block', alive: true, properties: {}, format: {} },
    content: [],
    created_time: 0,
    last_edited_time: 0,
    ...more,
  }
}

const createLink = (address: string): RichText => [['words', [['a', address]]]]

function findPageRemarks(blocks: Block[], views: Record<string, { type: string; filter?: unknown }> = {}) {
  const stored = {
    id: createId('page'),
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

describe('findRemarks', () => {
  it('returns undefined for a page without problems', () => {
    expect(
      findPageRemarks([createBlock('page'), createBlock('text'), createBlock('table'), createBlock('table_row')]),
    ).toBeUndefined()
  })

  it('lists each unsupported type of block once, without trashed blocks', () => {
    const found = findPageRemarks([
      createBlock('ai_block'),
      createBlock('ai_block'),
      createBlock('odd', { alive: false }),
    ])
    expect(found?.blocks).toEqual(['ai_block'])
  })

  it('counts images with neither alt text nor caption', () => {
    const pictures = [
      {},
      { alt_text: [['A boat']] },
      { caption: [['A boat']] },
      { alt_text: [[' ']] },
    ] as Block['properties'][]
    expect(findPageRemarks(pictures.map((properties) => createBlock('image', { properties })))?.imagesWithoutAlt).toBe(
      2,
    )
  })

  it('lists linked paths, and ids that only full addresses refer to', () => {
    const toFullAddress = (name: string) => `https://www.notion.so/${createId(name).replaceAll('-', '')}`
    const texts = [
      createLink('/pricing?x#y'),
      createLink('https://example.com/'),
      createLink('a@example.com'),
      createLink('#place'),
      createLink(toFullAddress('Stranger')),
      createLink(toFullAddress('Both')),
      createLink(`/${createId('Both')}`),
    ]
    const found = findPageRemarks(texts.map((title) => createBlock('text', { properties: { title } })))
    expect(found?.paths).toEqual(['/pricing'])
    expect(found?.addresses).toEqual([createId('Stranger')])
  })

  it('distinguishes a database without any supported view from one with an unsupported view', () => {
    const createDatabase = (view_ids: string[]) =>
      createBlock('collection_view', { collection_id: createId('Rows'), view_ids })
    const views = { Month: { type: 'chart' }, All: { type: 'table' } }
    expect(findPageRemarks([createDatabase(['Month', 'All'])], views)).toMatchObject({ blocks: [], views: ['chart'] })
    expect(findPageRemarks([createDatabase(['Month'])], views)?.blocks).toEqual(['chart view'])
  })

  it.each(Object.keys(VIEW_TYPES).filter((type) => type !== 'timeline'))('returns undefined for a %s', (type) => {
    const database = createBlock('collection_view', { collection_id: createId('Rows'), view_ids: ['All'] })
    expect(findPageRemarks([database], { All: { type } })).toBeUndefined()
  })

  it('lists a timeline, which has a fallback, but not its database', () => {
    const database = createBlock('collection_view', { collection_id: createId('Rows'), view_ids: ['All'] })
    expect(findPageRemarks([database], { All: { type: 'timeline' } })).toMatchObject({
      blocks: [],
      views: ['timeline'],
    })
  })

  it('lists the views with an unsupported filter', () => {
    const filter = { operator: 'and', filters: [{ property: 'gone', filter: { operator: 'is_empty' } }] }
    const database = createBlock('collection_view', { collection_id: createId('Rows'), view_ids: ['Mine', 'All'] })
    expect(findPageRemarks([database], { Mine: { type: 'table', filter }, All: { type: 'table' } })?.filters).toEqual([
      'Mine',
    ])
  })

  it('lists code and equations that cost too much, alone or together', () => {
    const createCode = (source: string) =>
      createBlock('code', { properties: { title: [[source]], language: [['Java']] } })
    const macro = `\\def\\a{${'x'.repeat(900)}}${'\\a'.repeat(199)}`
    const inline = { properties: { title: [['⁍', [['e', macro]]]] as RichText } }
    const listReduced = (blocks: Block[]) =>
      findPageRemarks(blocks)?.reduced.map((each) => [each.what, each.text.slice(0, 8)])
    expect(
      listReduced([
        createCode('deadbeef'.repeat(6250)),
        createBlock('text', inline),
        createCode('int a;\n'.repeat(1000)),
      ]),
    ).toEqual([
      ['code', 'deadbeef'],
      ['equation', '\\def\\a{x'],
    ])
    expect(listReduced(Array.from({ length: 50 }, () => createCode('int a;\n'.repeat(1000))))).toHaveLength(8)
    const createDiagram = (source: string) =>
      createBlock('code', { properties: { title: [[source]], language: [['Mermaid']] } })
    expect(listReduced([createDiagram('graph TD\nA-->B'), createDiagram('pie\n"a" : 1')])).toEqual([
      ['diagram', 'pie "a" '],
    ])
    expect(listReduced([createBlock('equation', { properties: { title: [['x'.repeat(4000)]] } })])).toBeUndefined()
  })

  it('counts the markup of equations, so that 300 small ones are rendered, but not 1,000', () => {
    const listReduced = (count: number) => {
      const sources = Array.from(
        { length: count },
        (_, index) => `\\sum_{i=${index}}^{n} \\frac{x_i}{\\sqrt{${index}}}`,
      )
      return findPageRemarks(
        sources.map((source) => createBlock('equation', { properties: { title: [[source]] } })),
      )?.reduced.map(({ text }) => sources.indexOf(text))
    }
    expect(listReduced(300)).toBeUndefined()
    const reduced = listReduced(1000) ?? []
    expect(reduced[0]).toBeGreaterThan(300)
    expect(reduced.at(-1)).toBe((reduced[0] ?? 0) + reduced.length - 1)
  })
})
